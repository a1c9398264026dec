//! The operators that are written with `#[gpu]`, and inputs of several buffers: documented values, and bounds against f64.

use half::f16;
use reduce_tests::inputs::{Kind, input};
use reduce_tests::ops::*;
use reduce_tests::oracle::{UNIT, roundings};
use reduce_wgpu::{Cpu, Error, Indexed, Monoid, NoParameters, Operator, Reduction as _, Source};

fn reduce<R: Operator<Params: NoParameters>>(data: impl Source<R::Input>) -> R::Output {
    Cpu::new().reduce::<R>(data).unwrap()
}

#[test]
fn no_elements_give_what_is_documented() {
    assert!(reduce::<Variance<f32>>(&[]).is_nan() && reduce::<StdDev<f32, 1>>(&[]).is_nan());
    let none = Indexed {
        index: u32::MAX,
        value: f32::NEG_INFINITY,
    };
    assert_eq!(reduce::<ArgMax<f32>>(&[0.0f32; 0]), none);
    assert_eq!(reduce::<ArgMin<u8>>(&[0u8; 0]).value, u32::MAX);
    assert!(reduce::<NanMin<f32>>(&[]).is_nan() && reduce::<NanMax<f32>>(&[f32::NAN; 3]).is_nan());
    assert_eq!((reduce::<NanMin<i32>>(&[]), reduce::<NanMax<u32>>(&[])), (i32::MAX, 0));
    assert_eq!(
        (
            reduce::<BitAnd<u32>>(&[]),
            reduce::<BitOr<i32>>(&[]),
            reduce::<BitXor<u64>>(&[])
        ),
        (u32::MAX, 0, 0)
    );
    let zeros = [
        reduce::<L1Norm<f32>>(&[]),
        reduce::<L2Norm<f32>>(&[]),
        reduce::<LInfNorm<f32>>(&[]),
        reduce::<KahanSum>(&[]),
    ];
    assert_eq!(zeros.map(f32::to_bits), [0; 4]);
    assert_eq!(reduce::<Dot<f32>>((&[], &[])).to_bits(), (-0.0f32).to_bits());
    assert_eq!(reduce::<LogSumExp>(&[]), f32::NEG_INFINITY);
    assert_eq!((reduce::<WideSum<u32>>(&[]), reduce::<WideSum<i8>>(&[])), (0, 0));
    assert_eq!(reduce::<(Sum<i32>, Max<i32>)>(&[]), (0, i32::MIN));
}

#[test]
fn of_equals_the_first_is_found_and_of_nans_too() {
    let at = |data: &[f32]| (reduce::<ArgMax<f32>>(data).index, reduce::<ArgMin<f32>>(data).index);
    assert_eq!(at(&[3.0, 1.0, 3.0, 1.0]), (0, 1));
    assert_eq!(at(&[-0.0, 0.0]), (0, 0));
    assert_eq!(at(&[0.0, -0.0]), (0, 0));
    assert_eq!(at(&[1.0, f32::NAN, f32::INFINITY, -f32::NAN]), (1, 1));
    assert_eq!(at(&[f32::NEG_INFINITY, f32::NEG_INFINITY]), (0, 0));
    // In every part of the canonical order.
    for size in [2, 1000, 1025, 40_000, 70_001] {
        for place in [0, 1, size / 2, size - 1] {
            let mut data = vec![1u32; size];
            data[place] = 5;
            assert_eq!(
                reduce::<ArgMax<u32>>(&data),
                Indexed {
                    index: place as u32,
                    value: 5
                }
            );
        }
    }
}

#[test]
fn the_identity_of_moments_keeps_every_bit_of_a_mean() {
    type Moments = <Variance<f32> as Operator>::State;
    // The sign of a zero sum of squares reaches no result.
    let bits = |state: Moments| [state.count, state.mean, state.m2 + 0.0].map(f32::to_bits);
    for x in [0.0, -0.0, 1.5, -3.25, f32::MIN_POSITIVE, -1e18] {
        let one = Variance::<f32>::lift(x);
        assert_eq!(
            bits(Moments::combine(Moments::identity(), one)),
            bits(one),
            "{x} behind it"
        );
        assert_eq!(
            bits(Moments::combine(one, Moments::identity())),
            bits(one),
            "{x} before it"
        );
    }
}

#[test]
fn moments_are_near_those_of_two_passes_in_f64() {
    for offset in [0.0, 1000.0] {
        for size in [2, 3, 1000, 32_769, 1 << 20] {
            let data: Vec<f32> = input::<u32>(Kind::Ordinary, size)
                .iter()
                .map(|&x| (x >> 8) as f32 / (1 << 20) as f32 + offset)
                .collect();
            let n = size as f64;
            let mean = data.iter().map(|&x| f64::from(x)).sum::<f64>() / n;
            let squares = data.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>();
            let near = |result: f32, exact: f64| {
                // The deviation is some 5: the mean is up to 200 times that, and its rounding counts.
                let bound = roundings(size) * UNIT * 300.0 * exact;
                assert!(
                    (f64::from(result) - exact).abs() <= bound,
                    "{size} + {offset}: {result} beside {exact}"
                );
                assert!(bound < exact / 100.0);
            };
            near(reduce::<Variance<f32>>(&data), squares / n);
            near(reduce::<Variance<f32, 1>>(&data), squares / (n - 1.0));
            near(reduce::<StdDev<f32>>(&data), (squares / n).sqrt());
        }
    }
    assert!(reduce::<Variance<f32, 1>>(&[4.0]).is_nan() && reduce::<Variance<f32, 2>>(&[4.0]).is_nan());
    assert_eq!(reduce::<Variance<u8>>(&[1, 3]), 1.0);
}

#[test]
fn a_compensated_sum_keeps_to_its_bound_and_a_plain_one_would_not() {
    let data = input::<f32>(Kind::Ordinary, 1 << 20);
    for size in [1, 1000, 32_769, data.len()] {
        let data = &data[..size];
        let exact: f64 = data.iter().map(|&x| f64::from(x)).sum();
        let magnitudes: f64 = data.iter().map(|&x| f64::from(x).abs()).sum();
        let bound = UNIT * exact.abs() + (roundings(size) * UNIT).powi(2) * magnitudes;
        let error = |sum: f32| (f64::from(sum) - exact).abs();
        assert!(error(reduce::<KahanSum>(data)) <= bound, "{size}");
        if size > 1000 {
            assert!(
                error(reduce::<Sum<f32>>(data)) > bound,
                "{size}: the bound asks for nothing"
            );
        }
    }
    assert_eq!(reduce::<KahanSum>(&[f32::INFINITY, 1.0]), f32::INFINITY);
    assert!(reduce::<KahanSum>(&[f32::INFINITY, f32::NEG_INFINITY]).is_nan());
}

#[test]
fn norms_products_and_exponentials_are_near_f64() {
    let (a, b) = (
        input::<f32>(Kind::Ordinary, 200_001),
        input::<f32>(Kind::NearOne, 200_001),
    );
    let wide = |data: &[f32]| data.iter().map(|&x| f64::from(x)).collect::<Vec<f64>>();
    let (p, q) = (wide(&a), wide(&b));
    let steps = roundings(a.len()) * UNIT;
    let l1: f64 = p.iter().map(|x| x.abs()).sum();
    assert!((f64::from(reduce::<L1Norm<f32>>(&a)) - l1).abs() <= steps * l1);
    let l2 = p.iter().map(|x| x * x).sum::<f64>().sqrt();
    assert!((f64::from(reduce::<L2Norm<f32>>(&a)) - l2).abs() <= (steps + 2.0 * UNIT) * l2);
    let greatest = p.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    assert_eq!(f64::from(reduce::<LInfNorm<f32>>(&a)), greatest);
    let dot: f64 = p.iter().zip(&q).map(|(x, y)| x * y).sum();
    let magnitudes: f64 = p.iter().zip(&q).map(|(x, y)| (x * y).abs()).sum();
    assert!((f64::from(reduce::<Dot<f32>>((&a, &b))) - dot).abs() <= (steps + UNIT) * magnitudes);
    let exponents: Vec<f32> = b.iter().map(|x| 500.0 + 100.0 * (x - 1.0)).collect();
    let exact = wide(&exponents).iter().map(|x| (x - 500.0).exp()).sum::<f64>().ln() + 500.0;
    assert!((f64::from(reduce::<LogSumExp>(&exponents)) - exact).abs() <= 1e-4);
    assert_eq!(reduce::<LogSumExp>(&[f32::NEG_INFINITY; 4]), f32::NEG_INFINITY);
    assert_eq!(reduce::<LogSumExp>(&[1.0, f32::INFINITY]), f32::INFINITY);
    assert!(reduce::<LogSumExp>(&[1.0, f32::NAN]).is_nan());
}

#[test]
fn narrow_numbers_are_added_wide() {
    let bytes = input::<u8>(Kind::Ordinary, 300_000);
    assert_eq!(
        reduce::<Sum<u8>>(&bytes),
        bytes.iter().map(|&x| u32::from(x)).sum::<u32>()
    );
    let words = input::<i16>(Kind::Ordinary, 300_000);
    assert_eq!(
        reduce::<Sum<i16>>(&words),
        words.iter().map(|&x| i32::from(x)).sum::<i32>()
    );
    assert_eq!(reduce::<Min<i16>>(&words), i32::from(*words.iter().min().unwrap()));
    let halves: Vec<f16> = (0..4096).map(|k| f16::from_f32(k as f32)).collect();
    assert_eq!(reduce::<Sum<f16>>(&halves[..2049]), 2048.0 * 2049.0 / 2.0);
    let whole = input::<i32>(Kind::Ordinary, 300_000);
    assert_eq!(
        reduce::<WideSum<i32>>(&whole),
        whole.iter().map(|&x| i64::from(x)).sum::<i64>()
    );
    let whole = input::<u32>(Kind::Ordinary, 300_000);
    assert_eq!(
        reduce::<WideSum<u32>>(&whole),
        whole.iter().map(|&x| u64::from(x)).sum::<u64>()
    );
}

#[test]
fn several_results_of_one_pass_are_those_of_several() {
    let data = input::<i32>(Kind::Ordinary, 100_000);
    let (sum, (max, min), mean) = reduce::<(Sum<i32>, (Max<i32>, Min<i32>), Mean<i32>)>(&data);
    assert_eq!(
        (sum, max, min),
        (
            reduce::<Sum<i32>>(&data),
            reduce::<Max<i32>>(&data),
            reduce::<Min<i32>>(&data)
        )
    );
    assert_eq!(mean, reduce::<Mean<i32>>(&data));
}

#[test]
fn inputs_of_different_lengths_are_refused() {
    let error = Cpu::new().reduce::<Dot<f32>>((&[1.0, 2.0], &[1.0])).unwrap_err();
    assert_eq!(error, Error::Lengths { first: 2, other: 1 });
    assert_eq!(
        error.to_string(),
        "the inputs differ in length: 2 and 1 elements; an element is made of one of each, so give equal lengths"
    );
}

#[test]
fn tuples_in_one_slice_are_tuples_of_slices() {
    let pairs: Vec<(f32, f32)> = input(Kind::Ordinary, 5000);
    let (a, b): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
    assert_eq!(
        reduce::<Dot<f32>>(&pairs).to_bits(),
        reduce::<Dot<f32>>((&a, &b)).to_bits()
    );
}

/// The expected values are those of exact fractions in Python: skewness and excess kurtosis of the population, as scipy defines them.
#[test]
fn skewness_and_kurtosis_are_those_of_exact_fractions() {
    let data: Vec<f64> = (0..10_000u32)
        .map(|i| f64::from(i * 7919 % 1009 * (i % 5 + 1)) / 8.0)
        .collect();
    let singles: Vec<f32> = data.iter().map(|&x| x as f32).collect();
    let near =
        |found: f64, expected: f64, bound: f64| assert!((found - expected).abs() < bound, "{found}, not {expected}");
    near(reduce::<Skewness<f64>>(&data), 0.888_464_732_905_147_7, 1e-13);
    near(reduce::<Kurtosis<f64>>(&data), -0.027_207_296_823_259_508, 1e-13);
    near(reduce::<Skewness<f32>>(&singles).into(), 0.888_464_732_905_147_7, 1e-5);
    near(
        reduce::<Kurtosis<f32>>(&singles).into(),
        -0.027_207_296_823_259_508,
        1e-5,
    );
    // Far from zero, a sum of powers would have no digit left.
    let far: Vec<f64> = data.iter().map(|x| x + 1e6).collect();
    near(reduce::<Skewness<f64>>(&far), 0.888_464_732_905_147_7, 1e-9);
    assert!(reduce::<Skewness<f32>>(&[]).is_nan() && reduce::<Kurtosis<f32>>(&[2.0; 3]).is_nan());
}

#[test]
fn missing_values_are_skipped() {
    let data = [1.0, f32::NAN, 2.0, f32::NAN, 6.0];
    assert_eq!(
        (reduce::<NanSum<f32>>(&data), reduce::<NanMean<f32>>(&data)),
        (9.0, 3.0)
    );
    assert_eq!(reduce::<NanSum<f32>>(&[f32::NAN]).to_bits(), (-0.0f32).to_bits());
    assert!(reduce::<NanMean<f32>>(&[f32::NAN]).is_nan());
    assert_eq!(reduce::<NanSum<f32>>(&[f32::INFINITY, f32::NAN]), f32::INFINITY);
    assert_eq!(reduce::<NanMean<i32>>(&[1, 2]), 1.5);
}

#[test]
fn weights_weigh() {
    assert_eq!(reduce::<WeightedMean<f64>>((&[1.0, 5.0, 100.0], &[3.0, 1.0, 0.0])), 2.0);
    assert!(reduce::<WeightedMean<f32>>((&[1.0], &[0.0])).is_nan() && reduce::<WeightedMean<f32>>((&[], &[])).is_nan());
}
