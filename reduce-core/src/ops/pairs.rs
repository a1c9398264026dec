//! Covariance and correlation of two inputs, in one pass.

use std::marker::PhantomData;

use crate::{Monoid, Reduction, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The covariance of two inputs: the mean product of the distances from their means, or with `DDOF = 1` its unbiased estimate from a sample (division
/// by n − `DDOF`, as in `numpy.cov`). Of pairs of f32 or f64: `reduce::<ops::Covariance<f32>>((&x, &y))`. No more than `DDOF` pairs: NaN.
///
/// One pass, stable: the co-moments of two parts are joined (Chan, Golub and LeVeque 1979; Pébay, *Formulas for robust, one-pass parallel computation
/// of covariances and arbitrary-order statistical moments*, 2008). The covariance of an input with itself has the bits of its
/// [`Variance`](super::Variance). Error: relative to the product of both standard deviations, it grows with log n and with the means over the
/// deviations. An infinite element, and a sum of products beyond the greatest float (3.4e38 for f32, 1.8e308), give an infinity or NaN.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let (x, y) = ([1.0, 2.0, 3.0], [10.0, 30.0, 20.0]);
/// assert_eq!(Cpu::new().reduce::<ops::Covariance<f32, 1>>((&x, &y))?, 5.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Covariance<T, const DDOF: u32 = 0>(PhantomData<fn() -> T>);

/// Pearson's correlation of two inputs: their [`Covariance`] over the product of their standard deviations (`numpy.corrcoef`), from −1 to 1. Of pairs
/// of f32 or f64: `reduce::<ops::Correlation<f32>>((&x, &y))`. Empty, or all elements of one input equal: NaN.
///
/// One pass, as [`Covariance`], with the error of a covariance over both deviations. A sum of squared distances beyond the range of floats leaves no
/// digits, and mostly NaN: inputs of f32 need standard deviations between some 1e-18 and 1e18 over the root of n.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let (x, y) = ([1.0, 2.0, 3.0], [10.0, 30.0, 20.0]);
/// assert!((Cpu::new().reduce::<ops::Correlation<f64>>((&x, &y))? - 0.5).abs() < 1e-15);
/// assert!(Cpu::new().reduce::<ops::Correlation<f64>>((&x, &[7.0; 3]))?.is_nan());
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation<T>(PhantomData<fn() -> T>);

/// The moments of pairs of floats without and with the squares of each, and the operator on either.
macro_rules! co_moments {
    ($float:ident: $(#[$co_doc:meta])* $co:ident, $(#[$all_doc:meta])* $all:ident) => {
        $(#[$co_doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        #[reduce(crate = crate)]
        pub struct $co {
            /// The number of pairs.
            pub count: $float,
            /// The mean of the first input.
            pub mean_x: $float,
            /// The mean of the second.
            pub mean_y: $float,
            /// The sum of the products of the distances from both means.
            pub xy: $float,
        }

        #[gpu(crate = crate)]
        impl Monoid for $co {
            const COUNTS: &'static [&'static str] = &["count"];

            fn identity() -> Self {
                // As in `Moments`, negative zeros are neutral without a question.
                Self {
                    count: 0.0,
                    mean_x: -0.0,
                    mean_y: -0.0,
                    xy: -0.0,
                }
            }

            fn combine(a: Self, b: Self) -> Self {
                let count = a.count + b.count;
                // An empty operand has no weight.
                let weight = if b.count > 0.0 { b.count / count } else { 0.0 };
                let distance_x = a.mean_x - b.mean_x;
                let distance_y = a.mean_y - b.mean_y;
                let moved_x = distance_x * weight;
                let moved_y = distance_y * weight;
                Self {
                    count,
                    mean_x: a.mean_x - moved_x,
                    mean_y: a.mean_y - moved_y,
                    xy: a.xy + b.xy + distance_x * a.count * moved_y,
                }
            }
        }

        #[gpu(crate = crate)]
        impl<const DDOF: u32> Reduction for Covariance<$float, DDOF> {
            type Input = ($float, $float);
            type State = $co;
            type Output = $float;

            fn lift(x: ($float, $float)) -> $co {
                $co {
                    count: 1.0,
                    mean_x: x.0,
                    mean_y: x.1,
                    xy: -0.0,
                }
            }

            fn finish(s: $co) -> $float {
                let divisor = s.count - DDOF as $float;
                // The sum over a single pair is -0, which an added zero makes +0.
                if divisor > 0.0 { (s.xy + 0.0) / divisor } else { $float::NAN }
            }
        }

        $(#[$all_doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        #[reduce(crate = crate)]
        pub struct $all {
            /// The number of pairs.
            pub count: $float,
            /// The mean of the first input.
            pub mean_x: $float,
            /// The mean of the second.
            pub mean_y: $float,
            /// The sum of the squared distances from the first mean.
            pub xx: $float,
            /// From the second.
            pub yy: $float,
            /// The sum of the products of both distances.
            pub xy: $float,
        }

        #[gpu(crate = crate)]
        impl Monoid for $all {
            const COUNTS: &'static [&'static str] = &["count"];

            fn identity() -> Self {
                Self {
                    count: 0.0,
                    mean_x: -0.0,
                    mean_y: -0.0,
                    xx: -0.0,
                    yy: -0.0,
                    xy: -0.0,
                }
            }

            fn combine(a: Self, b: Self) -> Self {
                let count = a.count + b.count;
                let weight = if b.count > 0.0 { b.count / count } else { 0.0 };
                let distance_x = a.mean_x - b.mean_x;
                let distance_y = a.mean_y - b.mean_y;
                let moved_x = distance_x * weight;
                let moved_y = distance_y * weight;
                let weighed_x = distance_x * a.count;
                Self {
                    count,
                    mean_x: a.mean_x - moved_x,
                    mean_y: a.mean_y - moved_y,
                    xx: a.xx + b.xx + weighed_x * moved_x,
                    yy: a.yy + b.yy + distance_y * a.count * moved_y,
                    xy: a.xy + b.xy + weighed_x * moved_y,
                }
            }
        }

        #[gpu(crate = crate)]
        impl Reduction for Correlation<$float> {
            type Input = ($float, $float);
            type State = $all;
            type Output = $float;

            fn lift(x: ($float, $float)) -> $all {
                $all {
                    count: 1.0,
                    mean_x: x.0,
                    mean_y: x.1,
                    xx: -0.0,
                    yy: -0.0,
                    xy: -0.0,
                }
            }

            fn finish(s: $all) -> $float {
                // The product of the sums could leave the range of floats, that of their roots cannot.
                let quotient = s.xy / (s.xx.sqrt() * s.yy.sqrt());
                // Rounding may lead beyond 1; comparisons leave NaN as it is.
                if quotient > 1.0 {
                    1.0
                } else if quotient < -1.0 {
                    -1.0
                } else {
                    quotient
                }
            }
        }
    };
}

co_moments! {
    f32:
    /// Count, means and co-moment in f32: the state of [`Covariance`].
    PairMoments,
    /// Count, means, squares and co-moment in f32: the state of [`Correlation`].
    SecondMoments
}

co_moments! {
    f64:
    /// Count, means and co-moment in f64: the state of [`Covariance`].
    PairMoments64,
    /// Count, means, squares and co-moment in f64: the state of [`Correlation`].
    SecondMoments64
}
