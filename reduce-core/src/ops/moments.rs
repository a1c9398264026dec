//! Mean, variance and standard deviation.

use std::marker::PhantomData;

use crate::{Monoid, Number, Reduce, Reduction, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The arithmetic mean, accumulated in f32. Empty: NaN. Error: that of [`Sum<f32>`](super::Sum), and one rounding for each integer above 2^24.
///
/// The count is a u32: more than 2^32 − 1 elements wrap it.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Mean<i32>>(&[1, 2])?, 1.5);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = f32, finish = sum / count as f32)]
pub struct Mean<T: Number> {
    #[reduce(sum, lift = x.to_f32())]
    sum: f32,
    #[reduce(sum, lift = 1)]
    count: u32,
    input: PhantomData<T>,
}

/// The variance: the mean square distance from the mean, or with `DDOF = 1` its unbiased estimate from a sample
/// (division by n − `DDOF`, as in numpy). Accumulated in f32. No more than `DDOF` elements: NaN.
///
/// One pass, stable: pairs of moments are joined (Chan, Golub and LeVeque 1979), of which Welford's update is
/// the case of one element. The relative error grows with log n and with the mean over the deviation, not with its
/// square as that of a sum of squares does.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let data = [1e6f32, 1e6 + 1.0, 1e6 + 2.0];
/// assert_eq!(Cpu::new().reduce::<ops::Variance<f32, 1>>(&data)?, 1.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Variance<T, const DDOF: u32 = 0>(PhantomData<fn() -> T>);

/// The standard deviation: the root of [`Variance`].
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::StdDev<f32>>(&[1.0, 5.0])?, 2.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Debug)]
pub struct StdDev<T, const DDOF: u32 = 0>(PhantomData<fn() -> T>);

/// Count, mean and sum of squared distances from the mean: the state of [`Variance`].
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct Moments {
    /// How many elements; rounded to 24 bits.
    pub count: f32,
    /// Their mean.
    pub mean: f32,
    /// The sum of their squared distances from it.
    pub m2: f32,
}

#[gpu(crate = crate)]
impl Monoid for Moments {
    fn identity() -> Self {
        Self {
            count: 0.0,
            // With the differences below this is neutral without a question: -0 - (-0 - b) is b, also for b = -0.
            mean: -0.0,
            m2: 0.0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let count = a.count + b.count;
        // Of nothing at all nothing has a weight.
        let weight = b.count / if count > 0.0 { count } else { 1.0 };
        let distance = a.mean - b.mean;
        Self {
            count,
            mean: a.mean - distance * weight,
            m2: a.m2 + b.m2 + distance * distance * a.count * weight,
        }
    }
}

#[gpu(crate = crate)]
impl<T: Number, const DDOF: u32> Reduction for Variance<T, DDOF> {
    type Input = T;
    type State = Moments;
    type Output = f32;

    fn lift(x: T) -> Moments {
        Moments {
            count: 1.0,
            mean: x.to_f32(),
            m2: 0.0,
        }
    }

    fn finish(state: Moments) -> f32 {
        state.m2 / (state.count - DDOF as f32).max(0.0)
    }
}

#[gpu(crate = crate)]
impl<T: Number, const DDOF: u32> Reduction for StdDev<T, DDOF> {
    type Input = T;
    type State = Moments;
    type Output = f32;

    fn lift(x: T) -> Moments {
        Moments {
            count: 1.0,
            mean: x.to_f32(),
            m2: 0.0,
        }
    }

    fn finish(state: Moments) -> f32 {
        Variance::<T, DDOF>::finish(state).sqrt()
    }
}
