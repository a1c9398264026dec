//! The smaller and the larger of two numbers, for code that is generic over them.

use crate::hash::name;
use crate::lower::method::Method;

/// `min` and `max` of a [`Scalar`](super::Scalar), with the meaning that the standard library gives them.
///
/// A trait beside `Scalar`, which nobody imports: where a program has both that and `Ord`, the `min` of an i32 would be of two traits.
#[doc(hidden)]
pub trait Extrema: Sized + Method<{ name("min") }> + Method<{ name("max") }> {
    /// The smaller one; of floats the one that is no NaN.
    fn min(self, other: Self) -> Self;
    /// The larger one; of floats the one that is no NaN.
    fn max(self, other: Self) -> Self;
}

macro_rules! extrema {
    ($($t:ident by $min:path, $max:path;)*) => {$(
        impl Extrema for $t {
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                $min(self, other)
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $max(self, other)
            }
        }
    )*};
}

extrema! {
    i32 by Ord::min, Ord::max;
    u32 by Ord::min, Ord::max;
    i64 by Ord::min, Ord::max;
    u64 by Ord::min, Ord::max;
    f32 by f32::min, f32::max;
    f64 by f64::min, f64::max;
}
