//! The observations of a device's float arithmetic when it is opened, and the operators that have the bits of the CPU because it is held to them.

use reduce_tests::device::{Driver, borrowed, gpu};
use reduce_tests::inputs::{Kind, Random, input};
use reduce_tests::ops::*;
use reduce_tests::sizes;
use reduce_wgpu::prelude::*;
use reduce_wgpu::probe::Quotient as _;
use reduce_wgpu::{Reproducibility, Seen};

use crate::agree::{Comparable, agree};

#[test]
fn a_device_is_tried_when_it_is_opened() {
    let arithmetic = gpu().caps().arithmetic;
    assert!(arithmetic.no_contraction);
    let seen = Seen {
        flushes: Driver::of_this_run().flushes_subnormals(),
        // Both programs multiply, round, and add.
        fma: false,
        ..Seen::AS_ON_THE_CPU
    };
    assert_eq!(arithmetic.seen, Some(seen));
}

/// Compares at every size at which a kernel changes its way, on numbers whose sums and products round.
fn has_the_bits_of_the_cpu<R: Comparable>(gpu: &Gpu) {
    let reducer = gpu.reducer::<R>().unwrap();
    assert_eq!(reducer.kernels().reproducibility(), Reproducibility::AcrossDevices);
    let sizes = sizes::thin::<R>();
    for kind in [Kind::Ordinary, Kind::NearOne] {
        let data = input::<R::Input>(kind, sizes.last().copied().unwrap());
        for &size in &sizes {
            agree::<R>(gpu, &data[..size], kind);
        }
    }
}

#[test]
fn a_dot_product_has_the_bits_of_the_cpu() {
    has_the_bits_of_the_cpu::<Dot<f32>>(gpu());
}

#[test]
fn norms_have_the_bits_of_the_cpu() {
    has_the_bits_of_the_cpu::<L1Norm<f32>>(gpu());
    has_the_bits_of_the_cpu::<L2Norm<f32>>(gpu());
}

#[test]
fn moments_have_the_bits_of_the_cpu() {
    has_the_bits_of_the_cpu::<Variance<f32>>(gpu());
    has_the_bits_of_the_cpu::<Kurtosis<f32>>(gpu());
    has_the_bits_of_the_cpu::<StdDev<f32, 1>>(gpu());
    has_the_bits_of_the_cpu::<Covariance<f32, 1>>(gpu());
    has_the_bits_of_the_cpu::<Correlation<f32>>(gpu());
}

/// A hash of quotients by the division of integers, of quotients corrected by remainders, and of quotients by the operator; one bit for all NaNs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (u32, u32))]
struct Quotients {
    #[reduce(sum, lift = hash(f32::from_bits(x.0).quotient(f32::from_bits(x.1)), x.0))]
    exact: u32,
    #[reduce(sum, lift = hash(f32::from_bits(x.0).corrected_quotient(f32::from_bits(x.1)), x.0))]
    corrected: u32,
    #[reduce(sum, lift = hash(f32::from_bits(x.0) / f32::from_bits(x.1), x.0))]
    own: u32,
}

#[gpu]
fn hash(quotient: f32, place: u32) -> u32 {
    let bits = if quotient.is_nan() { 1 } else { quotient.to_bits() };
    bits.wrapping_mul(2_654_435_761).rotate_left(9).wrapping_mul(place | 1)
}

/// Numbers at the ends of every range, and beside them.
fn edges() -> Vec<u32> {
    let ends = [
        0,
        1,
        2,
        0x7f_ffff,
        0x80_0000,
        0x100_0000,
        0x3f80_0000,
        0x4000_0000,
        0x7f00_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7fc0_0000,
    ];
    let beside = ends
        .into_iter()
        .flat_map(|end: u32| [end.saturating_sub(1), end, end + 1]);
    beside.flat_map(|bits| [bits, bits | 1 << 31]).collect()
}

/// Pairs of `count` dividends and divisors of any bits; their exponents are at most `spread` apart.
fn pairs(count: usize, seed: u64, spread: u32) -> (Vec<u32>, Vec<u32>) {
    let mut random = Random(seed);
    let pair = |_| {
        let (dividend, digits) = (random.bits() as u32, random.bits() as u32);
        let exponent = (dividend >> 23 & 0xff)
            .wrapping_add(random.bits() as u32 % (2 * spread + 1))
            .wrapping_sub(spread)
            .min(255);
        (dividend, digits & 0x807f_ffff | exponent << 23)
    };
    (0..count).map(pair).unzip()
}

/// The first pair whose quotient is another on the device, if there is one.
fn wrong_quotient(
    dividends: &[u32],
    divisors: &[u32],
    is_right: &impl Fn(Quotients, Quotients) -> bool,
) -> Option<(u32, u32)> {
    let device = gpu().reduce::<Quotients>((dividends, divisors)).unwrap();
    let host = Cpu::new().reduce::<Quotients>((dividends, divisors)).unwrap();
    if is_right(device, host) {
        return None;
    }
    if let ([dividend], [divisor]) = (dividends, divisors) {
        return Some((*dividend, *divisor));
    }
    let (first, second) = (
        dividends.split_at(dividends.len() / 2),
        divisors.split_at(divisors.len() / 2),
    );
    wrong_quotient(first.0, second.0, is_right).or_else(|| wrong_quotient(first.1, second.1, is_right))
}

fn assert_right(dividends: &[u32], divisors: &[u32], is_right: impl Fn(Quotients, Quotients) -> bool) {
    let wrong = wrong_quotient(dividends, divisors, &is_right);
    let wrong = wrong.map(|(a, b)| {
        format!(
            "{:e} / {:e}: {a:#010x} / {b:#010x}",
            f32::from_bits(a),
            f32::from_bits(b)
        )
    });
    assert_eq!(wrong, None);
}

/// Below the normal range as well, where a device flushes the results of its own operator.
#[test]
fn divisions_without_the_operator_are_those_of_the_cpu() {
    let fma = gpu().caps().arithmetic.seen.is_some_and(|seen| seen.fma);
    let exact =
        |device: Quotients, host: Quotients| device.exact == host.exact && (!fma || device.corrected == host.corrected);
    let edges = edges();
    let (dividends, divisors): (Vec<u32>, Vec<u32>) = edges.iter().flat_map(|a| edges.iter().map(|b| (*a, *b))).unzip();
    assert_right(&dividends, &divisors, exact);
    for (seed, spread) in [(1, 1), (2, 30), (3, 255)] {
        let (dividends, divisors) = pairs(400_000, seed, spread);
        assert_right(&dividends, &divisors, exact);
        // Halves, which kernels look for before they divide.
        let doubled: Vec<u32> = dividends.iter().map(|a| (2.0 * f32::from_bits(*a)).to_bits()).collect();
        assert_right(&dividends, &doubled, exact);
    }
    let (dividends, _) = pairs(edges.len() * 500, 4, 1);
    let ends: Vec<u32> = edges.iter().copied().cycle().take(dividends.len()).collect();
    assert_right(&dividends, &ends, exact);
    assert_right(&ends, &dividends, exact);
}

/// The operator, which is the device's own where that was seen to divide: on numbers whose quotients are in the normal range.
#[test]
fn the_operator_divides_as_the_cpu() {
    let (dividends, divisors) = pairs(400_000, 5, 1);
    let normal = |bits: &u32| (40..200).contains(&(bits >> 23 & 0xff));
    let (dividends, divisors): (Vec<u32>, Vec<u32>) = dividends
        .into_iter()
        .zip(divisors)
        .filter(|(a, b)| normal(a) && normal(b))
        .unzip();
    assert!(dividends.len() > 200_000);
    assert_right(&dividends, &divisors, |device, host| device.own == host.own);
}

#[test]
fn explain_says_what_the_device_is_held_to() {
    let page = gpu().reducer::<Dot<f32>>().unwrap().kernels().explain();
    let subnormals = if Driver::of_this_run().flushes_subnormals() {
        "flushed"
    } else {
        "kept"
    };
    let expected = format!(
        "\n  bits       the same on every device and on the CPU\n  floats     neither fused nor regrouped, by NoContraction; seen on this \
         device: sums in order, products rounded before sums, subnormals {subnormals}, quotients correctly rounded\n"
    );
    assert!(page.contains(&expected), "{page}");
    let page = gpu().reducer::<Max<f32>>().unwrap().kernels().explain();
    assert!(!page.contains("  floats  "), "{page}");
}

/// A program may open its device without the feature, and other backends do not have it: kernels go through WGSL then, and hide products.
#[test]
fn products_are_hidden_where_nothing_else_keeps_them() {
    let gpu = borrowed(|_, _| {});
    let arithmetic = gpu.caps().arithmetic;
    assert!(!arithmetic.no_contraction && arithmetic.hides_products);
    assert!(arithmetic.seen.is_some_and(|seen| seen.in_order && !seen.fuses));
    let dot = gpu.reducer::<Dot<f32>>().unwrap();
    let page = dot.kernels().explain();
    assert!(
        page.contains(
            "floats     products hidden from the driver, sums as it takes WGSL, which lets it regroup; seen on"
        ),
        "{page}"
    );
    has_the_bits_of_the_cpu::<Dot<f32>>(&gpu);
    has_the_bits_of_the_cpu::<L1Norm<f32>>(&gpu);
    has_the_bits_of_the_cpu::<L2Norm<f32>>(&gpu);
    has_the_bits_of_the_cpu::<Variance<f32>>(&gpu);
    has_the_bits_of_the_cpu::<StdDev<f32, 1>>(&gpu);
    if Driver::of_this_run().has_64_bits() {
        has_the_bits_of_the_cpu::<Dot<f64>>(&gpu);
    }
}
