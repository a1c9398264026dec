//! The results of groups: their last states, finished by the threads that found them.

use rayon::ThreadPool;

use super::threads::{Append, Batches, in_batches};
use crate::monoid::call::finish_with;
use crate::monoid::operator::Operator;

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
