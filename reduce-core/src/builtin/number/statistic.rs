//! The types in which the statistics of a number are accumulated: floats in themselves, integers in exact sums of several words.

use super::Scalar;
use super::long::Words;
use crate::hash::name;
use crate::lower::method::Method;
use crate::monoid::traits::Monoid;
use crate::needs::Needs;
use crate::types::gpu_type::Unpadded;

/// A float that statistics give.
#[doc(hidden)]
pub trait Real: Scalar + Method<{ name("sqrt") }> {
    /// The square root, correctly rounded on the CPU.
    #[must_use]
    fn sqrt(self) -> Self;
}

impl Real for f32 {
    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }
}

impl Real for f64 {
    #[inline(always)]
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
}

/// The state of a sum.
#[doc(hidden)]
pub trait Total: Monoid + Unpadded + Method<{ name("real") }> + Method<{ name("over") }> {
    /// The type of its value.
    type Real: Real;
    /// The sum, rounded once.
    fn real(self) -> Self::Real;
    /// The sum, divided by a number of elements; NaN for none.
    fn over(self, count: Words) -> Self::Real;
}

/// The state of a variance.
#[doc(hidden)]
pub trait Spread: Monoid + Unpadded + Method<{ name("variance") }> {
    /// The type of its value.
    type Real: Real;
    /// Device abilities needed to finish it, beyond the type of the result.
    const FINISH: Needs = Needs::NONE;
    /// The squared distances from the mean, divided by the number of elements less `ddof`; NaN for no more than these.
    fn variance(self, ddof: u32) -> Self::Real;
}

/// The state of a sum of exponentials.
#[doc(hidden)]
pub trait Exponentials: Monoid + Unpadded + Method<{ name("logarithm") }> {
    /// The type of its logarithm.
    type Real: Real;
    /// The logarithm.
    fn logarithm(self) -> Self::Real;
}

/// The types in which statistics of a number are accumulated.
#[doc(hidden)]
pub trait Statistic:
    Sized
    + Method<{ name("total") }>
    + Method<{ name("magnitude_total") }>
    + Method<{ name("square_total") }>
    + Method<{ name("compensated") }>
    + Method<{ name("spread") }>
    + Method<{ name("exponential") }>
{
    /// f32 for f32 and f16, f64 for all others.
    type Real: Real;
    /// A sum.
    type Total: Total<Real = Self::Real>;
    /// A sum of squares.
    type Squares: Total<Real = Self::Real>;
    /// A compensated sum.
    type Compensated: Total<Real = Self::Real>;
    /// A variance.
    type Spread: Spread<Real = Self::Real>;
    /// A sum of exponentials.
    type Exponentials: Exponentials;

    /// The sum of this number.
    fn total(self) -> Self::Total;
    /// The sum of its distance from 0.
    fn magnitude_total(self) -> Self::Total;
    /// The sum of its square.
    fn square_total(self) -> Self::Squares;
    /// The compensated sum of this number.
    fn compensated(self) -> Self::Compensated;
    /// The variance of this number.
    fn spread(self) -> Self::Spread;
    /// The sum of the exponential of this number.
    fn exponential(self) -> Self::Exponentials;
}
