//! Small shapes, all of them: every rank to 4 with extents to 5, every set of axes, transposes, slices, steps and broadcasts.

use reduce_tests::inputs::{Kind, input};
use reduce_tests::two_orders::HashOfBytes;
use reduce_wgpu::Source;
use reduce_wgpu::prelude::*;

use super::{assert_law, engine, on_a_device};

/// The elements of each group of a source of this shape whose elements lie at these places, in C order.
pub(super) fn groups(
    shape: &[usize],
    places: &[usize],
    is_reduced: impl Fn(usize) -> bool,
) -> (Vec<usize>, Vec<Vec<usize>>) {
    let kept: Vec<usize> = (0..shape.len()).filter(|axis| !is_reduced(*axis)).collect();
    let extents: Vec<usize> = kept.iter().map(|axis| shape[*axis]).collect();
    let mut groups = vec![Vec::new(); extents.iter().product()];
    for (index, place) in places.iter().enumerate() {
        let mut rest = index;
        let mut indices = vec![0; shape.len()];
        for axis in (0..shape.len()).rev() {
            (indices[axis], rest) = (rest % shape[axis], rest / shape[axis]);
        }
        let group = kept.iter().fold(0, |group, axis| group * shape[*axis] + indices[*axis]);
        groups[group].push(*place);
    }
    (extents, groups)
}

/// The places of the elements of an array of this shape with these strides.
pub(super) fn places(shape: &[usize], strides: &[usize]) -> Vec<usize> {
    let mut places = vec![0];
    for (extent, stride) in shape.iter().zip(strides) {
        places = places
            .iter()
            .flat_map(|place| (0..*extent).map(move |index| place + index * stride))
            .collect();
    }
    places
}

/// `reduce_each` along the axes of a set, by its bits.
pub(super) fn along<R, S>(source: S, rank: usize, set: usize) -> Tensor<R::Output>
where
    R: Operator<Params: NoParameters>,
    S: Source<R::Input>,
{
    let axes: Vec<isize> = (0..rank)
        .filter(|axis| set >> axis & 1 == 1)
        .map(|axis| axis as isize)
        .collect();
    // Every other set by axes that count from the end, and in descending order.
    let axes: Vec<isize> = match set % 2 {
        0 => axes,
        _ => axes.iter().rev().map(|axis| axis - rank as isize).collect(),
    };
    let engine = engine();
    match axes[..] {
        [] => engine.reduce_each::<R>(source, Along([])),
        [a] => engine.reduce_each::<R>(source, Along([a])),
        [a, b] => engine.reduce_each::<R>(source, Along([a, b])),
        [a, b, c] => engine.reduce_each::<R>(source, Along([a, b, c])),
        [a, b, c, d] => engine.reduce_each::<R>(source, Along([a, b, c, d])),
        _ => unreachable!("sets of more axes"),
    }
    .unwrap()
}

/// All orders of the axes 0 to `N`.
pub(super) fn orders<const N: usize>() -> Vec<[usize; N]> {
    let mut orders = vec![[0; N]];
    for place in 0..N {
        let shorter = std::mem::take(&mut orders);
        for order in shorter {
            for axis in (0..N).filter(|axis| !order[..place].contains(axis)) {
                let mut longer = order;
                longer[place] = axis;
                orders.push(longer);
            }
        }
    }
    orders
}

/// All shapes of this rank with extents up to 5.
fn shapes<const N: usize>() -> impl Iterator<Item = [usize; N]> {
    (0..6usize.pow(N as u32)).map(|number| std::array::from_fn(|axis| number / 6usize.pow(axis as u32) % 6))
}

/// Every set of axes of every transpose (every `nth` of them) of every shape of this rank.
fn every_shape<const N: usize>(nth: usize) {
    // A call of a device takes some milliseconds.
    let nth = if on_a_device() { nth * 30 - 1 } else { nth };
    let bytes: Vec<u8> = input(Kind::Ordinary, 5usize.pow(N as u32));
    let floats: Vec<f32> = input(Kind::Ordinary, bytes.len());
    for (number, shape) in shapes::<N>().enumerate() {
        for (at, order) in orders::<N>().into_iter().enumerate() {
            if (at + number) % nth != 0 {
                continue;
            }
            let plain = View::new(&floats, shape).unwrap();
            let view = plain.permute(order).unwrap();
            let places = places(view.shape(), view.steps());
            let hashed = View::new(&bytes, shape).unwrap().permute(order).unwrap();
            for set in 0..1 << N {
                let context = || format!("{shape:?} in the order {order:?} along the set {set:b}");
                let (extents, groups) = groups(view.shape(), &places, |axis| set >> axis & 1 == 1);
                let sums = along::<ops::Sum<f32>, _>(view, N, set);
                assert_eq!(sums.shape, extents, "{}", context());
                assert_law::<ops::Sum<f32>>(&floats, &groups, &sums.values, &context);
                if (number + set) % 7 == 0 {
                    let hashes = along::<HashOfBytes, _>(hashed, N, set);
                    assert_law::<HashOfBytes>(&bytes, &groups, &hashes.values, &context);
                }
            }
        }
    }
}

#[test]
fn one_and_two_axes() {
    every_shape::<1>(1);
    every_shape::<2>(1);
}

#[test]
fn three_axes() {
    every_shape::<3>(1);
}

#[test]
fn four_axes() {
    every_shape::<4>(11);
}

#[test]
fn slices_steps_and_broadcasts() {
    let data: Vec<f32> = input(Kind::Ordinary, 3000);
    let check = |view: View<&Vec<f32>>, offset: usize, what: &str| {
        let shape = view.shape().to_vec();
        let places: Vec<usize> = places(&shape, view.steps())
            .into_iter()
            .map(|place| place + offset)
            .collect();
        // `Along` of five axes and more is as that of four.
        for set in (0usize..1 << shape.len()).filter(|set| set.count_ones() <= 4) {
            let context = || format!("{what} along the set {set:b}");
            let (extents, groups) = groups(&shape, &places, |axis| set >> axis & 1 == 1);
            let found = along::<(ops::Sum<f32>, ops::Max<f32>), _>(view, shape.len(), set);
            assert_eq!(found.shape, extents, "{}", context());
            assert_law::<(ops::Sum<f32>, ops::Max<f32>)>(&data, &groups, &found.values, &context);
        }
        let whole: Vec<f32> = places.iter().map(|place| data[*place]).collect();
        let expected = Cpu::new().reduce::<ops::Sum<f32>>(&whole).unwrap();
        assert_eq!(
            engine().reduce::<ops::Sum<f32>>(view).unwrap().to_bits(),
            expected.to_bits(),
            "{what}"
        );
    };
    let cube = View::new(&data, [10, 15, 20]).unwrap();
    check(cube.slice(0, 2..7).unwrap(), 600, "a slice of the first axis");
    check(cube.slice(2, 3..4).unwrap(), 3, "one index of the last axis");
    check(cube.slice(1, 5..5).unwrap(), 100, "an empty slice");
    check(
        cube.slice(1, 4..9).unwrap().slice(2, 1..19).unwrap(),
        81,
        "slices of two axes",
    );
    check(
        cube.slice(1, 4..9).unwrap().permute([2, 0, 1]).unwrap(),
        80,
        "a slice in another order",
    );
    let steps = View::new(&data, [10, 15, 20]).unwrap().strides([2, 7, 3]).unwrap();
    check(steps, 0, "axes that overlap");
    let row = View::new(&data, [20]).unwrap();
    check(row.broadcast([4, 5, 20]).unwrap(), 0, "a row, repeated");
    let column = View::new(&data, [20, 1]).unwrap();
    check(column.broadcast([20, 300]).unwrap(), 0, "a column, repeated");
    check(View::new(&data, []).unwrap(), 0, "a single element");
    let eight = View::new(&data, [2, 3, 1, 5, 2, 1, 4, 3]).unwrap();
    check(eight.permute([7, 0, 3, 2, 1, 6, 5, 4]).unwrap(), 0, "eight axes");
}
