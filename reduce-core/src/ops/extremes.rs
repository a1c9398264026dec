//! The least and the greatest.

use crate::{Monoid, Number, Reduce, Reduction, Scalar, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The least element; exact. A NaN wins, −0 is below +0. Empty: +∞, or the greatest integer.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert!(Cpu::new().reduce::<ops::Min<f32>>(&[0.0, f32::NAN])?.is_nan());
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T::Wide, finish = min)]
pub struct Min<T: Number> {
    #[reduce(min, lift = x.widen())]
    min: T::Wide,
}

/// The greatest element; exact. A NaN wins, +0 is above −0. Empty: −∞, or the least integer.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::Max<i32>>(&[3, 9, -4])?, 9);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T, output = T::Wide, finish = max)]
pub struct Max<T: Number> {
    #[reduce(max, lift = x.widen())]
    pub(super) max: T::Wide,
}

/// The least and the greatest element in one pass; as [`Min`] and [`Max`].
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let range = Cpu::new().reduce::<ops::MinMax<u32>>(&[3, 9, 4])?;
/// assert_eq!((range.min, range.max), (3, 9));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate, input = T)]
pub struct MinMax<T: Number> {
    /// The least element.
    #[reduce(min, lift = x.widen())]
    pub min: T::Wide,
    /// The greatest element.
    #[reduce(max, lift = x.widen())]
    pub max: T::Wide,
}

/// The least number; NaNs are skipped, −0 is below +0. Exact. Empty, or nothing but NaN: NaN, or the greatest integer.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert_eq!(Cpu::new().reduce::<ops::NanMin<f32>>(&[2.0, f32::NAN, 1.0])?, 1.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct NanMin<T: Number> {
    min: T::Wide,
}

#[gpu(crate = crate)]
impl<T: Number> Monoid for NanMin<T> {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            min: T::Wide::LEAST_OF_NONE,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let lesser = a.min.lesser(b.min);
        let of_numbers = if b.min.is_number() { lesser } else { a.min };
        Self {
            min: if a.min.is_number() { of_numbers } else { b.min },
        }
    }
}

#[gpu(crate = crate)]
impl<T: Number> Reduction for NanMin<T> {
    type Input = T;
    type State = Self;
    type Output = T::Wide;

    fn lift(x: T) -> Self {
        Self { min: x.widen() }
    }

    fn finish(state: Self) -> T::Wide {
        state.min
    }
}

/// The greatest number; NaNs are skipped, +0 is above −0. Exact. Empty, or nothing but NaN: NaN, or the least integer.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// assert!(Cpu::new().reduce::<ops::NanMax<f32>>(&[f32::NAN])?.is_nan());
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct NanMax<T: Number> {
    max: T::Wide,
}

#[gpu(crate = crate)]
impl<T: Number> Monoid for NanMax<T> {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            max: T::Wide::GREATEST_OF_NONE,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let greater = a.max.greater(b.max);
        let of_numbers = if b.max.is_number() { greater } else { a.max };
        Self {
            max: if a.max.is_number() { of_numbers } else { b.max },
        }
    }
}

#[gpu(crate = crate)]
impl<T: Number> Reduction for NanMax<T> {
    type Input = T;
    type State = Self;
    type Output = T::Wide;

    fn lift(x: T) -> Self {
        Self { max: x.widen() }
    }

    fn finish(state: Self) -> T::Wide {
        state.max
    }
}
