//! Work on several threads, by plain numbers: rayon's code for it is compiled once, and not once per operator.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPool;
use rayon::prelude::*;

use crate::tuning::{PIECES_OF_A_THREAD, SEQUENTIAL_TILES};

/// The results that `work` appends for ranges that cover `tiles` tiles, one after the other; a few tiles are done on the calling thread.
///
/// `work` is called through a pointer and written with loops, so that this is compiled once for a type of state: rustc compiled fifteen
/// functions of iterators for each reduction and kind of input before.
///
/// Without a pool, rayon's global one, or the pool that the caller is in.
pub(super) fn in_pieces<T: Send>(
    pool: Option<&ThreadPool>,
    tiles: usize,
    work: &(dyn Fn(Range<usize>, &mut Vec<T>) + Sync),
) -> Vec<T> {
    let mut all = Vec::with_capacity(tiles);
    if tiles <= SEQUENTIAL_TILES {
        work(0..tiles, &mut all);
        return all;
    }
    let pieces = pieces(pool, tiles);
    let mut done: Vec<Mutex<Vec<T>>> = Vec::with_capacity(pieces.len());
    done.resize_with(pieces.len(), Mutex::default);
    side_by_side(pool, pieces.len(), &|index| {
        let mut results = Vec::with_capacity(pieces[index].len());
        work(pieces[index].clone(), &mut results);
        *done[index].lock().unwrap_or_else(PoisonError::into_inner) = results;
    });
    for results in &mut done {
        all.append(results.get_mut().unwrap_or_else(PoisonError::into_inner));
    }
    all
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
                assert!(
                    in_pieces(pool, tiles, &|range, all| all.extend(range))
                        .into_iter()
                        .eq(0..tiles),
                    "{tiles}"
                );
            }
        }
    }
}
