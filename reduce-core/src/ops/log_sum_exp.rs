//! The logarithm of a sum of exponentials.

use std::marker::PhantomData;

use crate::{Monoid, Number, Reduction, Scalar, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// ln Σ exp(x), without overflow however large the elements are; in f32. Empty: −∞. A NaN gives NaN.
///
/// One pass: the state is the greatest element so far and the sum relative to it, as in online softmax (Milakov and
/// Gimelshein 2018). Error: that of the device's `exp`, twice a level of the tree, relative to the sum.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let sum = Cpu::new().reduce::<ops::LogSumExp<f32>>(&[1000.0, 1000.0])?;
/// assert!((sum - (1000.0 + 2.0f32.ln())).abs() < 1e-4);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Debug)]
pub struct LogSumExp<T = f32>(PhantomData<fn() -> T>);

/// A sum of exponentials in units of the greatest of them: `sum * exp(max)`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct Scaled {
    /// The greatest exponent.
    pub max: f32,
    /// The sum, divided by its exponential.
    pub sum: f32,
}

#[gpu(crate = crate)]
impl Monoid for Scaled {
    fn identity() -> Self {
        Self {
            max: f32::NEG_INFINITY,
            sum: 0.0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let max = a.max.greater(b.max);
        // Equal infinities have no difference.
        let of_a = if a.max == max {
            a.sum
        } else {
            a.sum * (a.max - max).exp()
        };
        let of_b = if b.max == max {
            b.sum
        } else {
            b.sum * (b.max - max).exp()
        };
        Self { max, sum: of_a + of_b }
    }
}

#[gpu(crate = crate)]
impl<T: Number> Reduction for LogSumExp<T> {
    type Input = T;
    type State = Scaled;
    type Output = f32;

    fn lift(x: T) -> Scaled {
        Scaled {
            max: x.to_f32(),
            sum: 1.0,
        }
    }

    fn finish(state: Scaled) -> f32 {
        state.max + state.sum.ln()
    }
}
