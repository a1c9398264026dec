//! Work on several threads, by plain numbers: rayon's code for it is compiled once, and not once per operator.

use std::any::Any;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPool;
use rayon::prelude::*;

use crate::tuning::{PIECES_OF_A_THREAD, SEQUENTIAL_TILES};

/// Takes the state of a tile, whatever its type is.
pub(super) type Put<'p> = &'p mut dyn FnMut(usize, &dyn Any);

/// Calls `work` for ranges that cover `tiles` tiles, side by side, and `put` for the states that it finds, in any order; a few tiles are done
/// on the calling thread.
///
/// Nothing here knows a type of state, so this is compiled once.
///
/// Without a pool, rayon's global one, or the pool that the caller is in.
pub(super) fn in_pieces(
    pool: Option<&ThreadPool>,
    tiles: usize,
    work: &(dyn Fn(Range<usize>, Put<'_>) + Sync),
    put: &mut (dyn FnMut(usize, &dyn Any) + Send),
) {
    if tiles <= SEQUENTIAL_TILES {
        return work(0..tiles, put);
    }
    let (pieces, put) = (pieces(pool, tiles), Mutex::new(put));
    side_by_side(pool, pieces.len(), &|index| {
        work(pieces[index].clone(), &mut |tile, state| {
            put.lock().unwrap_or_else(PoisonError::into_inner)(tile, state);
        });
    });
}

/// The states of `count` groups, `batch` of them at a time, which `work` appends.
pub(super) fn in_batches<T: Copy + Send + Sync + 'static>(
    pool: Option<&ThreadPool>,
    count: usize,
    batch: usize,
    work: &(dyn Fn(Range<usize>, &mut Vec<T>) + Sync),
) -> Vec<T> {
    let mut found: Vec<Vec<T>> = vec![Vec::new(); count.div_ceil(batch)];
    let batches = |batches: Range<usize>, put: Put<'_>| {
        for index in batches {
            let mut states = Vec::with_capacity(batch);
            work(index * batch..count.min((index + 1) * batch), &mut states);
            put(index, &states);
        }
    };
    in_pieces(pool, found.len(), &batches, &mut |index, states| {
        if let Some(states) = states.downcast_ref::<Vec<T>>() {
            found[index].clone_from(states);
        }
    });
    found.concat()
}

fn pieces(pool: Option<&ThreadPool>, tiles: usize) -> Vec<Range<usize>> {
    let threads = pool.map_or_else(rayon::current_num_threads, ThreadPool::current_num_threads);
    let size = tiles.div_ceil(threads * PIECES_OF_A_THREAD).max(SEQUENTIAL_TILES);
    let starts = (0..tiles).step_by(size);
    starts.map(|start| start..tiles.min(start + size)).collect()
}

fn side_by_side(pool: Option<&ThreadPool>, count: usize, work: &(dyn Fn(usize) + Sync)) {
    let all = || (0..count).into_par_iter().with_max_len(1).for_each(work);
    match pool {
        Some(pool) => pool.install(all),
        None => all(),
    }
}

#[cfg(test)]
mod tests {
    use super::{in_pieces, pieces};

    #[test]
    fn pieces_cover_all_tiles_in_order() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        for tiles in [0, 1, 4, 5, 95, 96, 97, 400, 12_345] {
            for pool in [None, Some(&pool)] {
                let covered: Vec<usize> = pieces(pool, tiles).into_iter().flatten().collect();
                assert!(covered.into_iter().eq(0..tiles), "{tiles}");
                let mut seen = vec![0; tiles];
                in_pieces(
                    pool,
                    tiles,
                    &|range, put| range.for_each(|tile| put(tile, &tile)),
                    &mut |tile, state| seen[tile] += (state.downcast_ref() == Some(&tile)) as u32,
                );
                assert!(seen.into_iter().all(|times| times == 1), "{tiles}");
            }
        }
    }
}
