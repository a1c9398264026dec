//! Groups side by side: each vector lane folds a group of its own, where the elements of a group are few or far apart.
//!
//! The columns of a tile are found one after the other, in the order of a balanced binary tree over them: as soon as two neighbouring nodes of a level are
//! there they are one of the next, as in a binary counter. So a strip of states for each level is all that is kept.

use std::ops::Range;

use rayon::ThreadPool;

use super::finished::finished_tiles;
use super::threads::{Batches, threads};
use super::vectors::for_widest_vectors;
use super::waiting::Waiting;
use crate::group::layout::Layout;
use crate::input::dims::Dims;
use crate::input::element::{Element as _, Run as _, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::tuning::{LEAST_LANES, PIECES_ACROSS, SEVERAL_ROWS, SHORT_GROUP, STRIPS_ACROSS};
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<R> = <<R as Operator>::State as GpuType>::Columns;

/// Whether the groups of this layout are folded side by side.
pub(super) fn suits(layout: &Layout) -> bool {
    let (lanes, _) = last_axis(layout);
    let is_short = layout.reduced.len() <= SHORT_GROUP;
    lanes >= LEAST_LANES && (is_short || !layout.reduced.is_side_by_side())
}

/// The last axis of the groups: how many there are along it, and the distance from one to the next.
fn last_axis(layout: &Layout) -> (usize, usize) {
    layout.kept.axes().last().unwrap_or((1, 0))
}

/// The results of all groups, in order.
pub(super) fn results<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    layout: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::Output> {
    let (groups, len) = (layout.kept.len(), layout.reduced.len());
    let tile = Shape::of::<R>().tile_len() as usize;
    let (tiles, mut most) = (len.div_ceil(tile), STRIPS_ACROSS * STRIP);
    while most > STRIP && groups * tiles < PIECES_ACROSS * threads(pool) * most {
        most /= 2;
    }
    let fold = strips_fold::<R, S>();
    // The states of a tile of each group, then those of the next.
    let of_tiles = |units: Range<usize>, states: &mut Vec<R::State>| {
        let mut unit = units.start;
        while unit < units.end {
            let (first, start) = (unit % groups, unit / groups * tile);
            let lanes = lanes_at(data, layout, first, most.min(units.end - unit));
            fold(params, lanes, start..len.min(start + tile), states);
            unit += lanes.count;
        }
    };
    let batches = Batches {
        groups: groups * tiles,
        batch: batch_of(layout, most),
        elements: groups * len,
    };
    finished_tiles::<R>(params, pool, (batches, tiles), &of_tiles, &|group, tile| {
        tile * groups + group
    })
}

/// Groups that a thread folds at a time, at most: whole rows of neighbouring groups, or a few strips of a long one.
fn batch_of(layout: &Layout, most: usize) -> usize {
    let (count, _) = last_axis(layout);
    if count <= most { most / count * count } else { most }
}

/// Neighbouring groups from one on: the rest of a row of them, or as many as there may be.
fn lanes_at<S>(data: S, layout: &Layout, first: usize, most: usize) -> Lanes<'_, S> {
    let (count, step) = last_axis(layout);
    Lanes {
        data,
        reduced: &layout.reduced,
        base: layout.kept.place(first),
        step,
        count: most.min(count - first % count),
        ahead: layout.reduced.strides().last().copied().unwrap_or(0),
    }
}

/// Some neighbouring groups: where the first of them begins, and how far it is from one to the next.
#[derive(Clone, Copy)]
struct Lanes<'a, S> {
    data: S,
    reduced: &'a Dims,
    base: usize,
    step: usize,
    count: usize,
    /// The distance from an element of a group to the next one.
    ahead: usize,
}

impl<S: Slices> Lanes<'_, S> {
    /// The elements of this index of the groups of a strip, if all of them lie side by side and fill it.
    #[inline(always)]
    fn whole(&self, strip: usize, index: usize) -> Option<S::Whole> {
        let place = self.base + self.reduced.place(index) + strip * STRIP;
        let is_whole = self.step == 1 && self.count >= (strip + 1) * STRIP;
        is_whole.then(|| self.data.cut(place..place + STRIP).whole())?
    }

    /// [`whole`](Self::whole) for `N` elements of each group, `distance` apart.
    #[inline(always)]
    fn several<const N: usize>(&self, strip: usize, index: usize, distance: usize) -> Option<[S::Whole; N]> {
        let mut elements = [self.whole(strip, index)?; N];
        let mut number = 1;
        while number < N {
            elements[number] = self.whole(strip, index + number * distance)?;
            number += 1;
        }
        Some(elements)
    }

    /// Prefetches a line of elements that lie `ahead` of a place.
    #[inline(always)]
    fn prefetch(&self, place: usize, ahead: usize) {
        if cfg!(vectors) {
            self.data.cut(place..place + S::CHUNK).prefetch(ahead);
        }
    }
}

/// A function that appends the states of the elements in a range, a tile at most, of some groups.
type FoldStrips<R, S> = fn(&<R as Operator>::Params, Lanes<'_, S>, Range<usize>, &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_strips`] for the widest vectors.
    fn strips_fold<R: Operator, S: Slices<Item = R::Input>>() -> FoldStrips = fold_strips(params: &R::Params, lanes: Lanes<'_, S>, tile: Range<usize>, states: &mut Vec<R::State>)
}

/// Appends the states of the elements of a tile of each group, of which there is one at least.
#[inline(always)]
fn fold_strips<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    tile: Range<usize>,
    states: &mut Vec<R::State>,
) {
    let mut strips = Vec::new();
    let any = R::lift_with(params, lanes.data.get(lanes.base).located(0));
    for first in (0..lanes.count).step_by(STRIP) {
        strips.push(Waiting::<R::State>::new(any, STRIP.min(lanes.count - first)));
    }
    if const { Shape::of::<R>().ordered } {
        fold_runs::<R, S>(params, lanes, tile, &mut strips);
    } else {
        fold_columns::<R, S>(params, lanes, tile, &mut strips);
    }
    for strip in &mut strips {
        strip.end();
        states.extend((0..strip.lanes).map(|lane| strip.node.get(lane)));
    }
}

/// Folds the elements of a tile by columns.
#[inline(always)]
fn fold_columns<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    tile: Range<usize>,
    strips: &mut [Waiting<R::State>],
) {
    let columns = Shape::of::<R>().columns() as usize;
    let width = tile.len().min(columns);
    let mut column = 0;
    while column < width {
        let first = tile.start + column;
        // Each element is a column of its own.
        let most = if tile.len() <= columns { width - column } else { 1 };
        let taken = match most {
            MANY.. => MANY,
            SOME.. => SOME,
            _ => 1,
        };
        for (number, strip) in strips.iter_mut().enumerate() {
            strip.keep();
            let node = &mut strip.node;
            let is_folded = match taken {
                MANY => fold_tree_of::<R, S, MANY>(params, lanes, number, first, node),
                SOME => fold_tree_of::<R, S, SOME>(params, lanes, number, first, node),
                _ => false,
            };
            if is_folded {
                strip.push(taken.ilog2() as usize);
                continue;
            }
            for first in first..first + taken {
                strip.keep();
                fold_column::<R, S>(params, lanes, number, first..tile.end, &mut strip.node);
                strip.push(0);
            }
        }
        column += taken;
    }
}

/// Elements of a group that are folded at once where all are there.
const MANY: usize = SEVERAL_ROWS;
const SOME: usize = SEVERAL_ROWS / 2;

/// Folds the tree over `N` elements of each group of a strip, each of a column of its own; returns whether they fill the strip.
#[inline(always)]
fn fold_tree_of<R: Operator, S: Slices<Item = R::Input>, const N: usize>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    strip: usize,
    first: usize,
    to: &mut Strip<R>,
) -> bool {
    let Some(elements) = lanes.several::<N>(strip, first, 1) else {
        return false;
    };
    let place = lanes.base + lanes.reduced.place(first) + strip * STRIP;
    let mut chunk = 0;
    while chunk < STRIP {
        for index in 0..N {
            lanes.prefetch(place + chunk, (N + index) * lanes.ahead);
        }
        for lane in chunk..chunk + S::CHUNK {
            let lift = |index: usize| R::lift_with(params, elements[index].get(lane).located((first + index) as u32));
            let pair = |index: usize| R::State::combine(lift(index), lift(index + 1));
            let four = |index: usize| R::State::combine(pair(index), pair(index + 2));
            let state = if const { N == MANY } {
                R::State::combine(four(0), four(N - 4))
            } else {
                four(0)
            };
            to.set(lane, state);
        }
        chunk += S::CHUNK;
    }
    true
}

/// Folds the elements of a column, the first of which is there, of each group of a strip.
#[inline(always)]
fn fold_column<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    strip: usize,
    elements: Range<usize>,
    states: &mut Strip<R>,
) {
    let columns = Shape::of::<R>().columns() as usize;
    let mut element = elements.start;
    while element < elements.end {
        let (begins, left) = (element == elements.start, (elements.end - element).div_ceil(columns));
        let taken = if left >= MANY && fold_several::<R, S, MANY>(params, lanes, (strip, element), begins, states) {
            MANY
        } else if left >= SOME && fold_several::<R, S, SOME>(params, lanes, (strip, element), begins, states) {
            SOME
        } else if begins {
            each_lane::<R, S>(params, lanes, strip, element, |lane, state| states.set(lane, state));
            1
        } else {
            each_lane::<R, S>(params, lanes, strip, element, |lane, state| {
                states.set(lane, R::State::combine_in_order(states.get(lane), state));
            });
            1
        };
        element += taken * columns;
    }
}

/// Folds `N` elements of a column from one on into the states of a strip, or begins with them; returns whether they fill the strip.
#[inline(always)]
fn fold_several<R: Operator, S: Slices<Item = R::Input>, const N: usize>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    (strip, element): (usize, usize),
    begins: bool,
    states: &mut Strip<R>,
) -> bool {
    let columns = Shape::of::<R>().columns() as usize;
    let Some(elements) = lanes.several::<N>(strip, element, columns) else {
        return false;
    };
    let lift = |index: usize, lane: usize| {
        let x = elements[index].get(lane).located((element + index * columns) as u32);
        R::lift_with(params, x)
    };
    let place = lanes.base + lanes.reduced.place(element) + strip * STRIP;
    let mut chunk = 0;
    while chunk < STRIP {
        for index in 0..N {
            lanes.prefetch(place + chunk, (index * columns + 1) * lanes.ahead);
        }
        if begins {
            for lane in chunk..chunk + S::CHUNK {
                let mut state = lift(0, lane);
                let mut index = 1;
                while index < N {
                    state = R::State::combine_in_order(state, lift(index, lane));
                    index += 1;
                }
                states.set(lane, state);
            }
        } else {
            for lane in chunk..chunk + S::CHUNK {
                let mut state = states.get(lane);
                let mut index = 0;
                while index < N {
                    state = R::State::combine_in_order(state, lift(index, lane));
                    index += 1;
                }
                states.set(lane, state);
            }
        }
        chunk += S::CHUNK;
    }
    true
}

/// Folds the elements of a tile by runs.
#[inline(always)]
fn fold_runs<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    tile: Range<usize>,
    strips: &mut [Waiting<R::State>],
) {
    let run = Shape::of::<R>().run() as usize;
    for first in tile.clone().step_by(run) {
        for (number, strip) in strips.iter_mut().enumerate() {
            strip.keep();
            each_lane::<R, S>(params, lanes, number, first, |lane, state| strip.node.set(lane, state));
            for element in first + 1..tile.end.min(first + run) {
                each_lane::<R, S>(params, lanes, number, element, |lane, state| {
                    strip.node.set(lane, R::State::combine(strip.node.get(lane), state));
                });
            }
            strip.push(0);
        }
    }
}

/// Calls `take` with the state of element `index` of each group of a strip.
#[inline(always)]
fn each_lane<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    strip: usize,
    index: usize,
    mut take: impl FnMut(usize, R::State),
) {
    let mut one = |lane: usize, x: R::Input| take(lane, R::lift_with(params, x.located(index as u32)));
    // The number of lanes is known here, as vectors need it.
    if let Some(elements) = lanes.whole(strip, index) {
        (0..STRIP).for_each(|lane| one(lane, elements.get(lane)));
        return;
    }
    let place = lanes.base + lanes.reduced.place(index) + strip * STRIP * lanes.step;
    let count = STRIP.min(lanes.count - strip * STRIP);
    if count == STRIP {
        (0..STRIP).for_each(|lane| one(lane, lanes.data.get(place + lane * lanes.step)));
    } else {
        (0..count).for_each(|lane| one(lane, lanes.data.get(place + lane * lanes.step)));
    }
}
