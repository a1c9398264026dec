//! Short groups of any length, such as segments and runs: many of them are folded together, so that vectors are full.
//!
//! A group with no more elements than a tile has columns is a tree over its elements, in which missing right neighbours are skipped.

use std::ops::Range;

use super::blocks::{BLOCK, Blocks, FEW};
use super::tiles::Folds;
use super::vectors::for_widest_vectors;
use crate::input::element::{Element as _, Slices};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::tuning::{ACROSS_STATE_BYTES, GROUPS_AT_ONCE, SHORT_AHEAD};

/// The elements of a group.
#[derive(Clone, Copy)]
pub(super) struct Group<S> {
    /// Behind those of the group there may be elements of the next ones, which may be lifted: a load of a fixed number of elements takes less time than a loop. Elements of no group are never there, because their `lift` may panic.
    pub(super) elements: S,
    pub(super) len: usize,
}

impl<S: Slices> Group<S> {
    /// A group of these elements.
    pub(super) fn of(elements: S) -> Self {
        let len = elements.len();
        Self { elements, len }
    }

    /// The elements of the group alone.
    #[inline(always)]
    pub(super) fn own(self) -> S {
        self.elements.cut(0..self.len)
    }
}

/// A function that appends groups by their numbers: a call for each would take as long as folding a tiny one.
pub(super) type AppendGroups<'a, S> = &'a (dyn Fn(Range<usize>, &mut Vec<Group<S>>) + Sync);

/// A function that appends the states of these groups.
type FoldGroups<R, S> =
    fn(&<R as Operator>::Params, AppendGroups<'_, S>, Range<usize>, &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_groups`] for the widest vectors.
    fn groups_fold<R: Operator, S: Slices<Item = R::Input>>() -> FoldGroups = fold_groups(params: &R::Params, groups: AppendGroups<'_, S>, some: Range<usize>, states: &mut Vec<R::State>)
}

/// Whether the engine keeps strips of states for groups of `R`.
pub(super) const fn keeps_strips<R: Operator>() -> bool {
    !R::State::MIXED && R::BINNED.is_none() && size_of::<R::State>() <= ACROSS_STATE_BYTES
}

/// Appends the states of some groups; one thread folds them.
pub(super) fn states<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    groups: AppendGroups<'_, S>,
    some: Range<usize>,
    states: &mut Vec<R::State>,
) {
    if some.is_empty() {
        return;
    }
    if const { keeps_strips::<R>() && !Shape::of::<R>().ordered } {
        return groups_fold::<R, S>()(params, groups, some, states);
    }
    let mut folds = Folds::<R, S>::new();
    let mut some_groups = Vec::with_capacity(some.len());
    groups(some, &mut some_groups);
    states.extend(some_groups.into_iter().map(|group| match group.len {
        0 => R::State::identity(),
        _ => folds.state(params, group.own()),
    }));
}

/// Appends the states of groups: long ones one after the other, the others by blocks.
#[inline(always)]
fn fold_groups<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    groups: AppendGroups<'_, S>,
    some: Range<usize>,
    states: &mut Vec<R::State>,
) {
    let columns = Shape::of::<R>().columns() as usize;
    let (begin, mut folds) = (states.len(), Folds::<R, S>::new());
    states.resize(begin + some.len(), R::State::identity());
    let states = &mut states[begin..];
    let mut blocks = Blocks::<R::State>::new(some.len());
    let mut appended = Vec::with_capacity(GROUPS_AT_ONCE);
    // A loop: closures for each group are not compiled for the vectors of this function.
    let mut owner = 0;
    for start in some.clone().step_by(GROUPS_AT_ONCE) {
        appended.clear();
        groups(start..some.end.min(start + GROUPS_AT_ONCE), &mut appended);
        for group in appended.iter().copied() {
            if group.len > columns {
                states[owner] = folds.state(params, group.own());
            } else {
                take_blocks::<R, S>(params, (owner, group), &mut blocks);
            }
            owner += 1;
        }
    }
    blocks.end(states);
}

/// Puts the elements of a group into blocks.
#[inline(always)]
fn take_blocks<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    (owner, Group { elements, len }): (usize, Group<S>),
    blocks: &mut Blocks<R::State>,
) {
    let whole = len / BLOCK * BLOCK;
    let mut start = 0;
    while start < whole {
        let elements = elements.cut(start..start + BLOCK);
        if cfg!(vectors) {
            elements.prefetch(SHORT_AHEAD);
        }
        blocks.whole(|index| R::lift_with(params, elements.get(index)));
        start += BLOCK;
    }
    let left = len - whole;
    // At a position that the group does not have, `lift` may panic.
    let are_behind = !R::Input::POSITIONED && elements.len() >= whole + BLOCK;
    if left > FEW && are_behind {
        let elements = elements.cut(whole..whole + BLOCK);
        if cfg!(vectors) {
            elements.prefetch(SHORT_AHEAD);
        }
        blocks.part::<BLOCK>(left, |index| R::lift_with(params, elements.get(index)));
    } else if left > FEW {
        // The last one again for those that are not there.
        blocks.part::<BLOCK>(left, |index| {
            R::lift_with(params, elements.get(whole + index.min(left - 1)))
        });
    } else if left > 0 {
        blocks.part::<FEW>(left, |index| {
            R::lift_with(params, elements.get(whole + index.min(left - 1)))
        });
    }
    blocks.group(owner, len);
}
