//! Mean, variance and standard deviation in one pass.

use std::marker::PhantomData;

use super::Words;
use crate::builtin::number::statistic::{Real as _, Spread, Total as _};
use crate::types::gpu_type::GpuType as _;
use crate::{Monoid, Needs, Number, Reduce, Reduction, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The arithmetic mean: an f32 for f32 and f16, an f64 for all others. Empty: NaN.
///
/// For integers it is exact but for two roundings, of the sum and of the quotient; the sum takes as many words as it needs. Error for floats: that of
/// [`Sum`](super::Sum), and one rounding. Floats whose sum is beyond the greatest one (3.4e38 for f32 and f16, 1.8e308) have an infinite mean. The
/// count has 64 bits.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Mean<i32>>(&[1, 2])?, 1.5f64);
/// assert_eq!(Cpu::new().reduce::<ops::Mean<f32>>(&[1.0, 2.0])?, 1.5f32);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T::Real, finish = total.over(count))]
pub struct Mean<T: Number> {
    #[reduce(lift = x.total())]
    total: T::Total,
    #[reduce(lift = Words { low: 1, high: 0 })]
    count: Words,
    input: PhantomData<T>,
}

/// The variance: the mean square distance from the mean, or with `DDOF = 1` its unbiased estimate from a sample (division by n − `DDOF`, as in
/// numpy). An f32 for f32 and f16, an f64 for all others. No more than `DDOF` elements: NaN, or infinite if they differ, as in numpy.
///
/// One pass, stable: pairs of moments of floats are joined (Chan, Golub and LeVeque 1979), of which Welford's update is the case of one element. The
/// relative error grows with log n and with the mean over the deviation, not with its square as that of a sum of squares does. For integers of at
/// most 32 bits, the sum and the sum of squares are exact, and the host makes the variance from them, so `encode` cannot; integers of 64 bits are
/// taken as f64. Where the sum of squared distances is beyond the greatest float (3.4e38 for f32 and f16, 1.8e308), the variance is infinite.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let data = [1e6f32, 1e6 + 1.0, 1e6 + 2.0];
/// assert_eq!(Cpu::new().reduce::<ops::Variance<f32, 1>>(&data)?, 1.0);
/// assert_eq!(Cpu::new().reduce::<ops::Variance<u32>>(&[u32::MAX, u32::MAX - 2])?, 1.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variance<T, const DDOF: u32 = 0>(PhantomData<fn() -> T>);

/// The standard deviation: the root of [`Variance`].
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::StdDev<f32>>(&[1.0, 5.0])?, 2.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StdDev<T, const DDOF: u32 = 0>(PhantomData<fn() -> T>);

/// The moments of floats, and the functions that make them from a number.
macro_rules! moments {
    ($(#[$doc:meta])* $name:ident of $float:ident: $($of:ident($x:ident: $t:ty) $value:expr;)*) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        #[reduce(crate = crate)]
        pub struct $name {
            /// The number of elements: weights need no more of its digits than the float has.
            pub count: $float,
            /// Their mean.
            pub mean: $float,
            /// The sum of their squared distances from it.
            pub m2: $float,
        }

        #[gpu(crate = crate)]
        impl Monoid for $name {
            const COUNTS: &'static [&'static str] = &["count"];

            fn identity() -> Self {
                Self {
                    count: 0.0,
                    // With the differences below this is neutral without a question: -0 - (-0 - b) is b, also for b = -0.
                    mean: -0.0,
                    m2: -0.0,
                }
            }

            fn combine(a: Self, b: Self) -> Self {
                let count = a.count + b.count;
                // An empty operand has no weight.
                let weight = if b.count > 0.0 { b.count / count } else { 0.0 };
                let distance = a.mean - b.mean;
                let moved = distance * weight;
                Self {
                    count,
                    mean: a.mean - moved,
                    m2: a.m2 + b.m2 + distance * a.count * moved,
                }
            }
        }

        #[gpu(crate = crate)]
        impl $name {
            $(pub(crate) fn $of($x: $t) -> Self {
                Self {
                    count: 1.0,
                    mean: $value,
                    // Added to a sum this is no operation at all, as 0 would be.
                    m2: -0.0,
                }
            })*

            fn variance(self, ddof: u32) -> $float {
                // For a single element, -0 is left.
                (self.m2 + 0.0) / (self.count - ddof as $float).max(0.0)
            }
        }

        impl Spread for $name {
            type Real = $float;

            fn variance(self, ddof: u32) -> $float {
                self.variance(ddof)
            }
        }
    };
}

moments! {
    /// Count, mean and sum of squared distances from the mean in f32: the state of [`Variance`] for f32 and f16.
    Moments of f32: of_f32(x: f32) x;
}

moments! {
    /// Count, mean and sum of squared distances from the mean in f64: the state of [`Variance`] for numbers of 64 bits.
    Moments64 of f64: of_f64(x: f64) x; of_u64(x: u64) x as f64; of_i64(x: i64) x as f64;
}

#[gpu(crate = crate)]
impl<T: Number, const DDOF: u32> Reduction for Variance<T, DDOF> {
    type Input = T;
    type State = T::Spread;
    type Output = T::Real;
    const FINISH_NEEDS: Needs = T::Real::NEEDS.union(T::Spread::FINISH);

    fn lift(x: T) -> T::Spread {
        x.spread()
    }

    fn finish(state: T::Spread) -> T::Real {
        state.variance(DDOF)
    }
}

#[gpu(crate = crate)]
impl<T: Number, const DDOF: u32> Reduction for StdDev<T, DDOF> {
    type Input = T;
    type State = T::Spread;
    type Output = T::Real;
    const FINISH_NEEDS: Needs = T::Real::NEEDS.union(T::Spread::FINISH);

    fn lift(x: T) -> T::Spread {
        x.spread()
    }

    fn finish(state: T::Spread) -> T::Real {
        state.variance(DDOF).sqrt()
    }
}
