//! The rows of f32.

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::Bound::{By, Ulps};
use crate::rows::{Narrow, Row, Rows, Words, any_bits, between, rows};
use reduce_tests::inputs::Random;

rows! {
    /// Exact operations on floats of any bits: NaNs, infinities, zeros of both signs.
    AnyBits of Narrow { x y i u } from any_bits;
    [x + y] float;
    [x - y] float;
    [x * y] float;
    [-x] float;
    [x == y] truth;
    [x != y] truth;
    [x < y] truth;
    [x <= y] truth;
    [x > y] truth;
    [x >= y] truth;
    [x.abs()] float;
    [x.floor()] float;
    [x.ceil()] float;
    [x.trunc()] float;
    [x.round()] float;
    [x.round_ties_even()] float;
    [x.fract()] float;
}

rows! {
    /// Signs, extremes and bits.
    Signs of Narrow { x y i u } from any_bits;
    [x.signum()] float;
    [x.copysign(y)] float;
    [x.rounded()] float;
    // For zeros with two signs, either.
    "x.min(y)" [x.min(y).to_bits() << (x.min(y) == 0.0) as u32] unsigned;
    "x.max(y)" [x.max(y).to_bits() << (x.max(y) == 0.0) as u32] unsigned;
    "f32::max(x, y)" [f32::max(x, 1.0) + f32::min(y, -1.0)] float;
    "x.clamp(y, z)" [x.clamp(-2.5, 1e9)] float;
    [x.is_nan()] truth;
    [x.is_infinite()] truth;
    [x.is_finite()] truth;
    [x.is_sign_negative()] truth;
    [x.is_sign_positive()] truth;
    "x.to_bits()" [x.abs().to_bits().min(0x7f80_0001)] unsigned;
    [f32::from_bits(u)] float;
    [x.to_degrees()] float;
    [x.to_radians()] float;
    [x as i32] signed;
    [x as u32] unsigned;
    [i as f32] float;
    [u as f32] float;
    "f32::INFINITY, f32::NAN, f32::MAX" [{
        let least = x.max(f32::NEG_INFINITY).min(f32::INFINITY);
        if u % 3 == 0 { f32::NAN } else if u % 3 == 1 { f32::MAX } else { least }
    }] float;
    "std::f32::consts::PI" [std::f32::consts::PI * x + f32::EPSILON] float;
}

fn ordinary(_: bool) -> Vec<Narrow> {
    let mut random = Random(9);
    let mut float = || {
        let bits = random.bits();
        let size = between(&mut random, -12.0, 12.0).exp2();
        if bits % 2 == 0 { size } else { -size }
    };
    let mut all = crate::rows::small(false);
    for one in &mut all[..3000] {
        (one.x, one.y, one.z) = (float(), float(), float());
    }
    all
}

/// The multiple of y that is subtracted is rounded, and where that crosses y or 0, y is subtracted once more or less.
fn remainder(c: &Narrow, r: f64) -> f64 {
    let (room, y) = (f64::from(c.x.abs()) * 2f64.powi(-22), f64::from(c.y.abs()));
    if r.abs() < room || r.abs() > y - room {
        y + room
    } else {
        room
    }
}

/// One unit where the quotient is that near to a whole number.
fn quotient(c: &Narrow, _: f64) -> f64 {
    let exact = f64::from(c.x) / f64::from(c.y);
    if (exact - exact.round()).abs() < exact.abs() * 2f64.powi(-21) {
        1.0
    } else {
        0.0
    }
}

rows! {
    /// Inexact operations on floats of both signs.
    Ordinary of Narrow { x y z } from ordinary;
    [x / y] float;
    [x % y] float within By(remainder);
    [x.recip()] float;
    [x.mul_add(y, z)] float within By(|c, _| f64::from((c.x * c.y).abs()) * 2f64.powi(-23));
    [x.rem_euclid(y)] float within By(remainder);
    [x.div_euclid(y)] float within By(quotient);
    [x.hypot(y)] float within Ulps(8.0);
    [x.powi(3)] float within Ulps(3.0);
    [x.cbrt()] float within Ulps(4.0);
    [x.atan()] float within Ulps(4096.0);
    [x.atan2(y)] float within Ulps(4096.0);
    [x.tanh()] float within By(|_, _| 2e-5);
    [x.asinh()] float within By(|_, r| 2e-6 + r.abs() * 2e-6);
}

fn unit(_: bool) -> Vec<Narrow> {
    let mut random = Random(10);
    let mut all = crate::rows::small(false);
    for one in &mut all {
        (one.x, one.y, one.z) = (
            between(&mut random, -1.0, 1.0),
            between(&mut random, -3.14159, 3.14159),
            between(&mut random, -20.0, 20.0),
        );
    }
    all
}

/// The bound of exp(x) - 1: twice that of exp(x), of which at least a third is left.
fn minus_one(c: &Narrow, r: f64) -> f64 {
    (10.0 + 4.0 * f64::from(c.z.abs())) * r.abs() * 2f64.powi(-23)
}

rows! {
    /// Functions on their domain: x from -1 to 1, y from -π to π, z from -20 to 20.
    Unit of Narrow { x y z } from unit;
    "x.sin()" [y.sin()] float within By(|_, _| 2f64.powi(-11));
    "x.cos()" [y.cos()] float within By(|_, _| 2f64.powi(-11));
    "x.tan()" [x.tan()] float within By(|_, _| 2f64.powi(-8));
    "x.sin_cos()" [{ let (sin, cos) = y.sin_cos(); sin + cos * 2.0 }] float within By(|_, _| 2f64.powi(-9));
    "x.asin()" [x.asin()] float within By(|_, _| 2f64.powi(-10));
    "x.acos()" [x.acos()] float within By(|_, _| 2f64.powi(-10));
    "x.sinh()" [y.sinh()] float within By(|c, _| f64::from(c.y).cosh() * 2f64.powi(-20));
    "x.cosh()" [y.cosh()] float within By(|c, _| f64::from(c.y).cosh() * 2f64.powi(-20));
    "x.atanh()" [(x * 0.96875).atanh()] float within By(|_, _| 2f64.powi(-17));
    "x.exp()" [z.exp()] float within By(|c, r| (4.0 + 2.0 * f64::from(c.z.abs())) * r * 2f64.powi(-23));
    "x.exp2()" [z.exp2()] float within By(|c, r| (4.0 + 2.0 * f64::from(c.z.abs())) * r * 2f64.powi(-23));
    "x.exp_m1()" [z.exp_m1()] float within By(minus_one);
    "x.exp_m1()" [x.exp_m1()] float within Ulps(12.0);
    "x.exp_m1()" [(x * 1e-4).exp_m1()] float within Ulps(4.0);
    "x.ln_1p()" [(x * 0.999).ln_1p()] float within Ulps(16.0);
    "x.ln_1p()" [(x * 1e-4).ln_1p()] float within Ulps(8.0);
}

fn positive(_: bool) -> Vec<Narrow> {
    let mut random = Random(11);
    let mut all = crate::rows::small(false);
    for one in &mut all {
        one.x = between(&mut random, -20.0, 20.0).exp2();
        one.z = between(&mut random, 0.0, 10.0).exp2();
    }
    for (one, x) in all
        .iter_mut()
        .zip([1.0, 2.0, 4.0, 0.5, 0.25, 3.0, 9.0, 1e-10, 1e10, 1.0000001, 0.99999994])
    {
        one.x = x;
    }
    all
}

/// The bound of a logarithm: 2^-21 near 1, else 3 units in the last place.
fn log(_: &Narrow, r: f64) -> f64 {
    2f64.powi(-20) + r.abs() * 2f64.powi(-21)
}

/// The bound of exp2(y · log2(x)).
fn power(c: &Narrow, r: f64) -> f64 {
    let exponent = (f64::from(c.y) * f64::from(c.x).log2()).abs();
    r.abs() * (f64::from(c.y.abs()) * 2f64.powi(-21) + (5.0 * exponent + 5.0) * 2f64.powi(-23))
}

rows! {
    /// Functions of positive numbers.
    Positive of Narrow { x y z i } from positive;
    [x.sqrt()] float within Ulps(6.0);
    [x.sqrt().recip()] float within Ulps(8.0);
    [x.ln()] float within By(log);
    [x.log2()] float within By(log);
    [x.log10()] float within By(log);
    "x.log(y)" [x.log(8.0)] float within By(log);
    [x.ln_1p()] float within Ulps(16.0);
    "x.acosh()" [z.acosh()] float within By(|_, r| 2e-3 + r * 1e-5);
    "x.powf(y)" [x.powf(y * 0.125)] float within By(power);
    "x.powi(n)" [x.powi(i / 8)] float within Ulps(16.0);
}

/// All pairs of special values.
fn special(_: bool) -> Vec<Narrow> {
    let mut all = any_bits(true);
    all.truncate(crate::rows::SPECIAL.len() * crate::rows::SPECIAL.len());
    all
}

/// Where the other groups have tested how near the numbers are: whether the same ones are infinite, NaN or zero.
fn roughly(_: &Narrow, r: f64) -> f64 {
    r.abs() * 1e-3 + 1e-3
}

rows! {
    /// Infinities, NaNs and the ends of domains.
    Limits of Narrow { x y i } from special;
    [x / y] float within By(roughly);
    [x.recip()] float within By(roughly);
    [x.sqrt()] float within By(roughly);
    [x.hypot(y)] float within By(roughly);
    "x.powf(y)" [x.powf(y.clamp(-100.0, 100.0))] float within By(roughly);
    "x.powi(n)" [x.powi(i % 4)] float within By(roughly);
    [x.exp()] float within By(roughly);
    [x.exp2()] float within By(roughly);
    [x.exp_m1()] float within By(roughly);
    [x.ln_1p()] float within By(roughly);
    "x.cbrt()" [x.cbrt()] float within Ulps(4.0);
    "x.exp_m1()" [x.exp_m1().is_sign_negative() && !x.is_nan()] truth;
    "x.ln_1p()" [x.ln_1p().is_sign_negative() && x >= -1.0] truth;
    "x.cbrt()" [x.cbrt().is_sign_negative() && !x.is_nan()] truth;
    [x.ln()] float within By(roughly);
    [x.log2()] float within By(roughly);
    [x.log10()] float within By(roughly);
    [x.atan()] float within By(roughly);
    [x.atan2(y)] float within By(roughly);
    [x.asin()] float within By(roughly);
    [x.acos()] float within By(roughly);
    [x.sinh()] float within By(roughly);
    [x.cosh()] float within By(roughly);
    [x.tanh()] float within By(roughly);
    "x.asinh()" [(x * 1e-20).asinh()] float within By(roughly);
    "x.acosh()" [(x * 1e-20).acosh()] float within By(roughly);
    [x.atanh()] float within By(roughly);
    "x.rem_euclid(y)" [(x.fract() * 4.0).rem_euclid(y)] float within By(roughly);
    "x.div_euclid(y)" [(x.fract() * 4.0).div_euclid(y)] float within By(roughly);
    "x % y" [(x.fract() * 4.0) % y] float within By(roughly);
}
