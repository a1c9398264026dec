//! Trees over neighbours of which some fields are the same in all of them.
//!
//! Where a field is a count, it is one number for all neighbours of a level, and so is what follows from it alone, such as the weight of a variance. Nobody has to promise this: it is checked at each level,
//! as in the loop over rows.

use super::pairs::AgreeingFold;
use super::rows::shared;
use super::vectors::for_widest_vectors;
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid as _;
use crate::types::columns::{Columns as _, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<R> = <<R as Operator>::State as GpuType>::Columns;

/// The function that folds strips which agree in the shared fields, if there are such fields.
pub(super) fn agreeing<R: Operator>() -> Option<AgreeingFold<R::State>> {
    if const { may_share::<R>() } {
        Some(agreeing_fold::<R>())
    } else {
        None
    }
}

/// Says whether two states have the same bits in the shared fields; without such fields, no states agree.
#[inline(always)]
pub(super) fn agree<R: Operator>(one: R::State, other: R::State) -> bool {
    let fields = const { shared::<R>() };
    may_share::<R>() && Strip::<R>::agree(one, other, fields)
}

/// Says whether a state has shared fields that are worth a loop: one that is not made of vectors gains little from them, and takes long to build.
const fn may_share<R: Operator>() -> bool {
    shared::<R>() != 0 && cfg!(any(vectors, test))
}

type FoldAgreeing<R> = AgreeingFold<<R as Operator>::State>;

for_widest_vectors! {
    /// [`fold_agreeing`] for the widest vectors.
    fn agreeing_fold<R: Operator>() -> FoldAgreeing = fold_agreeing(from: &[Strip<R>; 2], to: &mut Strip<R>, agree: &mut bool)
}

/// Combines neighbours of two strips, in each of which all states agree; says whether what they become does.
#[inline(always)]
fn fold_agreeing<R: Operator>(from: &[Strip<R>; 2], to: &mut Strip<R>, agree: &mut bool) {
    let (left, right) = (from[0].get(0), from[1].get(0));
    let first = pair_sharing::<R>(&from[0], left, 0);
    *agree = fold_sharing::<R, 0>(&from[0], left, first, to);
    *agree &= fold_sharing::<R, { STRIP / 2 }>(&from[1], right, first, to);
}

/// Combines two neighbours, of which some fields are those of `known`.
#[inline(always)]
fn pair_sharing<R: Operator>(from: &Strip<R>, known: R::State, pair: usize) -> R::State {
    let state = |index: usize| Strip::<R>::share(from.get(index), known, const { shared::<R>() });
    R::State::combine(state(2 * pair), state(2 * pair + 1))
}

/// Combines the neighbours of a strip into the columns from `AT` on; says whether they agree with `first`.
#[inline(always)]
fn fold_sharing<R: Operator, const AT: usize>(
    from: &Strip<R>,
    known: R::State,
    first: R::State,
    to: &mut Strip<R>,
) -> bool {
    let mut all_agree = true;
    for pair in 0..STRIP / 2 {
        let state = pair_sharing::<R>(from, known, pair);
        all_agree &= agree::<R>(state, first);
        to.set(AT + pair, state);
    }
    all_agree
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use reduce_macros::gpu;

    use super::shared;
    use crate::group::ReduceEach as _;
    use crate::monoid::traits::{Monoid, Reduction};
    use crate::{Cpu, Rows};

    /// How often the maximum was replaced: a count that begins with 1 and does not stay the same for all.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, reduce_macros::GpuType)]
    #[reduce(crate = crate)]
    struct Replaced {
        times: u32,
        most: f32,
    }

    #[gpu(crate = crate)]
    impl Monoid for Replaced {
        const COUNTS: &'static [&'static str] = &["times"];

        fn identity() -> Self {
            Replaced {
                times: 0,
                most: f32::NEG_INFINITY,
            }
        }

        fn combine(a: Self, b: Self) -> Self {
            Replaced {
                times: if a.most < b.most { a.times + b.times } else { a.times },
                most: a.most.max(b.most),
            }
        }
    }

    #[gpu(crate = crate)]
    impl Reduction for Replaced {
        type Input = f32;
        type State = Self;
        type Output = u32;

        fn lift(x: f32) -> Self {
            Replaced { times: 1, most: x }
        }

        fn finish(state: Self) -> u32 {
            state.times
        }
    }

    #[test]
    fn fields_that_stop_agreeing_are_not_shared() {
        let chunk = |of: &dyn Fn(usize) -> usize| (0..512).map(|index| of(index) as f32).collect::<Vec<_>>();
        let mut one_four_differs = chunk(&|_| 1);
        one_four_differs[102..104].fill(2.0);
        let mut data = [
            one_four_differs,
            // All agree, at every level.
            chunk(&|index| index),
            // The strips agree, each in another count.
            chunk(&|_| 1),
            chunk(&|index| 1 + index % 2),
            // The halves of a strip do not agree.
            chunk(&|index| 1 + index / 256 * index % 2),
            chunk(&|index| index * 7919 % 509),
            // It lies before the first chunk, and every other time in the same two strips.
            chunk(&|_| 1),
        ]
        .concat()
        .repeat(7);
        data.extend((0..40_000).map(|index| (index * 7919 % 10_007) as f32));
        assert_eq!(shared::<Replaced>(), 1);
        for log in 1..=10 {
            let len = 1 << log;
            let whole = &data[..data.len() / len * len];
            let found = Cpu::new().reduce_each::<Replaced>(whole, Rows(len)).unwrap();
            let expected: Vec<u32> = whole
                .chunks(len)
                .map(|row| Cpu::new().reduce::<Replaced>(row).unwrap())
                .collect();
            assert_eq!(found, expected, "rows of {len}");
        }
    }
}
