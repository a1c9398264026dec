//! The passes that fold groups: from where their elements lie and what a device can do to dispatches, as plain data.
//!
//! A workgroup folds a *node* of the trees of some groups: `slices` of its invocations share a group, each with neighbouring columns of a tile, so
//! that 256 of them fold one long group or 256 short ones. Where a tile has more columns, several workgroups share it; what they leave is folded by
//! passes over states. No bit depends on any of it. Elements that are counted in bins are laid over workgroups in another way.

mod counts;
mod explain;
mod heads;
mod kinds;
mod loads;
mod regular;
mod rows;
mod segments;

pub use self::loads::Among;
pub use self::segments::Segmented;

use crate::error::Error;
use crate::input::dims::MOST_AXES;
use crate::kernel::inspect::Kernels;
use crate::kernel::{GroupElements, GroupLanes, GroupRows, GroupStates, Kernel, SegmentBegins, Step};
use crate::operator::recipe::Recipe;
use crate::order::canonical::Shape;
use crate::plan::{LARGER, limit};
use crate::tuning::{
    COLUMN_STATE_BYTES, ELEMENTS_OF_A_KERNEL, FOLDS_OF_A_KERNEL, GROUP_COLUMNS_OF_FEW, INTERLEAVED_STATE_BYTES, ROWS,
    WORKGROUP_SIZE,
};

/// The bank of a plan's scratch buffers where the states of the groups are left.
pub const GROUP_RESULTS: usize = 2;

/// The bank that stands for the results of the groups, as the device finishes them.
pub const GROUP_OUTPUT: usize = 3;

/// The passes that fold groups to a state each, or to a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPlan {
    /// In the order in which they run.
    pub passes: Vec<GroupPass>,
    /// States that each of the scratch buffers has to hold: two for the tree, and the states of the groups.
    pub scratch: [u64; 3],
    /// The lists of long segments, which the device makes before the passes.
    pub lists: Option<SegmentLists>,
}

/// The lists of long segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentLists {
    /// How the device finds where segments begin.
    pub begins: SegmentBegins,
    /// The uniform of [`Step::SegmentLists`].
    pub info: Vec<u32>,
    /// The rows of all lists, of 16 bytes each, with what stands before them.
    pub rows: u64,
    /// Workgroups of [`Step::SegmentLists`].
    pub workgroups: u64,
}

impl SegmentLists {
    /// The step that makes them.
    #[must_use]
    pub fn step(&self) -> Step {
        Step::SegmentLists { begins: self.begins }
    }
}

/// Where the groups are finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finishing {
    /// On the host, which reads states.
    OnHost,
    /// By the passes that make the last states.
    InLastPass,
    /// By a pass of its own: where the results go to the buffer of the elements, no pass may read these and write those.
    Apart,
}

/// One dispatch over groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupPass {
    /// The kernel.
    pub step: Step,
    /// The bank whose states it reads; elements if it reads none.
    pub source: Option<usize>,
    /// The bank that it writes.
    pub target: usize,
    /// The numbers of its uniform.
    pub numbers: GroupNumbers,
    /// Workgroups that fold the same node of different groups, and nodes.
    pub workgroups: [u64; 2],
}

/// The uniform of a pass over groups, which `wgsl/groups/pass.wgsl` declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupNumbers {
    /// Of each axis: extent and step among the groups, then inside a group.
    pub axes: [[u32; 4]; MOST_AXES],
    /// Axes of the groups, at least one.
    pub group_axes: u32,
    /// Axes inside a group, at least one.
    pub element_axes: u32,
    /// The place of the first element of the first group; among states, from one group's first state to the next one's; of a list, its first row.
    pub offset: u32,
    /// From one element, or state, of a group to the next.
    pub step: u32,
    /// The first group.
    pub first_group: u32,
    /// Groups.
    pub groups: u32,
    /// Elements, or states, of a group.
    pub length: u32,
    /// The first node.
    pub first_node: u32,
    /// log2 of the invocations that a group has in a workgroup.
    pub slices_log: u32,
    /// log2 of the distance between them.
    pub apart_log: u32,
    /// log2 of the workgroups that share a tile.
    pub splits_log: u32,
    /// Where the result of the first node of the first group goes.
    pub first_output: u32,
    /// From one group's result to the next.
    pub to_group: u32,
    /// From one node's to the next.
    pub to_node: u32,
    /// The elements of the input, where groups begin at offsets; where they are counted, those of a part of a group, or its parts that are added up.
    pub elements: u32,
    /// The list of the groups, where there is one.
    pub list: u32,
}

impl GroupPlan {
    /// This plan for `groups` of up to `len` elements, with the passes that finish them, within the limits of the device.
    ///
    /// # Errors
    /// [`Error::Limit`] if states or workgroups exceed what the device has.
    fn completed(
        self,
        kernels: &Kernels,
        folding: Folding,
        [groups, len]: [u64; 2],
        finishing: Finishing,
    ) -> Result<Self, Error> {
        let (plan, caps) = (self.finished(folding, groups, len, finishing), &kernels.caps);
        let refused = |what, asked, unit, most| Err(limit(what, asked, unit, most, LARGER, caps));
        let (states, room) = (
            plan.scratch.iter().copied().max().unwrap_or(0),
            kernels.states_at_once(),
        );
        if states > room {
            return refused("the states of groups", states, "states in one binding", room);
        }
        let most = u64::from(caps.max_workgroups).pow(2);
        match plan.passes.iter().map(|pass| pass.workgroups[0]).max() {
            Some(sets) if sets > most => refused("a pass", sets, "workgroups", most),
            _ => Ok(plan.cut(caps.max_workgroups)),
        }
    }

    /// These passes, each over no more nodes than one dimension of a dispatch takes.
    fn cut(mut self, most: u32) -> Self {
        let passes = std::mem::take(&mut self.passes).into_iter();
        let cut = passes.flat_map(|pass| {
            let [groups, nodes] = pass.workgroups;
            (0..nodes).step_by(most as usize).map(move |first| {
                let mut pass = pass.clone();
                pass.numbers.first_node += first as u32;
                pass.workgroups = [groups, (nodes - first).min(most.into())];
                pass
            })
        });
        self.passes = cut.collect();
        self
    }

    /// These passes over so many groups of up to `len` elements, but for results instead of their states.
    fn finished(mut self, folding: Folding, groups: u64, len: u64, finishing: Finishing) -> Self {
        if finishing == Finishing::OnHost {
            return self;
        }
        if folding.is_apart(finishing) {
            let all = GroupNumbers {
                offset: 1,
                groups: groups as u32,
                length: u32::from(len > 0),
                ..GroupNumbers::default()
            };
            self.passes.push(GroupPass {
                step: Step::GroupStates(GroupStates {
                    run: 1,
                    lanes: folding.lanes(0, false, false, groups),
                    from_table: false,
                    finishes: true,
                }),
                source: Some(GROUP_RESULTS),
                target: GROUP_OUTPUT,
                workgroups: [groups.div_ceil(WORKGROUP_SIZE.into()), 1],
                numbers: all,
            });
            return self;
        }
        let finishes = !folding.counts_are_results;
        self.scratch[GROUP_RESULTS] = 1;
        for pass in self.passes.iter_mut().filter(|pass| pass.target == GROUP_RESULTS) {
            pass.target = GROUP_OUTPUT;
            match &mut pass.step {
                Step::GroupElements(kind) => kind.finishes = finishes,
                Step::GroupStates(kind) => kind.finishes = finishes,
                _ => {}
            }
        }
        self
    }
}

impl GroupNumbers {
    /// Bytes of the uniform with the places of up to seven parts: all storage buffers of a kernel but the one that it writes.
    pub const BYTES: usize = 4 * (4 * MOST_AXES + 16 + 2 * 7 + 2);

    /// Its bytes, with where the first element of each part is and how far it is to the next one.
    #[must_use]
    pub fn bytes(&self, parts: &[[u32; 2]]) -> Vec<u8> {
        let numbers = [
            self.group_axes,
            self.element_axes,
            self.offset,
            self.step,
            self.first_group,
            self.groups,
            self.length,
            self.first_node,
            self.slices_log,
            self.apart_log,
            self.splits_log,
            self.first_output,
            self.to_group,
            self.to_node,
            self.elements,
            self.list,
        ];
        let words = self
            .axes
            .as_flattened()
            .iter()
            .chain(&numbers)
            .chain(parts.as_flattened());
        let mut bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        bytes.resize(Self::BYTES, 0);
        bytes
    }
}

#[doc(hidden)]
impl Kernels {
    /// States that one binding of the device holds.
    fn states_at_once(&self) -> u64 {
        let room = self.caps.max_binding_bytes.min(self.caps.max_buffer_bytes);
        (room / self.state_bytes().max(1)).max(1)
    }
}

/// How a reduction folds groups, whichever they are.
#[derive(Clone, Copy)]
struct Folding {
    shape: Shape,
    /// Whether each invocation folds a run; the members of a tuple of both kinds are folded by two passes.
    ordered: bool,
    mixed: bool,
    /// Whether any order of elements gives the same bits.
    any_order: bool,
    /// Whether no pass that makes the last states finishes them.
    apart: bool,
    /// Whether the passes count, and the results are the counts.
    counts_are_results: bool,
    /// Columns whose states an invocation has room for.
    room: u32,
    /// Bytes of a state.
    state_bytes: usize,
    /// States for which it has room where it has those of several groups.
    room_interleaved: u32,
    /// The fewest neighbouring elements that fill components of vectors in each part, if WGSL has vectors of all parts.
    of_components: Option<u32>,
    /// Bytes of workgroup memory.
    workgroup_bytes: usize,
    /// The most states that an invocation of a tree pass folds.
    run: u32,
    /// Whether the operator is compiled as seldom as possible, by a program on the CPU.
    sparing: bool,
    /// Whether the operator has loops or computed indices.
    checked: bool,
    /// Whether the policy lets lanes of a subgroup exchange their states.
    has_shuffles: bool,
    /// The lanes of a subgroup, if a kernel is made for each number of invocations of a group.
    width: Option<u32>,
}

impl Folding {
    fn of(kernels: &Kernels) -> Self {
        let Recipe {
            shape,
            mixed,
            state_bytes,
            takes_any_order,
            ..
        } = kernels.recipe;
        Self {
            shape,
            ordered: shape.ordered && !mixed,
            mixed,
            any_order: takes_any_order,
            apart: mixed,
            counts_are_results: false,
            state_bytes,
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
        }
    }

    /// Whether a pass of its own finishes: always, where two kernels make the states, or where no invocation has one.
    fn is_apart(self, finishing: Finishing) -> bool {
        finishing == Finishing::Apart || (self.apart && finishing != Finishing::OnHost)
    }

    /// Whether an invocation reads as many elements at a time as 16 bytes hold: where it has to.
    fn reads_whole_loads(self) -> bool {
        self.ordered || self.mixed
    }

    /// Whether an invocation takes as many columns as 16 bytes hold elements.
    fn takes_vectors(self) -> bool {
        self.reads_whole_loads() || self.room >= self.shape.per_invocation
    }

    /// Whether the parts of an element are scalars, of which WGSL has vectors.
    fn is_of_scalars(self) -> bool {
        self.of_components == Some(1)
    }

    /// Whether it makes such vectors of two, where groups begin between them.
    fn takes_shifted_vectors(self) -> bool {
        self.takes_vectors() && self.is_of_scalars() && self.shape.per_invocation > 1
    }

    /// Columns of an invocation that loads elements one by one, of which `most` are of use.
    fn columns_one_by_one(self, most: u32) -> u32 {
        match () {
            () if self.reads_whole_loads() => self.shape.per_invocation,
            // A copy of the operator for each column is compiled.
            () if self.sparing => 1,
            () => most.min(self.room),
        }
    }

    /// Units of the tree in a tile of so many elements: columns, or runs.
    fn units(self, len: u64) -> u64 {
        if self.ordered {
            len.min(self.shape.tile_len().into()).div_ceil(self.shape.run().into())
        } else {
            len.min(self.shape.columns().into())
        }
    }

    /// The invocations of a group, of so many elements in all; a kernel is made for that many where there is enough to do.
    fn lanes(self, slices_log: u32, across: bool, whole: bool, elements: u64) -> GroupLanes {
        let is_made = self.makes_kernel(elements);
        GroupLanes {
            slices_log: is_made.then_some(slices_log),
            across,
            whole: is_made && whole,
            packed: None,
            last: None,
        }
    }

    /// Whether a kernel is made for groups of so many elements in all.
    fn makes_kernel(self, elements: u64) -> bool {
        self.width.is_some() && !self.checked && elements >= ELEMENTS_OF_A_KERNEL
    }

    /// Units of an invocation that reads so many neighbouring columns.
    fn units_a_lane(self, columns: u32) -> u32 {
        if self.ordered { 1 } else { columns }
    }

    /// The rows of groups of up to `len` elements. With `folds`, a kernel is made for exactly so many rows, if an invocation has no more loads than that; without,
    /// there is one row, or any number.
    fn rows(self, len: u64, folds: Option<u32>) -> GroupRows {
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
    fn folds(self, kind: GroupElements) -> Option<u32> {
        let most = if kind.merges {
            ROWS * self.shape.per_invocation
        } else {
            FOLDS_OF_A_KERNEL
        };
        let elements = kind.elements_a_load().max(self.shape.per_invocation);
        (kind.places.are_vectors() && !self.sparing && kind.lanes.slices_log.is_some()).then_some(most / elements)
    }

    /// The steps over elements that make all members of a state.
    fn steps(self, kind: GroupElements) -> impl Iterator<Item = Step> {
        // Fewer invocations have a run than have columns.
        let lanes = GroupLanes {
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
fn slices_log(units: u64, units_a_lane: u32) -> u32 {
    let lanes = units.div_ceil(units_a_lane.into()).max(1);
    lanes.next_power_of_two().ilog2().min(WORKGROUP_SIZE.ilog2())
}
