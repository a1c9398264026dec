//! Statistics that take a NaN for a value that is missing.

use std::marker::PhantomData;

use super::{Mean, Sum};
use crate::{Monoid, Number, Reduction, Scalar, gpu};

/// The sum of all numbers; NaNs are skipped. Types and error of [`Sum`]. Empty, or nothing but NaN: 0 (for floats −0).
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::NanSum<f32>>(&[1.0, f32::NAN, 2.0])?, 3.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NanSum<T>(PhantomData<fn() -> T>);

#[gpu(crate = crate)]
impl<T: Number> Reduction for NanSum<T>
where
    crate::monoid::field::sum: crate::monoid::field::Operator<T::Wide>,
{
    type Input = T;
    type State = Sum<T::Wide>;
    type Output = T::Wide;

    fn lift(x: T) -> Sum<T::Wide> {
        if x.widen().is_number() {
            Sum::<T::Wide> { sum: x.widen() }
        } else {
            Sum::<T::Wide>::identity()
        }
    }

    fn finish(state: Sum<T::Wide>) -> T::Wide {
        state.sum
    }
}

/// The arithmetic mean of all numbers; NaNs are skipped, and not counted. Types and error of [`Mean`]. Empty, or nothing but NaN: NaN.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::NanMean<f32>>(&[1.0, f32::NAN, 2.0])?, 1.5);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NanMean<T>(PhantomData<fn() -> T>);

#[gpu(crate = crate)]
impl<T: Number> Reduction for NanMean<T> {
    type Input = T;
    type State = Mean<T>;
    type Output = T::Real;

    fn lift(x: T) -> Mean<T> {
        if x.widen().is_number() {
            Mean::<T>::lift(x)
        } else {
            Mean::<T>::identity()
        }
    }

    fn finish(state: Mean<T>) -> T::Real {
        Mean::<T>::finish(state)
    }
}
