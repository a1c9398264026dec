//! Integers of 64 bits in two words, on devices without any: counts, and sums of narrow integers.

use crate::{Monoid, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// An integer of 64 bits: sums of 8 and 16-bit integers, counts, and the state of [`WideSum`](crate::ops::WideSum).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[reduce(crate = crate)]
pub struct Words {
    /// The lower 32 bits.
    pub low: u32,
    /// The upper 32 bits.
    pub high: u32,
}

#[gpu(crate = crate)]
impl Monoid for Words {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self { low: 0, high: 0 }
    }

    fn combine(a: Self, b: Self) -> Self {
        let low = a.low.wrapping_add(b.low);
        let carry = (low < a.low) as u32;
        Self {
            low,
            high: a.high.wrapping_add(b.high).wrapping_add(carry),
        }
    }
}

#[gpu(crate = crate)]
#[allow(
    dead_code,
    reason = "`real` and `over` are those of devices: the host has integers of 128 bits"
)]
impl Words {
    pub(crate) fn of_u32(x: u32) -> Self {
        Self { low: x, high: 0 }
    }

    pub(crate) fn of_i32(x: i32) -> Self {
        Self {
            low: x as u32,
            high: (x >> 31) as u32,
        }
    }

    pub(crate) fn magnitude_of_i32(x: i32) -> Self {
        Self {
            low: x.unsigned_abs(),
            high: 0,
        }
    }

    /// The square of an unsigned 16-bit number.
    pub(crate) fn square_of_u16(x: u32) -> Self {
        Self { low: x * x, high: 0 }
    }

    /// The square of a signed 16-bit number.
    pub(crate) fn square_of_i16(x: i32) -> Self {
        Self {
            low: (x * x) as u32,
            high: 0,
        }
    }

    pub(crate) fn real(self) -> f64 {
        (self.high as i32) as f64 * 4_294_967_296.0 + self.low as f64
    }

    /// The value of an unsigned number, as a float.
    pub(crate) fn count(self) -> f64 {
        self.high as f64 * 4_294_967_296.0 + self.low as f64
    }

    pub(crate) fn over(self, count: Self) -> f64 {
        self.real() / count.count()
    }
}

impl Words {
    /// The value of an unsigned number.
    #[must_use]
    pub(crate) fn unsigned(self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }
}
