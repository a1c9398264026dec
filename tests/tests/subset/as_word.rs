//! One word of a result of each type, by its bits: all NaNs are one.

use half::f16;
use reduce_wgpu::gpu;

#[gpu]
pub(crate) fn float(x: f32) -> u32 {
    let nan = x.is_nan() as u32;
    (x.to_bits() & nan.wrapping_sub(1)) | nan.wrapping_mul(0x7fc0_0000)
}

/// A sum that can be zero: a driver that regroups it may change the sign of the zero.
#[gpu]
pub(crate) fn sum(x: f32) -> u32 {
    x.to_bits() * (x != 0.0) as u32
}

#[gpu]
pub(crate) fn signed(x: i32) -> u32 {
    x as u32
}

#[gpu]
pub(crate) fn unsigned(x: u32) -> u32 {
    x
}

#[gpu]
pub(crate) fn index(x: usize) -> u32 {
    x as u32
}

#[gpu]
pub(crate) fn truth(x: bool) -> u32 {
    x as u32
}

/// Both halves, mixed.
#[gpu]
pub(crate) fn wide_unsigned(x: u64) -> u32 {
    (x as u32).wrapping_mul(0x9e37_79b1) ^ (x >> 32) as u32
}

#[gpu]
pub(crate) fn wide_signed(x: i64) -> u32 {
    wide_unsigned(x as u64)
}

#[gpu]
pub(crate) fn wide_float(x: f64) -> u32 {
    let nan = x.is_nan() as u64;
    wide_unsigned((x.to_bits() & nan.wrapping_sub(1)) | nan.wrapping_mul(0x7ff8_0000_0000_0000))
}

/// A result of 8 bits and another of 16 bits.
#[gpu]
pub(crate) fn unsigned_pair(b: u8, c: u16) -> u32 {
    b as u32 | (c as u32) << 16
}

#[gpu]
pub(crate) fn signed_pair(b: i8, c: i16) -> u32 {
    b as u8 as u32 | (c as u16 as u32) << 16
}

#[gpu]
pub(crate) fn mixed_pair(b: u8, c: i16) -> u32 {
    b as u32 | (c as u16 as u32) << 16
}

#[gpu]
pub(crate) fn counts(b: u32, c: u32) -> u32 {
    b | c << 16
}

#[gpu]
pub(crate) fn truths(b: bool, c: bool) -> u32 {
    b as u32 | (c as u32) << 1
}

#[gpu]
pub(crate) fn half_float(x: f16) -> u32 {
    if x.is_nan() { 0x7e00 } else { x.to_bits() as u32 }
}
