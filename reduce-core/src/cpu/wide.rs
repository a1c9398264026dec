//! A few columns that lie side by side, such as the channels of an image: the elements of all of them are folded in the order of memory.
//!
//! A tile of each column is a matrix, as any tile; those of neighbouring columns interleave, so the columns of all these matrices are one wide row of strips.

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
use crate::tuning::{GROUPS_OF_A_BATCH, LANES_OF_A_WIDE_TILE, LANES_OF_WIDE_TILES, SEVERAL_ROWS, STRIPS_AHEAD};
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<R> = <<R as Operator>::State as GpuType>::Columns;

/// Whether the groups of this layout are a few columns side by side.
pub(super) fn suits<R: Operator>(layout: &Layout, pool: Option<&ThreadPool>) -> bool {
    let Some((inner, 1)) = layout.kept.axes().last() else {
        return false;
    };
    let columns = (Shape::of::<R>().columns() as usize).min(layout.reduced.len());
    let tiles = Shape::of::<R>().tiles(layout.reduced.len() as u64) as usize * (layout.kept.len() / inner);
    let most = if tiles < threads(pool) {
        LANES_OF_A_WIDE_TILE
    } else {
        LANES_OF_WIDE_TILES
    };
    layout.reduced.strides() == [inner] && columns * inner <= most
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
    let fold = tile_fold::<R, S>();
    let batch = (tile / (len * inner)).clamp(1, GROUPS_OF_A_BATCH);
    let of_tiles = |units: Range<usize>, states: &mut Vec<R::State>| {
        for unit in units.start / inner..units.end / inner {
            let (first, start) = (layout.kept.place(unit / tiles * inner), unit % tiles * tile);
            let end = len.min(start + tile);
            let elements = data.cut(first + start * inner..first + end * inner);
            fold(params, elements, (start, inner), states);
        }
    };
    let batches = Batches {
        groups: outer * tiles * inner,
        batch: batch * inner,
        elements: outer * len * inner,
    };
    finished_tiles::<R>(params, pool, (batches, tiles), &of_tiles, &|group, tile| {
        (group / inner * tiles + tile) * inner + group % inner
    })
}

/// A function that appends the states of the columns of a tile, of which the first row and the number of columns are given.
type FoldTile<R, S> = fn(&<R as Operator>::Params, S, (usize, usize), &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_tile`] for the widest vectors.
    fn tile_fold<R: Operator, S: Slices<Item = R::Input>>() -> FoldTile = fold_tile(params: &R::Params, tile: S, at: (usize, usize), states: &mut Vec<R::State>)
}

#[inline(always)]
fn fold_tile<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    tile: S,
    (start, inner): (usize, usize),
    states: &mut Vec<R::State>,
) {
    let columns = (Shape::of::<R>().columns() as usize).min(tile.len() / inner);
    let width = columns * inner;
    let lift = |index: usize, x: R::Input| {
        let position = if const { R::Input::POSITIONED } {
            start + index / inner
        } else {
            0
        };
        R::lift_with(params, x.located(position as u32))
    };
    let first: Strip<R> = Columns::filled(lift(0, tile.get(0)));
    let mut strips = vec![first; width.div_ceil(STRIP)];
    let mut row = 0;
    while row < tile.len() {
        let several = row + SEVERAL_ROWS * width <= tile.len();
        for (number, strip) in strips.iter_mut().enumerate() {
            let begin = row + number * STRIP;
            let end = tile.len().min(row + width).min(begin + STRIP);
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
