//! A tuple with a member that keeps the order of the input and another that does not: each has the bits that it has alone.

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::operators::FirstAndLast;
use reduce_tests::ops::{Count, Max, Mean, Min, MinMax, Sum};
use reduce_tests::oracle::bits;
use reduce_tests::two_orders::{Bytes, HashOfBytes, Level, Many, Place, Places, Shifts, Two, Wide, WideShifts};
use reduce_wgpu::{Cpu, GpuType, Monoid as _, NoParameters, Operator, Shape, Strided};

/// Around an invocation, a row, a run and a tile.
fn lengths<R: Operator<Params: NoParameters>>() -> Vec<usize> {
    let tile = Shape::of::<R>().tile_len() as usize;
    vec![0, 1, 2, 255, 256, 257, tile - 1, tile, tile + 1, 3 * tile + 17]
}

/// Calls `each` with inputs of all lengths.
fn at_every_length<R: Operator<Params: NoParameters, Input: Sample>>(each: impl Fn(&[R::Input])) {
    assert!(R::State::MIXED, "two kernels are needed");
    let lengths = lengths::<R>();
    for kind in Kind::ALL {
        let data = input::<R::Input>(kind, *lengths.last().unwrap());
        lengths.iter().for_each(|&len| each(&data[..len]));
    }
}

/// The bits of `R` alone.
fn alone<R: Operator<Params: NoParameters, Output: GpuType>>(data: &[R::Input]) -> String {
    bits(&Cpu::new().reduce::<R>(data).unwrap())
}

fn same<T: GpuType>(member: T, alone: String, len: usize) {
    assert_eq!(bits(&member), alone, "{len} elements");
}

#[test]
fn two_members() {
    at_every_length::<Two>(|data| {
        let (sum, maps) = Cpu::new().reduce::<Two>(data).unwrap();
        same(sum, alone::<Sum<f32>>(data), data.len());
        same(maps, alone::<Shifts>(data), data.len());
    });
}

#[test]
fn tuples_in_tuples() {
    at_every_length::<Many>(|data| {
        let ((maps, mean, (max, sum)), both, (again, min)) = Cpu::new().reduce::<Many>(data).unwrap();
        same(maps, alone::<Shifts>(data), data.len());
        same(mean, alone::<Mean<f32>>(data), data.len());
        same(max, alone::<Max<f32>>(data), data.len());
        same(sum, alone::<Sum<f32>>(data), data.len());
        same(both, alone::<MinMax<f32>>(data), data.len());
        same(again, alone::<Shifts>(data), data.len());
        same(min, alone::<Min<f32>>(data), data.len());
    });
}

#[test]
fn packed_elements() {
    at_every_length::<Bytes>(|data| {
        let (hash, level) = Cpu::new().reduce::<Bytes>(data).unwrap();
        same(hash, alone::<HashOfBytes>(data), data.len());
        same(level, alone::<Level>(data), data.len());
    });
}

#[test]
fn positions_of_elements_in_two_buffers() {
    at_every_length::<Places>(|data| {
        let (place, ends) = Cpu::new().reduce::<Places>(data).unwrap();
        same(place, alone::<Place>(data), data.len());
        same(ends, alone::<FirstAndLast>(data), data.len());
    });
}

#[test]
fn numbers_of_64_bits() {
    at_every_length::<Wide>(|data| {
        let (sum, shift, count) = Cpu::new().reduce::<Wide>(data).unwrap();
        same(sum, alone::<Sum<f64>>(data), data.len());
        same(shift, alone::<WideShifts>(data), data.len());
        same(count, alone::<Count<f64>>(data), data.len());
    });
}

/// Streams, parts and views of the tuple have its bits too.
#[test]
fn pieces_parts_and_views() {
    fn of<R: Operator<Params: NoParameters, Output: Debug + GpuType>>(result: R::Output) -> String {
        format!("{result:?}")
    }
    let data = input::<f32>(Kind::Ordinary, 3 * 32_768 + 17);
    let reducer = Cpu::new().reducer::<Many>().unwrap();
    let whole = of::<Many>(reducer.reduce(&data).unwrap());
    let mut stream = reducer.stream().unwrap();
    data.chunks(10_007).for_each(|piece| stream.push(piece).unwrap());
    assert_eq!(of::<Many>(stream.finish().unwrap()), whole);
    let mut parts: Vec<_> = (0..4)
        .map(|part| {
            let first = part * 32_768;
            let piece = &data[first..data.len().min(first + 32_768)];
            reducer.partial(piece, first as u64).unwrap()
        })
        .collect();
    let mut all = parts.remove(2);
    parts.iter().for_each(|part| all.merge(part).unwrap());
    assert_eq!(of::<Many>(all.finish().unwrap()), whole);
    let every_third: Vec<f32> = data.iter().copied().step_by(3).collect();
    let view = Strided::new(&data[..], 0, 3).unwrap();
    assert_eq!(
        of::<Many>(reducer.reduce(view).unwrap()),
        of::<Many>(reducer.reduce(&every_third).unwrap())
    );
}

/// Members whose bits no order can change go with the others: one kernel folds such a tuple, as it folds one in which nothing keeps the order.
#[test]
fn exact_members_need_no_second_kernel() {
    const {
        assert!(!<(Shifts, Max<f32>) as Operator>::State::MIXED);
        assert!(!<(Sum<f32>, Mean<f32>) as Operator>::State::MIXED);
        assert!(!<(HashOfBytes, Sum<u8>) as Operator>::State::MIXED);
        assert!(<((Shifts, Max<f32>), Sum<f32>) as Operator>::State::MIXED);
    }
}
