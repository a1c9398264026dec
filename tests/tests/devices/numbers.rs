//! Special numbers: the documented behaviour of NaN, infinities, zeros and subnormals holds on the device as it does on the CPU.

use reduce_tests::device::{Driver, gpu};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::operators::Stats;
use reduce_tests::ops::*;
use reduce_wgpu::prelude::*;

use crate::agree::agree;

fn reduce<R: Operator<Params: NoParameters>>(data: &[R::Input]) -> R::Output {
    gpu().reduce::<R>(data).unwrap()
}

const NANS: [u32; 6] = [
    0x7fc0_0000,
    0xffc0_0000,
    0x7f80_0001,
    0xff80_0001,
    0x7fff_ffff,
    0xffff_ffff,
];

#[test]
fn a_nan_anywhere_wins() {
    for (index, bits) in NANS.into_iter().enumerate() {
        for place in [0, 1, 255, 1023, 1024, 40_000, 69_999] {
            let mut data = input::<f32>(Kind::Ordinary, 70_000);
            data[(place + index) % 70_000] = f32::from_bits(bits);
            let range = reduce::<MinMax<f32>>(&data);
            let nans = [
                range.min,
                range.max,
                reduce::<Sum<f32>>(&data),
                reduce::<Stats>(&data).min,
            ];
            assert_eq!(nans.map(f32::to_bits), [0x7fc0_0000; 4], "{bits:x} at {place}");
        }
    }
}

#[test]
fn nothing_but_nans() {
    for bits in NANS {
        for len in [1, 2, 1025, 40_000] {
            let data = vec![f32::from_bits(bits); len];
            let found = [
                reduce::<Min<f32>>(&data),
                reduce::<Max<f32>>(&data),
                reduce::<Sum<f32>>(&data),
            ];
            assert_eq!(found.map(f32::to_bits), [0x7fc0_0000; 3], "{len} times {bits:x}");
            assert!(reduce::<Any<f32>>(&data) && reduce::<All<f32>>(&data));
        }
    }
}

#[test]
fn minus_zero_is_below_zero() {
    for len in [2, 257, 1025, 40_000] {
        for place in [0, len / 2, len - 1] {
            let mut data = vec![0.0f32; len];
            data[place] = -0.0;
            assert_eq!(reduce::<Min<f32>>(&data).to_bits(), 1 << 31, "{len}, {place}");
            assert_eq!(reduce::<Max<f32>>(&data).to_bits(), 0, "{len}, {place}");
            let data: Vec<f32> = data.iter().map(|x| -x).collect();
            assert_eq!(reduce::<Min<f32>>(&data).to_bits(), 1 << 31, "{len}, {place}");
            assert_eq!(reduce::<Max<f32>>(&data).to_bits(), 0, "{len}, {place}");
            assert!(!reduce::<Any<f32>>(&data));
        }
        assert_eq!(reduce::<Sum<f32>>(&vec![-0.0; len]).to_bits(), 1 << 31, "{len}");
    }
}

#[test]
fn infinities() {
    let (up, down) = (f32::INFINITY, f32::NEG_INFINITY);
    for len in [2, 1025, 40_000] {
        let mut data = input::<f32>(Kind::Ordinary, len);
        data[len / 2] = up;
        assert_eq!((reduce::<Sum<f32>>(&data), reduce::<Max<f32>>(&data)), (up, up));
        data[0] = down;
        assert_eq!(reduce::<Sum<f32>>(&data).to_bits(), 0x7fc0_0000);
        let range = reduce::<MinMax<f32>>(&data);
        assert_eq!((range.min, range.max), (down, up));
        assert_eq!(reduce::<Min<f32>>(&vec![up; len]), up);
        assert_eq!(reduce::<Max<f32>>(&vec![down; len]), down);
        assert_eq!(reduce::<Sum<f32>>(&vec![f32::MAX; len]), up);
    }
}

/// Minima and maxima keep them to the last bit, and `Any` sees them.
#[test]
fn subnormals_are_kept_by_everything_that_does_not_add() {
    for len in [1, 2, 1025, 70_000] {
        let data = input::<f32>(Kind::Subnormal, len);
        agree::<Min<f32>>(gpu(), &data, Kind::Subnormal);
        agree::<Max<f32>>(gpu(), &data, Kind::Subnormal);
        agree::<MinMax<f32>>(gpu(), &data, Kind::Subnormal);
        agree::<Any<f32>>(gpu(), &data, Kind::Subnormal);
        agree::<All<f32>>(gpu(), &data, Kind::Subnormal);
    }
    let tiny = f32::from_bits(1);
    assert_eq!(reduce::<Min<f32>>(&[0.0, -tiny]).to_bits(), (1 << 31) | 1);
    assert!(reduce::<Any<f32>>(&[0.0, tiny]));
}

/// A driver adds them as IEEE 754 says, or takes each for a zero of its sign; a single one is not added to anything.
#[test]
fn sums_of_subnormals() {
    let flushes = Driver::of_this_run().flushes_subnormals();
    for len in [1, 2, 1025, 70_000] {
        let mut data = input::<f32>(Kind::Subnormal, len);
        let device = reduce::<Sum<f32>>(&data);
        if flushes && len > 1 {
            data.iter_mut().for_each(|x| *x = 0f32.copysign(*x));
        }
        let host = Cpu::new().reduce::<Sum<f32>>(&data).unwrap();
        assert_eq!(device.to_bits(), host.to_bits(), "{len}");
    }
    // A difference of normal numbers that is none itself.
    let least = f32::MIN_POSITIVE;
    let difference = reduce::<Sum<f32>>(&[1.5 * least, -least]);
    assert_eq!(difference, if flushes { 0.0 } else { 0.5 * least });
}

#[test]
fn integers_wrap() {
    assert_eq!(reduce::<Sum<i32>>(&[i32::MAX, 1]), i32::MIN);
    assert_eq!(reduce::<Product<i32>>(&[i32::MIN, -1]), i32::MIN);
    assert_eq!(reduce::<Sum<u32>>(&vec![1 << 31; 100_000]), 0);
    for len in [2, 1025, 70_000] {
        agree::<Sum<i32>>(gpu(), &vec![i32::MIN; len], "the least integer");
        agree::<Sum<u32>>(gpu(), &vec![u32::MAX; len], "the greatest integer");
        agree::<Min<i32>>(gpu(), &vec![i32::MAX; len], "the greatest integer");
        agree::<Max<i32>>(gpu(), &vec![i32::MIN; len], "the least integer");
        agree::<Min<u32>>(gpu(), &vec![u32::MAX; len], "the greatest integer");
        agree::<MinMax<i32>>(gpu(), &input(Kind::NearLimits, len), Kind::NearLimits);
    }
}

#[test]
fn equal_elements() {
    for len in [1, 3, 1025, 32_769, 1 << 20] {
        agree::<Sum<f32>>(gpu(), &vec![0.1; len], "0.1");
        agree::<Mean<f32>>(gpu(), &vec![0.1; len], "0.1");
        assert_eq!(reduce::<Sum<u32>>(&vec![1; len]), len as u32);
        assert_eq!(reduce::<Count<u32>>(&vec![0; len]), len as u64);
    }
}

/// A hash of the bits that the elements have as f32.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = half::f16)]
struct WidenedBits {
    #[reduce(sum, lift = f32::from(x).to_bits().wrapping_mul(2_654_435_761).rotate_left(7))]
    hash: u32,
}

/// Subnormals of f16 too, which `unpack2x16float` may flush.
#[test]
fn every_f16_is_widened_to_its_value() {
    let numbers = (0..=u16::MAX).map(half::f16::from_bits).filter(|x| !x.is_nan());
    let numbers: Vec<half::f16> = numbers.collect();
    let (halves, _) = numbers.split_at(numbers.len() / 2);
    for data in [&numbers[..], halves, &numbers[1..1024], &numbers[..1]] {
        agree::<WidenedBits>(gpu(), data, "every f16");
        agree::<Max<half::f16>>(gpu(), data, "every f16");
        agree::<Min<half::f16>>(gpu(), data, "every f16");
    }
}
