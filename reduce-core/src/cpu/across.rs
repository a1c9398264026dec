//! Groups side by side: each vector lane folds a group of its own, where the elements of a group are few or far apart.
//!
//! The columns of a tile are found one after the other, in the order of a balanced binary tree over them: as soon as two neighbouring nodes of a level are
//! there they are one of the next, as in a binary counter. So a strip of states for each level is all that is kept.

use rayon::ThreadPool;

use super::threads::in_batches;
use super::vectors::for_widest_vectors;
use crate::group::layout::Layout;
use crate::input::dims::Dims;
use crate::input::element::{Element as _, Run as _, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::tuning::{ELEMENTS_AHEAD, LEAST_LANES, SHORT_GROUP};
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<R> = <<R as Operator>::State as GpuType>::Columns;

/// Whether the groups of this layout are folded side by side.
pub(super) fn suits(layout: &Layout) -> bool {
    let (lanes, _) = last_axis(layout);
    lanes >= LEAST_LANES && (layout.reduced.len() <= SHORT_GROUP || !layout.reduced.is_side_by_side())
}

/// The last axis of the groups: how many there are along it, and the distance from one to the next.
fn last_axis(layout: &Layout) -> (usize, usize) {
    layout.kept.axes().last().unwrap_or((1, 0))
}

/// The states of all groups, in order.
pub(super) fn states<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    layout: &Layout,
    pool: Option<&ThreadPool>,
) -> Vec<R::State> {
    // A strip is of neighbours along the last axis that is kept.
    let (count, step) = last_axis(layout);
    let (strips, rows) = (count.div_ceil(STRIP), layout.kept.len() / count);
    let ahead = layout.reduced.strides().last().copied().unwrap_or(0);
    let fold = strip_fold::<R, S>();
    in_batches(pool, rows * strips, 1, &|numbers, states| {
        for number in numbers {
            let (row, first) = (number / strips, number % strips * STRIP);
            let lanes = Lanes {
                data,
                reduced: &layout.reduced,
                base: layout.kept.place(row * count + first),
                step,
                count: STRIP.min(count - first),
                ahead: ahead.wrapping_mul(ELEMENTS_AHEAD),
            };
            fold(params, lanes, states);
        }
    })
}

/// A strip of groups: where the first of them begins, and how far it is from one to the next.
#[derive(Clone, Copy)]
struct Lanes<'a, S> {
    data: S,
    reduced: &'a Dims,
    base: usize,
    step: usize,
    count: usize,
    /// The distance of the elements that are prefetched.
    ahead: usize,
}

/// A function that appends the states of a strip of groups.
type FoldStrip<R, S> = fn(&<R as Operator>::Params, Lanes<'_, S>, &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_strip`] for the widest vectors.
    fn strip_fold() -> FoldStrip = fold_strip(params: &R::Params, lanes: Lanes<'_, S>, states: &mut Vec<R::State>)
}

/// Appends the states of a strip of groups, which have an element at least.
#[inline(always)]
fn fold_strip<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    states: &mut Vec<R::State>,
) {
    let (len, tile) = (lanes.reduced.len(), Shape::of::<R>().tile_len() as usize);
    let mut tiles = Waiting::<R::State>(Vec::new());
    for start in (0..len).step_by(tile) {
        let end = len.min(start + tile);
        let folded = if const { Shape::of::<R>().ordered } {
            fold_runs::<R, S>(params, lanes, start, end)
        } else {
            fold_columns::<R, S>(params, lanes, start, end)
        };
        tiles.push(folded, lanes.count);
    }
    if let Some(strip) = tiles.root(lanes.count) {
        states.extend((0..lanes.count).map(|lane| strip.get(lane)));
    }
}

/// The states of the elements from `start` up to `end`, a tile, by columns.
#[inline(always)]
fn fold_columns<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    start: usize,
    end: usize,
) -> Strip<R> {
    let columns = Shape::of::<R>().columns() as usize;
    let mut waiting = Waiting::<R::State>(Vec::new());
    for first in start..end.min(start + columns) {
        let mut states = lifted::<R, S>(params, lanes, first);
        for element in (first + columns..end).step_by(columns) {
            each_lane::<R, S>(params, lanes, element, |lane, state| {
                states.set(lane, R::State::combine_in_order(states.get(lane), state));
            });
        }
        waiting.push(states, lanes.count);
    }
    waiting.whole(lanes.count)
}

/// The states of the elements from `start` up to `end`, a tile, by runs.
#[inline(always)]
fn fold_runs<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    start: usize,
    end: usize,
) -> Strip<R> {
    let run = Shape::of::<R>().run() as usize;
    let mut waiting = Waiting::<R::State>(Vec::new());
    for first in (start..end).step_by(run) {
        let mut states = lifted::<R, S>(params, lanes, first);
        for element in first + 1..end.min(first + run) {
            each_lane::<R, S>(params, lanes, element, |lane, state| {
                states.set(lane, R::State::combine(states.get(lane), state));
            });
        }
        waiting.push(states, lanes.count);
    }
    waiting.whole(lanes.count)
}

/// The states of element `index` of each group.
#[inline(always)]
fn lifted<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, lanes: Lanes<'_, S>, index: usize) -> Strip<R> {
    let place = lanes.base + lanes.reduced.place(index);
    let first = R::lift_with(params, lanes.data.get(place).located(index as u32));
    let mut states: Strip<R> = Columns::filled(first);
    each_lane::<R, S>(params, lanes, index, |lane, state| states.set(lane, state));
    states
}

/// Calls `take` with the state of element `index` of each group.
#[inline(always)]
fn each_lane<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    lanes: Lanes<'_, S>,
    index: usize,
    mut take: impl FnMut(usize, R::State),
) {
    let place = lanes.base + lanes.reduced.place(index);
    let mut one = |lane: usize, x: R::Input| take(lane, R::lift_with(params, x.located(index as u32)));
    let side_by_side = (lanes.step == 1 && lanes.count == STRIP).then(|| lanes.data.cut(place..place + STRIP));
    if let Some(elements) = side_by_side {
        elements.prefetch(lanes.ahead);
    }
    // The number of lanes is known here, as vectors need it.
    if let Some(elements) = side_by_side.and_then(Slices::whole) {
        (0..STRIP).for_each(|lane| one(lane, elements.get(lane)));
    } else if lanes.count == STRIP {
        (0..STRIP).for_each(|lane| one(lane, lanes.data.get(place + lane * lanes.step)));
    } else {
        (0..lanes.count).for_each(|lane| one(lane, lanes.data.get(place + lane * lanes.step)));
    }
}

/// Nodes of the tree that wait for their right neighbours, the widest first, each with its level.
struct Waiting<S: GpuType>(Vec<(u32, S::Columns)>);

impl<S: Monoid> Waiting<S> {
    /// Appends a node of the lowest level.
    #[inline(always)]
    fn push(&mut self, states: S::Columns, lanes: usize) {
        let (mut level, mut states) = (0, states);
        while let Some((_, mut left)) = self.0.pop_if(|(waiting, _)| *waiting == level) {
            combine::<S>(&mut left, &states, lanes);
            (level, states) = (level + 1, left);
        }
        self.0.push((level, states));
    }

    /// The node of all, in which missing right neighbours are skipped; none if nothing was pushed.
    #[inline(always)]
    fn root(mut self, lanes: usize) -> Option<S::Columns> {
        let (_, mut right) = self.0.pop()?;
        while let Some((_, mut left)) = self.0.pop() {
            combine::<S>(&mut left, &right, lanes);
            right = left;
        }
        Some(right)
    }

    /// [`root`](Self::root) of a tile, which is not empty.
    #[inline(always)]
    fn whole(self, lanes: usize) -> S::Columns {
        self.root(lanes).unwrap_or_else(|| Columns::filled(S::identity()))
    }
}

/// Combines each of the `lanes` states on the left with the one on the right.
#[inline(always)]
fn combine<S: Monoid>(left: &mut S::Columns, right: &S::Columns, lanes: usize) {
    let mut one = |lane: usize| left.set(lane, S::combine(left.get(lane), right.get(lane)));
    if lanes == STRIP {
        (0..STRIP).for_each(&mut one);
    } else {
        (0..lanes).for_each(&mut one);
    }
}
