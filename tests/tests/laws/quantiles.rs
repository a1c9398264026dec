//! Quantiles by bins, against those of sorted elements.

use half::f16;
use reduce_tests::inputs::{Kind, Random, Sample, input};
use reduce_tests::ops::Quantiles;
use reduce_wgpu::prelude::*;

const PROBABILITIES: [f64; 8] = [0.0, 1e-3, 0.25, 1.0 / 3.0, 0.5, 0.9, 0.999, 1.0];

/// `numpy.quantile` of elements in ascending order.
fn linear(sorted: &[f64], probability: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let rank = probability * last as f64;
    let below = sorted[rank.floor() as usize];
    below + (sorted[rank.ceil() as usize] - below) * rank.fract()
}

/// A number that the reference takes as an f64.
trait Real64 {
    fn real64(self) -> f64;
}

macro_rules! real64 {
    ($($t:ty)*) => {$(
        impl Real64 for $t {
            fn real64(self) -> f64 {
                self as f64
            }
        }
    )*};
}

real64!(f32 f64 i32 u32 i64 u64);

/// Asserts that the quantiles of the elements in the range are within a bin of those of the sorted elements. f32 adds roundings of its own.
fn are_near<T, const N: usize>(data: &[T], low: T::Wide, high: T::Wide)
where
    T: Number<Wide: Real64>,
    T::Real: Real64,
{
    let reducer = Cpu::new()
        .reducer_using(Quantiles::<T, N, 8>::new(low, high, PROBABILITIES))
        .unwrap();
    let found = reducer.reduce(data).unwrap().map(Real64::real64);
    let (low, high) = (low.real64(), high.real64());
    let wide = data.iter().map(|x| x.widen().real64());
    let mut sorted: Vec<f64> = wide.filter(|x| (low..=high).contains(x)).collect();
    sorted.sort_by(f64::total_cmp);
    let bin = (high - low) / N as f64;
    // Each of about four operations rounds a number of the range by at most half a unit.
    let unit = if size_of::<T::Real>() == 4 {
        f64::from(f32::EPSILON)
    } else {
        f64::EPSILON
    };
    let bound = bin * (1.0 + 2f64.powi(-22)) + 2.0 * unit * (low.abs() + high.abs());
    for (found, probability) in found.into_iter().zip(PROBABILITIES) {
        let exact = linear(&sorted, probability);
        let what = format!(
            "{probability} of {} in {low}..={high}, {N} bins: {found}, exactly {exact}",
            sorted.len()
        );
        if exact.is_nan() {
            assert!(found.is_nan(), "{what}");
            continue;
        }
        assert!((found - exact).abs() <= bound, "{what}, bound {bound}");
        assert!((low..=high).contains(&found), "{what}");
    }
}

/// Inputs of a type in the range from `low` to `high`, and in it: none, one, two, many, equal ones, two values at the ends.
fn every_input<T>(low: T::Wide, high: T::Wide, any: &[T], [least, most]: [T; 2])
where
    T: Number<Wide: Real64>,
    T::Real: Real64,
{
    let two: Vec<T> = (0..1000).map(|i| if i % 3 == 0 { least } else { most }).collect();
    let constant = vec![any[any.len() / 2]; 777];
    for data in [
        &[][..],
        &[least],
        &[most],
        &[most, least],
        &any[..1],
        &any[..2],
        &any[..100],
        any,
        &two,
        &two[..4],
        &constant,
    ] {
        are_near::<T, 1>(data, low, high);
        are_near::<T, 10>(data, low, high);
        are_near::<T, 256>(data, low, high);
    }
}

/// Numbers from `low` to `high`, of which most are near `low`.
fn between(low: f64, high: f64, len: usize) -> Vec<f64> {
    let mut random = Random(7);
    let mut uniform = || (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
    (0..len).map(|_| low + (high - low) * uniform().powi(3)).collect()
}

#[test]
fn quantiles_of_floats_are_within_a_bin() {
    for (low, high) in [(0.0, 1.0), (-3.5, 12.25), (1e6, 1e6 + 7.0), (-1e-3, 1e3), (-3e37, 2e38)] {
        let doubles = between(low, high, 50_001);
        every_input::<f64>(low, high, &doubles, [low, high]);
        let singles: Vec<f32> = doubles.iter().map(|x| *x as f32).collect();
        let [low, high] = [low, high].map(|end| end as f32);
        every_input::<f32>(low, high, &singles, [low, high]);
    }
    let halves: Vec<f16> = between(-2.0, 100.0, 5000).into_iter().map(f16::from_f64).collect();
    every_input::<f16>(-2.0, 100.0, &halves, [-2.0, 100.0].map(f16::from_f32));
}

#[test]
fn quantiles_of_integers_are_within_a_bin() {
    fn of<T>(ends: &[[T; 2]])
    where
        T: Number<Wide: Real64> + Sample,
        T::Real: Real64,
    {
        let data = input::<T>(Kind::Ordinary, 20_011);
        for ends in ends {
            every_input::<T>(ends[0].widen(), ends[1].widen(), &data, *ends);
        }
    }
    of::<u8>(&[[0, 255], [3, 200], [9, 10]]);
    of::<i8>(&[[-128, 127], [-5, 90]]);
    of::<u16>(&[[0, u16::MAX], [7, 1000]]);
    of::<i16>(&[[i16::MIN, i16::MAX]]);
    of::<u32>(&[[0, u32::MAX], [12_345, 4_000_000_000]]);
    of::<i32>(&[[i32::MIN, i32::MAX], [-7, 1_000_000_000]]);
    of::<u64>(&[[0, u64::MAX], [1 << 40, u64::MAX - 9]]);
    of::<i64>(&[[i64::MIN, i64::MAX], [-1, i64::MAX]]);
}

/// If each bin has one integer, the quantiles are those of the elements, and a whole quantile is exact.
#[test]
fn quantiles_of_bytes_are_exact_in_256_bins() {
    for kind in Kind::ALL {
        for len in [1, 2, 5, 101, 4001] {
            let data: Vec<u8> = input(kind, len);
            let value = Quantiles::<u8, 256, 8>::new(0, 255, PROBABILITIES);
            let found = Cpu::new().reducer_using(value).unwrap().reduce(&data).unwrap();
            let mut sorted: Vec<f64> = data.iter().map(|x| f64::from(*x)).collect();
            sorted.sort_by(f64::total_cmp);
            for (found, probability) in found.into_iter().zip(PROBABILITIES) {
                let exact = linear(&sorted, probability);
                assert!(
                    (found - exact).abs() <= 1e-6,
                    "{probability} of {len}: {found}, exactly {exact}"
                );
                let is_exact = found.to_bits() == exact.to_bits();
                assert!(
                    is_exact || ![0.0, 0.25, 0.5, 1.0].contains(&probability),
                    "{found}, exactly {exact}"
                );
            }
        }
    }
    // Far from 0, but an f64 still holds every integer.
    let low = (1i64 << 52) - 100;
    let value = Quantiles::<i64, 200, 2>::new(low, low + 199, [0.5, 1.0]);
    let found = Cpu::new()
        .reducer_using(value)
        .unwrap()
        .reduce(&[low + 7, low + 9, low + 8]);
    assert_eq!(found.unwrap(), [(low + 8) as f64, (low + 9) as f64]);
}

/// 0, 1 and 2 elements as in the documentation: an element alone is in the middle of its bin, and several share it evenly.
#[test]
fn elements_are_spread_over_their_bin() {
    let quantiles = |probabilities: [f64; 3], data: &[f32]| {
        let value = Quantiles::<f32, 4, 3>::new(0.0, 4.0, probabilities);
        Cpu::new().reducer_using(value).unwrap().reduce(data).unwrap()
    };
    assert_eq!(quantiles([0.0, 0.5, 1.0], &[3.0]), [3.5; 3]);
    assert_eq!(quantiles([0.0, 0.5, 1.0], &[1.0, 1.0]), [1.25, 1.5, 1.75]);
    assert_eq!(quantiles([0.0, 0.25, 0.5], &[3.0, 1.0, 1.0]), [1.25, 1.5, 1.75]);
    // Between elements of two bins, with empty bins in between.
    assert_eq!(quantiles([0.25, 0.5, 1.0], &[4.0, 0.0]), [1.25, 2.0, 3.5]);
    // What lies outside of the range is counted nowhere.
    let data = [f32::NAN, -1.0, 1.0, 4.5, f32::INFINITY, 1.0, f32::NEG_INFINITY];
    assert_eq!(quantiles([0.0, 0.5, 1.0], &data), [1.25, 1.5, 1.75]);
}

#[test]
fn what_has_no_quantile_is_nan() {
    let data = [0.25f32, 0.5];
    let of = |low: f32, high: f32, probability: f64, data: &[f32]| {
        let value = Quantiles::<f32, 8, 2>::new(low, high, [probability, 0.5]);
        Cpu::new()
            .reducer_using(value)
            .unwrap()
            .reduce(data)
            .unwrap()
            .map(f32::is_nan)
    };
    assert_eq!(of(0.0, 1.0, 0.5, &[]), [true, true]);
    assert_eq!(of(0.0, 1.0, 0.5, &[f32::NAN, 2.0]), [true, true]);
    for none in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        assert_eq!(of(0.0, 1.0, none, &data), [true, false], "{none}");
    }
    for (low, high) in [(1.0, 0.0), (0.5, 0.5), (f32::NAN, 1.0), (f32::MIN, f32::MAX)] {
        assert_eq!(of(low, high, 0.5, &data), [true, true], "{low} to {high}");
    }
}

/// The input in any order, in pieces, in parts that are merged in any order, and as groups gives the bits of one call.
#[test]
fn quantiles_depend_on_no_order() {
    type Octiles = Quantiles<f32, 100, 8>;
    let bits = |found: [f32; 8]| found.map(f32::to_bits);
    let data: Vec<f32> = between(-50.0, 70.0, 100_003).into_iter().map(|x| x as f32).collect();
    let reducer = Cpu::new()
        .reducer_using(Octiles::new(-50.0, 60.0, PROBABILITIES))
        .unwrap();
    let whole = bits(reducer.reduce(&data).unwrap());
    let mut other = data.clone();
    other.sort_by(f32::total_cmp);
    assert_eq!(bits(reducer.reduce(&other).unwrap()), whole);
    other.reverse();
    assert_eq!(bits(reducer.reduce(&other).unwrap()), whole);

    let mut stream = reducer.stream().unwrap();
    for piece in data.chunks(999) {
        stream.push(piece).unwrap();
    }
    assert_eq!(bits(stream.finish().unwrap()), whole);

    let tile = Partial::<Octiles>::tile_len() as usize;
    let (left, rest) = data.split_at(tile);
    let (middle, right) = rest.split_at(2 * tile);
    let part = |data: &[f32], first: usize| reducer.partial(data, first as u64).unwrap();
    let mut parts = part(middle, tile);
    parts.merge(&part(right, 3 * tile)).unwrap();
    parts.merge(&part(left, 0)).unwrap();
    assert_eq!(bits(parts.finish().unwrap()), whole);

    let alone = |data: &[f32]| bits(reducer.reduce(data).unwrap());
    let rows = reducer.reduce_each(&data[..100_000], Rows(250)).unwrap();
    assert_eq!(rows.len(), 400);
    for (row, found) in data.chunks(250).zip(rows) {
        assert_eq!(bits(found), alone(row));
    }
    let offsets = [0u32, 0, 1, 3, 5000, 5000, 100_003];
    let segments = reducer.reduce_each(&data, Segments(&offsets)).unwrap();
    for (ends, found) in offsets.windows(2).zip(segments) {
        assert_eq!(bits(found), alone(&data[ends[0] as usize..ends[1] as usize]));
    }
}
