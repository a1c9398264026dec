//! The positions of the least and the greatest element.

use crate::{Indexed, Monoid, Number, Reduction, Scalar, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The greatest element and its position, the first among equals: `.index` and `.value`. Exact; −0 equals +0, and the first NaN
/// wins, as in numpy. Empty: index `u32::MAX`, value −∞ or the least integer.
///
/// An input of more than 2^32 elements is an [`Error::Positions`](crate::Error::Positions).
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let at = Cpu::new().reduce::<ops::ArgMax<f32>>(&[1.0, 7.0, 7.0])?;
/// assert_eq!((at.index, at.value), (1, 7.0));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct ArgMax<T: Number> {
    /// The rank of `value`. Ranks are compared once per combine and made once per element: with both in every combine, an H200 took 322 µs for 2^28
    /// f32, bound by integer operations.
    rank: <T::Wide as Scalar>::Rank,
    value: T::Wide,
    place: <T::Wide as Scalar>::Place,
}

#[gpu(crate = crate)]
impl<T: Number> Monoid for ArgMax<T> {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            rank: T::Wide::LEAST.rank_from_top(),
            value: T::Wide::LEAST,
            place: <T::Wide as Scalar>::place(u32::MAX),
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let take_b = (b.rank > a.rank) | ((b.rank == a.rank) & (b.place < a.place));
        Self {
            rank: if take_b { b.rank } else { a.rank },
            value: if take_b { b.value } else { a.value },
            place: if take_b { b.place } else { a.place },
        }
    }

    fn combine_in_order(a: Self, b: Self) -> Self {
        // Only the identity has a place behind that of what follows it.
        let take_b = (b.rank > a.rank) | (b.place < a.place);
        Self {
            rank: if take_b { b.rank } else { a.rank },
            value: if take_b { b.value } else { a.value },
            place: if take_b { b.place } else { a.place },
        }
    }
}

#[gpu(crate = crate)]
impl<T: Number> Reduction for ArgMax<T> {
    type Input = Indexed<T>;
    type State = Self;
    type Output = Indexed<T::Wide>;

    fn lift(x: Indexed<T>) -> Self {
        Self {
            rank: x.value.widen().rank_from_top(),
            value: x.value.widen(),
            place: <T::Wide as Scalar>::place(x.index),
        }
    }

    fn finish(state: Self) -> Indexed<T::Wide> {
        Indexed::<T::Wide> {
            index: <T::Wide as Scalar>::position(state.place),
            value: state.value,
        }
    }
}

/// The least element and its position, the first among equals: `.index` and `.value`. Exact; −0 equals +0, and the first NaN
/// wins, as in numpy. Empty: index `u32::MAX`, value +∞ or the greatest integer.
///
/// An input of more than 2^32 elements is an [`Error::Positions`](crate::Error::Positions).
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let at = Cpu::new().reduce::<ops::ArgMin<f32>>(&[3.0, 0.5, 2.0])?;
/// assert_eq!((at.index, at.value), (1, 0.5));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct ArgMin<T: Number> {
    /// The rank of `value`. Ranks are compared once per combine and made once per element: with both in every combine, an H200 took 322 µs for 2^28
    /// f32, bound by integer operations.
    rank: <T::Wide as Scalar>::Rank,
    value: T::Wide,
    place: <T::Wide as Scalar>::Place,
}

#[gpu(crate = crate)]
impl<T: Number> Monoid for ArgMin<T> {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            rank: T::Wide::GREATEST.rank_from_bottom(),
            value: T::Wide::GREATEST,
            place: <T::Wide as Scalar>::place(u32::MAX),
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let take_b = (b.rank < a.rank) | ((b.rank == a.rank) & (b.place < a.place));
        Self {
            rank: if take_b { b.rank } else { a.rank },
            value: if take_b { b.value } else { a.value },
            place: if take_b { b.place } else { a.place },
        }
    }

    fn combine_in_order(a: Self, b: Self) -> Self {
        let take_b = (b.rank < a.rank) | (b.place < a.place);
        Self {
            rank: if take_b { b.rank } else { a.rank },
            value: if take_b { b.value } else { a.value },
            place: if take_b { b.place } else { a.place },
        }
    }
}

#[gpu(crate = crate)]
impl<T: Number> Reduction for ArgMin<T> {
    type Input = Indexed<T>;
    type State = Self;
    type Output = Indexed<T::Wide>;

    fn lift(x: Indexed<T>) -> Self {
        Self {
            rank: x.value.widen().rank_from_bottom(),
            value: x.value.widen(),
            place: <T::Wide as Scalar>::place(x.index),
        }
    }

    fn finish(state: Self) -> Indexed<T::Wide> {
        Indexed::<T::Wide> {
            index: <T::Wide as Scalar>::position(state.place),
            value: state.value,
        }
    }
}
