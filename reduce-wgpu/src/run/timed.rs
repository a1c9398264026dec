//! Timestamps around the compute passes of a call.

use std::cell::Cell;

use wgpu::{ComputePassTimestampWrites, QuerySet};

/// The most compute passes of a call that are timed: those that find groups by key, and those over the groups, one for each batch.
const PASSES: u32 = 64;

/// Two timestamps for each compute pass of a call.
pub(crate) struct Timed {
    pub(crate) queries: QuerySet,
    begun: Cell<u32>,
}

impl Timed {
    /// How many timestamps a call takes.
    pub(crate) const QUERIES: u32 = 2 * PASSES;

    /// These queries, of which there are [`QUERIES`](Self::QUERIES).
    pub(crate) fn of(queries: QuerySet) -> Self {
        let begun = Cell::new(0);
        Self { queries, begun }
    }

    /// Those around the next compute pass.
    pub(crate) fn next(&self) -> Option<ComputePassTimestampWrites<'_>> {
        let pass = self.begun.get();
        self.begun.set(pass + 1);
        (pass < PASSES).then_some(ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(2 * pass),
            end_of_pass_write_index: Some(2 * pass + 1),
        })
    }

    /// How many of them are written; none if there were more passes than are timed.
    pub(crate) fn written(&self) -> Option<u32> {
        let passes = self.begun.get();
        (passes <= PASSES).then_some(2 * passes)
    }
}
