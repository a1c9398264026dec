//! Means with weights.

use crate::{Reduce, Scalar};

/// The mean of the first input, each element weighed by that of the second: `reduce::<ops::WeightedMean<f32>>((&values, &weights))`. Of f32 or f64;
/// integers are divided as integers, and panic where all weights are 0.
///
/// Error: that of two [`Sum`](super::Sum)s, and one rounding for each product and for the quotient. No weight at all: NaN.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let mean = Cpu::new().reduce::<ops::WeightedMean<f32>>((&[1.0, 5.0], &[3.0, 1.0]))?;
/// assert_eq!(mean, 2.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = (T, T), output = T, finish = weighed / weights)]
pub struct WeightedMean<T: Scalar> {
    #[reduce(sum, lift = x.0.times(x.1))]
    weighed: T,
    #[reduce(sum, lift = x.1)]
    weights: T,
}
