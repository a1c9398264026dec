//! Short groups of any length, such as segments and runs: blocks of 4 or 16 elements of many groups lie side by side in a strip, whose trees are folded together.
//!
//! A group with no more elements than a tile has columns is a tree over its elements, in which missing right neighbours are skipped. Its blocks are nodes of that tree
//! and what they become is a shorter group of the same kind, until one is left.

use std::ops::Range;

use super::tiles::Folds;
use super::vectors::for_widest_vectors;
use crate::input::element::Slices;
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::tuning::{ACROSS_STATE_BYTES, ELEMENTS_OF_A_TINY_GROUP, SHORT_AHEAD};
use crate::types::columns::{Columns as _, STRIP};
use crate::types::gpu_type::GpuType;

type Strip<S> = <S as GpuType>::Columns;

/// The elements of a group, by its number.
pub(super) type Group<'a, S> = &'a (dyn Fn(usize) -> S + Sync);

/// A function that appends the states of these groups, by blocks of 4 elements if they are tiny.
type FoldGroups<R, S> =
    fn(&<R as Operator>::Params, Group<'_, S>, (Range<usize>, bool), &mut Vec<<R as Operator>::State>);

for_widest_vectors! {
    /// [`fold_groups`] for the widest vectors.
    fn groups_fold() -> FoldGroups = fold_groups(params: &R::Params, group: Group<'_, S>, some: (Range<usize>, bool), states: &mut Vec<R::State>)
}

/// Whether the engine keeps strips of states for groups of `R`.
pub(super) const fn keeps_strips<R: Operator>() -> bool {
    !R::State::MIXED && R::BINNED.is_none() && size_of::<R::State>() <= ACROSS_STATE_BYTES
}

/// Appends the states of some groups, which have so many elements each on average; one thread folds them.
pub(super) fn states<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    group: Group<'_, S>,
    (some, average): (Range<usize>, usize),
    states: &mut Vec<R::State>,
) {
    if const { keeps_strips::<R>() && !Shape::of::<R>().ordered } {
        return groups_fold::<R, S>()(params, group, (some, average <= ELEMENTS_OF_A_TINY_GROUP), states);
    }
    let mut folds = Folds::<R, S>::new();
    states.extend(some.map(|index| match group(index) {
        elements if elements.len() == 0 => R::State::identity(),
        elements => folds.state(params, elements),
    }));
}

#[inline(always)]
fn fold_groups<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    group: Group<'_, S>,
    (some, are_tiny): (Range<usize>, bool),
    states: &mut Vec<R::State>,
) {
    if are_tiny {
        fold_by::<R, S, 4>(params, group, some, states);
    } else {
        fold_by::<R, S, 16>(params, group, some, states);
    }
}

/// Appends the states of groups, of which those with a column for each element are folded by blocks of `N` elements.
#[inline(always)]
fn fold_by<R: Operator, S: Slices<Item = R::Input>, const N: usize>(
    params: &R::Params,
    group: Group<'_, S>,
    some: Range<usize>,
    states: &mut Vec<R::State>,
) {
    let columns = Shape::of::<R>().columns() as usize;
    let (begin, mut folds) = (states.len(), Folds::<R, S>::new());
    states.resize(begin + some.len(), R::State::identity());
    let states = &mut states[begin..];
    let mut blocks = Blocks::<R::State, N>::new();
    for (owner, index) in some.enumerate() {
        let elements = group(index);
        let len = elements.len();
        if len > columns {
            states[owner] = folds.state(params, elements);
        } else if len > 0 {
            blocks.group(owner, len, |start, end, to, at| {
                let elements = elements.cut(start..end);
                if cfg!(vectors) {
                    elements.prefetch(SHORT_AHEAD);
                }
                write::<R::State, N>(to, at, end - start, |index| R::lift_with(params, elements.get(index)));
            });
        }
    }
    blocks.end(states);
}

/// Writes so many states, `N` at most, to the columns of a strip from one on, which is a multiple of `N`.
#[inline(always)]
fn write<S: Monoid, const N: usize>(to: &mut Strip<S>, at: usize, count: usize, state: impl Fn(usize) -> S) {
    // The compiler sees that no column is behind the strip.
    let at = at & (STRIP - N);
    if count == N {
        (0..N).for_each(|index| to.set(at + index, state(index)));
    } else {
        (0..count.min(N)).for_each(|index| to.set(at + index, state(index)));
    }
}

/// A strip of blocks of `N` states, and what folded blocks become.
struct Blocks<S: Monoid, const N: usize> {
    strips: [Strip<S>; 2],
    /// For each pair of a level, those of the first level in front, whether its right neighbour is there.
    present: [u32; STRIP],
    /// How many blocks there are, and whether all of them are full.
    count: usize,
    full: bool,
    /// The states of folded blocks, and their groups: each with as many of these states.
    nodes: Vec<S>,
    rest: Vec<(usize, usize)>,
}

impl<S: Monoid, const N: usize> Blocks<S, N> {
    #[inline(always)]
    fn new() -> Self {
        let any = S::identity();
        Self {
            strips: [Strip::<S>::filled(any), Strip::<S>::filled(any)],
            present: [1; STRIP],
            count: 0,
            full: true,
            nodes: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// Takes a group of `len` states, of which `write` writes those from one up to another to the columns of a strip from one on.
    #[inline(always)]
    fn group(&mut self, owner: usize, len: usize, write: impl Fn(usize, usize, &mut Strip<S>, usize)) {
        self.rest.push((owner, len.div_ceil(N)));
        let mut start = 0;
        while start < len {
            let end = len.min(start + N);
            write(start, end, &mut self.strips[0], self.count * N);
            if end - start < N {
                self.is_short(self.count, end - start);
            }
            self.count += 1;
            if self.count == STRIP / N {
                self.fold();
            }
            start += N;
        }
    }

    /// Says that a block has fewer states than there is room for.
    #[inline(always)]
    fn is_short(&mut self, block: usize, count: usize) {
        mark::<N>(&mut self.present, block, count);
        self.full = false;
    }

    /// Folds the blocks that are there.
    #[inline(always)]
    fn fold(&mut self) {
        let [strip, spare] = &mut self.strips;
        if self.count == STRIP / N && self.full {
            halve::<S, { STRIP / 2 }>(strip, spare);
            halve::<S, { STRIP / 4 }>(spare, strip);
            if N == 16 {
                halve::<S, { STRIP / 8 }>(strip, spare);
                halve::<S, { STRIP / 16 }>(spare, strip);
            }
        } else {
            // No pair of a block that is not there.
            (self.count..STRIP / N).for_each(|block| mark::<N>(&mut self.present, block, 0));
            let (first, present) = self.present.split_at(STRIP / 2);
            let (second, present) = present.split_at(STRIP / 4);
            halve_present::<S, { STRIP / 2 }>(strip, first, spare);
            halve_present::<S, { STRIP / 4 }>(spare, second, strip);
            if N == 16 {
                let (third, fourth) = present.split_at(STRIP / 8);
                halve_present::<S, { STRIP / 8 }>(strip, third, spare);
                halve_present::<S, { STRIP / 16 }>(spare, fourth, strip);
            }
            self.present.fill(1);
        }
        if self.count == STRIP / N {
            self.nodes.extend((0..STRIP / N).map(|block| strip.get(block)));
        } else {
            self.nodes.extend((0..self.count).map(|block| strip.get(block)));
        }
        (self.count, self.full) = (0, true);
    }

    /// Folds what is left, until each group has one state, and puts it in its place.
    #[inline(always)]
    fn end(&mut self, states: &mut [S]) {
        self.fold();
        while !self.rest.is_empty() {
            let (nodes, rest) = (std::mem::take(&mut self.nodes), std::mem::take(&mut self.rest));
            let mut first = 0;
            for (owner, len) in rest {
                let of_group = &nodes[first..first + len];
                if let [only] = of_group {
                    states[owner] = *only;
                } else {
                    self.group(owner, len, |start, end, to, at| {
                        let nodes = &of_group[start..end];
                        write::<S, N>(to, at, end - start, |index| nodes[index]);
                    });
                }
                first += len;
            }
            self.fold();
        }
    }
}

/// Combines neighbours, of which there are `PAIRS` pairs.
#[inline(always)]
fn halve<S: Monoid, const PAIRS: usize>(from: &Strip<S>, to: &mut Strip<S>) {
    for pair in 0..PAIRS {
        to.set(pair, S::combine(from.get(2 * pair), from.get(2 * pair + 1)));
    }
}

/// [`halve`] where right neighbours may be missing.
#[inline(always)]
fn halve_present<S: Monoid, const PAIRS: usize>(from: &Strip<S>, present: &[u32], to: &mut Strip<S>) {
    let Some(present) = present.first_chunk::<PAIRS>() else {
        return;
    };
    for (pair, present) in present.iter().enumerate() {
        // Both are loaded whether or not the right one counts: vectors do not choose.
        let (left, right) = (from.get(2 * pair), from.get(2 * pair + 1));
        let state = if *present != 0 { S::combine(left, right) } else { left };
        to.set(pair, state);
    }
}

/// Marks which pairs of a block of so many states have a right neighbour, at every level.
#[inline(always)]
fn mark<const N: usize>(present: &mut [u32; STRIP], block: usize, count: usize) {
    let (mut level, mut pairs, mut begin) = (1, N / 2, 0);
    while pairs > 0 {
        let of_block = &mut present[begin + block * pairs..][..pairs];
        for (pair, present) in of_block.iter_mut().enumerate() {
            // The right one begins with this element.
            *present = ((2 * pair as u32 + 1) * level < count as u32) as u32;
        }
        begin += STRIP / N * pairs;
        (level, pairs) = (2 * level, pairs / 2);
    }
}
