//! The inputs of all suites hold the numbers that they are named after.

use reduce_tests::inputs::{Kind, input};

/// A generator that never made a NaN would make many tests idle.
#[test]
fn every_kind_holds_what_it_is_named_after() {
    let count = |kind, test: fn(f32) -> bool| input::<f32>(kind, 4000).into_iter().filter(|&x| test(x)).count();
    assert_eq!(
        count(Kind::Ordinary, |x| x.abs() < 2f32.powi(20) && x.abs() >= 2f32.powi(-20)),
        4000
    );
    assert!(count(Kind::AnyBits, f32::is_nan) > 0 && count(Kind::AnyBits, f32::is_subnormal) > 0);
    let nans = input::<f32>(Kind::Nans, 4000);
    let mut seen: Vec<u32> = nans.iter().filter(|x| x.is_nan()).map(|x| x.to_bits()).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 10, "{seen:x?}");
    assert!(count(Kind::Infinities, |x| x == f32::INFINITY) > 10);
    assert!(count(Kind::Infinities, |x| x == f32::NEG_INFINITY) > 10);
    assert!(count(Kind::Zeros, |x| x.to_bits() == 0) > 1000);
    assert!(count(Kind::Zeros, |x| x.to_bits() == 1 << 31) > 1000);
    assert_eq!(count(Kind::Subnormal, f32::is_subnormal), 4000);
    let product = input::<f32>(Kind::NearOne, 70_000)
        .iter()
        .map(|&x| f64::from(x))
        .product::<f64>();
    assert!(product > 1e-30 && product < 1e30 && product != 1.0, "{product}");
    assert_eq!(
        count(Kind::NearLimits, |x| x.abs() > f32::MAX / 4.0 && x.is_finite()),
        4000
    );
}
