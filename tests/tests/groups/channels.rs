//! Groups whose narrow elements take turns, as the channels of an image do, and rows of few of them: loads have elements of several groups, or less than 16 bytes.

use std::fmt::Debug;

use half::{bf16, f16};
use reduce_tests::device::gpu;
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::two_orders::{HashOfBytes, Level, Two};
use reduce_wgpu::Source;
use reduce_wgpu::prelude::*;

use super::lengths::elements;
use super::{engine, exactly, first_different, on_a_device};

/// Whether the device loads elements of several groups, or so many of one, along the middle of these axes.
fn loads<R: Operator<Params: NoParameters>>(shape: [usize; 3], says: &str) {
    if !on_a_device() {
        return;
    }
    let reducer = gpu().reducer::<R>().unwrap();
    let page = reducer.kernels().explain_each(&shape, &Along([1])).unwrap();
    assert!(page.contains(says), "{shape:?}: {page}");
}

/// Compares groups along the middle axis with those of the CPU.
fn along<R, T>(data: &[T], shapes: &[[usize; 3]])
where
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> &'d [T]: Source<R::Input>,
{
    for shape in shapes.iter().copied() {
        let view = View::new(&data[..shape.iter().product()], shape).unwrap();
        let expected = Cpu::new().reduce_each::<R>(view, Along([1])).unwrap();
        let found = engine().reduce_each::<R>(view, Along([1])).unwrap();
        assert_eq!(found.shape, expected.shape);
        let different = first_different(&found.values, &expected.values);
        let name = std::any::type_name::<R>();
        assert_eq!(different, None, "the first different group of {shape:?}, {name}");
    }
}

/// Axes of every length around columns and tiles of each number of channels; groups of a load are there or not.
fn channels<R, T: Sample>(counts: &[usize], columns: usize)
where
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> &'d [T]: Source<R::Input>,
{
    let tile = columns * 32;
    let most = 16 * (3 * tile + columns + 7);
    let data: Vec<T> = input(Kind::Ordinary, most);
    for count in counts.iter().copied() {
        let lengths = [
            1,
            2,
            3,
            4,
            5,
            15,
            16,
            17,
            100,
            columns - 1,
            columns,
            columns + 1,
            2 * columns,
            5 * columns + 3,
            tile - 1,
            tile,
            2 * tile + columns + 5,
            3 * tile,
        ];
        let shapes: Vec<[usize; 3]> = lengths.iter().map(|len| [1, *len, count]).collect();
        along::<R, T>(&data, &shapes);
        along::<R, T>(
            &data,
            &[
                [3, 16, count],
                [300, 32, count],
                [70, 48, count],
                [5, columns, count],
                [3, 3 * columns, count],
                [2, 1000, count],
                [9, 7, count],
            ],
        );
        let view = View::new(&data[..3 * 64 * count], [3, 64, count]).unwrap();
        let found = engine().reduce_each::<R>(view, Along([1])).unwrap();
        for (group, found) in elements(3, 64, count).iter().zip(&found.values) {
            let elements: Vec<T> = group.iter().map(|index| data[*index]).collect();
            let alone = Cpu::new().reduce::<R>(&elements[..]).unwrap();
            assert_eq!(exactly(found), exactly(&alone), "one of {count} channels");
        }
        loads::<R>([1, tile, count], &format!("with elements of {count} groups"));
        loads::<R>([3, 64, count], &format!("with elements of {count} groups"));
    }
}

/// A sum of bytes beside what no sum of them gives.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = i8)]
pub(super) struct Summary {
    #[reduce(sum, lift = x.widen())]
    sum: i32,
    #[reduce(max, lift = x.widen())]
    greatest: i32,
    #[reduce(sum, lift = 1)]
    count: u32,
}

#[test]
fn channels_of_bytes() {
    channels::<ops::Mean<u8>, u8>(&[2, 3, 4, 6, 8, 16], 4096);
    channels::<ops::Sum<u8>, u8>(&[3, 4], 4096);
    channels::<Summary, i8>(&[3, 6, 8, 12], 4096);
    let least = vec![i8::MIN; 3 * 16 * 5000];
    along::<Summary, i8>(&least, &[[1, 80_000, 3], [5000, 16, 3]]);
    channels::<(ops::Min<i8>, ops::Max<i8>), i8>(&[2, 4], 4096);
    channels::<ops::ArgMax<u8>, u8>(&[4], 4096);
    // These round.
    channels::<Level, u8>(&[2, 4, 8], 4096);
}

#[test]
fn channels_of_two_bytes() {
    channels::<ops::Sum<f16>, f16>(&[2, 3, 4, 8], 2048);
    channels::<ops::Sum<bf16>, bf16>(&[4], 2048);
    channels::<ops::Mean<i16>, i16>(&[2, 4], 2048);
    channels::<ops::ArgMin<u16>, u16>(&[3, 4, 16], 2048);
}

/// Groups enough that workgroups have several sets of loads.
#[test]
fn many_short_channels() {
    let bytes: Vec<u8> = input(Kind::Ordinary, 34 << 18);
    let shapes = [
        [(1 << 18) + 4099, 8, 4],
        [(1 << 19) + 5, 8, 2],
        [(1 << 18) + 77, 2, 8],
        [(1 << 17) + 9, 16, 3],
    ];
    along::<ops::Sum<u8>, u8>(&bytes, &shapes);
    along::<Level, u8>(&bytes, &[[(1 << 18) + 4099, 8, 2]]);
    loads::<ops::Sum<u8>>(shapes[1], "issues the loads of 4 sets of groups together");
}

/// Parts of an image, whose elements lie where no load begins, or not in turn.
#[test]
fn parts_of_images() {
    let bytes: Vec<u8> = input(Kind::Ordinary, 64 * 48 * 4);
    let image = View::new(&bytes, [64, 48, 4]).unwrap();
    let views = [
        image,
        image.slice(0, 3..60).unwrap(),
        image.slice(1, 4..47).unwrap(),
        image.slice(1, 3..35).unwrap(),
        image.slice(2, 0..2).unwrap(),
        image.slice(2, 1..4).unwrap(),
        image.permute([1, 0, 2]).unwrap(),
        image.permute([2, 0, 1]).unwrap(),
    ];
    for (number, view) in views.into_iter().enumerate() {
        macro_rules! same {
            ($($along:expr),*) => {$(
                let expected = Cpu::new().reduce_each::<(Level, ops::Sum<u8>)>(view, Along($along)).unwrap();
                let found = engine().reduce_each::<(Level, ops::Sum<u8>)>(view, Along($along)).unwrap();
                assert_eq!(exactly(&found.values), exactly(&expected.values), "view {number} along {:?}", $along);
            )*};
        }
        same!([0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]);
    }
}

/// Parts of many rows of an image, which end inside a load that has elements of all channels, and parts of rows of which vectors have some.
#[test]
fn parts_of_many_rows_of_images() {
    let bytes: Vec<u8> = input(Kind::Ordinary, 10_000 * 48 * 3);
    macro_rules! same {
        ($op:ty, $view:expr, $name:expr) => {
            let expected = Cpu::new().reduce_each::<$op>($view, Along([1])).unwrap();
            let found = engine().reduce_each::<$op>($view, Along([1])).unwrap();
            let different = first_different(&found.values, &expected.values);
            assert_eq!(different, None, "the first different group of {}", $name);
        };
    }
    let image = View::new(&bytes, [10_000, 48, 3]).unwrap();
    let rows = View::new(&bytes, [10_000, 144]).unwrap();
    for end in [35, 48] {
        let part = image.slice(1, 0..end).unwrap();
        same!(ops::Sum<u8>, part, format!("{end} of 48 pixels"));
        same!(ops::Mean<u8>, part, format!("{end} of 48 pixels"));
        same!(ops::Max<u8>, part, format!("{end} of 48 pixels"));
        let part = rows.slice(1, 0..end + 50).unwrap();
        same!(ops::Mean<u8>, part, format!("{} of 144 bytes", end + 50));
        same!(ops::Max<u8>, part, format!("{} of 144 bytes", end + 50));
    }
}

/// Rows that begin where no vector of 16 bytes does are loaded by narrower vectors that they fill, or by two of which one is made.
#[test]
fn rows_of_few_bytes() {
    let bytes: Vec<u8> = input(Kind::Ordinary, (5 << 18) + 12_345);
    for len in [2, 4, 6, 8, 12, 20, 24, 28, 1000, 1002, 4100, 140_004] {
        let rows = bytes.len() / len;
        for rows in [1, 5, 4001.min(rows), rows] {
            along::<ops::Sum<u8>, u8>(&bytes, &[[rows, len, 1]]);
            along::<Level, u8>(&bytes, &[[rows, len, 1]]);
        }
        along::<HashOfBytes, u8>(&bytes, &[[100.min(rows), len, 1]]);
        let says = match len {
            2 | 4 | 8 => format!("{len} elements at a time: every group begins at a multiple"),
            6 => "8 elements at a time: where a group begins between them, two loads make one".to_owned(),
            _ => "16 bytes at a time: where a group begins between them".to_owned(),
        };
        loads::<Level>([1000, len, 1], &says);
    }
    let halves: Vec<f16> = input(Kind::Ordinary, 2 << 20);
    for len in [2, 4, 6, 12, 20, 2052] {
        along::<ops::Sum<f16>, f16>(&halves, &[[halves.len() / len, len, 1], [7, len, 1]]);
        along::<ops::Mean<f16>, f16>(&halves, &[[1000, len, 1]]);
    }
    let words: Vec<u16> = input(Kind::Ordinary, 5 << 18);
    along::<ops::ArgMax<u16>, u16>(&words, &[[words.len() / 4, 4, 1], [1000, 6, 1]]);
    let floats: Vec<f32> = input(Kind::Ordinary, 1 << 20);
    along::<Two, f32>(&floats, &[[1000, 6, 1]]);
}
