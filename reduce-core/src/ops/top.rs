//! The greatest elements and their positions.

use crate::{Indexed, Monoid, Number, Reduction, Scalar, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The most elements of a [`TopK`].
const MOST: usize = 16;

/// The `K` greatest elements and their positions, 1 to 16 of them, as a stable descending sort puts them: the greatest first, of equals the first.
/// Each has `.index` and `.value`. Exact; −0 equals +0, and NaNs are above all other elements. Places that the elements do not fill, all of
/// them for an empty input, have the index `u32::MAX` and the value −∞ or the least integer, as [`ArgMax`](super::ArgMax) of nothing has.
///
/// Two states are merged in `K` steps, or in one where none of the second is among the `K` greatest: so it is for most elements of a long input.
/// An input of more than 2^32 elements is an [`Error::Positions`](crate::Error::Positions).
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let best = Cpu::new().reduce::<ops::TopK<f32, 3>>(&[1.0, 7.0, 9.0, 7.0, 7.0])?;
/// assert_eq!(best.map(|at| (at.index, at.value)), [(2, 9.0), (1, 7.0), (3, 7.0)]);
/// let best = Cpu::new().reduce::<ops::TopK<u8, 2>>(&[5])?;
/// assert_eq!(best.map(|at| (at.index, at.value)), [(0, 5), (u32::MAX, 0)]);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct TopK<T: Number, const K: usize> {
    /// The ranks of `values`, in descending order; of equal ones, `places` ascend.
    ranks: [<T::Wide as Scalar>::Rank; K],
    values: [T::Wide; K],
    places: [<T::Wide as Scalar>::Place; K],
}

#[gpu(crate = crate)]
impl<T: Number, const K: usize> Monoid for TopK<T, K> {
    // The assertion stands here because every engine evaluates this constant: the CPU does not evaluate `EXACT`.
    const COMMUTATIVE: bool = {
        assert!(0 < K && K <= MOST, "a `TopK` has 1 to 16 elements");
        true
    };
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            ranks: [T::Wide::LEAST.rank_from_top(); K],
            values: [T::Wide::LEAST; K],
            places: [<T::Wide as Scalar>::place(u32::MAX); K],
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let (last, first) = (a.ranks[K - 1], b.ranks[0]);
        if (last > first) | ((last == first) & (a.places[K - 1] <= b.places[0])) {
            return a;
        }
        let mut top = a;
        let mut of_b = 0;
        for k in 0..K {
            let of_a = k - of_b;
            let (left, right) = (a.ranks[of_a], b.ranks[of_b]);
            let take_b = (right > left) | ((right == left) & (b.places[of_b] < a.places[of_a]));
            top.ranks[k] = if take_b { right } else { left };
            top.values[k] = if take_b { b.values[of_b] } else { a.values[of_a] };
            top.places[k] = if take_b { b.places[of_b] } else { a.places[of_a] };
            of_b += take_b as usize;
        }
        top
    }
}

#[gpu(crate = crate)]
impl<T: Number, const K: usize> Reduction for TopK<T, K> {
    type Input = Indexed<T>;
    type State = Self;
    type Output = [Indexed<T::Wide>; K];

    fn lift(x: Indexed<T>) -> Self {
        let mut top = TopK::<T, K>::identity();
        top.ranks[0] = x.value.widen().rank_from_top();
        top.values[0] = x.value.widen();
        top.places[0] = <T::Wide as Scalar>::place(x.index);
        top
    }

    fn finish(state: Self) -> [Indexed<T::Wide>; K] {
        std::array::from_fn(|k| Indexed::<T::Wide> {
            index: <T::Wide as Scalar>::position(state.places[k]),
            value: state.values[k],
        })
    }
}
