//! Rows of 2, 4, 8, … elements that lie side by side: the tree of each is a few levels of the tree over neighbours, for all rows of a strip at once.

use rayon::ThreadPool;

use super::column_tree::pair_fold;
use super::threads::in_batches;
use super::vectors::for_widest_vectors;
use crate::group::layout::Layout;
use crate::input::element::{Element, Run as _, Slices};
use crate::monoid::operator::Operator;
use crate::tuning::STRIPS_OF_A_BATCH;
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<R> = <<R as Operator>::State as GpuType>::Columns;

/// Whether the groups of this layout are rows of this kind.
pub(super) fn suits(layout: &Layout) -> bool {
    let len = layout.reduced.len();
    let is_behind = layout.kept.strides().len() <= 1 && layout.kept.strides().iter().all(|stride| *stride == len);
    is_behind && layout.reduced.strides() == [1] && len.is_power_of_two() && len <= STRIP
}

/// The states of all rows, in order.
pub(super) fn states<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    layout: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::State> {
    let (rows, len) = (layout.kept.len(), layout.reduced.len());
    let each_batch = STRIP / len * STRIPS_OF_A_BATCH;
    let fold = rows_fold::<R, S>();
    in_batches(pool, rows, each_batch, &|rows, states| {
        let elements = data.cut(rows.start * len..rows.end * len);
        fold(params, elements, len, states);
    })
}

/// A function that appends the states of rows of `len` elements.
type FoldRows<R, S> = fn(&<R as Operator>::Params, S, usize, &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_rows`] for the widest vectors.
    fn rows_fold() -> FoldRows = fold_rows(params: &R::Params, rows: S, len: usize, states: &mut Vec<R::State>)
}

#[inline(always)]
fn fold_rows<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    rows: S,
    len: usize,
    states: &mut Vec<R::State>,
) {
    if rows.len() == 0 {
        return;
    }
    let first: Strip<R> = Columns::filled(R::lift_with(params, rows.get(0)));
    let (mut strips, mut halves) = ([first.clone()], [first]);
    // A function of its own, so that the compiler knows that the strips do not overlap.
    let fold_pair = pair_fold::<R::State>();
    for start in (0..rows.len()).step_by(STRIP) {
        let elements = rows.cut(start..rows.len().min(start + STRIP));
        let lift = |index: usize, x: R::Input| {
            let position = if const { R::Input::POSITIONED } { index % len } else { 0 };
            R::lift_with(params, x.located(position as u32))
        };
        let (mut from, mut to) = (&mut strips, &mut halves);
        // The number of elements is known here, as vectors need it.
        if let Some(whole) = elements.whole() {
            (0..STRIP).for_each(|index| from[0].set(index, lift(index, whole.get(index))));
        } else {
            (0..elements.len()).for_each(|index| from[0].set(index, lift(index, elements.get(index))));
        }
        let mut count = elements.len();
        for _ in 0..len.ilog2() {
            fold_pair(&from[..], &mut to[0], count);
            std::mem::swap(&mut from, &mut to);
            count /= 2;
        }
        states.extend((0..count).map(|row| from[0].get(row)));
    }
}
