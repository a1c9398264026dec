//! Rows of one length that fill a device: kernels are made for so many rows of columns and for full tiles, and workgroups have several sets of groups.

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::variants::Flags;
use reduce_wgpu::Source;
use reduce_wgpu::prelude::*;

use super::{engine, exactly, gpu, on_a_device};

/// Elements enough for 4096 workgroups with a row of columns each, and no power of two of any group.
const ELEMENTS: usize = (17 << 20) + 12_345;

/// Compares rows of these lengths with those of the CPU; the rows begin at element `first`.
fn rows<R, T>(data: &[T], first: usize, lengths: &[usize])
where
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> &'d [T]: Source<R::Input>,
{
    for len in lengths.iter().copied() {
        let used = &data[first..first + (data.len() - first) / len * len];
        let expected = Cpu::new().reduce_each::<R>(used, Rows(len)).unwrap();
        let found = engine().reduce_each::<R>(used, Rows(len)).unwrap();
        let different = found.iter().zip(&expected).position(|(a, b)| exactly(a) != exactly(b));
        let name = std::any::type_name::<R>();
        assert_eq!(different, None, "the first different row of {len}, {name}");
    }
}

fn ordinary<T: Sample>() -> Vec<T> {
    input(Kind::Ordinary, ELEMENTS)
}

#[test]
fn rows_of_few_rows_of_columns() {
    let floats = ordinary::<f32>();
    rows::<ops::Sum<f32>, f32>(
        &floats,
        0,
        &[64, 100, 1000, 1024, 1025, 2048, 3000, 4096, 4097, 8192, 9000],
    );
    rows::<ops::Sum<f32>, f32>(&floats, 3, &[1024, 4096]);
    rows::<ops::ArgMax<f32>, f32>(&floats, 0, &[100, 1025, 4096]);
    rows::<ops::Variance<f32>, f32>(&floats, 0, &[1024, 2500]);
    rows::<(ops::Min<f32>, ops::Sum<f32>), f32>(&floats, 0, &[16, 2048]);
}

/// An invocation folds a whole row, or a row has as many invocations of a workgroup as it needs.
#[test]
fn short_rows_of_no_power_of_two() {
    let floats = ordinary::<f32>();
    let lengths = [
        5, 7, 9, 12, 16, 17, 20, 21, 33, 36, 49, 63, 65, 100, 129, 255, 257, 1001,
    ];
    for first in [0, 3] {
        rows::<ops::Sum<f32>, f32>(&floats, first, &lengths);
    }
    rows::<ops::Sum<f32>, f32>(&floats[..1 << 20], 1, &[9, 16, 17, 33, 64, 255]);
    rows::<ops::ArgMax<f32>, f32>(&floats, 1, &[9, 17, 33, 36, 255]);
    rows::<ops::Variance<f32>, f32>(&floats, 2, &[12, 17, 33, 49]);
    rows::<(ops::Mean<f32>, ops::Max<f32>), f32>(&floats, 0, &[17, 33, 257]);
    rows::<ops::Sum<i32>, i32>(&ordinary::<i32>(), 0, &[17, 33]);
    rows::<Flags, f32>(&floats, 0, &[17, 33, 36, 257]);
    for len in [36, 40, 48] {
        // The last row ends where the input does.
        rows::<ops::Variance<f32>, f32>(&floats[..floats.len() / len * len], 0, &[len]);
    }
    rows::<ops::ArgMax<f32>, f32>(&floats[..40 << 18], 0, &[20, 40]);
}

/// As many rows as fill workgroups in which they lie side by side, one more and one less, with one set and with several.
#[test]
fn rows_side_by_side_in_workgroups() {
    let floats = ordinary::<f32>();
    for rows_of_sets in [102 * 700, 102 * 2100] {
        for count in [rows_of_sets - 1, rows_of_sets, rows_of_sets + 1] {
            rows::<ops::Sum<f32>, f32>(&floats[..33 * count], 0, &[33]);
        }
    }
    rows::<ops::Sum<f32>, f32>(&floats, 1, &[34, 35, 38, 39, 97, 130, 131, 134]);
    rows::<ops::Sum<f32>, f32>(&floats[..1 << 21], 2, &[33, 36, 100, 129]);
    rows::<ops::ArgMax<f32>, f32>(&floats, 0, &[37, 129]);
    rows::<(ops::Mean<f32>, ops::StdDev<f32>), f32>(&floats, 3, &[35, 97, 129]);
    if !on_a_device() {
        return;
    }
    // The device finishes results that stay there.
    let (mean, all) = (
        gpu().reducer::<ops::Mean<f32>>().unwrap(),
        gpu().upload(&floats).unwrap(),
    );
    for len in [33, 131] {
        let used = &floats[..floats.len() / len * len];
        let view = View::new(&all, [used.len() / len, len]).unwrap();
        let results = mean.reduce_each_on_device(view, Along([1])).unwrap();
        let found = gpu().reduce_each::<ops::Max<f32>>(&results, Rows(1)).unwrap();
        let expected = Cpu::new().reduce_each::<ops::Mean<f32>>(used, Rows(len)).unwrap();
        assert!(exactly(&found) == exactly(&expected), "rows of {len}");
    }
}

/// An invocation has two vectors of each of several rows of columns.
#[test]
fn rows_of_several_rows_of_two_vectors() {
    let floats = ordinary::<f32>();
    rows::<ops::Sum<f32>, f32>(
        &floats,
        0,
        &[1026, 1027, 1029, 1030, 1031, 1033, 2050, 2055, 3077, 4095],
    );
    rows::<ops::Variance<f32>, f32>(&floats, 1, &[1027, 2051]);
    rows::<ops::ArgMax<f32>, f32>(&floats, 2, &[1030, 2049]);
    rows::<(ops::Mean<f32>, ops::StdDev<f32>), f32>(&floats, 3, &[1026, 3077]);
}

/// Rows of some neighbouring elements of longer ones.
#[test]
fn parts_of_rows() {
    let floats = ordinary::<f32>();
    for (len, step) in [(33, 36), (34, 36), (39, 40), (17, 20), (9, 17), (1026, 1028)] {
        let count = floats.len() / step;
        let rows = &floats[..count * step];
        let view = || View::new(rows, [count, step]).unwrap().slice(1, 0..len).unwrap();
        let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(view(), Along([1])).unwrap();
        let found = engine().reduce_each::<ops::Sum<f32>>(view(), Along([1])).unwrap();
        let different = found
            .values
            .iter()
            .zip(&expected.values)
            .position(|(a, b)| exactly(a) != exactly(b));
        assert_eq!(different, None, "the first different row of {len} of {step}");
    }
}

#[test]
fn rows_of_full_tiles() {
    let floats = ordinary::<f32>();
    rows::<ops::Sum<f32>, f32>(
        &floats,
        0,
        &[16_384, 30_000, 32_000, 32_768, 40_000, 65_536, 100_000, 1 << 20],
    );
    rows::<ops::ArgMax<f32>, f32>(&floats, 1, &[32_768, 100_001]);
    rows::<ops::Variance<f32>, f32>(&floats, 0, &[65_536]);
}

#[test]
fn rows_of_bytes() {
    let bytes = ordinary::<u8>();
    rows::<ops::Sum<u8>, u8>(&bytes, 0, &[64, 255, 4096, 8192, 10_000, 131_072]);
    rows::<ops::Mean<u8>, u8>(&bytes, 5, &[4096, 8191]);
}
