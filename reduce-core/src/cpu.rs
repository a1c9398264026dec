//! The CPU engine: the canonical order in parallel over blocks, with SIMD loops over columns.

use rayon::prelude::*;

use crate::columns::{Columns, STRIP};
use crate::error::Error;
use crate::gpu_type::GpuType;
use crate::monoid::{self, Monoid, Reduction};
use crate::shape::Shape;
use crate::tuning::{ROWS, SEQUENTIAL_BLOCKS, STRIP_STATE_BYTES};

/// The engine that is always there: the same Rust, the same order and the same bits as on a GPU.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let cpu = Cpu::new();
/// assert_eq!(cpu.reduce::<ops::Sum<u32>>(&[1, 2, 3])?, 6);
/// assert_eq!(cpu.reduce::<ops::Min<f32>>(&[])?, f32::INFINITY);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu(());

impl Cpu {
    /// The engine on rayon's global thread pool.
    #[must_use]
    pub fn new() -> Self {
        Self(())
    }

    /// Reduces `data`; no elements give `finish(identity())`.
    ///
    /// Reads every element once; allocates one state a block and a few KiB of columns a thread.
    ///
    /// # Errors
    /// None so far; the type is that of the other engines.
    pub fn reduce<R: Reduction>(&self, data: &[R::Input]) -> Result<R::Output, Error> {
        Ok(monoid::finish::<R>(fold::<R>(data)))
    }

    /// A reducer for many calls. There is nothing to compile here; it mirrors the one of a GPU.
    ///
    /// # Errors
    /// None so far; the type is that of the other engines.
    pub fn reducer<R: Reduction>(&self) -> Result<CpuReducer<R>, Error> {
        Ok(CpuReducer(std::marker::PhantomData))
    }
}

/// A reduction on the CPU, to be called many times.
pub struct CpuReducer<R>(std::marker::PhantomData<fn() -> R>);

impl<R: Reduction> CpuReducer<R> {
    /// Reduces `data`, as [`Cpu::reduce`] does.
    ///
    /// # Errors
    /// None so far; the type is that of the other engines.
    pub fn reduce(&self, data: &[R::Input]) -> Result<R::Output, Error> {
        Cpu::new().reduce::<R>(data)
    }
}

impl<R> std::fmt::Debug for CpuReducer<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CpuReducer")
    }
}

/// The state of `data` in the canonical order.
pub(crate) fn fold<R: Reduction>(data: &[R::Input]) -> R::State {
    let shape = Shape::of::<R>();
    let block = shape.block() as usize;
    let strips = shape.per_lane as usize;
    let fold_block = if shape.ordered {
        fold_runs::<R>
    } else {
        block_fold::<R>()
    };
    let mut states: Vec<R::State> = if data.len() <= SEQUENTIAL_BLOCKS * block {
        let mut work = Work::default();
        data.chunks(block)
            .map(|block| fold_block(block, strips, &mut work))
            .collect()
    } else {
        data.par_chunks(block)
            .with_min_len(SEQUENTIAL_BLOCKS)
            .map_init(Work::default, |work, block| fold_block(block, strips, work))
            .collect()
    };
    fold_tree(&mut states, R::State::combine).unwrap_or_else(R::State::identity)
}

/// Folds neighbours 1, 2, 4, … apart; a missing right child is skipped.
fn fold_tree<S: Copy>(states: &mut Vec<S>, combine: impl Fn(S, S) -> S) -> Option<S> {
    while states.len() > 1 {
        let pairs = states.len().div_ceil(2);
        for pair in 0..pairs {
            let left = states[2 * pair];
            states[pair] = match states.get(2 * pair + 1) {
                Some(&right) => combine(left, right),
                None => left,
            };
        }
        states.truncate(pairs);
    }
    states.first().copied()
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

type BlockFold<R> =
    fn(&[<R as Reduction>::Input], usize, &mut Work<<R as Reduction>::State>) -> <R as Reduction>::State;

/// The block fold compiled for the widest vectors that this processor has.
///
/// 256 MiB of f32 on one core of a Sapphire Rapids Xeon, in ms for sum, max and a state of four fields:
/// SSE2 26.5, 60.4, 81.7; AVX2 20.9, 33.6, 45.5; AVX-512 18.8, 21.3, 33.9.
fn block_fold<R: Reduction>() -> BlockFold<R> {
    if size_of::<R::State>() > STRIP_STATE_BYTES {
        return fold_large_states::<R>;
    }
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected;
        if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
            // SAFETY: the processor has just been asked for both features, the only requirement of the callee.
            return |block, strips, work| unsafe { fold_block_avx512::<R>(block, strips, work) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been asked for AVX2, the only requirement of the callee.
            return |block, strips, work| unsafe { fold_block_avx2::<R>(block, strips, work) };
        }
    }
    fold_block::<R>
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl")]
fn fold_block_avx512<R: Reduction>(block: &[R::Input], strips: usize, work: &mut Work<R::State>) -> R::State {
    fold_block::<R>(block, strips, work)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fold_block_avx2<R: Reduction>(block: &[R::Input], strips: usize, work: &mut Work<R::State>) -> R::State {
    fold_block::<R>(block, strips, work)
}

#[inline(always)]
fn fold_block<R: Reduction>(block: &[R::Input], strips: usize, work: &mut Work<R::State>) -> R::State {
    let first = R::lift(block[0]);
    if work.strips.len() != strips {
        work.strips = vec![Columns::filled(first); strips];
        work.spare = vec![Columns::filled(first); 1];
    }
    for (row, elements) in block.chunks(strips * STRIP).enumerate() {
        for (columns, elements) in work.strips.iter_mut().zip(elements.chunks(STRIP)) {
            match <&[R::Input; STRIP]>::try_from(elements) {
                Ok(whole) if row == 0 => start_columns::<R>(columns, whole),
                Ok(whole) => fold_columns::<R>(columns, whole),
                Err(_) if row == 0 => start_columns::<R>(columns, elements),
                Err(_) => fold_columns::<R>(columns, elements),
            }
        }
    }
    let count = block.len().min(strips * STRIP);
    let spare = &mut work.spare[0];
    let mut folded = [first; 4];
    let used = count.div_ceil(STRIP);
    for (index, columns) in work.strips.iter_mut().take(used).enumerate() {
        folded[index] = fold_strip::<R::State>(columns, spare, STRIP.min(count - index * STRIP));
    }
    // The strips of a block are neighbours in the same tree; there are four at most.
    if used > 1 {
        folded[0] = R::State::combine(folded[0], folded[1]);
    }
    if used > 3 {
        folded[2] = R::State::combine(folded[2], folded[3]);
    }
    if used > 2 {
        folded[0] = R::State::combine(folded[0], folded[2]);
    }
    folded[0]
}

/// The ordered variant: every lane's run from left to right, then the tree over the lanes.
///
/// The runs of a block go on side by side, which hides the latency of each combine behind the others.
fn fold_runs<R: Reduction>(block: &[R::Input], per_lane: usize, work: &mut Work<R::State>) -> R::State {
    let run = per_lane * ROWS as usize;
    let (whole, states) = (block.len() / run, &mut work.plain);
    states.clear();
    states.extend(block.chunks(run).map(|elements| R::lift(elements[0])));
    for element in 1..run {
        for (lane, state) in states[..whole].iter_mut().enumerate() {
            *state = R::State::combine(*state, R::lift(block[lane * run + element]));
        }
    }
    // The input ends in this run.
    for &x in block[whole * run..].iter().skip(1) {
        states[whole] = R::State::combine(states[whole], R::lift(x));
    }
    work.fold_plain()
}

/// The same fold over an array of states on the heap: a strip of large states would not fit the stack on its way there.
fn fold_large_states<R: Reduction>(block: &[R::Input], strips: usize, work: &mut Work<R::State>) -> R::State {
    let columns = &mut work.plain;
    columns.clear();
    for (row, elements) in block.chunks(strips * STRIP).enumerate() {
        if row == 0 {
            columns.extend(elements.iter().map(|&x| R::lift(x)));
            continue;
        }
        for (column, &x) in columns.iter_mut().zip(elements) {
            *column = R::State::combine(*column, R::lift(x));
        }
    }
    work.fold_plain()
}

#[inline(always)]
fn start_columns<R: Reduction>(columns: &mut <R::State as GpuType>::Columns, elements: &[R::Input]) {
    for (index, &x) in elements.iter().enumerate().take(STRIP) {
        columns.set(index, R::lift(x));
    }
}

#[inline(always)]
fn fold_columns<R: Reduction>(columns: &mut <R::State as GpuType>::Columns, elements: &[R::Input]) {
    for (index, &x) in elements.iter().enumerate().take(STRIP) {
        columns.set(index, R::State::combine(columns.get(index), R::lift(x)));
    }
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
