//! The items that all cases share: their input and state, and the functions that they call.

pub use reduce_wgpu::prelude::*;

/// The input of a body. Floats are quarters of magnitude 256 at most.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Probe {
    /// Any bits.
    pub u: u32,
    /// Any bits.
    pub v: u32,
    /// Any bits.
    pub i: i32,
    /// In quarters.
    pub f: f32,
    /// In quarters.
    pub g: f32,
}

/// The sum of the hashes of results: one wrong result changes it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reduce)]
pub struct Hash {
    /// Modulo 2^32.
    #[reduce(sum)]
    pub word: u32,
}

/// A result that was rounded.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Real {
    /// For one element: the result itself.
    #[reduce(sum)]
    pub value: f32,
}

#[gpu]
impl Real {
    /// A float brought into the range of variables, without rounding: quarters of magnitude 256 at most.
    pub fn tame(value: f32) -> f32 {
        ((value * 4.0) as i32 % 1024) as f32 / 4.0
    }
}

/// `hash` and another word.
#[gpu]
pub fn mix(hash: u32, word: u32) -> u32 {
    (hash ^ word).wrapping_mul(0x9e37_79b1).rotate_left(13)
}

/// The bits of a float; those of both zeros are the same, since WGSL lets a driver take one for the other.
#[gpu]
pub fn seen(value: f32) -> u32 {
    if value == 0.0 { 0 } else { value.to_bits() }
}

/// A quarter of magnitude 256 at most as a number between 1/2 and 4.
#[gpu]
pub fn positive(value: f32) -> f32 {
    0.5 + (value.abs() * 4.0) as u32 as f32 / 512.0
}

/// One of two.
#[gpu]
pub fn pick<T: Number>(a: T, b: T, first: bool) -> T {
    if first { a } else { b }
}
