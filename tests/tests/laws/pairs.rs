//! Covariance and correlation: two passes in f64 as the reference, and documented values.

use reduce_tests::inputs::{Kind, Random, input};
use reduce_tests::ops::*;
use reduce_wgpu::{Cpu, Monoid, NoParameters, Operator, Reduction as _, Source};

fn reduce<R: Operator<Params: NoParameters>>(data: impl Source<R::Input>) -> R::Output {
    Cpu::new().reduce::<R>(data).unwrap()
}

/// The sums of the products of distances from the means, of both inputs, of the first and of the second with itself.
fn two_passes(x: &[f64], y: &[f64]) -> [f64; 3] {
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let (mean_x, mean_y) = (mean(x), mean(y));
    x.iter().zip(y).fold([0.0; 3], |[xy, xx, yy], (x, y)| {
        let (x, y) = (x - mean_x, y - mean_y);
        [xy + x * y, xx + x * x, yy + y * y]
    })
}

/// Pairs that are correlated by `part`, around these means.
fn pairs(len: usize, part: f64, means: [f64; 2]) -> (Vec<f64>, Vec<f64>) {
    let mut random = Random(len as u64);
    let mut uniform = || (random.bits() >> 40) as f64 / (1 << 24) as f64 - 0.5;
    (0..len)
        .map(|_| {
            let (x, noise) = (uniform(), uniform());
            (x + means[0], part * x + (1.0 - part.abs()) * noise + means[1])
        })
        .unzip()
}

#[track_caller]
fn near(found: f64, expected: f64, bound: f64) {
    assert!((found - expected).abs() <= bound, "{found}, not {expected}");
}

#[test]
fn pairs_are_those_of_two_passes() {
    for len in [2, 3, 10, 1000, 1025, 40_000, 70_001] {
        for part in [0.0, 0.3, -0.9, 1.0] {
            let (x, y) = pairs(len, part, [0.0, 0.25]);
            let (short_x, short_y): (Vec<f32>, Vec<f32>) = (
                x.iter().map(|&x| x as f32).collect(),
                y.iter().map(|&y| y as f32).collect(),
            );
            let [xy, xx, yy] = two_passes(&x, &y);
            let (n, scale) = (len as f64, (xx * yy).sqrt());
            near(reduce::<Covariance<f64>>((&x, &y)), xy / n, 1e-14 * scale / n);
            near(
                reduce::<Covariance<f64, 1>>((&x, &y)),
                xy / (n - 1.0),
                1e-14 * scale / (n - 1.0),
            );
            near(reduce::<Correlation<f64>>((&x, &y)), xy / scale, 1e-14);
            let (co, all) = (
                reduce::<Covariance<f32>>((&short_x, &short_y)),
                reduce::<Correlation<f32>>((&short_x, &short_y)),
            );
            near(co.into(), xy / n, 4e-6 * scale / n);
            near(all.into(), xy / scale, 4e-6);
            assert!(all.abs() <= 1.0);
        }
    }
}

/// A sum of products would have no digit left.
#[test]
fn pairs_far_from_zero_keep_their_digits() {
    let (x, y) = pairs(30_000, 0.5, [1e6, -3e7]);
    let [xy, xx, yy] = two_passes(&x, &y);
    near(
        reduce::<Covariance<f64>>((&x, &y)),
        xy / 3e4,
        1e-9 * (xx * yy).sqrt() / 3e4,
    );
    near(reduce::<Correlation<f64>>((&x, &y)), xy / (xx * yy).sqrt(), 1e-9);
}

#[test]
fn an_input_with_itself_has_its_variance() {
    let data: Vec<f32> = input(Kind::Ordinary, 70_001);
    for len in [1, 2, 1000, 70_001] {
        let x = &data[..len];
        let alone = [reduce::<Variance<f32>>(x), reduce::<Variance<f32, 1>>(x)];
        let twice = [reduce::<Covariance<f32>>((x, x)), reduce::<Covariance<f32, 1>>((x, x))];
        assert!(
            twice.map(f32::to_bits) == alone.map(f32::to_bits) || len == 1 && twice[0].to_bits() == 0,
            "{twice:?}, {alone:?}"
        );
        let correlation = reduce::<Correlation<f32>>((x, x));
        assert!(if len == 1 {
            correlation.is_nan()
        } else {
            (correlation - 1.0).abs() < 1e-6
        });
    }
    let up = [1.0, 2.0, 4.0];
    assert_eq!(reduce::<Correlation<f64>>((&up, &up.map(|x| -x))), -1.0);
}

#[test]
fn too_few_pairs_and_constant_inputs_are_nan() {
    assert!(reduce::<Covariance<f32>>((&[], &[])).is_nan() && reduce::<Correlation<f64>>((&[], &[])).is_nan());
    assert_eq!(reduce::<Covariance<f32>>((&[1.5], &[-3.0])).to_bits(), 0);
    assert!(reduce::<Covariance<f32, 1>>((&[1.5], &[-3.0])).is_nan());
    // Their sum of products is not 0.
    assert!(reduce::<Covariance<f64, 2>>((&[1.0, 2.0], &[1.0, 3.0])).is_nan());
    assert!(reduce::<Covariance<f64, 3>>((&[1.0, 2.0], &[1.0, 3.0])).is_nan());
    let varied: Vec<f32> = input(Kind::Ordinary, 5000);
    let constant = [0.1f32; 5000];
    assert_eq!(reduce::<Covariance<f32>>((&varied, &constant)), 0.0);
    for pair in [
        (&varied[..], &constant[..]),
        (&constant, &varied),
        (&constant, &constant),
    ] {
        assert!(reduce::<Correlation<f32>>(pair).is_nan());
    }
    let with_nan = [1.0, f32::NAN, 2.0];
    assert!(reduce::<Covariance<f32>>((&[1.0, 2.0, 3.0], &with_nan)).is_nan());
    assert!(reduce::<Correlation<f32>>((&with_nan, &[1.0, 2.0, 3.0])).is_nan());
}

/// Products of squares would be beyond the range of floats.
#[test]
fn deviations_may_be_large_and_small() {
    let (x, y) = ([1.0f32, 2.0, 3.0], [10.0f32, 30.0, 20.0]);
    let (x, y) = (x.map(|x| x * 1e17), y.map(|y| y * 1e16));
    near(reduce::<Correlation<f32>>((&x, &y)).into(), 0.5, 1e-6);
    let (x, y) = (x.map(|x| x * 1e-33), y.map(|y| y * 1e-33));
    near(reduce::<Correlation<f32>>((&x, &y)).into(), 0.5, 1e-6);
}

#[test]
fn the_identity_keeps_every_pair() {
    type State = <Correlation<f32> as Operator>::State;
    let bits = |s: State| [s.count, s.mean_x, s.mean_y, s.xx + 0.0, s.yy + 0.0, s.xy + 0.0].map(f32::to_bits);
    for pair in [(0.0, -0.0), (-0.0, 1.5), (-3.25, f32::MIN_POSITIVE), (-1e18, 0.0)] {
        let one = Correlation::<f32>::lift(pair);
        assert_eq!(bits(State::combine(State::identity(), one)), bits(one), "{pair:?}");
        assert_eq!(bits(State::combine(one, State::identity())), bits(one), "{pair:?}");
    }
}
