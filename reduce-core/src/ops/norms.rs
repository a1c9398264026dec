//! Norms and the dot product.

use std::marker::PhantomData;

use super::{Max, Sum};
use crate::builtin::number::statistic::{Real as _, Total as _};
use crate::{Number, Reduction, Scalar as _, gpu};

/// The sum of magnitudes: an f32 for f32 and f16, infinite beyond 3.4e38, an f64 for all others. Empty: 0. Error: that of [`Sum`]; for integers one
/// rounding of the exact sum.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::L1Norm<i32>>(&[3, -4, i32::MIN])?, 2_147_483_655.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct L1Norm<T>(PhantomData<fn() -> T>);

#[gpu(crate = crate)]
impl<T: Number> Reduction for L1Norm<T> {
    type Input = T;
    type State = T::Total;
    type Output = T::Real;

    fn lift(x: T) -> T::Total {
        x.magnitude_total()
    }

    fn finish(state: T::Total) -> T::Real {
        // The sum of nothing is −0.
        state.real().magnitude()
    }
}

/// The root of the sum of squares: an f32 for f32 and f16, an f64 for all others. Empty: 0. Error: half that of [`Sum`], relative, and one
/// rounding; the sum of squares of integers of at most 32 bits is exact, and those of 64 bits are taken as f64.
///
/// Squares beyond the float overflow: f32 elements above 1.8e19 give infinity, sums of those below 1e-22 lose digits (f64: 1.3e154, 1e-161).
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::L2Norm<f32>>(&[3.0, -4.0])?, 5.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct L2Norm<T>(PhantomData<fn() -> T>);

#[gpu(crate = crate)]
impl<T: Number> Reduction for L2Norm<T> {
    type Input = T;
    type State = T::Squares;
    type Output = T::Real;

    fn lift(x: T) -> T::Squares {
        x.square_total()
    }

    fn finish(state: T::Squares) -> T::Real {
        state.real().magnitude().sqrt()
    }
}

/// The greatest magnitude. Exact; a NaN wins; the least integer has no magnitude and counts as it is. Empty: 0.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::LInfNorm<f32>>(&[3.0, -4.0])?, 4.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LInfNorm<T>(PhantomData<fn() -> T>);

#[gpu(crate = crate)]
impl<T: Number> Reduction for LInfNorm<T>
where
    crate::monoid::field::max: crate::monoid::field::Operator<T::Wide>,
{
    type Input = T;
    type State = Max<T::Wide>;
    type Output = T::Wide;

    fn lift(x: T) -> Max<T::Wide> {
        Max::<T::Wide> {
            max: x.widen().magnitude(),
        }
    }

    fn finish(state: Max<T::Wide>) -> T::Wide {
        state.max.greater(T::Wide::ZERO)
    }
}

/// The sum of products of two inputs of equal length: `reduce::<ops::Dot<f32>>((&a, &b))`. In the type of [`Sum`]: integers wrap around, floats
/// beyond the greatest one are infinite. Empty: 0 (for floats −0). Error: that of [`Sum`], and one rounding for each product.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Dot<i32>>((&[1, 2, 3], &[4, 5, 6]))?, 32);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot<T>(PhantomData<fn() -> T>);

#[gpu(crate = crate)]
impl<T: Number> Reduction for Dot<T>
where
    crate::monoid::field::sum: crate::monoid::field::Operator<T::Wide>,
{
    type Input = (T, T);
    type State = Sum<T::Wide>;
    type Output = T::Wide;

    fn lift(x: (T, T)) -> Sum<T::Wide> {
        Sum::<T::Wide> {
            sum: x.0.widen().times(x.1.widen()),
        }
    }

    fn finish(state: Sum<T::Wide>) -> T::Wide {
        state.sum
    }
}
