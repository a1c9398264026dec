//! Folds elements to one state per tile: SIMD loops over columns, tiles in parallel.

use std::ops::Range;

use rayon::ThreadPool;

use crate::input::element::{Plain, Slices};
use crate::monoid::operator::{FoldTile, Operator};
use crate::monoid::traits::Monoid;
use crate::order::canonical::Shape;
use crate::order::forest::fold_tree;
use crate::tuning::{ROWS, STRIP_STATE_BYTES};
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

use super::column_tree::fold_strips;
use super::rows::{ask_beyond, fold_all_rows};
use super::threads::{Put, in_pieces};

/// The states of the tiles of `data`, in order.
pub(super) fn states<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    pool: Option<&ThreadPool>,
) -> Vec<R::State> {
    if const { S::MAY_LIE_SIDE_BY_SIDE }
        && let Some(plain) = data.side_by_side()
    {
        return states::<R, S::Viewed>(params, plain, pool);
    }
    states_of::<R, S>(params, &[data], pool).0
}

/// The states of some groups, whose tiles all threads share.
pub(super) fn states_of_groups<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    groups: &[S],
    pool: Option<&ThreadPool>,
) -> Vec<R::State> {
    let (states, offsets) = states_of::<R, S>(params, groups, pool);
    let of_group = |pair: &[usize]| {
        let mut of_tiles = states[pair[0]..pair[1]].to_vec();
        fold_tree(&mut of_tiles, R::State::identity, R::State::combine)
    };
    offsets.windows(2).map(of_group).collect()
}

/// The states of the tiles of some groups, in order, and the offsets of each group's among them.
pub(super) fn states_of<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    groups: &[S],
    pool: Option<&ThreadPool>,
) -> (Vec<R::State>, Vec<usize>) {
    let shape = Shape::of::<R>();
    let tile = shape.tile_len() as usize;
    let strips = shape.per_invocation as usize;
    let fold_tile = Folds::<R, S>::function();
    let (mut offsets, mut tiles) = (vec![0], 0);
    for group in groups {
        tiles += group.len().div_ceil(tile);
        offsets.push(tiles);
    }
    // Any state does until a tile's own takes its place.
    let mut states = filled(R::State::identity(), tiles);
    let work = |tiles: Range<usize>, put: Put<'_>| {
        let mut work = Work::default();
        for index in tiles {
            let number = offsets.partition_point(|offset| *offset <= index) - 1;
            let (group, start) = (groups[number], (index - offsets[number]) * tile);
            let elements = group.cut(start..group.len().min(start + tile));
            put(index, &fold_tile(params, elements, strips, &mut work));
        }
    };
    in_pieces(pool, tiles, &work, &mut |index, state| {
        if let Some(state) = state.downcast_ref() {
            states[index] = *state;
        }
    });
    (states, offsets)
}

/// Folds groups of elements one after the other, in the memory of the first.
pub(super) struct Folds<R: Operator, S> {
    fold: Fold<R, S>,
    work: Work<R>,
    states: Vec<R::State>,
}

impl<R: Operator, S: Slices<Item = R::Input>> Folds<R, S> {
    /// The function that folds a tile: the members of a tuple each in its own order where these differ.
    fn function() -> Fold<R, S> {
        if const { S::MAY_LIE_SIDE_BY_SIDE } {
            fold_gathered::<R, S>
        } else if const { R::State::MIXED } {
            fold_members::<R, S>
        } else {
            fold::<R, S>()
        }
    }

    pub(super) fn new() -> Self {
        Self {
            fold: Self::function(),
            work: Work::default(),
            states: Vec::new(),
        }
    }

    /// The state of these elements, of which there is one at least.
    pub(super) fn state(&mut self, params: &R::Params, elements: S) -> R::State {
        let shape = Shape::of::<R>();
        let (len, tile, strips) = (elements.len(), shape.tile_len() as usize, shape.per_invocation as usize);
        if len <= tile {
            return (self.fold)(params, elements, strips, &mut self.work);
        }
        self.states.clear();
        for start in (0..len).step_by(tile) {
            let elements = elements.cut(start..len.min(start + tile));
            self.states.push((self.fold)(params, elements, strips, &mut self.work));
        }
        fold_tree(&mut self.states, R::State::identity, R::State::combine)
    }
}

/// `vec![value; count]` in a tenth of the code for each type of value.
fn filled<T: Clone>(value: T, count: usize) -> Vec<T> {
    let mut values = Vec::with_capacity(count);
    while values.len() < count {
        values.push(value.clone());
    }
    values
}

/// A tile folded for one reduction alone.
enum Alone {}

impl FoldTile for Alone {
    fn fold<R: Operator, S: Slices<Item = R::Input>>(params: &R::Params, tile: S) -> R::State {
        let per_invocation = Shape::of::<R>().per_invocation as usize;
        fold::<R, S>()(params, tile, per_invocation, &mut Work::default())
    }
}

/// A function that folds a tile, given the parameters, the columns of an invocation and the memory that is reused from tile to tile.
type Fold<R, S> = fn(&<R as Operator>::Params, S, usize, &mut Work<R>) -> <R as Operator>::State;

/// The function that folds a tile, by runs in the order of the input or by columns.
///
/// By constants: rustc does not compile the functions that are not taken.
fn fold<R: Operator, S: Slices<Item = R::Input>>() -> Fold<R, S> {
    if const { R::BINNED.is_some() } {
        fold_counts::<R, S>
    } else if const { Shape::of::<R>().ordered } {
        fold_runs::<R, S>
    } else if const { size_of::<R::State>() > STRIP_STATE_BYTES } {
        fold_large_states::<R, S>
    } else {
        fold_columns::<R, S>
    }
}

/// Folds a copy of the elements: there they lie side by side, and the loops over them become vector instructions.
fn fold_gathered<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    tile: S,
    per_invocation: usize,
    work: &mut Work<R>,
) -> R::State {
    let mut gathered = std::mem::take(&mut work.gathered);
    gathered.clear();
    tile.gather(&mut gathered);
    let elements = Plain::new(&gathered).positioned(tile.first());
    let state = Folds::<R, Plain<&[R::Input]>>::function()(params, elements, per_invocation, work);
    work.gathered = gathered;
    state
}

/// Folds each member of a tuple in its own order, one after the other: the tile is in the cache then.
fn fold_members<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    tile: S,
    _per_invocation: usize,
    _work: &mut Work<R>,
) -> R::State {
    R::fold_tile::<Alone, S>(params, tile)
}

/// The columns of the tile in work and room for a level of their tree; reused from tile to tile.
struct Work<R: Operator> {
    strips: Vec<<R::State as GpuType>::Columns>,
    spare: Vec<<R::State as GpuType>::Columns>,
    /// The columns of a state that is too large for strips, or the runs of an ordered one.
    plain: Vec<R::State>,
    /// The copy of a tile's elements, if they did not lie side by side.
    gathered: Vec<R::Input>,
}

impl<R: Operator> Default for Work<R> {
    fn default() -> Self {
        Self {
            strips: Vec::new(),
            spare: Vec::new(),
            plain: Vec::new(),
            gathered: Vec::new(),
        }
    }
}

impl<R: Operator> Work<R> {
    /// Folds the plain states by the balanced binary tree.
    fn fold_plain(&mut self) -> R::State {
        fold_tree(&mut self.plain, R::State::identity, R::State::combine)
    }
}

/// Folds columns from top to bottom, then the tree over them.
fn fold_columns<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    tile: S,
    per_invocation: usize,
    work: &mut Work<R>,
) -> R::State {
    let first = R::lift_with(params, tile.get(0));
    if work.strips.len() != per_invocation {
        work.strips = filled(Columns::filled(first), per_invocation);
        work.spare = filled(Columns::filled(first), per_invocation.div_ceil(2));
    }
    fold_all_rows::<R, S>(params, tile, &mut work.strips);
    let (len, width) = (tile.len(), per_invocation * STRIP);
    let (strips, spare) = (&mut work.strips, &mut work.spare);
    fold_strips::<R::State>(strips, spare, len.min(width), ask_beyond::<R, S>(tile))
}

/// [`fold_columns`] for operators that count: finds the bins of some elements, which vectors do, then adds to their counts.
fn fold_counts<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    tile: S,
    _per_invocation: usize,
    _work: &mut Work<R>,
) -> R::State {
    let mut state = R::State::identity();
    let Some(binned) = (const { R::BINNED }) else {
        return state;
    };
    let mut bins = [0; STRIP];
    for start in (0..tile.len()).step_by(STRIP) {
        let elements = tile.cut(start..tile.len().min(start + STRIP));
        for (index, bin) in bins[..elements.len()].iter_mut().enumerate() {
            *bin = (binned.bin)(params, elements.get(index));
        }
        for bin in &bins[..elements.len()] {
            (binned.add)(&mut state, *bin);
        }
    }
    state
}

/// [`fold_columns`] for monoids that keep the order: every invocation's run from left to right, then the tree over the invocations.
///
/// The runs of a tile go on side by side, which hides the latency of each combine behind the others.
fn fold_runs<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    tile: S,
    per_invocation: usize,
    work: &mut Work<R>,
) -> R::State {
    let run = per_invocation * ROWS as usize;
    let (len, whole, states) = (tile.len(), tile.len() / run, &mut work.plain);
    states.clear();
    states.extend((0..len).step_by(run).map(|first| R::lift_with(params, tile.get(first))));
    for element in 1..run {
        for (invocation, state) in states[..whole].iter_mut().enumerate() {
            *state = R::State::combine(*state, R::lift_with(params, tile.get(invocation * run + element)));
        }
    }
    // The input ends in this run.
    for index in whole * run + 1..len {
        states[whole] = R::State::combine(states[whole], R::lift_with(params, tile.get(index)));
    }
    work.fold_plain()
}

/// [`fold_columns`] with an array of states on the heap: a strip of large states would not fit the stack on its way there.
fn fold_large_states<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    tile: S,
    strips: usize,
    work: &mut Work<R>,
) -> R::State {
    let columns = &mut work.plain;
    columns.clear();
    let width = tile.len().min(strips * STRIP);
    columns.extend((0..width).map(|index| R::lift_with(params, tile.get(index))));
    for index in width..tile.len() {
        let column = &mut columns[index % (strips * STRIP)];
        *column = R::State::combine_in_order(*column, R::lift_with(params, tile.get(index)));
    }
    work.fold_plain()
}
