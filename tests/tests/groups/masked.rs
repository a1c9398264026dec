//! Sources with a mask: the whole input and every kind of group, of operators of every kind.

use std::fmt::Debug;

use pollster::block_on;
use reduce_tests::inputs::{Kind, Random, Sample, input};
use reduce_tests::two_orders::{HashOfBytes, Level, Many};
use reduce_tests::written::Spread;
use reduce_wgpu::prelude::*;

use super::{engine, exactly};

/// The sum of the elements that count, as an operator of pairs of an element and its flag.
#[derive(Debug)]
struct SumWhere;

#[gpu]
impl Reduction for SumWhere {
    type Input = (f32, bool);
    type State = ops::Sum<f32>;
    type Output = f32;
    fn lift(x: (f32, bool)) -> ops::Sum<f32> {
        if x.1 {
            ops::Sum::<f32>::lift(x.0)
        } else {
            ops::Sum::<f32>::identity()
        }
    }
    fn finish(s: ops::Sum<f32>) -> f32 {
        ops::Sum::<f32>::finish(s)
    }
}

/// Masks that let all, none, every third, and about half of `len` elements count.
fn masks(len: usize) -> [Vec<bool>; 4] {
    let mut random = Random(len as u64);
    [
        vec![true; len],
        vec![false; len],
        (0..len).map(|index| index % 3 == 1).collect(),
        (0..len).map(|_| random.bits().is_multiple_of(2)).collect(),
    ]
}

/// The elements that count, side by side.
fn kept<T: Copy>(data: &[T], mask: &[bool]) -> Vec<T> {
    let both = data.iter().zip(mask);
    both.filter(|(_, counts)| **counts).map(|(x, _)| *x).collect()
}

/// Asserts that `R`, whose bits depend on no grouping of its operands, gives the result of a copy of the elements that count, for slices and for arrays.
fn as_alone<R>()
where
    R: Operator<Input: Sample, Params: NoParameters, Output: Debug>,
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
    for<'d> &'d Array<R::Input>: Source<R::Input>,
{
    for len in [0, 1, 5, 300, 4097, 70_001] {
        let data: Vec<R::Input> = input(Kind::Ordinary, len);
        let array = engine().upload(&data).unwrap();
        for mask in masks(len) {
            let expected = exactly(&Cpu::new().reduce::<R>(&kept(&data, &mask)).unwrap());
            let found = engine().reduce::<R>(Masked::new(&data, &mask).unwrap()).unwrap();
            assert_eq!(exactly(&found), expected, "{} of {len}", R::wgsl_name());
            let there = engine().upload(&mask).unwrap();
            let found = engine().reduce::<R>(Masked::new(&array, &there).unwrap()).unwrap();
            assert_eq!(exactly(&found), expected, "{} of {len} in an array", R::wgsl_name());
        }
    }
}

#[test]
fn exact_and_ordered_operators_are_as_of_the_elements_that_count() {
    as_alone::<ops::Sum<u32>>();
    as_alone::<ops::Max<f32>>();
    as_alone::<ops::Count<u8>>();
    as_alone::<HashOfBytes>();
    as_alone::<(ops::Min<i16>, ops::Max<i16>, ops::Count<i16>)>();
}

#[test]
fn an_element_that_does_not_count_is_the_identity() {
    for len in [0, 7, 4096, 100_003] {
        let data: Vec<f32> = input(Kind::Ordinary, len);
        for mask in masks(len) {
            let masked = || Masked::new(&data, &mask).unwrap();
            let found = engine().reduce::<ops::Sum<f32>>(masked()).unwrap();
            let written = Cpu::new().reduce::<SumWhere>((&data, &mask)).unwrap();
            assert_eq!(exactly(&found), exactly(&written), "{len}");
            // The identity of a sum is -0.
            let replaced: Vec<f32> = data
                .iter()
                .zip(&mask)
                .map(|(x, counts)| if *counts { *x } else { -0.0 })
                .collect();
            assert_eq!(
                exactly(&found),
                exactly(&Cpu::new().reduce::<ops::Sum<f32>>(&replaced).unwrap())
            );
            let found = engine().reduce::<(Spread, ops::StdDev<f32>)>(masked()).unwrap();
            let alone = (
                Cpu::new().reduce::<Spread>(masked()).unwrap(),
                Cpu::new().reduce::<ops::StdDev<f32>>(masked()).unwrap(),
            );
            assert_eq!(exactly(&found), exactly(&alone), "{len}");
        }
        let everything =
            Masked::new(&data, &masks(len)[0]).map(|masked| exactly(&engine().reduce::<Spread>(masked).unwrap()));
        assert_eq!(everything.unwrap(), exactly(&engine().reduce::<Spread>(&data).unwrap()));
    }
}

#[test]
fn members_that_keep_different_orders_each_see_the_mask() {
    let data: Vec<u8> = input(Kind::Ordinary, 70_001);
    let floats: Vec<f32> = input(Kind::NearOne, 70_001);
    for mask in masks(data.len()) {
        let found = engine()
            .reduce::<(Level, HashOfBytes)>(Masked::new(&data, &mask).unwrap())
            .unwrap();
        let alone = (
            Cpu::new().reduce::<Level>(Masked::new(&data, &mask).unwrap()).unwrap(),
            Cpu::new().reduce::<HashOfBytes>(&kept(&data, &mask)).unwrap(),
        );
        assert_eq!(exactly(&found), exactly(&alone));
        let rows = engine()
            .reduce_each::<(Level, HashOfBytes)>(Masked::new(&data[..70_000], &mask[..70_000]).unwrap(), Rows(700))
            .unwrap();
        for (row, found) in rows.iter().enumerate() {
            let range = row * 700..(row + 1) * 700;
            let alone = Cpu::new()
                .reduce::<(Level, HashOfBytes)>(Masked::new(&data[range.clone()], &mask[range]).unwrap())
                .unwrap();
            assert_eq!(exactly(found), exactly(&alone), "row {row}");
        }
        let found = engine().reduce::<Many>(Masked::new(&floats, &mask).unwrap()).unwrap();
        let expected = Cpu::new().reduce::<Many>(Masked::new(&floats, &mask).unwrap()).unwrap();
        assert_eq!(exactly(&found), exactly(&expected));
    }
}

#[test]
fn positions_are_those_in_the_whole_input() {
    let data: Vec<f32> = input(Kind::Ordinary, 9001);
    for mask in masks(data.len()) {
        let found = engine()
            .reduce::<ops::ArgMax<f32>>(Masked::new(&data, &mask).unwrap())
            .unwrap();
        let alone = Cpu::new().reduce::<ops::ArgMax<f32>>(&kept(&data, &mask)).unwrap();
        if mask.contains(&true) {
            let places: Vec<usize> = (0..data.len()).filter(|index| mask[*index]).collect();
            assert_eq!(
                (found.index as usize, found.value),
                (places[alone.index as usize], alone.value)
            );
        } else {
            assert_eq!(exactly(&found), exactly(&alone));
        }
    }
}

/// Asserts that the groups of a masked input are those of [`SumWhere`] over pairs; [`groups_of_every_kind`] calls it for each grouping.
fn grouped<G: Grouping<Results<f32>: Debug>>(data: &[f32], mask: &Vec<bool>, grouping: impl Fn() -> G) {
    let sum = engine().reducer::<ops::Sum<f32>>().unwrap();
    let expected = Cpu::new().reduce_each::<SumWhere>((data, mask), grouping()).unwrap();
    let expected = exactly(&expected);
    let (array, there) = (engine().upload(data).unwrap(), engine().upload(mask).unwrap());
    let found = engine()
        .reduce_each::<ops::Sum<f32>>(Masked::new(data, mask).unwrap(), grouping())
        .unwrap();
    assert_eq!(exactly(&found), expected);
    let found = sum
        .reduce_each(Masked::new(&array, &there).unwrap(), grouping())
        .unwrap();
    assert_eq!(exactly(&found), expected);
    let call = sum.reduce_each_async(Masked::new(&array, &there).unwrap(), grouping());
    assert_eq!(exactly(&block_on(call).unwrap()), expected);
}

#[test]
fn groups_of_every_kind() {
    let data: Vec<f32> = input(Kind::Ordinary, 6000);
    let offsets = [0u32, 0, 5, 3000, 3001, 6000];
    let keys: Vec<u32> = (0..6000).map(|index| index / 7 % 31).collect();
    for mask in masks(data.len()) {
        grouped(&data, &mask, || Rows(6));
        grouped(&data, &mask, || Rows(3000));
        grouped(&data, &mask, || Columns(20));
        grouped(&data, &mask, || Segments(&offsets));
        grouped(&data, &mask, || Keys(&keys));
        grouped(&data, &mask, || Runs(&keys));
        // A mask of its own layout, and one of the elements as they are seen.
        let view = View::new(&data, [20, 300]).unwrap().permute([1, 0]).unwrap();
        let seen = View::new(&mask, [300, 20]).unwrap();
        let turned = |axes| {
            let masked = Masked::new(view, seen).unwrap();
            engine().reduce_each::<ops::Sum<f32>>(masked, Along(axes)).unwrap()
        };
        let copied: Vec<f32> = (0..6000).map(|index| data[index % 20 * 300 + index / 20]).collect();
        let expected = Cpu::new().reduce_each::<SumWhere>((&copied, &mask), Rows(20)).unwrap();
        assert_eq!(exactly(&turned([1]).values), exactly(&expected));
        let expected = Cpu::new()
            .reduce_each::<SumWhere>((&copied, &mask), Columns(20))
            .unwrap();
        assert_eq!(exactly(&turned([0]).values), exactly(&expected));
    }
}

#[test]
fn inputs_of_several_buffers_views_and_parameters() {
    let (a, b): (Vec<f32>, Vec<f32>) = (input(Kind::NearOne, 5000), input(Kind::Equal, 5000));
    for mask in masks(a.len()) {
        let replaced: Vec<f32> = a
            .iter()
            .zip(&mask)
            .map(|(x, counts)| if *counts { *x } else { -0.0 })
            .collect();
        let found = engine()
            .reduce::<ops::Dot<f32>>(Masked::new((&a, &b), &mask).unwrap())
            .unwrap();
        let alone = Cpu::new().reduce::<ops::Dot<f32>>((&replaced, &b)).unwrap();
        assert_eq!(exactly(&found), exactly(&alone));
        let (array, there) = (engine().upload(&a).unwrap(), engine().upload(&mask).unwrap());
        let every = |stride| Strided::new(&array, 1, stride).unwrap();
        let masked = Masked::new(every(3), Strided::new(&there, 1, 3).unwrap()).unwrap();
        let steps: Vec<f32> = replaced.iter().skip(1).step_by(3).copied().collect();
        let found = engine().reduce::<ops::Sum<f32>>(masked).unwrap();
        assert_eq!(
            exactly(&found),
            exactly(&Cpu::new().reduce::<ops::Sum<f32>>(&steps).unwrap())
        );
        let above = engine()
            .reducer_using(ops::CountAbove::<f32> { threshold: 0.9 })
            .unwrap();
        let counted = |threshold: f32| kept(&a, &mask).iter().filter(|x| **x > threshold).count() as u64;
        assert_eq!(above.reduce(Masked::new(&a, &mask).unwrap()).unwrap(), counted(0.9));
        above.set(ops::CountAbove::<f32> { threshold: 1.0 });
        assert_eq!(above.reduce(Masked::new(&a, &mask).unwrap()).unwrap(), counted(1.0));
        let bins = engine()
            .reducer_using(ops::Histogram::<f32, 16>::new(-2.0, 2.0))
            .unwrap();
        let alone = Cpu::new()
            .reducer_using(ops::Histogram::<f32, 16>::new(-2.0, 2.0))
            .unwrap();
        let expected = alone.reduce(&kept(&a, &mask)).unwrap();
        assert_eq!(bins.reduce(Masked::new(&a, &mask).unwrap()).unwrap(), expected);
        assert_eq!(alone.reduce(Masked::new(&a, &mask).unwrap()).unwrap(), expected);
    }
}

#[test]
fn parts_and_futures_take_masks() {
    let data: Vec<f32> = input(Kind::Ordinary, 300_000);
    let [_, _, _, mask] = masks(data.len());
    let sum = engine().reducer::<ops::Sum<f32>>().unwrap();
    let expected = sum.reduce(Masked::new(&data, &mask).unwrap()).unwrap();
    let cut = Partial::<ops::Sum<f32>>::tile_len() as usize * 2;
    let part = |range: std::ops::Range<usize>| {
        let start = range.start as u64;
        sum.partial(Masked::new(&data[range.clone()], &mask[range]).unwrap(), start)
            .unwrap()
    };
    let mut both = part(0..cut);
    both.merge(&part(cut..data.len())).unwrap();
    assert_eq!(exactly(&both.finish().unwrap()), exactly(&expected));
    let call = sum.reduce_async(Masked::new(&data, &mask).unwrap());
    assert_eq!(exactly(&block_on(call).unwrap()), exactly(&expected));
}

#[test]
fn a_mask_is_never_left_out() {
    let (data, short) = (vec![1.0f32; 8], vec![true; 7]);
    let error = engine()
        .reduce::<ops::Sum<f32>>(Masked::new(&data, &short).unwrap())
        .unwrap_err();
    assert!(matches!(error, Error::Lengths { first: 8, other: 7 }), "{error}");
    let error = engine()
        .reduce_each::<ops::Sum<f32>>(Masked::new(&data, &short).unwrap(), Rows(2))
        .unwrap_err();
    assert!(matches!(error, Error::Lengths { first: 8, other: 7 }), "{error}");
    let mask = vec![true; 8];
    let masked = || Masked::new(&data, &mask).unwrap();
    let mut stream = engine().reducer::<ops::Sum<f32>>().unwrap().stream().unwrap();
    let refused = [
        stream.push(masked()).unwrap_err(),
        engine().reduce::<ops::Dot<f32>>((masked(), &data)).unwrap_err(),
        engine()
            .reduce::<ops::Sum<f32>>(Strided::new(masked(), 0, 2).unwrap())
            .unwrap_err(),
        engine()
            .reduce::<ops::Sum<f32>>(View::new(masked(), [2, 4]).unwrap())
            .unwrap_err(),
    ];
    for error in refused {
        assert!(error.to_string().contains("Masked::new(view, &mask)"), "{error}");
    }
    stream.push(&data).unwrap();
    assert_eq!(stream.finish().unwrap(), 8.0);
}
