//! The rows of f64, i64 and u64, which a device may not have.

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::{Row, Rows, Words, rows};
use reduce_tests::inputs::{Kind, Random, Sample as _};

/// The input of rows of 64-bit types.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub(crate) struct Wide {
    pub(crate) d: f64,
    pub(crate) e: f64,
    pub(crate) l: i64,
    pub(crate) m: i64,
    pub(crate) p: u64,
    pub(crate) q: u64,
    pub(crate) x: f32,
    pub(crate) i: i32,
    pub(crate) u: u32,
    pub(crate) n: u32,
}

fn any_bits(flushes_subnormals: bool) -> Vec<Wide> {
    let mut random = Random(12);
    let double = |random: &mut Random| {
        let d = match random.bits() % 3 {
            0 => f64::from(crate::rows::any_float(random, flushes_subnormals)),
            1 => (random.bits() as i32) as f64 / 4.0 * (random.bits() % 3 + 1) as f64 * 8388608.0,
            _ => f64::sample(Kind::AnyBits, random),
        };
        if d.is_subnormal() { 0.5 } else { d }
    };
    let long = |random: &mut Random| match random.bits() % 4 {
        // About halfway between two floats of 24 digits.
        3 => {
            let tie = (random.bits() >> 39 | 1 << 24) << (random.bits() % 39);
            tie.wrapping_add(random.bits() % 3).wrapping_sub(1) as i64
        }
        0 => i64::from(crate::rows::any_integer(random) as i32),
        1 => (u64::from(crate::rows::any_integer(random)) << 32 | u64::from(crate::rows::any_integer(random))) as i64,
        _ => random.bits() as i64,
    };
    (0..6000)
        .map(|_| Wide {
            d: double(&mut random),
            e: double(&mut random),
            l: long(&mut random),
            m: long(&mut random),
            p: long(&mut random) as u64,
            q: long(&mut random) as u64,
            x: crate::rows::any_float(&mut random, true),
            i: crate::rows::any_integer(&mut random) as i32,
            u: crate::rows::any_integer(&mut random),
            n: (random.bits() % 140) as u32,
        })
        .collect()
}

fn small(_: bool) -> Vec<Wide> {
    crate::rows::small(false)
        .iter()
        .map(|c| Wide {
            d: f64::from(c.x),
            e: f64::from(c.y),
            l: i64::from(c.i),
            m: i64::from(c.j),
            p: u64::from(c.u),
            q: u64::from(c.v),
            x: c.x,
            i: c.i,
            u: c.u,
            n: c.n,
        })
        .collect()
}

rows! {
    /// Exact operations on f64 of any bits.
    Floats of Wide { d e l p x i u } from any_bits;
    [d + e] wide_float;
    [d - e] wide_float;
    [d * e] wide_float;
    [-d] wide_float;
    [d < e] truth;
    [d == e] truth;
    [d.abs()] wide_float;
    [d.floor()] wide_float;
    [d.ceil()] wide_float;
    [d.trunc()] wide_float;
    [d.round()] wide_float;
    [d.round_ties_even()] wide_float;
    [d.fract()] wide_float;
    [d.signum()] wide_float;
    [d.copysign(e)] wide_float;
    "d.min(e)" [(d.min(e) == 0.0) as u64 | d.min(e).to_bits() << 1] wide_unsigned;
    "d.max(e)" [(d.max(e) == 0.0) as u64 | d.max(e).to_bits() << 1] wide_unsigned;
    "d.clamp(low, high)" [d.clamp(-2.5, 1e9)] wide_float;
}

rows! {
    /// The bits and casts of f64.
    FloatBits of Wide { d e l p x i u } from any_bits;
    [d.is_nan()] truth;
    [d.is_infinite()] truth;
    [d.is_finite()] truth;
    [d.is_sign_negative()] truth;
    [d.is_sign_positive()] truth;
    "d.to_bits()" [d.abs().to_bits().min(0x7ff0_0000_0000_0001)] wide_unsigned;
    [f64::from_bits(p)] wide_float;
    [d.to_degrees()] wide_float;
    [d.to_radians()] wide_float;
    [d as f32] float;
    [d as i32] signed;
    [d as u32] unsigned;
    [d as i64] wide_signed;
    [d as u64] wide_unsigned;
    [x as f64] wide_float;
    [i as f64] wide_float;
    [u as f64] wide_float;
    [l as f64] wide_float;
    [p as f64] wide_float;
    [f64::from(x)] wide_float;
    "f64::INFINITY, f64::NAN" [if u % 2 == 0 { f64::NAN } else { f64::INFINITY.min(d) }] wide_float;
}

rows! {
    /// Operations that are defined for all bits of i64 and u64.
    Integers of Wide { x l m p q i u n } from any_bits;
    [l & m] wide_signed;
    [l | m] wide_signed;
    [l ^ m] wide_signed;
    [!l] wide_signed;
    "l << n" [l << (n % 64)] wide_signed;
    "l >> n" [l >> (n % 64)] wide_signed;
    "p << n" [p << (n % 64)] wide_unsigned;
    "p >> n" [p >> (n % 64)] wide_unsigned;
    [l == m] truth;
    [l < m] truth;
    [p < q] truth;
    [l as u64] wide_unsigned;
    [l as i32] signed;
    [p as u32] unsigned;
    [p as f32] float;
    [l as f32] float;
    [x as i64] wide_signed;
    [x as u64] wide_unsigned;
    [i as i64] wide_signed;
    [i as u64] wide_unsigned;
    [u as u64] wide_unsigned;
    [i64::from(i)] wide_signed;
    [u64::from(u)] wide_unsigned;
}

rows! {
    /// Methods of i64.
    Signed of Wide { x l m p q i u n } from any_bits;
    [l.min(m)] wide_signed;
    [l.max(m)] wide_signed;
    [p.min(q)] wide_unsigned;
    [p.max(q)] wide_unsigned;
    "l.clamp(low, high)" [l.clamp(-7, 65_535)] wide_signed;
    [l.signum()] wide_signed;
    [l.is_negative()] truth;
    [l.is_positive()] truth;
    [l.unsigned_abs()] wide_unsigned;
    [l.wrapping_abs()] wide_signed;
    [l.wrapping_neg()] wide_signed;
    [l.wrapping_add(m)] wide_signed;
    [l.wrapping_sub(m)] wide_signed;
    [l.wrapping_mul(m)] wide_signed;
    "l.wrapping_div(m)" [l.wrapping_div(m | 1)] wide_signed;
    "l.wrapping_rem(m)" [l.wrapping_rem(m | 1)] wide_signed;
    [l.wrapping_shl(n)] wide_signed;
    [l.wrapping_shr(n)] wide_signed;
    [l.unbounded_shl(n)] wide_signed;
    [l.unbounded_shr(n)] wide_signed;
    [l.wrapping_pow(n)] wide_signed;
    [l.saturating_add(m)] wide_signed;
    [l.saturating_sub(m)] wide_signed;
    "l.checked_add(m)" [l.checked_add(m).unwrap_or(7) ^ l.checked_sub(m).unwrap_or(9) ^ l.checked_mul(m).unwrap_or(5) ^ l.checked_div(m % 2).unwrap_or(3) ^ l.overflowing_add(m).1 as i64] wide_signed;
    [l.saturating_mul(m)] wide_signed;
    [l.saturating_neg()] wide_signed;
    [l.saturating_abs()] wide_signed;
    [l.abs_diff(m)] wide_unsigned;
}

rows! {
    /// Methods of i64 on bits.
    SignedBits of Wide { x l m p q i u n } from any_bits;
    [l.count_ones()] unsigned;
    [l.leading_zeros()] unsigned;
    [l.trailing_zeros()] unsigned;
    [l.reverse_bits()] wide_signed;
    [l.swap_bytes()] wide_signed;
    [l.rotate_left(n)] wide_signed;
    [l.rotate_right(n)] wide_signed;
    "l.rem_euclid(m)" [(l >> 1).rem_euclid(m | 1)] wide_signed;
    "l.div_euclid(m)" [(l >> 1).div_euclid(m | 1)] wide_signed;
}

rows! {
    /// Methods of u64.
    Unsigned of Wide { x l m p q i u n } from any_bits;
    [p.wrapping_add(q)] wide_unsigned;
    [p.wrapping_sub(q)] wide_unsigned;
    [p.wrapping_mul(q)] wide_unsigned;
    [p.wrapping_shl(n)] wide_unsigned;
    [p.wrapping_shr(n)] wide_unsigned;
    [p.unbounded_shl(n)] wide_unsigned;
    [p.unbounded_shr(n)] wide_unsigned;
    [p.wrapping_pow(n)] wide_unsigned;
    [p.saturating_add(q)] wide_unsigned;
    [p.saturating_sub(q)] wide_unsigned;
    "p.checked_add(q)" [p.checked_add(q).unwrap_or(7) ^ p.checked_sub(q).unwrap_or(9) ^ p.checked_mul(q % 1000).unwrap_or(5) ^ p.checked_rem(q % 3).unwrap_or(3) ^ p.overflowing_mul(q).0] wide_unsigned;
    [p.saturating_mul(q)] wide_unsigned;
    [p.abs_diff(q)] wide_unsigned;
    [p.midpoint(q)] wide_unsigned;
}

rows! {
    /// Methods of u64 on bits.
    UnsignedBits of Wide { x l m p q i u n } from any_bits;
    [p.count_ones()] unsigned;
    [p.count_zeros()] unsigned;
    [p.leading_zeros()] unsigned;
    [p.leading_ones()] unsigned;
    [p.trailing_zeros()] unsigned;
    [p.trailing_ones()] unsigned;
    [p.reverse_bits()] wide_unsigned;
    [p.swap_bytes()] wide_unsigned;
    [p.rotate_left(n)] wide_unsigned;
    [p.rotate_right(n)] wide_unsigned;
    [p.is_power_of_two()] truth;
    "p.next_power_of_two()" [(p >> 1).next_power_of_two()] wide_unsigned;
    "p.ilog2()" [(p | 1).ilog2()] unsigned;
    "p.div_ceil(q)" [p.div_ceil(q | 1)] wide_unsigned;
    "p.rem_euclid(q)" [p.rem_euclid(q | 1)] wide_unsigned;
    "i64::MIN, u64::MAX" [l.max(i64::MIN + 1) as u64 ^ u64::MAX ^ i64::MIN as u64] wide_unsigned;
}

rows! {
    /// Operations that overflow, divide by zero or round for other numbers.
    Small of Wide { d e l m p q n i } from small;
    [l + m] wide_signed;
    "l - m" [l - m] wide_signed;
    [l * m] wide_signed;
    [l / m] wide_signed;
    [l % m] wide_signed;
    [-l] wide_signed;
    [p + q] wide_unsigned;
    [p * q] wide_unsigned;
    [p / q] wide_unsigned;
    [p % q] wide_unsigned;
    [l.abs()] wide_signed;
    [l.pow(n)] wide_signed;
    [p.pow(n)] wide_unsigned;
    "d / e" [(d / e) as f32] float within crate::rows::Bound::Ulps(1.0);
    "d % e" [(d % e) as f32] float within crate::rows::Bound::Ulps(1.0);
    "d.recip()" [e.recip() as f32] float within crate::rows::Bound::Ulps(1.0);
    "d.sqrt()" [d.abs().sqrt() as f32] float within crate::rows::Bound::Ulps(1.0);
    "d.mul_add(e, e)" [d.mul_add(e, e)] wide_float;
    "d.rem_euclid(e)" [d.rem_euclid(e) as f32] float within crate::rows::Bound::Ulps(1.0);
    "d.div_euclid(e)" [d.div_euclid(e) as f32] float within crate::rows::Bound::Ulps(1.0);
    "d.hypot(e)" [d.hypot(e) as f32] float within crate::rows::Bound::Ulps(1.0);
    "d.powi(n)" [e.powi(i / 8) as f32] float within crate::rows::Bound::Ulps(1.0);
}

rows! {
    /// Casts between 64 bits and fewer than 32.
    Narrowed of Wide { d l p x u } with {
        b = u as u8;
        f = u as i8;
        h = half::f16::from_bits(u as u16);
    } from any_bits;
    "l as u8" [l as u8, l as u16] unsigned_pair;
    "p as i8" [p as i8, p as i16] signed_pair;
    "d as u8" [d as u8, d as u16] unsigned_pair;
    "d as i8" [d as i8, d as i16] signed_pair;
    "b as u64" [(b as u64).wrapping_mul(f as u64)] wide_unsigned;
    "f as i64" [f as i64 - b as i64] wide_signed;
    "b as f64" [b as f64 + f as f64 * 256.0] wide_float;
    "u64::from(b)" [u64::from(b).wrapping_add(i64::from(f) as u64) ^ i64::from(b) as u64] wide_unsigned;
    "f64::from(h)" [f64::from(h) + h.to_f64()] wide_float;
    "f64::from(b)" [f64::from(b) - f64::from(f)] wide_float;
}
