//! Elements to one state a block: SIMD loops over columns, blocks in parallel.

use rayon::ThreadPool;

use crate::input::element::Slices;
use crate::monoid::traits::{FoldBlock, Monoid, Reduction};
use crate::order::forest::fold_tree;
use crate::order::shape::Shape;
use crate::tuning::{ROWS, STRIP_STATE_BYTES};
use crate::types::columns::{Columns, STRIP};
use crate::types::gpu_type::GpuType;

use super::rows::{ask_beyond, fold_rows};
use super::strips::fold_strips;
use super::threads::in_pieces;

/// The states of the blocks of `data`, in order.
pub(super) fn states<R: Reduction>(data: impl Slices<Item = R::Input>, pool: Option<&ThreadPool>) -> Vec<R::State> {
    let shape = Shape::of::<R>();
    let block = shape.block() as usize;
    let strips = shape.per_lane as usize;
    let fold_block = if R::State::MIXED {
        fold_members::<R, _>
    } else {
        fold::<R, _>()
    };
    in_pieces(pool, data.len().div_ceil(block), |blocks| {
        let mut work = Work::default();
        let blocks = blocks.map(|index| {
            let start = index * block;
            fold_block(data.cut(start..data.len().min(start + block)), strips, &mut work)
        });
        blocks.collect()
    })
}

/// A block folded for one reduction alone.
enum Alone {}

impl FoldBlock for Alone {
    fn fold<R: Reduction, S: Slices<Item = R::Input>>(block: S) -> R::State {
        let per_lane = Shape::of::<R>().per_lane as usize;
        fold::<R, S>()(block, per_lane, &mut Work::default())
    }
}

/// How a block is folded, with the columns of a lane and what is reused from block to block.
type Fold<R, S> = fn(S, usize, &mut Work<<R as Reduction>::State>) -> <R as Reduction>::State;

/// By runs in the order of the input, or by columns.
fn fold<R: Reduction, S: Slices<Item = R::Input>>() -> Fold<R, S> {
    if Shape::of::<R>().ordered {
        fold_runs::<R, S>
    } else if size_of::<R::State>() > STRIP_STATE_BYTES {
        fold_large_states::<R, S>
    } else {
        fold_columns::<R, S>
    }
}

/// Each member of a tuple in its own order, one after the other: the block is in the cache then.
fn fold_members<R: Reduction, S: Slices<Item = R::Input>>(
    block: S,
    _per_lane: usize,
    _work: &mut Work<R::State>,
) -> R::State {
    R::fold_block::<Alone, S>(block)
}

/// The columns of the block in work and room for a level of their tree; reused from block to block.
struct Work<S: GpuType> {
    strips: Vec<S::Columns>,
    spare: Vec<S::Columns>,
    /// The columns of a state that is too large for strips, or the runs of an ordered one.
    plain: Vec<S>,
}

impl<S: GpuType> Default for Work<S> {
    fn default() -> Self {
        Self {
            strips: Vec::new(),
            spare: Vec::new(),
            plain: Vec::new(),
        }
    }
}

impl<S: Monoid> Work<S> {
    /// Folds the plain states by the balanced binary tree.
    fn fold_plain(&mut self) -> S {
        fold_tree(&mut self.plain, S::combine).unwrap_or_else(S::identity)
    }
}

/// Columns from top to bottom, then the tree over them.
fn fold_columns<R: Reduction, S: Slices<Item = R::Input>>(
    block: S,
    per_lane: usize,
    work: &mut Work<R::State>,
) -> R::State {
    let first = R::lift(block.get(0));
    if work.strips.len() != per_lane {
        work.strips = vec![Columns::filled(first); per_lane];
        work.spare = vec![Columns::filled(first); per_lane.div_ceil(2)];
    }
    let (len, width) = (block.len(), per_lane * STRIP);
    let whole = len / width * width;
    fold_rows::<R, S>(block.cut(0..whole), &mut work.strips);
    // The input ends in this row, which may be the first.
    for index in whole..len {
        let (strip, column) = ((index - whole) / STRIP, index % STRIP);
        let (columns, lifted) = (&mut work.strips[strip], R::lift(block.get(index)));
        let state = match whole {
            0 => lifted,
            _ => R::State::combine_in_order(columns.get(column), lifted),
        };
        columns.set(column, state);
    }
    let (strips, spare) = (&mut work.strips, &mut work.spare);
    fold_strips::<R::State>(strips, spare, len.min(width), ask_beyond::<R, S>(block))
}

/// The ordered variant: every lane's run from left to right, then the tree over the lanes.
///
/// The runs of a block go on side by side, which hides the latency of each combine behind the others.
fn fold_runs<R: Reduction, S: Slices<Item = R::Input>>(
    block: S,
    per_lane: usize,
    work: &mut Work<R::State>,
) -> R::State {
    let run = per_lane * ROWS as usize;
    let (len, whole, states) = (block.len(), block.len() / run, &mut work.plain);
    states.clear();
    states.extend((0..len).step_by(run).map(|first| R::lift(block.get(first))));
    for element in 1..run {
        for (lane, state) in states[..whole].iter_mut().enumerate() {
            *state = R::State::combine(*state, R::lift(block.get(lane * run + element)));
        }
    }
    // The input ends in this run.
    for index in whole * run + 1..len {
        states[whole] = R::State::combine(states[whole], R::lift(block.get(index)));
    }
    work.fold_plain()
}

/// The same fold over an array of states on the heap: a strip of large states would not fit the stack on its way there.
fn fold_large_states<R: Reduction, S: Slices<Item = R::Input>>(
    block: S,
    strips: usize,
    work: &mut Work<R::State>,
) -> R::State {
    let columns = &mut work.plain;
    columns.clear();
    let width = block.len().min(strips * STRIP);
    columns.extend((0..width).map(|index| R::lift(block.get(index))));
    for index in width..block.len() {
        let column = &mut columns[index % (strips * STRIP)];
        *column = R::State::combine_in_order(*column, R::lift(block.get(index)));
    }
    work.fold_plain()
}
