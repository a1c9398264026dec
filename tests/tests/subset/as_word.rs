//! One word of a result of each type, by its bits: all NaNs are one.

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
