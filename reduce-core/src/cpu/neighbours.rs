//! Rows that follow one another and are shorter than a tile: their trees are levels of the tree over neighbours, for all rows at once.

use rayon::ThreadPool;

use super::finished::finished;
use super::pairs::Pairs;
use super::pieces::fold_pieces;
use super::rows::fold_all_rows;
use super::sharing::{agree, agreeing};
use super::threads::Batches;
use super::vectors::for_widest_vectors;
use crate::group::layout::Layout;
use crate::input::element::{Element, Plain, Run as _, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::tuning::{ELEMENTS_OF_A_BATCH, LEAST_LANES, LEAST_PIECES, MOST_PIECES, SHORT_AHEAD};
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<R> = <<R as Operator>::State as GpuType>::Columns;

/// Whether the groups of this layout are rows of this kind.
pub(super) fn suits<R: Operator>(layout: &Layout) -> bool {
    let (len, shape) = (layout.reduced.len(), Shape::of::<R>());
    let is_behind = layout.kept.strides().len() <= 1 && layout.kept.strides().iter().all(|stride| *stride == len);
    let columns = shape.columns() as usize;
    let in_pieces = len >= LEAST_PIECES && len.count_ones() <= MOST_PIECES && layout.kept.len() >= LEAST_LANES;
    let fits = if len <= columns {
        len.is_power_of_two() || in_pieces
    } else {
        len < shape.tile_len() as usize
    };
    is_behind && layout.reduced.strides() == [1] && fits
}

/// The results of all rows, in order.
pub(super) fn results<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    layout: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::Output> {
    let (rows, len) = (layout.kept.len(), layout.reduced.len());
    let batches = Batches {
        groups: rows,
        batch: (ELEMENTS_OF_A_BATCH / len).max(1),
        elements: rows * len,
    };
    finished::<R>(params, pool, batches, &|rows, states| {
        let elements = data.cut(rows.start * len..rows.end * len);
        if const { S::MAY_LIE_SIDE_BY_SIDE } {
            // A place for each element takes divisions, and its neighbour need not lie beside it.
            let mut gathered = Vec::with_capacity(elements.len());
            elements.gather(&mut gathered);
            fold::<R, Plain<&[R::Input]>>(params, Plain::new(&gathered), len, states);
        } else {
            fold::<R, S>(params, elements, len, states);
        }
    })
}

/// Appends the states of rows of `len` elements.
fn fold<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, rows: S, len: usize, states: &mut Vec<R::State>) {
    if !len.is_power_of_two() && len <= Shape::of::<R>().columns() as usize {
        fold_pieces::<R, S>(params, rows, len, states);
    } else if len <= Shape::of::<R>().columns() as usize {
        short_fold::<R, S>()(params, rows, len, states);
    } else {
        fold_long::<R, S>(params, rows, len, states);
    }
}

/// A function that appends the states of rows of `len` elements.
type FoldRows<R, S> = fn(&<R as Operator>::Params, S, usize, &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_short`] for the widest vectors.
    fn short_fold<R: Operator, S: Slices<Item = R::Input>>() -> FoldRows = fold_short(params: &R::Params, rows: S, len: usize, states: &mut Vec<R::State>)
}

/// Rows of a power of two in which each element is a column.
#[inline(always)]
fn fold_short<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    rows: S,
    len: usize,
    states: &mut Vec<R::State>,
) {
    if rows.len() == 0 {
        return;
    }
    let levels = len.ilog2();
    let mut pairs =
        Pairs::<R::State>::new(levels, R::lift_with(params, rows.get(0).located(0))).sharing(agreeing::<R>());
    let lift = |index: usize, x: R::Input| {
        let position = if const { R::Input::POSITIONED } {
            index & (len - 1)
        } else {
            0
        };
        R::lift_with(params, x.located(position as u32))
    };
    let mut start = 0;
    while start + 2 * STRIP <= rows.len() && levels > 0 {
        let (left, right) = (
            rows.cut(start..start + STRIP),
            rows.cut(start + STRIP..start + 2 * STRIP),
        );
        let mut all_agree = false;
        if let (Some(first), Some(second)) = (left.whole(), right.whole()) {
            let to = pairs.strip(1);
            all_agree = fold_elements::<R, S, 0>(left, first, to, |index, x| lift(start + index, x));
            all_agree &=
                fold_elements::<R, S, { STRIP / 2 }>(right, second, to, |index, x| lift(start + STRIP + index, x));
            all_agree &= agree::<R>(to.get(0), to.get(STRIP / 2));
        }
        pairs.filled_by(1, (STRIP, all_agree), states);
        start += 2 * STRIP;
    }
    while start < rows.len() {
        let elements = rows.cut(start..rows.len().min(start + STRIP));
        let to = pairs.strip(0);
        (0..elements.len()).for_each(|index| to.set(index, lift(start + index, elements.get(index))));
        pairs.filled(0, elements.len(), states);
        start += STRIP;
    }
    pairs.end(states);
}

/// Combines neighbours of a strip of elements into the columns from `AT` on; says whether they agree.
#[inline(always)]
fn fold_elements<R: Operator, S: Slices<Item = R::Input>, const AT: usize>(
    there: S,
    elements: S::Whole,
    to: &mut Strip<R>,
    lift: impl Fn(usize, R::Input) -> R::State,
) -> bool {
    if cfg!(vectors) {
        there.prefetch(SHORT_AHEAD);
    }
    let combined = |pair: usize| {
        let left = lift(2 * pair, elements.get(2 * pair));
        let right = lift(2 * pair + 1, elements.get(2 * pair + 1));
        R::State::combine(left, right)
    };
    let (first, mut all_agree) = (combined(0), true);
    for pair in 0..STRIP / 2 {
        let state = combined(pair);
        all_agree &= agree::<R>(state, first);
        to.set(AT + pair, state);
    }
    all_agree
}

/// Rows in which each column has an element, and some have several.
fn fold_long<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    rows: S,
    len: usize,
    states: &mut Vec<R::State>,
) {
    let any = R::lift_with(params, rows.get(0).located(0));
    let shape = Shape::of::<R>();
    let mut pairs = Pairs::<R::State>::new(shape.columns().ilog2(), any);
    let mut strips: Vec<Strip<R>> = Vec::new();
    for _ in 0..shape.per_invocation {
        strips.push(Columns::filled(any));
    }
    for start in (0..rows.len()).step_by(len) {
        fold_all_rows::<R, S>(params, rows.cut(start..start + len).positioned(0), &mut strips);
        pairs.take(&strips, states);
    }
    pairs.end(states);
}
