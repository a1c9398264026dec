//! A struct of the user's with operators.

use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

use reduce_wgpu::prelude::*;

/// A number of two parts, with every operator that a struct may have.
#[repr(C)]
#[derive(Clone, Copy, Debug, GpuType)]
pub(crate) struct Ring {
    pub(crate) a: i32,
    pub(crate) b: i32,
}

#[gpu]
impl Add for Ring {
    type Output = Self;
    fn add(self, other: Self) -> Self::Output {
        Ring {
            a: self.a.wrapping_add(other.a),
            b: self.b.wrapping_add(other.b),
        }
    }
}

#[gpu]
impl Neg for Ring {
    type Output = Ring;
    fn neg(self) -> Ring {
        Ring {
            a: self.a.wrapping_neg(),
            b: self.b.wrapping_neg(),
        }
    }
}

#[gpu]
impl Sub for Ring {
    type Output = Ring;
    fn sub(self, other: Ring) -> Ring {
        self + -other
    }
}

#[gpu]
impl Mul for Ring {
    type Output = Ring;
    fn mul(self, other: Ring) -> Ring {
        let (a, b) = (self.a.wrapping_mul(other.a), self.b.wrapping_mul(other.b));
        Ring {
            a: a.wrapping_sub(b),
            b: self.a.wrapping_mul(other.b).wrapping_add(self.b.wrapping_mul(other.a)),
        }
    }
}

#[gpu]
impl Mul<i32> for Ring {
    type Output = Ring;
    fn mul(self, k: i32) -> Ring {
        k * self
    }
}

#[gpu]
impl Mul<Ring> for i32 {
    type Output = Ring;
    fn mul(self, ring: Ring) -> Self::Output {
        Ring {
            a: self.wrapping_mul(ring.a),
            b: self.wrapping_mul(ring.b),
        }
    }
}

#[gpu]
impl Div<u32> for Ring {
    type Output = i32;
    fn div(self, n: u32) -> i32 {
        self.a.wrapping_sub(self.b) >> (n & 31)
    }
}

#[gpu]
impl Rem for Ring {
    type Output = bool;
    fn rem(self, other: Ring) -> bool {
        self.a < other.b
    }
}
