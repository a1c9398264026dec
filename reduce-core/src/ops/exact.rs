//! Exact sums of integers, of as many 32-bit words as their inputs can fill: the states of statistics and of [`WideSum`](super::WideSum).
//!
//! A sum is a number in two's complement. A carry is where an unsigned sum is below one of its operands.

use crate::builtin::number::long::Words;
use crate::builtin::number::statistic::{Spread, Total};
use crate::hash::name;
use crate::lower::method::Method;
use crate::needs::Needs;
use crate::types::gpu_type::Unpadded;
use crate::wgsl::Module;
use crate::{Monoid, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// An integer of 96 bits: sums of 32-bit integers, of which 64 bits can hold 2^31 at least, but not more in every case.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[reduce(crate = crate)]
pub struct Words3 {
    low: u32,
    middle: u32,
    high: u32,
}

#[gpu(crate = crate)]
impl Monoid for Words3 {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            low: 0,
            middle: 0,
            high: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let low = a.low.wrapping_add(b.low);
        let from_low = (low < a.low) as u32;
        let sum = a.middle.wrapping_add(b.middle);
        let middle = sum.wrapping_add(from_low);
        // Never both: a sum that wrapped is not all ones.
        let from_middle = (sum < a.middle) as u32 | (middle < sum) as u32;
        Self {
            low,
            middle,
            high: a.high.wrapping_add(b.high).wrapping_add(from_middle),
        }
    }
}

#[gpu(crate = crate)]
#[allow(
    dead_code,
    reason = "`real` and `over` are those of devices: the host has integers of 128 bits"
)]
impl Words3 {
    pub(crate) fn of_u32(x: u32) -> Self {
        Self {
            low: x,
            middle: 0,
            high: 0,
        }
    }

    pub(crate) fn of_i32(x: i32) -> Self {
        let sign = (x >> 31) as u32;
        Self {
            low: x as u32,
            middle: sign,
            high: sign,
        }
    }

    pub(crate) fn magnitude_of_i32(x: i32) -> Self {
        Self {
            low: x.unsigned_abs(),
            middle: 0,
            high: 0,
        }
    }

    /// The square of an unsigned 16-bit number.
    pub(crate) fn square_of_u16(x: u32) -> Self {
        Self {
            low: x * x,
            middle: 0,
            high: 0,
        }
    }

    /// The square of a signed 16-bit number.
    pub(crate) fn square_of_i16(x: i32) -> Self {
        Self {
            low: (x * x) as u32,
            middle: 0,
            high: 0,
        }
    }

    fn real(self) -> f64 {
        let upper = (self.high as i32) as f64 * 4_294_967_296.0 + self.middle as f64;
        upper * 4_294_967_296.0 + self.low as f64
    }

    fn over(self, count: Words) -> f64 {
        self.real() / count.count()
    }
}

/// An integer of 128 bits: sums of 64-bit integers, and of squares of 32-bit ones.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
#[reduce(crate = crate)]
pub struct Words4 {
    low: u32,
    second: u32,
    third: u32,
    high: u32,
}

#[gpu(crate = crate)]
impl Monoid for Words4 {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            low: 0,
            second: 0,
            third: 0,
            high: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let low = a.low.wrapping_add(b.low);
        let from_low = (low < a.low) as u32;
        let sum = a.second.wrapping_add(b.second);
        let second = sum.wrapping_add(from_low);
        let from_second = (sum < a.second) as u32 | (second < sum) as u32;
        let next = a.third.wrapping_add(b.third);
        let third = next.wrapping_add(from_second);
        let from_third = (next < a.third) as u32 | (third < next) as u32;
        Self {
            low,
            second,
            third,
            high: a.high.wrapping_add(b.high).wrapping_add(from_third),
        }
    }
}

#[gpu(crate = crate)]
#[allow(
    dead_code,
    reason = "`real` and `over` are those of devices: the host has integers of 128 bits"
)]
impl Words4 {
    pub(crate) fn of_u64(x: u64) -> Self {
        Self {
            low: x as u32,
            second: (x >> 32) as u32,
            third: 0,
            high: 0,
        }
    }

    pub(crate) fn of_i64(x: i64) -> Self {
        let sign = (x >> 63) as u32;
        Self {
            low: x as u32,
            second: (x >> 32) as u32,
            third: sign,
            high: sign,
        }
    }

    pub(crate) fn magnitude_of_i64(x: i64) -> Self {
        Self::of_u64(x.unsigned_abs())
    }

    /// The square, by the halves a and b of `x`: a² 2^32 + a b 2^17 + b².
    pub(crate) fn square_of_u32(x: u32) -> Self {
        let (a, b) = (x >> 16, x & 0xffff);
        let (both, least) = (a * b, b * b);
        let low = least.wrapping_add(both << 17);
        let carry = (low < least) as u32;
        Self {
            low,
            second: a * a + (both >> 15) + carry,
            third: 0,
            high: 0,
        }
    }

    pub(crate) fn square_of_i32(x: i32) -> Self {
        Self::square_of_u32(x.unsigned_abs())
    }

    fn real(self) -> f64 {
        let upper = (self.high as i32) as f64 * 4_294_967_296.0 + self.third as f64;
        let middle = upper * 4_294_967_296.0 + self.second as f64;
        middle * 4_294_967_296.0 + self.low as f64
    }

    fn over(self, count: Words) -> f64 {
        self.real() / count.count()
    }
}

/// The arithmetic of the host: the same numbers as integers of Rust.
trait Integer: Copy {
    fn integer(self) -> i128;
}

impl Integer for Words {
    fn integer(self) -> i128 {
        i128::from(i64::from(self.high.cast_signed()) << 32 | i64::from(self.low))
    }
}

impl Integer for Words3 {
    fn integer(self) -> i128 {
        i128::from(self.high.cast_signed()) << 64 | i128::from(self.middle) << 32 | i128::from(self.low)
    }
}

impl Integer for Words4 {
    fn integer(self) -> i128 {
        let upper = i128::from(self.high.cast_signed()) << 32 | i128::from(self.third);
        upper << 64 | i128::from(self.second) << 32 | i128::from(self.low)
    }
}

/// On the host a sum is rounded once, and its quotient once more.
macro_rules! total {
    ($($words:ty)*) => {$(
        impl Total for $words {
            type Real = f64;

            fn real(self) -> f64 {
                self.integer() as f64
            }

            fn over(self, count: Words) -> f64 {
                self.integer() as f64 / count.unsigned() as f64
            }
        }
    )*};
}

total!(Words Words3 Words4);

/// The number of integers, their sum and the sum of their squares: an exact state of a variance.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, reduce_macros::CoreReduce)]
#[reduce(crate = crate)]
pub struct Powers<T: Monoid, S: Monoid> {
    count: Words,
    total: T,
    squares: S,
}

/// The first powers of one number, each a function of its sum.
macro_rules! powers {
    ($($function:ident($x:ty): $total:ty = $of:ident, $squares:ty = $square:ident;)*) => {$(
        #[gpu(crate = crate)]
        impl Powers<$total, $squares> {
            pub(crate) fn $function(x: $x) -> Self {
                Self {
                    count: Words { low: 1, high: 0 },
                    total: <$total>::$of(x),
                    squares: <$squares>::$square(x),
                }
            }
        }
    )*};
}

powers! {
    of_u16(u32): Words = of_u32, Words = square_of_u16;
    of_i16(i32): Words = of_i32, Words = square_of_i16;
    of_u16(u32): Words = of_u32, Words3 = square_of_u16;
    of_i16(i32): Words = of_i32, Words3 = square_of_i16;
    of_u32(u32): Words3 = of_u32, Words4 = square_of_u32;
    of_i32(i32): Words3 = of_i32, Words4 = square_of_i32;
}

// SAFETY: no text is given.
unsafe impl<T: Monoid + Unpadded, S: Monoid + Unpadded> Method<{ name("variance") }> for Powers<T, S> {
    /// [`FINISH`](Spread::FINISH) says that the host finishes.
    fn call(_: &[String], module: &mut Module) -> String {
        module.refuse("the variance of integers takes integers of 128 bits".to_owned());
        String::new()
    }
}

impl<T: Monoid + Unpadded + Integer, S: Monoid + Unpadded + Integer> Spread for Powers<T, S> {
    type Real = f64;
    const FINISH: Needs = Needs::HOST;

    /// Exact but for the last steps. With m the integer nearest to the mean, the squared distances from m are an integer below 2^128, which
    /// wrapping arithmetic gives right: Σx² − 2m Σx + n m². Less (Σx − n m)² / n, at most half of it, they are those from the mean.
    fn variance(self, ddof: u32) -> f64 {
        let n = i128::from(self.count.unsigned());
        if n == 0 {
            return f64::NAN;
        }
        let (total, squares) = (self.total.integer(), self.squares.integer());
        let nearest = (2 * total + n).div_euclid(2 * n);
        let rest = total - n * nearest;
        let twice = nearest.wrapping_mul(2).wrapping_mul(total);
        let distances = squares
            .wrapping_sub(twice)
            .wrapping_add(nearest.wrapping_mul(nearest).wrapping_mul(n)) as u128;
        let (rest, count) = (rest as f64, n as f64);
        (distances as f64 - rest * rest / count).max(0.0) / (count - f64::from(ddof)).max(0.0)
    }
}
