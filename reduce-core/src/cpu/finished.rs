//! The results of groups: their last states, finished by the threads that found them.

use rayon::ThreadPool;

use super::threads::{Append, Batches, in_batches};
use crate::monoid::call::finish_with;
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid as _;
use crate::order::forest::fold_tree;
use crate::tuning::GROUPS_OF_A_BATCH;

/// The results of groups, a batch at a time, of which `work` appends the last states.
pub(super) fn finished<R: Operator>(
    params: &R::Params,
    pool: Option<&ThreadPool>,
    batches: Batches,
    work: &Append<'_, R::State>,
) -> Vec<R::Output> {
    in_batches(pool, batches, &|groups, results| {
        let mut states = Vec::with_capacity(groups.len());
        work(groups, &mut states);
        results.extend(states.into_iter().map(|state| finish_with::<R>(params, state)));
    })
}

/// The results of groups of so many tiles each, whose states `work` appends a batch at a time, and `place` finds by group and tile.
pub(super) fn finished_tiles<R: Operator>(
    params: &R::Params,
    pool: Option<&ThreadPool>,
    (batches, tiles): (Batches, usize),
    work: &Append<'_, R::State>,
    place: &(dyn Fn(usize, usize) -> usize + Sync),
) -> Vec<R::Output> {
    if tiles == 1 {
        return finished::<R>(params, pool, batches, work);
    }
    let of_groups = Batches {
        groups: batches.groups / tiles,
        batch: GROUPS_OF_A_BATCH,
        elements: batches.groups,
    };
    let states = in_batches(pool, batches, work);
    finished::<R>(params, pool, of_groups, &|groups, results| {
        let mut of_group = Vec::with_capacity(tiles);
        for group in groups {
            of_group.clear();
            of_group.extend((0..tiles).map(|tile| states[place(group, tile)]));
            results.push(fold_tree(&mut of_group, R::State::identity, R::State::combine));
        }
    })
}
