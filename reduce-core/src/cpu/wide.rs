//! A few columns that lie side by side, such as the channels of an image: the elements of all of them are folded in the order of memory.
//!
//! A tile of each column is a matrix, as any tile; those of neighbouring columns interleave, so the columns of all these matrices are one wide row of strips. It is cut into pieces for all threads, each of which
//! is a subtree.

use std::ops::Range;

use rayon::ThreadPool;

use super::finished::finished_tiles;
use super::threads::{Batches, threads};
use super::vectors::for_widest_vectors;
use crate::group::layout::Layout;
use crate::input::element::{Element, Run as _, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::tuning::{
    GROUPS_OF_A_BATCH, LANES_OF_A_PIECE, LEAST_ELEMENTS_OF_A_PIECE, LEAST_LANES_OF_A_PIECE, PIECES_ACROSS,
    SEQUENTIAL_ELEMENTS, SEVERAL_ROWS, STRIPS_AHEAD, WIDEST_COLUMNS,
};
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<R> = <<R as Operator>::State as GpuType>::Columns;

/// Says whether the groups of this layout are a few columns side by side, or many short ones.
pub(super) fn suits<R: Operator>(layout: &Layout) -> bool {
    let Some((inner, 1)) = layout.kept.axes().last() else {
        return false;
    };
    let lanes = (Shape::of::<R>().columns() as usize).min(layout.reduced.len()) * inner;
    layout.reduced.strides() == [inner] && (inner <= WIDEST_COLUMNS || lanes <= LANES_OF_A_PIECE)
}

/// How many pieces the columns of each tile are cut into, a power of two, and the columns of a piece.
fn pieces_of<R: Operator>(layout: &Layout, inner: usize, pool: Option<&ThreadPool>) -> (usize, usize) {
    let (shape, len) = (Shape::of::<R>(), layout.reduced.len());
    let columns = (shape.columns() as usize).min(len.next_power_of_two());
    let rows = len.min(shape.tile_len() as usize).div_ceil(columns);
    let tiles = shape.tiles(len as u64) as usize * (layout.kept.len() / inner);
    let is_alone = threads(pool) == 1 || layout.kept.len() * len <= SEQUENTIAL_ELEMENTS;
    let mut pieces = 1;
    while pieces < columns {
        let (lanes, of_group) = (columns / pieces * inner, columns / pieces * rows);
        let keep_all_busy = is_alone || tiles * pieces >= PIECES_ACROSS * threads(pool);
        // A state of each group is stored for each piece.
        let is_short = lanes <= LEAST_LANES_OF_A_PIECE || of_group <= LEAST_ELEMENTS_OF_A_PIECE;
        if lanes <= LANES_OF_A_PIECE && (keep_all_busy || is_short) {
            break;
        }
        pieces *= 2;
    }
    (pieces, columns / pieces)
}

/// The results of all groups, in order.
pub(super) fn results<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    layout: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::Output> {
    let (len, inner) = (layout.reduced.len(), layout.kept.extents().last().copied().unwrap_or(1));
    let tile = Shape::of::<R>().tile_len() as usize;
    let (tiles, outer) = (len.div_ceil(tile), layout.kept.len() / inner);
    let (pieces, columns) = pieces_of::<R>(layout, inner, pool);
    // The last tile may have fewer columns than the others.
    let last = (len - (tiles - 1) * tile).min(pieces * columns).div_ceil(columns);
    let nodes = (tiles - 1) * pieces + last;
    let fold = tile_fold::<R, S>();
    let batch = (tile / (len * inner)).clamp(1, GROUPS_OF_A_BATCH);
    let of_tiles = |units: Range<usize>, states: &mut Vec<R::State>| {
        for unit in units.start / inner..units.end / inner {
            let (first, node) = (layout.kept.place(unit / nodes * inner), unit % nodes);
            let start = node / pieces * tile;
            let end = len.min(start + tile);
            let piece = Piece {
                tile: data.cut(first + start * inner..first + end * inner),
                start,
                inner,
                first: node % pieces * columns,
                columns,
            };
            fold(params, piece, states);
        }
    };
    let batches = Batches {
        groups: outer * nodes * inner,
        batch: batch * inner,
        elements: outer * len * inner,
    };
    finished_tiles::<R>(params, pool, (batches, nodes), &of_tiles, &|group, node| {
        (group / inner * nodes + node) * inner + group % inner
    })
}

/// Neighbouring columns of the tiles of all groups.
#[derive(Clone, Copy)]
struct Piece<S> {
    /// The elements of the tiles, of which the first are at the position `start` of their groups.
    tile: S,
    start: usize,
    /// How many groups there are.
    inner: usize,
    /// The first column, and how many there are at most.
    first: usize,
    columns: usize,
}

/// A function that appends the states of a piece of a tile of each group.
type FoldTile<R, S> = fn(&<R as Operator>::Params, Piece<S>, &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_tile`] for the widest vectors.
    fn tile_fold<R: Operator, S: Slices<Item = R::Input>>() -> FoldTile = fold_tile(params: &R::Params, piece: Piece<S>, states: &mut Vec<R::State>)
}

#[inline(always)]
fn fold_tile<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, piece: Piece<S>, states: &mut Vec<R::State>) {
    let Piece { tile, start, inner, .. } = piece;
    let all = (Shape::of::<R>().columns() as usize).min(tile.len() / inner);
    let (width, first_lane, columns) = (all * inner, piece.first * inner, piece.columns.min(all - piece.first));
    let lanes = columns * inner;
    let lift = |index: usize, x: R::Input| {
        let position = if const { R::Input::POSITIONED } {
            start + index / inner
        } else {
            0
        };
        R::lift_with(params, x.located(position as u32))
    };
    let first: Strip<R> = Columns::filled(lift(0, tile.get(0)));
    let mut strips = vec![first; lanes.div_ceil(STRIP)];
    let mut row = 0;
    while row + first_lane < tile.len() {
        let several = row + SEVERAL_ROWS * width <= tile.len();
        for (number, strip) in strips.iter_mut().enumerate() {
            let begin = row + first_lane + number * STRIP;
            let end = tile.len().min(row + first_lane + lanes).min(begin + STRIP);
            if begin >= end {
                break;
            }
            if several && end - begin == STRIP {
                if row == 0 {
                    fold_several::<R, S, true>(strip, tile, (begin, width), lift);
                } else {
                    fold_several::<R, S, false>(strip, tile, (begin, width), lift);
                }
                continue;
            }
            let rows = if several { SEVERAL_ROWS } else { 1 };
            for row_of_strip in 0..rows {
                let (begin, end) = (begin + row_of_strip * width, end + row_of_strip * width);
                let begins = row + row_of_strip == 0;
                fold_strip::<R, S>(strip, tile.cut(begin..end), begins, |index, x| lift(begin + index, x));
            }
        }
        row += if several { SEVERAL_ROWS * width } else { width };
    }
    let mut left = columns;
    while left > 1 {
        fold_neighbours::<R::State>(&mut strips, left, inner);
        left = left.div_ceil(2);
    }
    states.extend((0..inner).map(|lane| strips[lane / STRIP].get(lane % STRIP)));
}

/// Folds the elements of several rows into a strip, which the rows fill, or begins with them.
#[inline(always)]
fn fold_several<R: Operator, S: Slices<Item = R::Input>, const BEGINS: bool>(
    strip: &mut Strip<R>,
    tile: S,
    (begin, width): (usize, usize),
    lift: impl Fn(usize, R::Input) -> R::State,
) {
    let Some(first) = tile.cut(begin..begin + STRIP).whole() else {
        return;
    };
    let mut rows = [first; SEVERAL_ROWS];
    for (row, elements) in rows.iter_mut().enumerate().skip(1) {
        let begin = begin + row * width;
        if let Some(whole) = tile.cut(begin..begin + STRIP).whole() {
            *elements = whole;
        }
    }
    let mut chunk = 0;
    while chunk < STRIP {
        if cfg!(vectors) {
            let there = tile.cut(begin + chunk..begin + chunk + S::CHUNK);
            (0..SEVERAL_ROWS).for_each(|row| there.prefetch(STRIPS_AHEAD * STRIP + row * width));
        }
        for index in chunk..chunk + S::CHUNK {
            let lift = |row: usize| lift(begin + row * width + index, rows[row].get(index));
            let (mut state, mut row) = if const { BEGINS } {
                (lift(0), 1)
            } else {
                (strip.get(index), 0)
            };
            while row < SEVERAL_ROWS {
                state = R::State::combine_in_order(state, lift(row));
                row += 1;
            }
            strip.set(index, state);
        }
        chunk += S::CHUNK;
    }
}

/// Folds the elements into the first states of a strip, or begins with them.
#[inline(always)]
fn fold_strip<R: Operator, S: Slices<Item = R::Input>>(
    strip: &mut Strip<R>,
    elements: S,
    begins: bool,
    lift: impl Fn(usize, R::Input) -> R::State,
) {
    let whole = elements.whole();
    if let (Some(whole), true) = (whole, begins) {
        (0..STRIP).for_each(|index| strip.set(index, lift(index, whole.get(index))));
    } else if let Some(whole) = whole {
        (0..STRIP).for_each(|index| {
            let state = lift(index, whole.get(index));
            strip.set(index, R::State::combine_in_order(strip.get(index), state));
        });
    } else {
        (0..elements.len()).for_each(|index| {
            let state = lift(index, elements.get(index));
            let state = if begins {
                state
            } else {
                R::State::combine_in_order(strip.get(index), state)
            };
            strip.set(index, state);
        });
    }
}

/// Combines the states of neighbours among the first `count` columns of each group, which then lie side by side again.
#[inline(always)]
fn fold_neighbours<S: Monoid>(strips: &mut [S::Columns], count: usize, inner: usize) {
    for pair in 0..count.div_ceil(2) {
        for lane in 0..inner {
            let (to, left) = (pair * inner + lane, 2 * pair * inner + lane);
            let right = left + inner;
            let mut state = strips[left / STRIP].get(left % STRIP);
            if 2 * pair + 1 < count {
                state = S::combine(state, strips[right / STRIP].get(right % STRIP));
            }
            strips[to / STRIP].set(to % STRIP, state);
        }
    }
}
