//! How a workgroup folds a listed group that may begin between two vectors: by whole vectors, whose columns move once a group.

use minijinja::context;
use minijinja::value::Value;

use super::column::Column;
use super::load::Loader;
use super::meeting::Meeting;
use super::step::{GroupBounds, GroupElements, GroupPlaces, GroupRows};
use crate::caps::Caps;
use crate::tuning::WORKGROUP_SIZE;

/// The kernels that read such groups by `groups/aligned_rows.wgsl`.
pub(super) struct Aligned {
    /// Columns of an invocation.
    columns: u32,
    /// The arguments of a load in which the group ends.
    last_arguments: String,
    /// Bytes of the columns of neighbours that subgroups leave in workgroup memory.
    bytes: u32,
}

impl Aligned {
    /// Says whether all invocations of a workgroup fold one such group by columns, so that they may exchange these.
    ///
    /// No plan fixes the invocations of a group whose operator has loops. Only so may a kernel lift the elements in front of the group and behind it that lie in its vectors.
    pub(super) fn may_be(kind: GroupElements, ordered: bool) -> bool {
        let of_list = kind.bounds == GroupBounds::InTable && kind.rows == GroupRows::Many;
        let of_workgroup = kind.lanes.slices_log == Some(WORKGROUP_SIZE.ilog2());
        let by_columns = kind.columns > 1 && !kind.merges && !ordered;
        of_list && of_workgroup && kind.places == GroupPlaces::Shifted && by_columns
    }

    /// The holes and the memory of such a kernel, if each invocation has one load in a row of `row_len` elements, several loads are in flight, and lanes exchange columns.
    pub(super) fn of(
        (kind, ordered): (GroupElements, bool),
        (row_len, in_flight): (u32, u32),
        (loader, column): (&Loader, &Column),
        (meeting, state_bytes): (&Meeting, usize),
        caps: &Caps,
    ) -> Option<Self> {
        let of_slots = |states: u32| meeting.slots.saturating_mul(states).saturating_mul(state_bytes as u32);
        // The column behind the last of a row is the first of the next.
        let is_whole_row = row_len == WORKGROUP_SIZE * kind.columns;
        let are_exchanged = is_whole_row && meeting.by_subgroups && column.is_exchanged() && loader.is_of_scalars();
        let fits = of_slots(kind.columns) <= caps.max_workgroup_bytes;
        (Self::may_be(kind, ordered) && in_flight > 1 && are_exchanged && fits).then(|| Self {
            columns: kind.columns,
            last_arguments: loader.arguments("x0", "here", &format!("position + full_rows * {row_len}u")),
            bytes: of_slots(kind.columns - 1),
        })
    }

    /// Bytes of workgroup memory beside those of the states that meet.
    pub(super) fn bytes(&self) -> u32 {
        self.bytes
    }

    /// The holes of the templates.
    pub(super) fn value(&self) -> Value {
        let shifts = (0..self.columns.ilog2()).rev().map(|log| 1 << log);
        context! { aligned => true, shifts => shifts.collect::<Vec<u32>>(), last_arguments => self.last_arguments.as_str() }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use crate::{Caps, GpuType, Kernels, NoParameters, Operator, Segments, ops};

    /// Says whether a kernel for two long segments loads whole vectors and moves their columns.
    fn moves_columns<R: Operator<Params: NoParameters, Output: GpuType>>(caps: &Caps) -> bool {
        let kernels = Kernels::of::<R>(caps).unwrap();
        let shaders = kernels.each(&[1 << 22], &Segments(&[0u32, 9001, 1 << 22])).unwrap();
        shaders.iter().any(|shader| shader.wgsl().contains("wraps_round"))
    }

    #[test]
    fn columns_of_scalars_move_where_lanes_exchange_them() {
        let nvidia = Caps::nvidia();
        assert!(moves_columns::<ops::Sum<f32>>(&nvidia));
        assert!(moves_columns::<ops::ArgMax<f32>>(&nvidia));
        assert!(moves_columns::<ops::Variance<f32>>(&nvidia));
        // A vector has sixteen packed elements, and a device without subgroups exchanges no columns.
        assert!(!moves_columns::<ops::Sum<u8>>(&nvidia));
        assert!(!moves_columns::<ops::Sum<f32>>(&Caps::webgpu()));
    }
}
