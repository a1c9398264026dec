//! The types in which the statistics of each number are accumulated: floats in themselves, integers in exact sums of several words.

use super::{Compensated, Compensated64, Moments, Moments64, Powers, Scaled, Scaled64, Sum, Words, Words3, Words4};
use crate::Number;
use crate::builtin::number::statistic::Statistic;
use crate::hash::name;
use crate::lower::method::Method;
use crate::wgsl::{Module, operand};

/// The functions of `Statistic`, each an associated function of a state, of the number as the state takes it.
macro_rules! statistic {
    ($($t:ty as $wide:ty, $real:ident: $total:ty = $of:ident | $magnitude:ident, $squares:ty = $square:ident,
        $compensated:ty = $lost:ident, $spread:ty = $around:ident, $exponentials:ty = $power:ident;)*) => {$(
        impl Statistic for $t {
            type Real = $real;
            type Total = $total;
            type Squares = $squares;
            type Compensated = $compensated;
            type Spread = $spread;
            type Exponentials = $exponentials;

            #[inline(always)]
            fn total(self) -> $total {
                <$total>::$of(self.widen())
            }

            #[inline(always)]
            fn magnitude_total(self) -> $total {
                <$total>::$magnitude(self.widen())
            }

            #[inline(always)]
            fn square_total(self) -> $squares {
                <$squares>::$square(self.widen())
            }

            #[inline(always)]
            fn compensated(self) -> $compensated {
                <$compensated>::$lost(self.widen())
            }

            #[inline(always)]
            fn spread(self) -> $spread {
                <$spread>::$around(self.widen())
            }

            #[inline(always)]
            fn exponential(self) -> $exponentials {
                <$exponentials>::$power(self.widen())
            }
        }

        statistic!(@method $t, "total", $total, $of);
        statistic!(@method $t, "magnitude_total", $total, $magnitude);
        statistic!(@method $t, "square_total", $squares, $square);
        statistic!(@method $t, "compensated", $compensated, $lost);
        statistic!(@method $t, "spread", $spread, $around);
        statistic!(@method $t, "exponential", $exponentials, $power);
    )*};
    (@method $t:ty, $method:literal, $state:ty, $function:ident) => {
        // SAFETY: the call is that of a function with `#[gpu]`.
        unsafe impl Method<{ name($method) }> for $t {
            fn call(arguments: &[String], module: &mut Module) -> String {
                let widened = <$t as Method<{ name("widen") }>>::call(arguments, module);
                let arguments = [operand(&widened)];
                <$state as Method<{ name(stringify!($function)) }>>::call(&arguments, module)
            }
        }
    };
}

statistic! {
    f32 as f32, f32: Sum<f32> = of_f32 | magnitude_of_f32, Sum<f32> = square_of_f32, Compensated = of_f32, Moments = of_f32, Scaled = of_f32;
    half::f16 as f32, f32: Sum<f32> = of_f32 | magnitude_of_f32, Sum<f32> = square_of_f32, Compensated = of_f32, Moments = of_f32, Scaled = of_f32;
    half::bf16 as f32, f32: Sum<f32> = of_f32 | magnitude_of_f32, Sum<f32> = square_of_f32, Compensated = of_f32, Moments = of_f32, Scaled = of_f32;
    f64 as f64, f64: Sum<f64> = of_f64 | magnitude_of_f64, Sum<f64> = square_of_f64, Compensated64 = of_f64, Moments64 = of_f64, Scaled64 = of_f64;
    bool as u32, f64: Words = of_u32 | of_u32, Words = square_of_u16, Words = of_u32, Powers<Words, Words> = of_u16, Scaled = of_u32;
    u8 as u32, f64: Words = of_u32 | of_u32, Words = square_of_u16, Words = of_u32, Powers<Words, Words> = of_u16, Scaled = of_u32;
    i8 as i32, f64: Words = of_i32 | magnitude_of_i32, Words = square_of_i16, Words = of_i32, Powers<Words, Words> = of_i16, Scaled = of_i32;
    u16 as u32, f64: Words = of_u32 | of_u32, Words3 = square_of_u16, Words = of_u32, Powers<Words, Words3> = of_u16, Scaled = of_u32;
    i16 as i32, f64: Words = of_i32 | magnitude_of_i32, Words3 = square_of_i16, Words = of_i32, Powers<Words, Words3> = of_i16, Scaled = of_i32;
    u32 as u32, f64: Words3 = of_u32 | of_u32, Words4 = square_of_u32, Words3 = of_u32, Powers<Words3, Words4> = of_u32, Scaled = of_u32;
    i32 as i32, f64: Words3 = of_i32 | magnitude_of_i32, Words4 = square_of_i32, Words3 = of_i32, Powers<Words3, Words4> = of_i32, Scaled = of_i32;
    u64 as u64, f64: Words4 = of_u64 | of_u64, Sum<f64> = square_of_u64, Words4 = of_u64, Moments64 = of_u64, Scaled64 = of_u64;
    i64 as i64, f64: Words4 = of_i64 | magnitude_of_i64, Sum<f64> = square_of_i64, Words4 = of_i64, Moments64 = of_i64, Scaled64 = of_i64;
}
