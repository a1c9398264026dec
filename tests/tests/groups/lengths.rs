//! Rows, columns, axes and segments of all lengths: below, at and beyond columns, runs and tiles, of every kind of operator.

use std::fmt::Debug;

use half::f16;
use reduce_tests::inputs::{Kind, Random, Sample, input};
use reduce_tests::two_orders::{HashOfBytes, Two};
use reduce_tests::written::{Spectrum, Spread};
use reduce_wgpu::Source;
use reduce_wgpu::prelude::*;

use super::{assert_law, engine, has_64_bits};

/// Shapes [outer, axis, inner] around lanes, strips, columns, runs and tiles.
const SHAPES: [[usize; 3]; 26] = [
    [1, 0, 1],
    [0, 3, 1],
    [7, 1, 1],
    [300, 2, 1],
    [513, 3, 1],
    [256, 4, 1],
    [40, 17, 1],
    [20, 33, 1],
    [19, 64, 1],
    [18, 65, 1],
    [17, 255, 1],
    [5, 1025, 1],
    [3, 4097, 1],
    [2, 40_000, 1],
    [1, 100, 2],
    [1, 100, 15],
    [1, 100, 16],
    [1, 130, 255],
    [2, 33, 256],
    [1, 1025, 257],
    [1, 3, 1000],
    [1, 40_000, 17],
    [3, 2000, 18],
    [9, 5, 7],
    [2, 1, 300],
    [2, 0, 300],
];

/// The elements of each group along the middle of three axes.
pub(super) fn elements(outer: usize, axis: usize, inner: usize) -> Vec<Vec<usize>> {
    let group = |group: usize| {
        let first = group / inner.max(1) * axis * inner + group % inner.max(1);
        (0..axis).map(|index| first + index * inner).collect()
    };
    (0..outer * inner).map(group).collect()
}

/// Every shape by `Along`, and by rows or columns where it is one of these.
fn regular<R>(data: &[R::Input])
where
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
    for<'d> &'d [R::Input]: Source<R::Input>,
{
    let engine = engine();
    for [outer, axis, inner] in SHAPES {
        let len = outer * axis * inner;
        let Some(data) = data.get(..len) else { continue };
        let (shape, groups) = ([outer, axis, inner], elements(outer, axis, inner));
        let context = || format!("{} over {shape:?}", std::any::type_name::<R>());
        let view = View::new(data, shape).unwrap();
        let found = engine.reduce_each::<R>(view, Along([1])).unwrap();
        assert_eq!(found.shape, [outer, inner], "{}", context());
        assert_law::<R>(data, &groups, &found.values, &context);
        if inner == 1 && axis > 0 {
            let found = engine.reduce_each::<R>(data, Rows(axis)).unwrap();
            assert_law::<R>(data, &groups, &found, &context);
        }
        if outer == 1 {
            let found = engine.reduce_each::<R>(data, Columns(inner)).unwrap();
            assert_law::<R>(data, &groups, &found, &context);
        }
    }
}

fn over<R: Operator<Params: NoParameters, Output: Debug>>()
where
    R::Input: Sample,
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
    for<'d> &'d [R::Input]: Source<R::Input>,
{
    let data: Vec<R::Input> = input(Kind::Ordinary, 700_000);
    regular::<R>(&data);
}

#[test]
fn sums_and_statistics() {
    over::<ops::Sum<f32>>();
    over::<ops::Variance<f32>>();
    over::<Spread>();
    over::<ops::Mean<u8>>();
    over::<ops::Sum<f16>>();
    if has_64_bits() {
        over::<ops::Sum<f64>>();
    }
    over::<ops::KahanSum<f32>>();
}

#[test]
fn order_and_tuples() {
    over::<HashOfBytes>();
    over::<(ops::Sum<f32>, ops::StdDev<f32>, ops::Min<f32>)>();
    over::<(HashOfBytes, ops::Mean<u8>, ops::Max<u8>)>();
    let maps: Vec<_> = input::<f32>(Kind::NearOne, 100_000);
    regular::<ops::Product<f32>>(&maps);
}

#[test]
fn positions_count_inside_a_group() {
    let data: Vec<f32> = input(Kind::Ordinary, 300_000);
    let cpu = Cpu::new();
    for [outer, axis, inner] in SHAPES {
        let len = outer * axis * inner;
        let Some(data) = data.get(..len).filter(|_| axis > 0) else {
            continue;
        };
        let view = View::new(data, [outer, axis, inner]).unwrap();
        let found = engine()
            .reduce_each::<(ops::ArgMax<f32>, ops::ArgMin<f32>)>(view, Along([1]))
            .unwrap();
        for (group, found) in elements(outer, axis, inner).iter().zip(&found.values) {
            let elements: Vec<f32> = group.iter().map(|index| data[*index]).collect();
            let alone = cpu.reduce::<(ops::ArgMax<f32>, ops::ArgMin<f32>)>(&elements).unwrap();
            assert_eq!(*found, alone, "[{outer}, {axis}, {inner}]");
        }
    }
}

#[test]
fn several_inputs_and_parameters() {
    let (a, b): (Vec<f32>, Vec<f32>) = (input(Kind::NearOne, 10_000), input(Kind::Ordinary, 10_000));
    let (cpu, engine) = (Cpu::new(), engine());
    let dots = engine.reduce_each::<ops::Dot<f32>>((&a, &b), Rows(100)).unwrap();
    for (row, dot) in dots.iter().enumerate() {
        let range = row * 100..(row + 1) * 100;
        let alone = cpu.reduce::<ops::Dot<f32>>((&a[range.clone()], &b[range])).unwrap();
        assert_eq!(dot.to_bits(), alone.to_bits());
    }
    let views = (
        View::new(&a, [10, 1000]).unwrap().permute([1, 0]).unwrap(),
        View::new(&b, [1000, 10]).unwrap(),
    );
    let dots = engine.reduce_each::<ops::Dot<f32>>(views, Along([1])).unwrap();
    let transposed: Vec<f32> = (0..10_000).map(|index| a[index % 10 * 1000 + index / 10]).collect();
    let rows = cpu.reduce_each::<ops::Dot<f32>>((&transposed, &b), Rows(10)).unwrap();
    assert_eq!((dots.shape, dots.values), (vec![1000], rows));

    let reducer = engine.reducer_using(ops::CountAbove::<f32> { threshold: 0.0 }).unwrap();
    let counts = reducer.reduce_each(&b, Columns(7 + 3)).unwrap();
    let alone = |column: usize| b.iter().skip(column).step_by(10).filter(|x| **x > 0.0).count() as u64;
    assert_eq!(counts, (0..10).map(alone).collect::<Vec<_>>());
    let bins = ops::Histogram::<f32, 16>::new(-1.0, 1.0);
    let histograms = engine.reducer_using(bins).unwrap().reduce_each(&b, Rows(2500)).unwrap();
    for (row, histogram) in histograms.iter().enumerate() {
        let alone = cpu
            .reducer_using(bins)
            .unwrap()
            .reduce(&b[row * 2500..(row + 1) * 2500])
            .unwrap();
        assert_eq!(*histogram, alone);
    }
}

#[test]
fn large_states() {
    over::<Spectrum<24>>();
}

/// Segments of these lengths, with a gap in front and behind.
fn segments<R>(data: &[R::Input], lengths: &[usize])
where
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
    for<'d> &'d [R::Input]: Source<R::Input>,
{
    let mut offsets = vec![3u32];
    for len in lengths {
        offsets.push(offsets[offsets.len() - 1] + *len as u32);
    }
    let groups: Vec<Vec<usize>> = offsets
        .windows(2)
        .map(|pair| (pair[0] as usize..pair[1] as usize).collect())
        .collect();
    let context = || format!("segments of {}", std::any::type_name::<R>());
    let found = engine().reduce_each::<R>(data, Segments(&offsets)).unwrap();
    assert_law::<R>(data, &groups, &found, &context);
    let wide: Vec<u64> = offsets.iter().map(|offset| u64::from(*offset)).collect();
    let again = engine().reduce_each::<R>(data, Segments(&wide)).unwrap();
    assert_eq!(super::exactly(&found), super::exactly(&again));
}

/// The first greatest of each segment: its position counts inside the segment.
fn positions_in_segments(data: &[f32], lengths: &[usize]) {
    let ends = lengths.iter().scan(3, |end, len| {
        *end += len;
        Some(*end as u32)
    });
    let offsets: Vec<u32> = std::iter::once(3).chain(ends).collect();
    let found = engine()
        .reduce_each::<ops::ArgMax<f32>>(data, Segments(&offsets))
        .unwrap();
    let cpu = Cpu::new();
    for (pair, found) in offsets.windows(2).zip(&found) {
        let alone = cpu.reduce::<ops::ArgMax<f32>>(&data[pair[0] as usize..pair[1] as usize]);
        assert_eq!(*found, alone.unwrap(), "{pair:?}");
    }
}

#[test]
fn segments_of_any_length() {
    let mut random = Random(7);
    let floats: Vec<f32> = input(Kind::Ordinary, 3_000_000);
    let bytes: Vec<u8> = input(Kind::Ordinary, 3_000_000);
    let around: Vec<usize> = vec![
        0, 1, 0, 0, 2, 3, 127, 128, 129, 1023, 1024, 1025, 32_767, 32_768, 32_769, 70_000, 0,
    ];
    let short: Vec<usize> = (0..5000).map(|_| (random.bits() % 3) as usize).collect();
    let spread: Vec<usize> = (0..300).map(|_| 1usize << (random.bits() % 12)).collect();
    // Of up to five rows of columns: workgroups that have pieces of all lengths.
    let mixed: Vec<usize> = (0..700).map(|_| (random.bits() % 5000) as usize).collect();
    // Sixteen at most, and more than eight on average; then also one that is longer.
    let dense: Vec<usize> = (0..3000).map(|_| 8 + (random.bits() % 9) as usize).collect();
    let nearly = [dense.clone(), vec![17], dense.clone()].concat();
    // Long enough that all threads share it.
    let long = [vec![0; 100], vec![2_200_000], vec![0, 1, 0]].concat();
    let numbers: Vec<u32> = input(Kind::Ordinary, 200_000);
    segments::<Spectrum<24>>(&numbers, &around);
    for lengths in [around, short, spread, mixed, dense, nearly, long, vec![]] {
        segments::<ops::Sum<f32>>(&floats, &lengths);
        segments::<Spread>(&floats, &lengths);
        positions_in_segments(&floats, &lengths);
        segments::<HashOfBytes>(&bytes, &lengths);
        segments::<(HashOfBytes, ops::Mean<u8>)>(&bytes, &lengths);
    }
}

/// So many groups that a workgroup has several sets of them, and that kernels are made for their number of lanes.
#[test]
fn many_short_groups() {
    let floats: Vec<f32> = input(Kind::Ordinary, 6 << 18);
    let bytes: Vec<u8> = input(Kind::Ordinary, 6 << 18);
    for len in [1, 3, 4, 5] {
        let (floats, bytes) = (&floats[..(6 << 18) / len * len], &bytes[..(6 << 18) / len * len]);
        let (cpu, engine) = (Cpu::new(), engine());
        let expected = cpu.reduce_each::<ops::Sum<f32>>(floats, Rows(len)).unwrap();
        assert!(
            engine.reduce_each::<ops::Sum<f32>>(floats, Rows(len)).unwrap() == expected,
            "rows of {len}"
        );
        let columns = floats.len() / len;
        let expected = cpu.reduce_each::<ops::Max<f32>>(floats, Columns(columns)).unwrap();
        assert!(
            engine.reduce_each::<ops::Max<f32>>(floats, Columns(columns)).unwrap() == expected,
            "{columns} columns"
        );
        let expected = cpu.reduce_each::<ops::Sum<u8>>(bytes, Rows(len)).unwrap();
        assert!(
            engine.reduce_each::<ops::Sum<u8>>(bytes, Rows(len)).unwrap() == expected,
            "rows of {len} bytes"
        );
    }
    for len in [16, 17, 63, 64, 255, 256, 1024, 1025, 2048, 5000] {
        let floats = &floats[..(5 << 18) / len * len];
        let (cpu, engine) = (Cpu::new(), engine());
        let expected = cpu.reduce_each::<ops::Sum<f32>>(floats, Rows(len)).unwrap();
        assert!(
            engine.reduce_each::<ops::Sum<f32>>(floats, Rows(len)).unwrap() == expected,
            "rows of {len}"
        );
        let (a, b) = (
            cpu.reduce_each::<Two>(floats, Rows(len)).unwrap(),
            engine.reduce_each::<Two>(floats, Rows(len)).unwrap(),
        );
        assert!(a == b, "rows of {len} in two orders");
        let expected = cpu.reduce_each::<ops::ArgMax<f32>>(floats, Columns(len)).unwrap();
        assert!(
            engine.reduce_each::<ops::ArgMax<f32>>(floats, Columns(len)).unwrap() == expected,
            "{len} columns"
        );
    }
}
