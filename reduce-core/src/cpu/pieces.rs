//! Rows of no power of two elements: a row is cut into pieces that are.
//!
//! The tree over such a row joins trees over 2, 4, 8, … elements, the longest first: those of one length, of all rows, are folded together, so no level has a pair of which the right one is missing.

use std::ops::Range;

use super::pairs::Pairs;
use super::vectors::for_widest_vectors;
use crate::input::element::{Element as _, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::tuning::ELEMENTS_OF_A_BLOCK;
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
