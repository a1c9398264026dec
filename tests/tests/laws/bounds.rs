//! Float results beside naive ones in f64, within the bound of pairwise summation; exact ones beside plain loops.

use reduce_tests::inputs::{Kind, input};
use reduce_tests::operators::{OwnMean, Stats};
use reduce_tests::ops::*;
use reduce_tests::oracle::{UNIT, roundings};
use reduce_wgpu::{Cpu, NoParameters, Operator};

const SIZES: [usize; 14] = [
    1,
    2,
    3,
    100,
    1023,
    1025,
    5000,
    32_767,
    32_768,
    32_769,
    65_537,
    500_000,
    1 << 20,
    (1 << 22) + 1,
];

fn reduce<R: Operator<Params: NoParameters>>(data: &[R::Input]) -> R::Output {
    Cpu::new().reduce::<R>(data).unwrap()
}

/// The sum and the sum of magnitudes; in f64 both are off by some n · 2^-53, which is nothing beside the bound.
fn naive(data: &[f32]) -> (f64, f64) {
    let sum = data.iter().map(|&x| f64::from(x)).sum();
    let magnitudes = data.iter().map(|&x| f64::from(x).abs()).sum();
    (sum, magnitudes)
}

#[test]
fn sums_and_means_are_within_the_bound_of_pairwise_summation() {
    for kind in [Kind::Ordinary, Kind::Equal, Kind::Zeros, Kind::Subnormal] {
        let whole = input::<f32>(kind, SIZES[13]);
        for size in SIZES {
            let data = &whole[..size];
            let (exact, magnitudes) = naive(data);
            let bound = roundings(size) * UNIT * magnitudes;
            let near = |result: f32, exact: f64, bound: f64, what: &str| {
                let error = (f64::from(result) - exact).abs();
                assert!(
                    error <= bound,
                    "{what} of {size} {kind:?}: {result} is {error:e} from {exact}, over {bound:e}"
                );
            };
            near(reduce::<Sum<f32>>(data), exact, bound, "Sum");
            near(reduce::<Stats>(data).sum, exact, bound, "Stats");
            // The division rounds once more, and once to a subnormal.
            let n = size as f64;
            let mean_bound = bound / n + UNIT * (exact / n).abs() + f64::from(f32::from_bits(1));
            near(reduce::<Mean<f32>>(data), exact / n, mean_bound, "Mean");
            near(reduce::<OwnMean>(data), exact / n, mean_bound, "OwnMean");
        }
    }
}

/// The bound tells the canonical order from a loop: the result of a loop would not pass here.
#[test]
fn a_loop_would_not_pass() {
    let data = input::<f32>(Kind::Equal, 1 << 22);
    let looped: f32 = data.iter().sum();
    let (exact, magnitudes) = naive(&data);
    let bound = roundings(data.len()) * UNIT * magnitudes;
    assert!((f64::from(looped) - exact).abs() > bound);
    assert!((f64::from(reduce::<Sum<f32>>(&data)) - exact).abs() < bound / 10.0);
}

#[test]
fn f64_sums_are_those_of_a_loop_but_for_rounding() {
    let data = input::<f64>(Kind::Ordinary, 1 << 20);
    let (looped, magnitudes) = data.iter().fold((0.0, 0.0), |(sum, all), &x| (sum + x, all + x.abs()));
    let bound = data.len() as f64 * f64::EPSILON * magnitudes;
    assert!((reduce::<Sum<f64>>(&data) - looped).abs() <= bound);
    assert!(bound < 1e-9 * magnitudes);
}

#[test]
fn products_round_once_a_factor() {
    // Around 1, so that nothing overflows: exact products of f32 need f64's range as well as its precision.
    let factors: Vec<f32> = input::<f32>(Kind::Ordinary, 5000)
        .iter()
        .map(|x| 1.0 + x % 0.125)
        .collect();
    for size in SIZES.into_iter().filter(|&size| size <= factors.len()) {
        let exact: f64 = factors[..size].iter().map(|&x| f64::from(x)).product();
        let bound = size as f64 * UNIT * exact.abs() * 1.01;
        let product = f64::from(reduce::<Product<f32>>(&factors[..size]));
        assert!((product - exact).abs() <= bound, "{size}: {product} beside {exact}");
        assert!(bound < exact.abs() / 1000.0);
    }
}

macro_rules! exact {
    ($($name:ident: $t:ty;)*) => {$(
        #[test]
        fn $name() {
            for kind in Kind::ALL {
                let whole = input::<$t>(kind, 100_000);
                for size in [1, 2, 3, 1000, 32_769, 100_000] {
                    let data = &whole[..size];
                    assert_eq!(reduce::<Sum<$t>>(data), data.iter().fold(0, |a: $t, &x| a.wrapping_add(x)));
                    assert_eq!(reduce::<Product<$t>>(data), data.iter().fold(1, |a: $t, &x| a.wrapping_mul(x)));
                    let (min, max) = (*data.iter().min().unwrap(), *data.iter().max().unwrap());
                    let both = reduce::<MinMax<$t>>(data);
                    assert_eq!((reduce::<Min<$t>>(data), reduce::<Max<$t>>(data)), (min, max));
                    assert_eq!((both.min, both.max), (min, max));
                    assert_eq!(reduce::<Any<$t>>(data), data.iter().any(|&x| x != 0));
                    assert_eq!(reduce::<All<$t>>(data), data.iter().all(|&x| x != 0));
                }
            }
        }
    )*};
}

exact! {
    exact_for_i32: i32;
    exact_for_u32: u32;
    exact_for_i64: i64;
    exact_for_u64: u64;
}

#[test]
fn float_extremes_are_those_of_a_loop() {
    for kind in [
        Kind::Ordinary,
        Kind::Infinities,
        Kind::Zeros,
        Kind::Subnormal,
        Kind::NearLimits,
    ] {
        let whole = input::<f32>(kind, 100_000);
        for size in [1, 2, 3, 1000, 32_769, 100_000] {
            let data = &whole[..size];
            let min = data.iter().copied().min_by(f32::total_cmp).unwrap();
            let max = data.iter().copied().max_by(f32::total_cmp).unwrap();
            let both = reduce::<MinMax<f32>>(data);
            assert_eq!(
                [both.min, both.max].map(f32::to_bits),
                [min, max].map(f32::to_bits),
                "{size} {kind:?}"
            );
        }
    }
}
