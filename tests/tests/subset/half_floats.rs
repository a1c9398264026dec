//! The rows of f16: all of them, each with others; exact but for which NaN.

use half::f16;
use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::{Narrow, Row, Rows, Words, rows};
use reduce_tests::device::gpu;
use reduce_tests::inputs::Random;

/// Zeros, ones, ends of ranges, ties, NaNs, by their bits.
const SPECIAL: [u32; 22] = [
    0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x03ff, 0x0400, 0x8400, 0x3bff, 0x3c00, 0xbc00, 0x3c01, 0x4248, 0x3555,
    0x7800, 0x7bfe, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe01,
];

/// Every f16 in `u`, twice, each with another in `v`; then all pairs of special ones. In `x`, an f32 near an f16.
fn halves(_: bool) -> Vec<Narrow> {
    let mut random = Random(18);
    let every = (0..0x2_0000).map(|bits: u32| bits & 0xffff);
    let mut pairs: Vec<(u32, u32)> = every
        .map(|bits| {
            let choice = random.bits();
            let near = bits.wrapping_add((choice >> 20) as u32 % 64).wrapping_sub(32) & 0xffff;
            let other = match choice % 4 {
                0 => SPECIAL[(choice >> 8) as usize % SPECIAL.len()],
                1 => near,
                _ => (choice >> 32) as u32 & 0xffff,
            };
            (bits, other)
        })
        .collect();
    pairs.extend(SPECIAL.iter().flat_map(|&a| SPECIAL.map(|b| (a, b))));
    let all = pairs.into_iter().map(|(u, v)| {
        let choice = random.bits();
        let near = f16::from_bits(u as u16).to_f32().to_bits();
        let x = match choice % 8 {
            0 => (choice >> 32) as u32,
            1 => near.wrapping_add((choice >> 32) as u32 % 0x4000),
            2 => near.wrapping_add(0x1001),
            3 => near.wrapping_add(0x0fff),
            4 => (0x3280_0000 + (choice >> 32) as u32 % 0x0700_0000) & 0xffff_f000,
            5 => near.wrapping_add(1 << (choice >> 32) % 24),
            _ => near.wrapping_add(0x1000),
        };
        Narrow {
            x: f32::from_bits(x),
            y: 0.0,
            z: 0.0,
            i: (choice >> 40) as i32,
            j: 0,
            u,
            v,
            n: 0,
        }
    });
    all.collect()
}

rows! {
    /// Operators.
    Operators of Narrow { u v } with {
        h = f16::from_bits(u as u16);
        a = f16::from_bits(v as u16);
    } from halves;
    "h + a" [h + a] half_float;
    "h - a" [h - a] half_float;
    "h * a" [h * a] half_float;
    "h / a" [h / a] half_float;
    "h % a" [h % a] half_float;
    "-h" [-h] half_float;
    "h == a" [h == a] truth;
    "h != a" [h != a] truth;
    "h < a" [h < a] truth;
    "h <= a" [h <= a] truth;
    "h > a" [h > a] truth;
    "h >= a" [h >= a] truth;
    "h += a" [{ let mut s = h; s += a; s *= h; s -= f16::ONE; s }] half_float;
}

rows! {
    /// Methods.
    Methods of Narrow { u v } with {
        h = f16::from_bits(u as u16);
        a = f16::from_bits(v as u16);
    } from halves;
    "h.min(a)" [h.min(a)] half_float;
    "h.max(a)" [h.max(a)] half_float;
    "h.clamp(low, high)" [h.clamp(f16::NEG_ONE, f16::PI)] half_float;
    "h.signum()" [h.signum()] half_float;
    "h.copysign(a)" [h.copysign(a)] half_float;
    "h.is_nan()" [h.is_nan()] truth;
    "h.is_infinite()" [h.is_infinite()] truth;
    "h.is_finite()" [h.is_finite()] truth;
    "h.is_normal()" [h.is_normal()] truth;
    "h.is_sign_negative()" [h.is_sign_negative()] truth;
    "h.is_sign_positive()" [h.is_sign_positive()] truth;
    "f16::MAX, f16::INFINITY, f16::NAN" [if a > f16::MAX { f16::NAN } else if a < f16::MIN_POSITIVE { f16::INFINITY - h } else { f16::EPSILON * h }] half_float;
}

rows! {
    /// Conversions.
    Conversions of Narrow { x i u v } with {
        h = f16::from_bits(u as u16);
        a = f16::from_bits(v as u16);
    } from halves;
    "f16::from_bits(r)" [f16::from_bits(u as u16)] half_float;
    "h.to_bits()" [if h.is_nan() { 0 } else { h.to_bits() as u32 }] unsigned;
    "f16::from_f32(x)" [f16::from_f32(x)] half_float;
    "h.to_f32()" [h.to_f32()] float;
    "f32::from(h)" [f32::from(h) + f32::from(a)] float;
    "f16::from(b)" [f16::from(v as u8) + f16::from(u as i8)] half_float;
}

/// Sums of the bits of all elements.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = half::f16)]
struct Bits {
    #[reduce(sum, lift = x.to_bits() as u32)]
    sum: u32,
    #[reduce(sum, lift = (x.to_bits() as u32).wrapping_mul(x.to_bits() as u32))]
    squares: u32,
}

/// Loads are another way than `from_bits`. A number that is read as another changes the sums.
#[test]
fn every_element_is_read_as_it_is() {
    let data: Vec<f16> = (0..=u16::MAX).map(f16::from_bits).filter(|h| !h.is_nan()).collect();
    for run in data.chunks(2048) {
        assert_eq!(
            gpu().reduce::<Bits>(run),
            Cpu::new().reduce::<Bits>(run),
            "from {:?}",
            run[0]
        );
    }
}
