//! The properties of a reduction and of a device on which the plans of all its groups depend.

use super::Finishing;
use crate::kernel::inspect::Kernels;
use crate::kernel::known_counts::Counts;
use crate::kernel::{GroupElements, GroupLanes, GroupRows, Kernel, Step};
use crate::operator::recipe::Recipe;
use crate::order::canonical::Shape;
use crate::tuning::{
    COLUMN_STATE_BYTES, ELEMENTS_OF_A_KERNEL, FOLDS_OF_A_KERNEL, GROUP_COLUMNS_OF_FEW, INTERLEAVED_STATE_BYTES, ROWS,
    WORKGROUP_SIZE, many_group_workgroups,
};

/// How a reduction folds groups, whichever they are.
#[derive(Clone, Copy)]
pub(super) struct Folding {
    pub(super) shape: Shape,
    /// Whether each invocation folds a run; the members of a tuple of both kinds are folded by two passes.
    pub(super) ordered: bool,
    pub(super) mixed: bool,
    /// Whether any order of elements gives the same bits.
    pub(super) any_order: bool,
    /// Whether no pass that makes the last states finishes them.
    pub(super) apart: bool,
    /// Whether the passes count, and the results are the counts.
    pub(super) counts_are_results: bool,
    /// Columns whose states an invocation has room for.
    pub(super) room: u32,
    /// Bytes of a state.
    pub(super) state_bytes: usize,
    /// Bytes of a state without the counts in it, which a kernel for groups of one length knows.
    pub(super) bytes_beside_counts: usize,
    /// Whether an element lies in a single part of the input.
    pub(super) is_one_part: bool,
    /// Whether the state has counts.
    pub(super) has_counts: bool,
    /// States for which it has room where it has those of several groups.
    pub(super) room_interleaved: u32,
    /// The fewest neighbouring elements that fill components of vectors in each part, if WGSL has vectors of all parts.
    pub(super) of_components: Option<u32>,
    /// Bytes of workgroup memory.
    pub(super) workgroup_bytes: usize,
    /// The most states that an invocation of a tree pass folds.
    pub(super) run: u32,
    /// Whether the operator is compiled as seldom as possible, by a program on the CPU.
    pub(super) sparing: bool,
    /// Whether the state has sums of bytes, which dot products can add.
    pub(super) adds_bytes: bool,
    /// Whether the operator has loops or computed indices.
    pub(super) checked: bool,
    /// Whether the policy lets lanes of a subgroup exchange their states.
    pub(super) has_shuffles: bool,
    /// Whether they do, and a word has a bit for each lane.
    pub(super) lanes_are_bits: bool,
    /// Workgroups from which on each has several sets of groups.
    pub(super) many_workgroups: u64,
    /// The lanes of a subgroup, if a kernel is made for each number of invocations of a group.
    pub(super) width: Option<u32>,
}

impl Folding {
    pub(super) fn of(kernels: &Kernels) -> Self {
        let Recipe {
            shape,
            mixed,
            state_bytes,
            takes_any_order,
            adds_bytes,
            ..
        } = kernels.recipe;
        Self {
            shape,
            ordered: shape.ordered && !mixed,
            mixed,
            any_order: takes_any_order,
            adds_bytes,
            apart: mixed,
            counts_are_results: false,
            state_bytes,
            is_one_part: kernels.parts().len() == 1,
            has_counts: Counts::of(&kernels.op).is_some(),
            bytes_beside_counts: Counts::of(&kernels.op).map_or(state_bytes, Counts::bytes_beside),
            room: power_of_two(COLUMN_STATE_BYTES / state_bytes.max(1)),
            room_interleaved: power_of_two(INTERLEAVED_STATE_BYTES / state_bytes.max(1)),
            of_components: kernels
                .parts()
                .iter()
                .try_fold(1, |most, part| Some(part.of_a_component()?.max(most))),
            workgroup_bytes: kernels.caps.max_workgroup_bytes as usize,
            run: kernels.tree_run(),
            sparing: kernels.policy().in_flight == 1,
            checked: kernels.all().iter().any(Kernel::is_checked),
            width: (kernels.caps.subgroups)
                .filter(|sizes| sizes.min == sizes.max && sizes.min >= 8)
                .map(|sizes| sizes.min.min(WORKGROUP_SIZE)),
            has_shuffles: kernels.policy().subgroups,
            lanes_are_bits: kernels.policy().subgroups
                && kernels.caps.subgroups.is_some_and(|sizes| sizes.max <= u32::BITS),
            many_workgroups: many_group_workgroups(kernels.caps.software),
        }
    }

    /// Whether a pass of its own finishes: always, where two kernels make the states, or where no invocation has one.
    pub(super) fn is_apart(self, finishing: Finishing) -> bool {
        finishing == Finishing::Apart || (self.apart && finishing != Finishing::OnHost)
    }

    /// Whether an invocation reads as many elements at a time as 16 bytes hold: where it has to.
    pub(super) fn reads_whole_loads(self) -> bool {
        self.ordered || self.mixed
    }

    /// Whether an invocation takes as many columns as 16 bytes hold elements.
    pub(super) fn takes_vectors(self) -> bool {
        self.reads_whole_loads() || self.room >= self.shape.per_invocation
    }

    /// Whether the parts of an element are scalars, of which WGSL has vectors.
    pub(super) fn is_of_scalars(self) -> bool {
        self.of_components == Some(1)
    }

    /// Whether it makes such vectors of two, where groups begin between them.
    pub(super) fn takes_shifted_vectors(self) -> bool {
        self.takes_vectors() && self.is_of_scalars() && self.shape.per_invocation > 1
    }

    /// Columns of an invocation that loads elements one by one, of which `most` are of use.
    pub(super) fn columns_one_by_one(self, most: u32) -> u32 {
        match () {
            () if self.reads_whole_loads() => self.shape.per_invocation,
            // A copy of the operator for each column is compiled.
            () if self.sparing => 1,
            () => most.min(self.room),
        }
    }

    /// Units of the tree in a tile of so many elements: columns, or runs.
    pub(super) fn units(self, len: u64) -> u64 {
        if self.ordered {
            len.min(self.shape.tile_len().into()).div_ceil(self.shape.run().into())
        } else {
            len.min(self.shape.columns().into())
        }
    }

    /// The invocations of a group, of so many elements in all; a kernel is made for that many where there is enough to do.
    pub(super) fn lanes(self, slices_log: u32, across: bool, whole: bool, elements: u64) -> GroupLanes {
        let is_made = self.makes_kernel(elements);
        GroupLanes {
            slices_log: is_made.then_some(slices_log),
            across,
            whole: is_made && whole,
            ..GroupLanes::ANY
        }
    }

    /// Whether a kernel is made for groups of so many elements in all.
    pub(super) fn makes_kernel(self, elements: u64) -> bool {
        self.width.is_some() && !self.checked && elements >= ELEMENTS_OF_A_KERNEL
    }

    /// Units of an invocation that reads so many neighbouring columns.
    pub(super) fn units_a_lane(self, columns: u32) -> u32 {
        if self.ordered { 1 } else { columns }
    }

    /// The rows of groups of up to `len` elements. With `folds`, a kernel is made for exactly so many rows, if an invocation has no more loads than that; without,
    /// there is one row, or any number.
    pub(super) fn rows(self, len: u64, folds: Option<u32>) -> GroupRows {
        let columns = u64::from(self.shape.columns());
        let rows = len.div_ceil(columns);
        let most = folds.unwrap_or(1);
        // Where rows are few, an invocation without elements lifts what lies beside them, and a loop of the operator's may not end there.
        if self.checked || self.reads_whole_loads() || !(1..=u64::from(most.clamp(1, ROWS))).contains(&rows) {
            return GroupRows::Many;
        }
        GroupRows::Few {
            rows: rows as u32,
            even: rows > 1 && len.is_multiple_of(columns),
            sets: 1,
            loads: 1,
        }
    }

    /// The loads that an invocation of a kernel that is made for its groups has one by one, if it reads elements by vectors.
    pub(super) fn folds(self, kind: GroupElements) -> Option<u32> {
        let most = if kind.merges {
            ROWS * self.shape.per_invocation
        } else {
            FOLDS_OF_A_KERNEL
        };
        let elements = kind.elements_a_load().max(self.shape.per_invocation);
        (kind.places.are_vectors() && !self.sparing && kind.lanes.slices_log.is_some()).then_some(most / elements)
    }

    /// The steps over elements that make all members of a state.
    pub(super) fn steps(self, kind: GroupElements) -> impl Iterator<Item = Step> {
        // Fewer invocations have a run than have columns.
        let lanes = GroupLanes {
            each: false,
            whole: false,
            ..kind.lanes
        };
        let second = GroupElements {
            runs: true,
            lanes,
            ..kind
        };
        let steps = [Some(kind), self.mixed.then_some(second)];
        steps.into_iter().flatten().map(Step::GroupElements)
    }
}

/// The greatest power of two that is no more than `count` and [`GROUP_COLUMNS_OF_FEW`].
fn power_of_two(count: usize) -> u32 {
    (1 << count.max(1).ilog2().min(u32::BITS - 1)).min(GROUP_COLUMNS_OF_FEW)
}

/// log2 of the invocations for so many units, of which each takes `units_a_lane`: no more than a workgroup has.
pub(super) fn slices_log(units: u64, units_a_lane: u32) -> u32 {
    let lanes = units.div_ceil(units_a_lane.into()).max(1);
    lanes.next_power_of_two().ilog2().min(WORKGROUP_SIZE.ilog2())
}
