//! Elements to one state a block: SIMD loops over columns, blocks in parallel.

use rayon::prelude::*;

use crate::columns::{Columns, STRIP};
use crate::element::{Run, Slices};
use crate::forest::fold_tree;
use crate::gpu_type::GpuType;
use crate::monoid::{Monoid, Reduction};
use crate::shape::Shape;
use crate::tuning::{ROWS, SEQUENTIAL_BLOCKS, SEVERAL_ROWS, STRIP_STATE_BYTES};

/// The states of the blocks of `data`, in order.
pub(super) fn states<R: Reduction>(data: impl Slices<Item = R::Input>) -> Vec<R::State> {
    let shape = Shape::of::<R>();
    let block = shape.block() as usize;
    let strips = shape.per_lane as usize;
    let fold_block = if shape.ordered {
        fold_runs::<R, _>
    } else if size_of::<R::State>() > STRIP_STATE_BYTES {
        fold_large_states::<R, _>
    } else {
        fold_columns::<R, _>
    };
    let blocks = 0..data.len().div_ceil(block);
    let fold_block = |index: usize, work: &mut Work<R::State>| {
        let start = index * block;
        fold_block(data.cut(start..data.len().min(start + block)), strips, work)
    };
    if blocks.len() <= SEQUENTIAL_BLOCKS {
        let mut work = Work::default();
        return blocks.map(|index| fold_block(index, &mut work)).collect();
    }
    blocks
        .into_par_iter()
        .with_min_len(SEQUENTIAL_BLOCKS)
        .map_init(Work::default, |work, index| fold_block(index, work))
        .collect()
}

/// The columns of the block in work and room for one level of their tree; reused from block to block.
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

/// Folds whole rows into the columns.
type RowFold<R, S> = fn(S, &mut [<<R as Reduction>::State as GpuType>::Columns]);

/// [`fold_rows`] compiled for the widest vectors that this processor has.
///
/// 256 MiB of f32 on one core of a Sapphire Rapids Xeon, in ms for sum, max and a state of four fields:
/// SSE2 26.5, 60.4, 81.7; AVX2 20.9, 33.6, 45.5; AVX-512 18.8, 21.3, 33.9. Only this loop and the tree are compiled three
/// times.
fn row_fold<R: Reduction, S: Slices<Item = R::Input>>() -> RowFold<R, S> {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected;
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has just been asked for both features, the only requirement of the callee.
            return |rows, strips| unsafe { fold_rows_avx512::<R, S>(rows, strips) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been asked for AVX2, the only requirement of the callee.
            return |rows, strips| unsafe { fold_rows_avx2::<R, S>(rows, strips) };
        }
    }
    fold_rows::<R, S>
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl")]
fn fold_rows_avx512<R: Reduction, S: Slices<Item = R::Input>>(rows: S, strips: &mut [<R::State as GpuType>::Columns]) {
    fold_rows::<R, S>(rows, strips);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fold_rows_avx2<R: Reduction, S: Slices<Item = R::Input>>(rows: S, strips: &mut [<R::State as GpuType>::Columns]) {
    fold_rows::<R, S>(rows, strips);
}

#[inline(always)]
fn fold_rows<R: Reduction, S: Slices<Item = R::Input>>(rows: S, strips: &mut [<R::State as GpuType>::Columns]) {
    let width = strips.len() * STRIP;
    let several = rows.len() / (SEVERAL_ROWS * width) * SEVERAL_ROWS * width;
    for row in (0..several).step_by(SEVERAL_ROWS * width) {
        for (index, columns) in strips.iter_mut().enumerate() {
            let start = row + index * STRIP;
            let at = |row: usize| rows.cut(start + row * width..start + row * width + STRIP).whole();
            let (Some(first), Some(second), Some(third), Some(fourth)) = (at(0), at(1), at(2), at(3)) else {
                return;
            };
            for index in 0..first.len().min(STRIP) {
                let mut state = columns.get(index);
                for elements in [first, second, third, fourth] {
                    state = R::State::combine(state, R::lift(elements.get(index)));
                }
                columns.set(index, state);
            }
        }
    }
    for row in (several..rows.len()).step_by(width) {
        for (index, columns) in strips.iter_mut().enumerate() {
            let start = row + index * STRIP;
            let Some(elements) = rows.cut(start..start + STRIP).whole() else {
                return;
            };
            for index in 0..elements.len().min(STRIP) {
                columns.set(
                    index,
                    R::State::combine(columns.get(index), R::lift(elements.get(index))),
                );
            }
        }
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
        work.spare = vec![Columns::filled(first); 1];
    }
    let (len, width) = (block.len(), per_lane * STRIP);
    for (index, columns) in work.strips.iter_mut().enumerate() {
        lift_strip::<R, S>(block, index * STRIP, columns);
    }
    let whole = len / width * width;
    if whole > width {
        row_fold::<R, S>()(block.cut(width..whole), &mut work.strips);
    }
    // The input ends in this row.
    for index in whole.max(width)..len {
        let (strip, column) = ((index - whole) / STRIP, index % STRIP);
        let columns = &mut work.strips[strip];
        columns.set(
            column,
            R::State::combine(columns.get(column), R::lift(block.get(index))),
        );
    }
    // The strips of a block are neighbours in the same tree.
    let (count, fold_strip) = (len.min(width), strip_fold::<R::State>());
    work.plain.clear();
    for (index, columns) in work.strips.iter_mut().take(count.div_ceil(STRIP)).enumerate() {
        let left = STRIP.min(count - index * STRIP);
        work.plain.push(fold_strip(columns, &mut work.spare[0], left));
    }
    work.fold_plain()
}

/// The first row of a strip, as far as there are elements.
#[inline(always)]
fn lift_strip<R: Reduction, S: Slices<Item = R::Input>>(
    block: S,
    start: usize,
    columns: &mut <R::State as GpuType>::Columns,
) {
    let len = block.len();
    if start + STRIP <= len
        && let Some(elements) = block.cut(start..start + STRIP).whole()
    {
        for index in 0..elements.len().min(STRIP) {
            columns.set(index, R::lift(elements.get(index)));
        }
        return;
    }
    for index in start..len {
        columns.set(index - start, R::lift(block.get(index)));
    }
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
        *column = R::State::combine(*column, R::lift(block.get(index)));
    }
    work.fold_plain()
}

/// Folds columns to one state.
type StripFold<S> = fn(&mut <S as GpuType>::Columns, &mut <S as GpuType>::Columns, usize) -> S;

/// [`fold_strip`] compiled likewise. For SSE2 alone the tree took an eighth of the time of a sum, and a fifth of that of a
/// state of four fields.
fn strip_fold<S: Monoid>() -> StripFold<S> {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected;
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has just been asked for both features, the only requirement of the callee.
            return |columns, spare, count| unsafe { fold_strip_avx512(columns, spare, count) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been asked for AVX2, the only requirement of the callee.
            return |columns, spare, count| unsafe { fold_strip_avx2(columns, spare, count) };
        }
    }
    fold_strip::<S>
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl")]
fn fold_strip_avx512<S: Monoid>(columns: &mut S::Columns, spare: &mut S::Columns, count: usize) -> S {
    fold_strip(columns, spare, count)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fold_strip_avx2<S: Monoid>(columns: &mut S::Columns, spare: &mut S::Columns, count: usize) -> S {
    fold_strip(columns, spare, count)
}

/// Folds the first `count` columns of a strip; leaves both strips overwritten.
#[inline(always)]
fn fold_strip<S: Monoid>(columns: &mut S::Columns, spare: &mut S::Columns, count: usize) -> S {
    let (mut from, mut to) = (columns, spare);
    let mut left = count.min(STRIP);
    while left > 1 {
        let pairs = left / 2;
        for pair in 0..pairs.min(STRIP / 2) {
            to.set(pair, S::combine(from.get(2 * pair), from.get(2 * pair + 1)));
        }
        if left % 2 == 1 {
            to.set(pairs, from.get(left - 1));
        }
        left = left.div_ceil(2);
        std::mem::swap(&mut from, &mut to);
    }
    from.get(0)
}
