//! Groups whose elements are counted in bins, by kernels that lay them over workgroups as suits the device: the counts of each are those of its elements alone.

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Random, Sample, input};
use reduce_wgpu::prelude::*;
use reduce_wgpu::{OperatorValue, Source};

use super::lengths::elements;
use super::{engine, exactly};

/// Floats of which one in six is outside of the range from 0 to 1, and some are NaN or infinite.
pub(super) fn floats(len: usize) -> Vec<f32> {
    let mut random = Random(len as u64);
    let float = |bits: u64| match bits % 1000 {
        0 => f32::NAN,
        1 => f32::INFINITY,
        2 => 1.0,
        _ => ((bits >> 40) as f32 / (1 << 24) as f32) * 1.2 - 0.1,
    };
    (0..len).map(|_| float(random.bits())).collect()
}

/// An operator that counts elements of the type `R::Input`, as a value.
pub(super) trait Counts: Operator<Output: Debug> + OperatorValue<Operator = Self> + Copy {}
impl<R: Operator<Output: Debug> + OperatorValue<Operator = R> + Copy> Counts for R {}

/// The results of groups of these elements.
pub(super) fn alone<R: Counts>(op: R, data: &[R::Input], groups: &[Vec<usize>]) -> Vec<String>
where
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
{
    let reducer = Cpu::new().reducer_using(op).unwrap();
    let result = |group: &Vec<usize>| {
        let elements: Vec<R::Input> = group.iter().map(|index| data[*index]).collect();
        exactly(&reducer.reduce(&elements).unwrap())
    };
    groups.iter().map(result).collect()
}

pub(super) fn written<T: Debug>(results: &[T]) -> Vec<String> {
    results.iter().map(|result| exactly(result)).collect()
}

/// Rows, columns and the middle axis of these shapes: around loads, the lanes of a group, the groups of a workgroup, rows, parts and tiles.
const SHAPES: [[usize; 3]; 20] = [
    [300, 1, 1],
    [513, 3, 1],
    [70, 4, 1],
    [40, 17, 1],
    [33, 64, 1],
    [17, 256, 1],
    [18, 255, 1],
    [7, 1000, 1],
    [7, 1001, 1],
    [3, 4100, 1],
    [2, 70_001, 1],
    [1, 300_000, 1],
    [1, 3, 1000],
    [1, 100, 15],
    [1, 1025, 257],
    [1, 40_000, 5],
    [3, 2000, 18],
    [9, 5, 7],
    [2, 1, 300],
    [5, 0, 3],
];

/// Every shape, as a slice and as an array.
fn regular<R: Counts>(op: R, data: &[R::Input])
where
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
    for<'d> &'d [R::Input]: Source<R::Input>,
    for<'d> &'d Array<R::Input>: Source<R::Input>,
{
    let reducer = engine().reducer_using(op).unwrap();
    for [outer, axis, inner] in SHAPES {
        let data = &data[..outer * axis * inner];
        let expected = alone(op, data, &elements(outer, axis, inner));
        let context = format!("{} over {:?}", std::any::type_name::<R>(), [outer, axis, inner]);
        let view = View::new(data, [outer, axis, inner]).unwrap();
        let found = reducer.reduce_each(view, Along([1])).unwrap();
        assert!(written(&found.values) == expected, "{context}");
        let array = engine().upload(data).unwrap();
        if inner == 1 {
            let found = reducer.reduce_each(&array, Rows(axis)).unwrap();
            assert!(written(&found) == expected, "rows, {context}");
        }
        if outer == 1 {
            let found = reducer.reduce_each(&array, Columns(inner)).unwrap();
            assert!(written(&found) == expected, "columns, {context}");
        }
    }
}

#[test]
fn histograms() {
    let floats = floats(310_000);
    regular(ops::Histogram::<f32, 256>::new(0.0, 1.0), &floats);
    regular(ops::Histogram::<f32, 16>::new(0.0, 1.0), &floats);
    regular(ops::Histogram::<f32, 1>::new(0.0, 1.0), &floats);
    regular(ops::HistogramUpTo::<f32, 33>::new(0.0, 1.0, 7), &floats);
}

#[test]
fn packed_elements() {
    let bytes: Vec<u8> = input(Kind::Ordinary, 310_000);
    regular(ops::Histogram::<u8, 256>::new(0, 255), &bytes);
    regular(ops::Histogram::<u8, 10>::new(20, 200), &bytes);
    let halves: Vec<i16> = input(Kind::Ordinary, 310_000);
    regular(ops::Histogram::<i16, 12>::new(-30_000, 32_000), &halves);
}

#[test]
fn quantiles() {
    let floats = floats(310_000);
    regular(ops::Quantiles::<f32, 256, 3>::new(0.0, 1.0, [0.1, 0.5, 0.9]), &floats);
    regular(ops::Quantiles::<f32, 20, 2>::new(0.0, 1.0, [0.5, 1.0]), &floats);
}

/// More than a dimension of a dispatch has, of which a workgroup has several.
#[test]
fn many_short_groups() {
    let floats = floats(70_000 * 5);
    let (few, many) = (
        ops::Histogram::<f32, 3>::new(0.0, 1.0),
        ops::Histogram::<f32, 256>::new(0.0, 1.0),
    );
    let short = |len: usize| {
        let data = &floats[..70_000 * len];
        let rows = engine()
            .reducer_using(few)
            .unwrap()
            .reduce_each(data, Rows(len))
            .unwrap();
        let expected = Cpu::new()
            .reducer_using(few)
            .unwrap()
            .reduce_each(data, Rows(len))
            .unwrap();
        assert!(rows == expected, "rows of {len}");
        let columns = engine()
            .reducer_using(few)
            .unwrap()
            .reduce_each(data, Columns(70_000))
            .unwrap();
        let expected = Cpu::new()
            .reducer_using(few)
            .unwrap()
            .reduce_each(data, Columns(70_000))
            .unwrap();
        assert!(columns == expected, "columns of {len}");
    };
    for len in [1, 2, 5] {
        short(len);
    }
    let rows = engine()
        .reducer_using(many)
        .unwrap()
        .reduce_each(&floats, Rows(5))
        .unwrap();
    let expected = Cpu::new()
        .reducer_using(many)
        .unwrap()
        .reduce_each(&floats, Rows(5))
        .unwrap();
    assert!(rows == expected, "256 bins");
}

/// All in one bin, in none, and at the ends of the range.
#[test]
fn elements_of_few_bins() {
    let op = ops::Histogram::<f32, 256>::new(0.0, 1.0);
    for x in [0.0, 0.5, 1.0, -0.1, 1.1, f32::NAN] {
        let data = vec![x; 64 * 1100];
        let expected = exactly(&Cpu::new().reducer_using(op).unwrap().reduce(&data[..1100]).unwrap());
        let found = engine()
            .reducer_using(op)
            .unwrap()
            .reduce_each(&data, Rows(1100))
            .unwrap();
        assert!(found.iter().all(|row| exactly(row) == expected), "rows of {x}");
        let found = engine()
            .reducer_using(op)
            .unwrap()
            .reduce_each(&data, Columns(64))
            .unwrap();
        assert!(found.iter().all(|column| exactly(column) == expected), "columns of {x}");
    }
}

/// Parts of an array: every second row, columns in another order, padded rows, and groups along two axes.
#[test]
fn views() {
    let data = floats(40 * 30 * 64);
    let array = engine().upload(&data).unwrap();
    let op = ops::Histogram::<f32, 20>::new(0.0, 1.0);
    let reducer = engine().reducer_using(op).unwrap();
    let at = |a: usize, b: usize, c: usize| (a * 30 + b) * 64 + c;
    let check = |groups: &[Vec<usize>], found: &[[u32; 20]], what: &str| {
        assert!(written(found) == alone(op, &data, groups), "{what}");
    };
    let view = || View::new(&array, [40, 30, 64]).unwrap();
    let found = reducer.reduce_each(view(), Along([0, 2])).unwrap();
    let of = |b| (0..40).flat_map(|a| (0..64).map(move |c| at(a, b, c))).collect();
    check(&(0..30).map(of).collect::<Vec<_>>(), &found.values, "two axes");
    let sliced = view().slice(2, 1..62).unwrap();
    let found = reducer.reduce_each(sliced, Along([2])).unwrap();
    let of = |row: usize| (1..62).map(|c| at(row / 30, row % 30, c)).collect();
    check(&(0..1200).map(of).collect::<Vec<_>>(), &found.values, "padded rows");
    let turned = view().permute([2, 0, 1]).unwrap().slice(1, 3..40).unwrap();
    let found = reducer.reduce_each(turned, Along([2])).unwrap();
    let of = |group: usize| (0..30).map(|b| at(3 + group % 37, b, group / 37)).collect();
    check(&(0..64 * 37).map(of).collect::<Vec<_>>(), &found.values, "turned");
    let third: Vec<usize> = (0..data.len()).step_by(3).collect();
    let strided = Strided::new(&array, 0, 3).unwrap();
    let found = reducer.reduce_each(strided, Rows(100)).unwrap();
    let groups: Vec<Vec<usize>> = third.chunks(100).map(<[usize]>::to_vec).collect();
    check(&groups, &found, "every third");
}

/// Elements that a mask leaves out are counted nowhere.
#[test]
fn masks() {
    let floats = floats(60_000);
    let bytes: Vec<u8> = input(Kind::Ordinary, 60_000);
    let mask: Vec<bool> = (0..60_000).map(|index| index % 7 != 3 && index % 5 != 1).collect();
    masked(ops::Histogram::<f32, 256>::new(0.0, 1.0), &floats, &mask);
    masked(ops::Histogram::<u8, 16>::new(0, 255), &bytes, &mask);
    masked(ops::Quantiles::<f32, 64, 1>::new(0.0, 1.0, [0.5]), &floats, &mask);
}

fn masked<R: Counts>(op: R, data: &[R::Input], mask: &Vec<bool>)
where
    R::Input: Sample,
    for<'d> &'d Vec<R::Input>: Source<R::Input>,
    for<'d> &'d [R::Input]: Source<R::Input>,
    for<'d> &'d Array<R::Input>: Source<R::Input>,
{
    let reducer = engine().reducer_using(op).unwrap();
    let (array, there) = (engine().upload(data).unwrap(), engine().upload(mask).unwrap());
    let expected = |groups: &[Vec<usize>]| {
        let kept = |group: &Vec<usize>| group.iter().copied().filter(|index| mask[*index]).collect();
        alone(op, data, &groups.iter().map(kept).collect::<Vec<Vec<usize>>>())
    };
    for row in [3, 40, 1000, 60_000] {
        let found = reducer
            .reduce_each(Masked::new(data, mask).unwrap(), Rows(row))
            .unwrap();
        assert!(
            written(&found) == expected(&elements(60_000 / row, row, 1)),
            "rows of {row}"
        );
        let found = reducer
            .reduce_each(Masked::new(&array, &there).unwrap(), Columns(row))
            .unwrap();
        assert!(
            written(&found) == expected(&elements(1, 60_000 / row, row)),
            "{row} columns"
        );
    }
}
