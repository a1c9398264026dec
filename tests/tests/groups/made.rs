//! Rows of one length that fill a device: kernels are made for so many rows of columns and for full tiles, and workgroups have several sets of groups. Long segments of so many elements.

use std::fmt::Debug;

use half::f16;
use reduce_tests::device::Driver;
use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::operators::Mixed;
use reduce_tests::two_orders::HashOfBytes;
use reduce_tests::variants::Flags;
use reduce_tests::written::{Compose, Digits, Places};
use reduce_wgpu::Source;
use reduce_wgpu::prelude::*;

use super::channels::Summary;
use super::{engine, exactly, first_different, gpu, has_64_bits, on_a_device};

/// Elements enough for 1024 workgroups with a tile's row of columns each, from which on a driver for the CPU has several sets of groups a workgroup, and no power of
/// two of any group.
const ELEMENTS: usize = (17 << 18) + 12_345;

/// Every third of these lengths on SwiftShader, which takes seconds for one: all of them took twelve minutes.
fn some(lengths: &[usize]) -> impl Iterator<Item = usize> {
    let is_slow = on_a_device() && Driver::of_this_run() == Driver::SwiftShader;
    lengths.iter().copied().step_by(if is_slow { 3 } else { 1 })
}

/// Compares rows of these lengths with those of the CPU; the rows begin at element `first`.
fn rows<R, T>(data: &[T], first: usize, lengths: &[usize])
where
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> &'d [T]: Source<R::Input>,
{
    for len in some(lengths) {
        let used = &data[first..first + (data.len() - first) / len * len];
        let expected = Cpu::new().reduce_each::<R>(used, Rows(len)).unwrap();
        let found = engine().reduce_each::<R>(used, Rows(len)).unwrap();
        let different = first_different(&found, &expected);
        let name = std::any::type_name::<R>();
        assert_eq!(different, None, "the first different row of {len}, {name}");
    }
}

/// Compares rows that lie apart, along one axis and along two: so many elements from one to the next, of which these are in the row.
fn apart<R, T>(data: &[T])
where
    T: Sample,
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> View<&'d [T]>: Source<R::Input>,
{
    for (step, range) in [
        (8, 1..7),
        (8, 5..8),
        (1032, 1..1026),
        (1032, 2..258),
        (1028, 3..1028),
        (4100, 1..4098),
    ] {
        let outer = data.len() / (7 * step);
        let used = &data[..outer * 7 * step];
        let along_one = View::new(used, [outer * 7, step])
            .unwrap()
            .slice(1, range.clone())
            .unwrap();
        let along_two = View::new(used, [outer, 7, step])
            .unwrap()
            .slice(2, range.clone())
            .unwrap();
        let along_two = along_two.slice(1, 0..6).unwrap();
        for (view, axis) in [(along_one, 1), (along_two, 2)] {
            let expected = Cpu::new().reduce_each::<R>(view, Along([axis])).unwrap();
            let found = engine().reduce_each::<R>(view, Along([axis])).unwrap();
            let different = first_different(&found.values, &expected.values);
            let name = std::any::type_name::<R>();
            assert_eq!(different, None, "{range:?} of {step} along {axis}, {name}");
        }
    }
}

/// Compares segments between these offsets with those of the CPU.
fn segments<R, T>(data: &[T], offsets: &[u32])
where
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> &'d [T]: Source<R::Input>,
{
    let used = &data[..offsets.last().copied().unwrap_or(0) as usize];
    let expected = Cpu::new().reduce_each::<R>(used, Segments(offsets)).unwrap();
    let found = engine().reduce_each::<R>(used, Segments(offsets)).unwrap();
    let different = first_different(&found, &expected);
    let name = std::any::type_name::<R>();
    assert_eq!(different, None, "the first different segment, {name}");
}

/// Compares sums of segments between these offsets, which are in the memory of the device, with those of the CPU.
fn segments_on_the_device(data: &[f32], offsets: &[u32]) {
    let used = &data[..offsets.last().copied().unwrap_or(0) as usize];
    let there = engine().upload(offsets).unwrap();
    let expected = Cpu::new()
        .reduce_each::<ops::Sum<f32>>(used, Segments(offsets))
        .unwrap();
    let found = engine().reduce_each::<ops::Sum<f32>>(used, Segments(&there)).unwrap();
    assert_eq!(
        first_different(&found, &expected),
        None,
        "the first different segment on the device"
    );
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
    rows::<ops::Variance<f32>, f32>(&floats, 2, &[2, 3, 12, 17, 33, 49]);
    rows::<ops::ArgMax<f32>, f32>(&floats, 3, &[2, 3, 6]);
    rows::<(ops::Mean<f32>, ops::Max<f32>), f32>(&floats, 0, &[17, 33, 257]);
    // States of 24 bytes: one invocation for a row of up to five vectors, or packed ones of four vectors, or of two.
    for first in [0, 3] {
        rows::<(ops::Mean<f32>, ops::StdDev<f32>), f32>(&floats, first, &[3, 17, 20, 33, 117, 255]);
    }
    rows::<ops::Sum<i32>, i32>(&ordinary::<i32>(), 0, &[17, 33]);
    rows::<Flags, f32>(&floats, 0, &[17, 33, 36, 257]);
    for len in [36, 40, 48] {
        // The last row ends where the input does.
        rows::<ops::Variance<f32>, f32>(&floats[..floats.len() / len * len], 0, &[len]);
    }
    rows::<ops::ArgMax<f32>, f32>(&floats[..40 << 16], 0, &[20, 40]);
}

/// A kernel knows the counts in states: where all invocations of a row have as many elements, where the first has more or the last fewer, in one stage and in two, and of full tiles.
#[test]
fn rows_whose_counts_are_known() {
    let floats = ordinary::<f32>();
    let lengths = [
        8, 64, 256, 1024, 2048, 16_384, 65_536, // as many each
        127, 250, 255, 509, 1021, // fewer in the last
        1025, 1029, 1032, 2049, 3073, // more in the first
        33, 40, 41, 100, 129, 132, 160, 257, // side by side in a workgroup
        1034, 1500, 2047, // in any
    ];
    for first in [0, 1] {
        rows::<(ops::Mean<f32>, ops::StdDev<f32>), f32>(&floats, first, &lengths);
    }
    rows::<(ops::Count<f32>, ops::Sum<f32>), f32>(&floats, 2, &[33, 255, 256, 1025, 4097]);
    rows::<ops::Kurtosis<f32>, f32>(&floats, 3, &[33, 100, 255, 1024, 1025, 2049]);
    if has_64_bits() {
        let doubles: Vec<f64> = floats[..1 << 21].iter().copied().map(f64::from).collect();
        rows::<ops::Variance<f64>, f64>(&doubles, 1, &[17, 33, 255, 256, 1025, 1026, 2049]);
    }
    // Groups of few elements whose neighbours lie side by side.
    for count in [2, 3, 5] {
        let used = &floats[..floats.len() / count * count];
        let columns = || Columns(used.len() / count);
        let expected = Cpu::new().reduce_each::<ops::Variance<f32>>(used, columns()).unwrap();
        let found = engine().reduce_each::<ops::Variance<f32>>(used, columns()).unwrap();
        assert_eq!(first_different(&found, &expected), None, "columns of {count}");
    }
}

/// The identity that a mask leaves stands in front of elements that are no better.
#[test]
fn masked_rows_of_equal_elements() {
    let zeros = vec![0u32; 3 << 19];
    let lowest = vec![f32::NEG_INFINITY; 3 << 19];
    for len in [3, 33, 255, 1024, 1025] {
        let used = zeros.len() / len * len;
        let mask: Vec<bool> = (0..used).map(|index| index % len == len - 1).collect();
        let masked = || Masked::new(&zeros[..used], &mask).unwrap();
        let expected = Cpu::new().reduce_each::<ops::ArgMax<u32>>(masked(), Rows(len)).unwrap();
        assert_eq!(expected[0].index as usize, len - 1);
        let found = engine().reduce_each::<ops::ArgMax<u32>>(masked(), Rows(len)).unwrap();
        assert!(found == expected, "rows of {len}");
        let masked = || Masked::new(&lowest[..used], &mask).unwrap();
        let expected = Cpu::new().reduce_each::<ops::ArgMax<f32>>(masked(), Rows(len)).unwrap();
        assert_eq!(expected[0].index as usize, len - 1);
        let found = engine().reduce_each::<ops::ArgMax<f32>>(masked(), Rows(len)).unwrap();
        assert!(found == expected, "rows of {len}");
    }
    // Rows of columns, and one group of all.
    let mask: Vec<bool> = (0..zeros.len()).map(|index| index == zeros.len() - 3).collect();
    for engine in [&Engine::Cpu(Cpu::new()), engine()] {
        let masked = Masked::new(&zeros, &mask).unwrap();
        assert_eq!(
            engine.reduce::<ops::ArgMax<u32>>(masked).unwrap().index as usize,
            zeros.len() - 3
        );
    }
}

/// As many rows as fill workgroups in which they lie side by side, one more and one less, with one set and with several.
#[test]
fn rows_side_by_side_in_workgroups() {
    let floats = ordinary::<f32>();
    for rows_of_sets in [102 * 350, 102 * 600] {
        for count in [rows_of_sets - 1, rows_of_sets, rows_of_sets + 1] {
            rows::<ops::Sum<f32>, f32>(&floats[..33 * count], 0, &[33]);
        }
    }
    rows::<ops::Sum<f32>, f32>(&floats, 1, &[34, 35, 38, 39, 97, 130, 131, 134, 225, 261, 313]);
    rows::<ops::Sum<f32>, f32>(&floats[..3 << 19], 2, &[33, 36, 100, 129]);
    rows::<ops::ArgMax<f32>, f32>(&floats, 0, &[37, 129]);
    rows::<(ops::Mean<f32>, ops::StdDev<f32>), f32>(&floats, 3, &[35, 97, 129, 259]);
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
        let different = first_different(&found.values, &expected.values);
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

/// [`Digits`](reduce_tests::written::Digits) of elements with their positions.
struct PlacedDigits;

#[gpu]
impl Reduction for PlacedDigits {
    type Input = Indexed<u32>;
    type State = Places;
    type Output = Places;
    fn lift(x: Indexed<u32>) -> Places {
        Places {
            value: x.value.wrapping_add(x.index.wrapping_mul(7)),
            scale: 3,
        }
    }
    fn finish(s: Places) -> Places {
        s
    }
}

/// Runs that keep the order of their elements: one invocation has a short row, and neighbouring invocations read lines of the runs of each of them, wherever these begin and end.
#[test]
fn rows_in_order() {
    let numbers = ordinary::<u32>();
    let lengths = [
        3, 4, 5, 16, 17, 24, 29, 32, 33, 36, 45, 63, 64, 100, 127, 128, 129, 255, 256, 257, 300, 1024, 1025, 2049,
        4097, 16_384, 40_000,
    ];
    for first in [0, 3] {
        rows::<Digits, u32>(&numbers, first, &lengths);
    }
    for first in [1, 2] {
        rows::<Digits, u32>(&numbers, first, &[6, 33, 64, 255, 257, 1030]);
        rows::<PlacedDigits, u32>(&numbers, first, &[3, 17, 34, 63, 100, 256, 1029, 40_001]);
    }
    rows::<PlacedDigits, u32>(&numbers, 0, &[4, 20, 36, 64, 132, 1024, 40_000]);
    apart::<Digits, u32>(&numbers);
    apart::<PlacedDigits, u32>(&numbers);
    rows::<Compose, f32>(&ordinary::<f32>(), 1, &[3, 20, 33, 1025]);
    rows::<(ops::Sum<u32>, Digits), u32>(&numbers, 1, &[4, 17, 100, 1025]);
    // Columns whose invocations have few elements each.
    for count in [2, 4, 7, 12, 32] {
        let used = &numbers[..numbers.len() / count * count];
        let columns = || Columns(used.len() / count);
        let expected = Cpu::new().reduce_each::<Digits>(used, columns()).unwrap();
        let found = engine().reduce_each::<Digits>(used, columns()).unwrap();
        assert_eq!(first_different(&found, &expected), None, "columns of {count}");
    }
}

/// Vectors inside a row are read as they lie in memory, and the elements beside them one by one.
#[test]
fn rows_of_any_order_that_begin_anywhere() {
    let floats = ordinary::<f32>();
    let lengths = [
        49, 50, 51, 63, 65, 129, 255, 257, 300, 1023, 1025, 1027, 2049, 3001, 4095, 4097, 4099,
    ];
    for first in 0..4 {
        rows::<ops::ArgMax<f32>, f32>(&floats, first, &lengths);
    }
    let equal = vec![7.5f32; 1 << 20];
    rows::<ops::ArgMin<f32>, f32>(&equal, 1, &[49, 129, 1025]);
    rows::<ops::MinMax<f32>, f32>(&floats, 1, &[65, 1025, 4097]);
    rows::<ops::Sum<u32>, u32>(&ordinary::<u32>(), 3, &[51, 257, 2049]);
    let bytes = ordinary::<u8>();
    for first in [0, 1, 6, 15] {
        rows::<ops::Max<u8>, u8>(&bytes, first, &[273, 290, 301, 800, 1025, 4097, 16_399]);
        rows::<ops::Sum<u8>, u8>(&bytes, first, &[287, 1025, 4099]);
    }
    let halves = ordinary::<f16>();
    rows::<ops::Max<f16>, f16>(&halves, 3, &[97, 129, 257, 1025, 4097]);
    rows::<ops::ArgMax<f16>, f16>(&halves, 5, &[101, 1027]);
    if has_64_bits() {
        let doubles: Vec<f64> = floats[..1 << 21].iter().copied().map(f64::from).collect();
        rows::<ops::ArgMin<f64>, f64>(&doubles, 1, &[25, 33, 257, 1025]);
    }
    apart::<ops::ArgMax<f32>, f32>(&floats);
    apart::<ops::Max<u8>, u8>(&bytes);
}

/// Two vectors of packed elements make one, wherever in a word a row begins; elements of an exact monoid are folded as one but where a row ends.
#[test]
fn rows_of_packed_elements_that_begin_anywhere() {
    let lengths = [3, 5, 11, 17, 24, 33, 100, 257, 1025, 12_301];
    let bytes = ordinary::<u8>();
    for first in [0, 6] {
        rows::<ops::Sum<u8>, u8>(&bytes, first, &lengths);
    }
    rows::<ops::Mean<u8>, u8>(&bytes, 3, &lengths);
    rows::<ops::Sum<u8>, u8>(&bytes[..100_003], 2, &lengths);
    rows::<ops::Sum<u8>, u8>(&bytes[..100_003], 1, &[16, 64, 1024, 4096]);
    rows::<(HashOfBytes, ops::Max<u8>), u8>(&bytes[..1 << 21], 1, &[17, 1025]);
    rows::<ops::ArgMax<u8>, u8>(&bytes, 2, &[3, 6, 17, 33, 81, 257, 4099]);
    rows::<(ops::Min<u8>, ops::Mean<u8>), u8>(&bytes, 1, &[5, 17, 100, 1025]);
    rows::<ops::Variance<u8>, u8>(&bytes, 1, &[9, 31, 1001]);
    rows::<HashOfBytes, u8>(&bytes[..1 << 21], 3, &[17, 33, 128, 257, 1025, 5001]);
    let signed = ordinary::<i8>();
    rows::<ops::Sum<i8>, i8>(&signed, 1, &[3, 5, 17, 33, 100, 1025]);
    rows::<ops::Mean<i8>, i8>(&signed, 2, &[7, 18, 35, 129, 257, 1025]);
    rows::<Summary, i8>(&signed, 3, &[17, 35, 130, 1027]);
    let words = ordinary::<i16>();
    rows::<ops::Max<i16>, i16>(&words, 1, &[2, 3, 5, 9, 17, 25, 33, 100, 1025, 4097]);
    let halves = ordinary::<f16>();
    rows::<ops::Sum<f16>, f16>(&halves, 1, &[3, 5, 9, 17, 33, 41, 100, 129, 257, 1025, 4097, 6001]);
    rows::<ops::Max<f16>, f16>(&halves, 3, &[3, 9, 17, 33, 129, 257, 1025]);
    rows::<ops::Variance<f16>, f16>(&halves, 1, &[5, 17, 33, 100, 129, 1025]);
    // There is room for the states of half a vector.
    rows::<(ops::Mean<f16>, ops::StdDev<f16>), f16>(&halves, 5, &[17, 33, 257]);
    rows::<(ops::Mean<f16>, ops::StdDev<f16>), f16>(&halves, 0, &[4, 16, 1024]);
}

/// The parts of an element have different widths: a load has a word of one and a vector of another.
#[test]
fn rows_of_parts_of_several_widths_that_begin_anywhere() {
    let (bytes, words, longer) = (ordinary::<u8>(), ordinary::<i16>(), ordinary::<u32>());
    for len in some(&[3, 5, 7, 17, 33, 100, 257, 1025, 4097]) {
        let end = 1 + (longer.len() - 1) / len * len;
        let elements = || (&bytes[1..end], &words[1..end], &longer[1..end]);
        let expected = Cpu::new().reduce_each::<Mixed>(elements(), Rows(len)).unwrap();
        let found = engine().reduce_each::<Mixed>(elements(), Rows(len)).unwrap();
        let different = first_different(&found, &expected);
        assert_eq!(different, None, "the first different row of {len}");
    }
}

#[test]
fn rows_of_bytes() {
    let bytes = ordinary::<u8>();
    rows::<ops::Sum<u8>, u8>(&bytes, 0, &[64, 255, 4096, 8192, 10_000, 131_072]);
    rows::<ops::Mean<u8>, u8>(&bytes, 5, &[4096, 8191]);
}

/// Offsets of segments of these lengths, which take turns, of at most so many elements in all.
fn offsets(lengths: impl IntoIterator<Item = u32>, elements: u32) -> Vec<u32> {
    let ends = lengths.into_iter().scan(0, |end, len| {
        *end += len;
        Some(*end)
    });
    std::iter::once(0)
        .chain(ends)
        .take_while(|end| *end < elements)
        .collect()
}

/// Subgroups fold segments of a few rows, workgroups those of more by whole vectors, wherever in one they begin and end, and tiles of longer ones, of which the last may have an element.
#[test]
fn listed_segments_that_begin_anywhere() {
    let floats = ordinary::<f32>();
    // Their sum is odd, so that each begins at every element of a vector.
    let lengths = [
        1025, 1026, 1027, 1028, 1, 2047, 2048, 2049, 2050, 3, 3071, 3073, 4096, 4101, 0, 1500, 8191, 8192, 8193, 9217,
        32_768, 32_769, 33_793, 70_001, 7, 5,
    ];
    // Twice as many elements as a kernel is made for.
    let offsets = offsets(lengths.into_iter().cycle(), 2 << 20);
    segments::<ops::Sum<f32>, f32>(&floats, &offsets);
    segments::<ops::MinMax<f32>, f32>(&floats, &offsets);
    segments::<ops::ArgMax<f32>, f32>(&floats, &offsets);
    segments::<ops::Variance<f32>, f32>(&floats, &offsets);
    segments::<(ops::Sum<f32>, ops::ArgMin<f32>), f32>(&floats, &offsets);
    segments::<(ops::Sum<f32>, Compose), f32>(&floats, &offsets);
    segments::<ops::Max<f16>, f16>(&ordinary::<f16>(), &offsets);
    segments_on_the_device(&floats, &offsets);
    // Two parts of an element.
    let used = &floats[..offsets[offsets.len() - 1] as usize];
    let pairs = (used, used);
    let expected = Cpu::new()
        .reduce_each::<ops::Dot<f32>>(pairs, Segments(&offsets))
        .unwrap();
    let found = engine()
        .reduce_each::<ops::Dot<f32>>(pairs, Segments(&offsets))
        .unwrap();
    assert_eq!(
        first_different(&found, &expected),
        None,
        "the first different product of segments"
    );
    if has_64_bits() {
        let wide: Vec<f64> = input(Kind::Ordinary, 2 << 20);
        segments::<ops::Sum<f64>, f64>(&wide, &offsets);
    }
}

/// An invocation looks at several segments to find the long ones, or at several blocks of segments where the host has checked the offsets.
#[test]
fn few_long_segments_among_many() {
    let lengths = (0..600_001).map(|number| {
        if number % 3000 == 2999 {
            1100 + number % 7
        } else {
            number % 4
        }
    });
    let offsets = offsets(lengths, u32::MAX);
    assert_eq!(offsets.len(), 600_002);
    segments::<ops::Sum<f32>, f32>(&ordinary::<f32>(), &offsets);
    segments_on_the_device(&ordinary::<f32>(), &offsets);
}
