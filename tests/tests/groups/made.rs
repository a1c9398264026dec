//! Rows of one length that fill a device: kernels are made for so many rows of columns and for full tiles, and workgroups have several sets of groups.

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::variants::Flags;
use reduce_wgpu::Source;
use reduce_wgpu::prelude::*;

use super::{engine, exactly};

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

/// An invocation folds a whole row, or a subgroup has as many lanes for each as it needs.
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

/// Rows of some neighbouring elements of longer ones.
#[test]
fn parts_of_rows() {
    let floats = ordinary::<f32>();
    for (len, step) in [(33, 36), (17, 20), (9, 17)] {
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
