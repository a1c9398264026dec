//! Methods of numbers that the built-in operators use, beyond those that WGSL has by the same name.
//!
//! Each method is Rust here and, beside it, WGSL with the same bits.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Sub};

use bytemuck::Pod;

use crate::hash::name;
use crate::input::element::Element;
use crate::lower::method::Method;
use crate::lower::slot::operate;
use crate::monoid::field::{self, Operator};
use crate::types::gpu_type::{Storable, Unpadded};
use crate::types::truth::Truth;
use crate::wgsl::{Module, operand};

pub(crate) mod extrema;
pub(crate) mod ranged;
mod rank;
use rank::{rank, ranked};

/// A number that the built-in reductions read: a [`Scalar`], or u8, i8, u16, i16, `half::f16` or `half::bf16`, which they accumulate
/// in 32 bits, or a `bool`, which is 0 or 1.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that reductions read",
    label = "not a number",
    note = "numbers are f32 i32 u32, u8 i8 u16 i16, `half::f16`, `half::bf16`, `bool`, and f64 i64 u64 where the device has them"
)]
pub trait Number:
    Element
    + PartialOrd
    + Debug
    + Truth<Flag = u32>
    + Method<{ name("to_f32") }>
    + Method<{ name("widen") }>
    + statistic::Statistic
{
    /// The type that states hold for it: the type itself, u32, i32 or f32.
    type Wide: Scalar + statistic::Statistic<Real = Self::Real>;

    /// This number as a state holds it; exact.
    ///
    /// ```
    /// use reduce_core::Number;
    /// assert_eq!(200u8.widen() + 100, 300);
    /// ```
    fn widen(self) -> Self::Wide;

    /// The nearest f32.
    ///
    /// ```
    /// use reduce_core::Number;
    /// assert_eq!(7u32.to_f32(), 7.0);
    /// ```
    fn to_f32(self) -> f32;
}

/// A [`Number`], asked for in a way that leaves rustc with no more to say of a type that is none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that reductions read",
    label = "not a number",
    note = "numbers are f32 i32 u32, u8 i8 u16 i16, `half::f16`, `half::bf16`, `bool`, and f64 i64 u64 where the device has them"
)]
pub trait IsNumber {
    /// The number itself.
    #[doc(hidden)]
    type Same;
}

/// An impl for each: rustc looks no further for the `Same` of a type that has none, whereas one impl for all would give it.
macro_rules! is_number {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl IsNumber for $t {
            type Same = $t;
        }
    )*};
}

is_number!(f32 i32 u32 f64 i64 u64 u8 i8 u16 i16 half::f16 half::bf16 bool);

/// A number that states can hold and that WGSL computes with: f32, i32, u32, and f64, i64, u64 where the device has them.
///
/// Generic operators are written for it, as in `impl<T: Scalar> Monoid for Best<T>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that states hold",
    label = "not a scalar",
    note = "scalars are f32 i32 u32, and f64 i64 u64 where the device has them; other numbers are widened: `T::Wide`"
)]
pub trait Scalar:
    Number<Wide = Self>
    + extrema::Extrema
    + ranged::Ranged<Real = <Self as statistic::Statistic>::Real>
    + Storable
    + Pod
    + Unpadded
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Method<{ name("rank_from_top") }>
    + Method<{ name("rank_from_bottom") }>
    + Method<{ name("plus") }>
    + Method<{ name("times") }>
    + Method<{ name("magnitude") }>
    + Method<{ name("is_number") }>
    + Method<{ name("lesser") }>
    + Method<{ name("greater") }>
    + Method<{ name("place") }>
    + Method<{ name("position") }>
{
    /// The type of a position beside a number, without padding: u32 or u64.
    type Place: Scalar;
    /// An integer that ascends with the number.
    type Rank: Scalar;

    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// The least finite number.
    const MIN: Self;
    /// The greatest finite number.
    const MAX: Self;
    /// −∞, or the least integer.
    const LEAST: Self;
    /// +∞, or the greatest integer.
    const GREATEST: Self;
    /// The least of no numbers: NaN, or the greatest integer.
    const LEAST_OF_NONE: Self;
    /// The greatest of no numbers: NaN, or the least integer.
    const GREATEST_OF_NONE: Self;

    /// The rank for finding the greatest number: that of a NaN is the greatest, −0 has that of +0.
    fn rank_from_top(self) -> Self::Rank;
    /// The rank for finding the least number: that of a NaN is the least, −0 has that of +0.
    fn rank_from_bottom(self) -> Self::Rank;
    /// `self + other`; integers wrap.
    fn plus(self, other: Self) -> Self;
    /// `self * other`; integers wrap.
    fn times(self, other: Self) -> Self;
    /// The distance from 0; the least integer stays as it is.
    fn magnitude(self) -> Self;
    /// Whether this is no NaN.
    fn is_number(self) -> bool;
    /// The smaller one; NaN wins, −0 is below +0.
    fn lesser(self, other: Self) -> Self;
    /// The larger one; NaN wins, −0 is below +0.
    fn greater(self, other: Self) -> Self;
    /// A position, to be kept beside numbers of this type.
    fn place(position: u32) -> Self::Place;
    /// The position that was kept.
    fn position(place: Self::Place) -> u32;
}

/// Items that integers and floats share: functions of `impl Scalar`, and beside it `Number` and the WGSL of both.
macro_rules! same {
    (in $t:ident beside $place:ident) => {
        #[inline(always)]
        fn lesser(self, other: Self) -> Self {
            <field::min as Operator<Self>>::combine(self, other)
        }

        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            <field::max as Operator<Self>>::combine(self, other)
        }

        #[inline(always)]
        fn place(position: u32) -> $place {
            $place::from(position)
        }

        #[inline(always)]
        fn position(place: $place) -> u32 {
            place as u32
        }
    };
    ($t:ident beside $place:ident) => {
        impl Number for $t {
            type Wide = Self;

            #[inline(always)]
            fn widen(self) -> Self {
                self
            }

            #[inline(always)]
            fn to_f32(self) -> f32 {
                self as f32
            }
        }

        method!($t "plus" |a, _| format!("({} + {})", a[0], a[1]));
        method!($t "times" |a, module| format!("({})", operate::<$t, $t>("*", &a[0], &a[1], module)));
        method!($t "lesser" |a, module| <field::min as Operator<$t>>::wgsl(&a[0], &a[1], module));
        method!($t "greater" |a, module| <field::max as Operator<$t>>::wgsl(&a[0], &a[1], module));
        method!($t "place" |a, _| format!(concat!(stringify!($place), "({})"), a[0]));
        method!($t "position" |a, _| format!("u32({})", a[0]));
        method!($t "widen" |a, _| a[0].clone());
    };
}

macro_rules! integer {
    ($($t:ident beside $place:ident: $magnitude:literal |$x:ident| $abs:expr;)*) => {$(
        impl Scalar for $t {
            type Place = $place;
            type Rank = Self;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const MIN: Self = Self::MIN;
            const MAX: Self = Self::MAX;
            const LEAST: Self = Self::MIN;
            const GREATEST: Self = Self::MAX;
            const LEAST_OF_NONE: Self = Self::MAX;
            const GREATEST_OF_NONE: Self = Self::MIN;

            #[inline(always)]
            fn rank_from_top(self) -> Self {
                self
            }

            #[inline(always)]
            fn rank_from_bottom(self) -> Self {
                self
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline(always)]
            fn magnitude(self) -> Self {
                let $x = self;
                $abs
            }

            #[inline(always)]
            fn is_number(self) -> bool {
                true
            }

            same!(in $t beside $place);
        }

        method!($t "rank_from_top" |a, _| a[0].clone());
        method!($t "rank_from_bottom" |a, _| a[0].clone());
        method!($t "magnitude" |a, _| format!($magnitude, a[0]));
        method!($t "is_number" |_, _| "true".to_owned());
        same!($t beside $place);
    )*};
}

/// `Method` for one type, from its operands.
macro_rules! method {
    ($t:ident $name:literal |$operands:tt, $module:tt| $call:expr) => {
        // SAFETY: the text of the call indexes nothing.
        unsafe impl Method<{ name($name) }> for $t {
            fn call(arguments: &[String], $module: &mut Module) -> String {
                let $operands: Vec<String> = arguments.iter().map(|argument| operand(argument)).collect();
                $call
            }
        }
    };
}

integer! {
    u32 beside u32: "{}" |x| x;
    i32 beside u32: "abs({})" |x| x.wrapping_abs();
    u64 beside u64: "{}" |x| x;
    i64 beside u64: "abs({})" |x| x.wrapping_abs();
}

macro_rules! float {
    ($($t:ident beside $place:ident ranked $rank:ident;)*) => {$(
        impl Scalar for $t {
            type Place = $place;
            type Rank = $rank;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const MIN: Self = Self::MIN;
            const MAX: Self = Self::MAX;
            const LEAST: Self = Self::NEG_INFINITY;
            const GREATEST: Self = Self::INFINITY;
            const LEAST_OF_NONE: Self = Self::NAN;
            const GREATEST_OF_NONE: Self = Self::NAN;

            #[inline(always)]
            fn rank_from_top(self) -> $rank {
                ranked!(self, $rank, wrapping_sub by 1, min std::convert::identity)
            }

            #[inline(always)]
            fn rank_from_bottom(self) -> $rank {
                ranked!(self, $rank, wrapping_add by 0, max std::ops::Not::not)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }

            #[inline(always)]
            fn magnitude(self) -> Self {
                self.abs()
            }

            #[inline(always)]
            fn is_number(self) -> bool {
                !self.is_nan()
            }

            same!(in $t beside $place);
        }

        method!($t "rank_from_top" |a, module| format!("{}({})", rank::<$t>(true, module), a[0]));
        method!($t "rank_from_bottom" |a, module| format!("{}({})", rank::<$t>(false, module), a[0]));
        method!($t "magnitude" |a, _| format!("abs({})", a[0]));
        same!($t beside $place);
    )*};
}

float! {
    f32 beside u32 ranked i32;
    f64 beside u64 ranked i64;
}

method!(f32 "is_number" |a, _| format!("((bitcast<u32>({}) & 0x7fffffffu) <= 0x7f800000u)", a[0]));
method!(f64 "is_number" |a, _| format!("((bitcast<u64>({}) & 0x7ffffffffffffffflu) <= 0x7ff0000000000000lu)", a[0]));

pub(crate) mod long;
pub(crate) mod statistic;
// Behind `method!`, which it uses.
mod words;
pub use words::{Integer, Rounded};
