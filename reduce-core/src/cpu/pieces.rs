//! Rows of no power of two elements: a row is cut into pieces that are.
//!
//! The tree over such a row joins trees over 2, 4, 8, … elements, the longest first: those of one length, of all rows, are folded together, so no level has a pair of which the right one is missing.
//! Neighbours are combined before they are stored.

use std::ops::Range;

use super::pairs::Pairs;
use super::vectors::for_widest_vectors;
use crate::input::element::{Element as _, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::tuning::{ELEMENTS_OF_A_BLOCK, ROWS_OF_ONES as ROWS};
use crate::types::columns::{Columns as _, STRIP};

/// The pieces of some rows that have a power of two of elements and begin at the same position.
struct Pieces<S: Monoid> {
    range: Range<usize>,
    pairs: Pairs<S>,
    /// How many states the strip that is being filled has.
    filled: usize,
    states: Vec<S>,
}

/// Rows of no power of two in which each element is a column.
pub(super) fn fold_pieces<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    rows: S,
    len: usize,
    states: &mut Vec<R::State>,
) {
    if rows.len() == 0 {
        return;
    }
    let (begin, any) = (states.len(), R::lift_with(params, rows.get(0).located(0)));
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
    let block_rows = match ELEMENTS_OF_A_BLOCK / len {
        few @ 0..ROWS => few.max(1),
        // Elements of so many rows are lifted together.
        many => many - many % ROWS,
    };
    let (lift, block) = (pieces_lift::<R, S>(), block_rows * len);
    for start in (0..rows.len()).step_by(block) {
        let rows = rows.cut(start..rows.len().min(start + block));
        for piece in &mut pieces {
            lift(params, rows, (len, block), piece);
        }
    }
    // A longer piece is the left child of the node in which it is joined with all shorter ones.
    for mut piece in pieces.into_iter().rev() {
        piece.pairs.filled(piece.level(), piece.filled, &mut piece.states);
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
    fn pieces_lift<R: Operator, S: Slices<Item = R::Input>>() -> LiftPieces = lift_pieces(params: &R::Params, rows: S, lengths: (usize, usize), piece: &mut Pieces<R::State>)
}

#[inline(always)]
fn lift_pieces<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    rows: S,
    lengths: (usize, usize),
    piece: &mut Pieces<R::State>,
) {
    match piece.range.len() {
        1 => lift_ones::<R, S>(params, rows, lengths, piece),
        MANY.. => lift_by::<R, S, MANY, { MANY / 2 }>(params, rows, lengths, piece),
        SOME.. => lift_by::<R, S, SOME, { SOME / 2 }>(params, rows, lengths, piece),
        FEW.. => lift_by::<R, S, FEW, { FEW / 2 }>(params, rows, lengths, piece),
        _ => lift_by::<R, S, 2, 1>(params, rows, lengths, piece),
    }
}

/// Neighbours of a row that are lifted and combined at a time, if a piece has so many.
const MANY: usize = 32;
const SOME: usize = 16;
const FEW: usize = 4;

/// [`lift_pieces`] by chunks of `N` neighbours, a divisor of the length of the pieces, which become `PAIRS` states.
#[inline(always)]
fn lift_by<R: Operator, S: Slices<Item = R::Input>, const N: usize, const PAIRS: usize>(
    params: &R::Params,
    rows: S,
    (len, block): (usize, usize),
    piece: &mut Pieces<R::State>,
) {
    let (level, range) = (piece.level(), piece.range.clone());
    let (mut row, mut position) = (0, range.start);
    while row < rows.len() {
        // One strip at a time: looking it up for each chunk took longer than the chunk.
        let (to, mut filled) = (piece.pairs.strip(level), piece.filled);
        while filled < STRIP && row < rows.len() {
            let chunk = rows.cut(row + position..row + position + N);
            if cfg!(vectors) && N >= SOME {
                chunk.prefetch(block);
            }
            let lift = |index: usize| R::lift_with(params, chunk.get(index).located((position + index) as u32));
            fill::<R::State, PAIRS>(to, filled, |pair| R::State::combine(lift(2 * pair), lift(2 * pair + 1)));
            filled += PAIRS;
            position += N;
            if position == range.end {
                (row, position) = (row + len, range.start);
            }
        }
        piece.handed(filled);
    }
}

/// [`lift_pieces`] of one element, some rows at a time.
#[inline(always)]
fn lift_ones<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    rows: S,
    (len, _): (usize, usize),
    piece: &mut Pieces<R::State>,
) {
    let (count, position) = (rows.len() / len, piece.range.start);
    let lift = |row: usize| R::lift_with(params, rows.get(row * len + position).located(position as u32));
    let (mut row, begins) = (0, piece.filled.is_multiple_of(ROWS));
    while begins && row + ROWS <= count {
        piece.take::<ROWS>(|index| lift(row + index));
        row += ROWS;
    }
    (row..count).for_each(|row| piece.take::<1>(|_| lift(row)));
}

impl<S: Monoid> Pieces<S> {
    /// The level of the strip that is being filled: pairs are combined before they are stored.
    fn level(&self) -> usize {
        usize::from(self.range.len() > 1)
    }

    /// Takes `N` states, where the strip has a multiple of `N`.
    #[inline(always)]
    fn take<const N: usize>(&mut self, state: impl FnMut(usize) -> S) {
        let level = self.level();
        fill::<S, N>(self.pairs.strip(level), self.filled, state);
        self.handed(self.filled + N);
    }

    /// Hands the strip on if it is full now.
    #[inline(always)]
    fn handed(&mut self, filled: usize) {
        self.filled = filled;
        if self.filled == STRIP {
            self.pairs.filled(self.level(), STRIP, &mut self.states);
            self.filled = 0;
        }
    }
}

/// Writes `N` states to a strip that has `filled`, a multiple of `N`.
///
/// All are there before the first is stored: otherwise it is not known that the places are apart, and no vectors are stored.
#[inline(always)]
fn fill<S: Monoid, const N: usize>(to: &mut S::Columns, filled: usize, state: impl FnMut(usize) -> S) {
    let states: [S; N] = std::array::from_fn(state);
    // The compiler sees that no column is behind the strip.
    let first = filled & (STRIP - N);
    for (index, state) in states.into_iter().enumerate() {
        to.set(first + index, state);
    }
}
