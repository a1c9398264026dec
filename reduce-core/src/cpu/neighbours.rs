//! Rows that follow one another and are shorter than a tile: their trees are levels of the tree over neighbours, for all rows at once.
//!
//! The tree over a row of no power of two joins trees over 2, 4, 8, … elements, the longest first: those of one length, of all rows, are folded together, so no level has a pair of which the right one is missing.

use std::ops::Range;

use rayon::ThreadPool;

use super::finished::finished;
use super::pairs::Pairs;
use super::rows::fold_all_rows;
use super::threads::Batches;
use super::vectors::for_widest_vectors;
use crate::group::layout::Layout;
use crate::input::element::{Element, Plain, Run as _, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::tuning::{ELEMENTS_OF_A_BATCH, ELEMENTS_OF_A_BLOCK, LEAST_LANES, LEAST_PIECES, MOST_PIECES, SHORT_AHEAD};
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

/// The pieces of some rows that have a power of two of elements and begin at the same position.
struct Pieces<S: Monoid> {
    range: Range<usize>,
    pairs: Pairs<S>,
    /// How many states the strip that is being filled has.
    filled: usize,
    states: Vec<S>,
}

/// Rows of no power of two in which each element is a column.
fn fold_pieces<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    rows: S,
    len: usize,
    states: &mut Vec<R::State>,
) {
    if rows.len() == 0 {
        return;
    }
    let (begin, any) = (states.len(), R::lift_with(params, rows.get(0)));
    let (mut pieces, mut start) = (Vec::new(), 0);
    while start < len {
        let piece = 1 << (len - start).ilog2();
        pieces.push(Pieces {
            range: start..start + piece,
            pairs: Pairs::<R::State>::new(piece.ilog2(), any),
            filled: 0,
            states: Vec::with_capacity(rows.len() / len),
        });
        start += piece;
    }
    // The rows of a block stay in the first cache until all of their pieces are read.
    let (lift, block) = (pieces_lift::<R, S>(), (ELEMENTS_OF_A_BLOCK / len).max(1) * len);
    for start in (0..rows.len()).step_by(block) {
        let rows = rows.cut(start..rows.len().min(start + block));
        for piece in &mut pieces {
            lift(params, rows, (len, block), piece);
        }
    }
    // A longer piece is the left child of the node in which it is joined with all shorter ones.
    for mut piece in pieces.into_iter().rev() {
        piece.pairs.filled(0, piece.filled, &mut piece.states);
        piece.pairs.end(&mut piece.states);
        if piece.range.end == len {
            states.append(&mut piece.states);
        }
        for (joined, left) in states[begin..].iter_mut().zip(piece.states) {
            *joined = R::State::combine(left, *joined);
        }
    }
}

/// A function that takes in a piece of each row of a block. The length of a row and that of a block are given.
type LiftPieces<R, S> = fn(&<R as Operator>::Params, S, (usize, usize), &mut Pieces<<R as Operator>::State>);

for_widest_vectors! {
    /// [`lift_pieces`] for the widest vectors.
    fn pieces_lift() -> LiftPieces = lift_pieces(params: &R::Params, rows: S, lengths: (usize, usize), piece: &mut Pieces<R::State>)
}

#[inline(always)]
fn lift_pieces<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    rows: S,
    lengths: (usize, usize),
    piece: &mut Pieces<R::State>,
) {
    match piece.range.len() {
        MANY.. => lift_by::<R, S, MANY>(params, rows, lengths, piece),
        SOME.. => lift_by::<R, S, SOME>(params, rows, lengths, piece),
        _ => lift_by::<R, S, 1>(params, rows, lengths, piece),
    }
}

/// Neighbours of a row that are lifted at a time, if a piece has so many.
const MANY: usize = 16;
const SOME: usize = 4;

/// [`lift_pieces`] by chunks of `N` neighbours, a divisor of the length of the pieces.
#[inline(always)]
fn lift_by<R: Operator, S: Slices<Item = R::Input>, const N: usize>(
    params: &R::Params,
    rows: S,
    (len, block): (usize, usize),
    Pieces {
        range,
        pairs,
        filled,
        states,
    }: &mut Pieces<R::State>,
) {
    for row in (0..rows.len()).step_by(len) {
        for position in range.clone().step_by(N) {
            let chunk = rows.cut(row + position..row + position + N);
            if cfg!(vectors) && N == MANY {
                chunk.prefetch(block);
            }
            // All are lifted before the first is stored: otherwise it is not known that the places are apart, and no vectors are stored.
            let lift = |index: usize| R::lift_with(params, chunk.get(index).located((position + index) as u32));
            let lifted: [R::State; N] = std::array::from_fn(lift);
            // The compiler sees that no column is behind the strip.
            let (to, first) = (pairs.strip(0), *filled & (STRIP - N));
            for (index, state) in lifted.into_iter().enumerate() {
                to.set(first + index, state);
            }
            *filled += N;
            if *filled == STRIP {
                pairs.filled(0, STRIP, states);
                *filled = 0;
            }
        }
    }
}

/// A function that appends the states of rows of `len` elements.
type FoldRows<R, S> = fn(&<R as Operator>::Params, S, usize, &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_short`] for the widest vectors.
    fn short_fold() -> FoldRows = fold_short(params: &R::Params, rows: S, len: usize, states: &mut Vec<R::State>)
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
    let mut pairs = Pairs::<R::State>::new(levels, R::lift_with(params, rows.get(0)));
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
        if let (Some(first), Some(second)) = (left.whole(), right.whole()) {
            let to = pairs.strip(1);
            fold_elements::<R, S, 0>(left, first, to, |index, x| lift(start + index, x));
            fold_elements::<R, S, { STRIP / 2 }>(right, second, to, |index, x| lift(start + STRIP + index, x));
        }
        pairs.filled(1, STRIP, states);
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

/// Combines neighbours of a strip of elements into the columns from `AT` on.
#[inline(always)]
fn fold_elements<R: Operator, S: Slices<Item = R::Input>, const AT: usize>(
    there: S,
    elements: S::Whole,
    to: &mut Strip<R>,
    lift: impl Fn(usize, R::Input) -> R::State,
) {
    if cfg!(vectors) {
        there.prefetch(SHORT_AHEAD);
    }
    for pair in 0..STRIP / 2 {
        let left = lift(2 * pair, elements.get(2 * pair));
        let right = lift(2 * pair + 1, elements.get(2 * pair + 1));
        to.set(AT + pair, R::State::combine(left, right));
    }
}

/// Rows in which each column has an element, and some have several.
fn fold_long<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    rows: S,
    len: usize,
    states: &mut Vec<R::State>,
) {
    let any = R::lift_with(params, rows.get(0));
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
