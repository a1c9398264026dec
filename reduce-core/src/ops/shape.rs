//! Skewness and kurtosis: the third and the fourth moment around the mean, in one pass.

use std::marker::PhantomData;

use crate::{Monoid, Reduction, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The skewness: the mean cubed distance from the mean, over the cube of the standard deviation (`scipy.stats.skew`, the coefficient of the whole
/// population). Of f32 or f64. Empty, or all elements equal: NaN.
///
/// One pass, stable: the moments of two parts are joined (Pébay, *Formulas for robust, one-pass parallel computation of covariances and
/// arbitrary-order statistical moments*, 2008).
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let skew = Cpu::new().reduce::<ops::Skewness<f64>>(&[1.0, 1.0, 4.0])?;
/// assert!((skew - 0.5f64.sqrt()).abs() < 1e-15);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skewness<T>(PhantomData<fn() -> T>);

/// The excess kurtosis: the mean fourth power of the distance from the mean, over the square of the variance, less 3 (`scipy.stats.kurtosis`): 0 for a
/// normal distribution. Of f32 or f64. Empty, or all elements equal: NaN.
///
/// One pass, as [`Skewness`].
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Kurtosis<f64>>(&[-1.0, 1.0])?, -2.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kurtosis<T>(PhantomData<fn() -> T>);

/// Four moments of floats, and the two operators on them.
macro_rules! four_moments {
    ($(#[$doc:meta])* $name:ident of $float:ident) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        #[reduce(crate = crate)]
        pub struct $name {
            /// The number of elements.
            pub count: $float,
            /// Their mean.
            pub mean: $float,
            /// The sums of the second, third and fourth powers of their distances from it.
            pub m2: $float,
            /// Of the third powers.
            pub m3: $float,
            /// Of the fourth powers.
            pub m4: $float,
        }

        #[gpu(crate = crate)]
        impl Monoid for $name {
            const COUNTS: &'static [&'static str] = &["count"];

            fn identity() -> Self {
                // As in `Moments`, negative zeros are neutral without a question.
                Self {
                    count: 0.0,
                    mean: -0.0,
                    m2: -0.0,
                    m3: -0.0,
                    m4: -0.0,
                }
            }

            fn combine(a: Self, b: Self) -> Self {
                let count = a.count + b.count;
                // An empty operand has no weight, and leaves the other as it is.
                let right = if b.count > 0.0 { b.count / count } else { 0.0 };
                let left = if a.count > 0.0 { a.count / count } else { 0.0 };
                let distance = b.mean - a.mean;
                let moved = distance * right;
                let square = distance * distance;
                let between = moved * distance * a.count;
                let second = left * left * b.m2 + right * right * a.m2;
                let third = between * distance * (left - right) + 3.0 * distance * (left * b.m2 - right * a.m2);
                let fourth = between * square * (left * left - left * right + right * right)
                    + 6.0 * square * second
                    + 4.0 * distance * (left * b.m3 - right * a.m3);
                Self {
                    count,
                    mean: a.mean + moved,
                    m2: a.m2 + b.m2 + between,
                    m3: a.m3 + b.m3 + third,
                    m4: a.m4 + b.m4 + fourth,
                }
            }
        }

        #[gpu(crate = crate)]
        impl $name {
            fn of(x: $float) -> Self {
                Self {
                    count: 1.0,
                    mean: x,
                    m2: -0.0,
                    m3: -0.0,
                    m4: -0.0,
                }
            }
        }

        #[gpu(crate = crate)]
        impl Reduction for Skewness<$float> {
            type Input = $float;
            type State = $name;
            type Output = $float;

            fn lift(x: $float) -> $name {
                $name::of(x)
            }

            fn finish(s: $name) -> $float {
                let variance = s.m2 / s.count;
                s.m3 / s.count / (variance * variance.sqrt())
            }
        }

        #[gpu(crate = crate)]
        impl Reduction for Kurtosis<$float> {
            type Input = $float;
            type State = $name;
            type Output = $float;

            fn lift(x: $float) -> $name {
                $name::of(x)
            }

            fn finish(s: $name) -> $float {
                s.m4 * s.count / (s.m2 * s.m2) - 3.0
            }
        }
    };
}

four_moments! {
    /// Count, mean and three more moments in f32: the state of [`Skewness`] and [`Kurtosis`].
    FourMoments of f32
}

four_moments! {
    /// Count, mean and three more moments in f64.
    FourMoments64 of f64
}
