//! A few columns that lie side by side, such as the channels of an image: the elements of all of them are folded in the order of memory.
//!
//! A tile of each column is a matrix, as any tile; those of neighbouring columns interleave, so the columns of all these matrices are one wide row of strips.

use rayon::ThreadPool;

use super::threads::in_batches;
use super::vectors::for_widest_vectors;
use crate::group::layout::Layout;
use crate::input::element::{Element, Run as _, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::order::forest::fold_tree;
use crate::tuning::{GROUPS_OF_A_BATCH, LANES_OF_A_WIDE_TILE};
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<R> = <<R as Operator>::State as GpuType>::Columns;

/// Whether the groups of this layout are a few columns side by side.
pub(super) fn suits<R: Operator>(layout: &Layout) -> bool {
    let Some((inner, 1)) = layout.kept.axes().last() else {
        return false;
    };
    let columns = (Shape::of::<R>().columns() as usize).min(layout.reduced.len());
    layout.reduced.strides() == [inner] && columns * inner <= LANES_OF_A_WIDE_TILE
}

/// The states of all groups, in order.
pub(super) fn states<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    layout: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::State> {
    let (len, inner) = (layout.reduced.len(), layout.kept.extents().last().copied().unwrap_or(1));
    let tile = Shape::of::<R>().tile_len() as usize;
    let (tiles, outer) = (len.div_ceil(tile), layout.kept.len() / inner);
    let fold = tile_fold::<R, S>();
    let batch = (tile / (len * inner)).clamp(1, GROUPS_OF_A_BATCH);
    let of_tiles = in_batches(pool, outer * tiles, batch, &|units, states| {
        for unit in units {
            let (first, start) = (layout.kept.place(unit / tiles * inner), unit % tiles * tile);
            let end = len.min(start + tile);
            let elements = data.cut(first + start * inner..first + end * inner);
            fold(params, elements, (start, inner), states);
        }
    });
    if tiles == 1 {
        return of_tiles;
    }
    let mut states = Vec::with_capacity(outer * inner);
    for group in 0..outer * inner {
        let first = group / inner * tiles * inner + group % inner;
        let mut tiles: Vec<R::State> = (0..tiles).map(|tile| of_tiles[first + tile * inner]).collect();
        states.push(fold_tree(&mut tiles, R::State::identity, R::State::combine));
    }
    states
}

/// A function that appends the states of the columns of a tile, of which the first row and the number of columns are given.
type FoldTile<R, S> = fn(&<R as Operator>::Params, S, (usize, usize), &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_tile`] for the widest vectors.
    fn tile_fold() -> FoldTile = fold_tile(params: &R::Params, tile: S, at: (usize, usize), states: &mut Vec<R::State>)
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
    for row in (0..tile.len()).step_by(width) {
        for (number, strip) in strips.iter_mut().enumerate() {
            let begin = row + number * STRIP;
            let end = tile.len().min(row + width).min(begin + STRIP);
            if begin >= end {
                break;
            }
            fold_strip::<R, S>(strip, tile.cut(begin..end), row == 0, |index, x| lift(begin + index, x));
        }
    }
    let mut left = columns;
    while left > 1 {
        fold_neighbours::<R::State>(&mut strips, left, inner);
        left = left.div_ceil(2);
    }
    states.extend((0..inner).map(|lane| strips[lane / STRIP].get(lane % STRIP)));
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
