//! CRC-32: the checksum of gzip, PNG and Ethernet, of pieces that are read apart.
//!
//! Source: M. Adler, zlib, `crc32_combine`; polynomial of IEEE 802.3

use reduce_wgpu::prelude::*;

/// The polynomial, with the coefficient of x^0 in the highest bit.
const POLYNOMIAL: u32 = 0xedb8_8320;
/// The polynomials 1 and x^8.
const ONE: u32 = 1 << 31;
const A_BYTE: u32 = 1 << 23;

/// The remainder of the bytes as a polynomial, and the power of x that a piece in front of them is multiplied by.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Crc32 {
    remainder: u32,
    shift: u32,
}

/// The product of two polynomials over GF(2), modulo `POLYNOMIAL`.
#[gpu]
fn product(a: u32, b: u32) -> u32 {
    let mut product = 0;
    let mut b = b;
    for power in 0..32 {
        if a & (ONE >> power) != 0 {
            product ^= b;
        }
        b = if b & 1 != 0 { (b >> 1) ^ POLYNOMIAL } else { b >> 1 };
    }
    product
}

#[gpu]
impl Monoid for Crc32 {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            remainder: 0,
            shift: ONE,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        Self {
            remainder: product(a.remainder, b.shift) ^ b.remainder,
            shift: product(a.shift, b.shift),
        }
    }
}

#[gpu]
impl Reduction for Crc32 {
    type Input = u8;
    type State = Self;
    type Output = u32;

    fn lift(byte: u8) -> Self {
        let mut remainder = byte as u32;
        for _ in 0..8 {
            remainder = if remainder & 1 != 0 {
                (remainder >> 1) ^ POLYNOMIAL
            } else {
                remainder >> 1
            };
        }
        Self {
            remainder,
            shift: A_BYTE,
        }
    }

    /// The register begins with 32 ones in front of the first byte, and is inverted behind the last.
    fn finish(all: Self) -> u32 {
        !(product(u32::MAX, all.shift) ^ all.remainder)
    }
}
