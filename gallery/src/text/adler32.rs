//! Adler-32: the checksum of zlib streams, of pieces that are summed apart.
//!
//! Source: P. Deutsch and J.-L. Gailly, RFC 1950, "ZLIB Compressed Data Format Specification" (1996)

use reduce_wgpu::prelude::*;

/// The largest prime below 2^16.
const BASE: u32 = 65_521;

/// The sum of the bytes, and the sum of all its earlier values, both modulo `BASE`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Adler32 {
    sum: u32,
    sum_of_sums: u32,
    length: u32,
}

#[gpu]
impl Monoid for Adler32 {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            sum: 0,
            sum_of_sums: 0,
            length: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        Self {
            sum: (a.sum + b.sum) % BASE,
            // Each byte of `b` adds the sum of `a` once more.
            sum_of_sums: (a.sum_of_sums + b.length * a.sum % BASE + b.sum_of_sums) % BASE,
            length: (a.length + b.length) % BASE,
        }
    }
}

#[gpu]
impl Reduction for Adler32 {
    type Input = u8;
    type State = Self;
    type Output = u32;

    fn lift(byte: u8) -> Self {
        Self {
            sum: byte as u32,
            sum_of_sums: byte as u32,
            length: 1,
        }
    }

    /// The sum begins at 1, in front of the first byte.
    fn finish(all: Self) -> u32 {
        let sum = (1 + all.sum) % BASE;
        let sum_of_sums = (all.length + all.sum_of_sums) % BASE;
        (sum_of_sums << 16) | sum
    }
}
