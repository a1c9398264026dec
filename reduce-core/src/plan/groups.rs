//! The passes that fold groups: from where their elements lie and what a device can do to dispatches, as plain data.
//!
//! A workgroup folds a *node* of the trees of some groups: `slices` of its invocations share a group, each with neighbouring columns of a tile, so
//! that 256 of them fold one long group or 256 short ones. Where a tile has more columns, several workgroups share it; what they leave is folded by
//! passes over states. No bit depends on any of it. Elements that are counted in bins are laid over workgroups in another way.

mod batches;
mod counts;
mod explain;
mod folding;
mod gather;
mod heads;
mod kinds;
mod lists;
mod loads;
mod regular;
mod rows;
mod segments;
mod trees;

pub use self::batches::{BatchElements, BatchRoom, GroupBatch};
use self::folding::{Folding, slices_log};
pub use self::gather::Gather;
pub use self::loads::Among;
pub use self::segments::Segmented;

use crate::error::Error;
use crate::input::dims::MOST_AXES;
use crate::kernel::inspect::Kernels;
use crate::kernel::{GroupStates, SegmentBegins, Step};
use crate::plan::{LARGER, limit};
use crate::tuning::WORKGROUP_SIZE;

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
    /// It is set if few segments are long, so that the kernel looks at blocks of neighbouring segments first.
    pub sparse: bool,
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
        Step::SegmentLists {
            begins: self.begins,
            sparse: self.sparse,
        }
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
    /// The first group; of a second list, its first row.
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
    /// Lets the results begin at this word of the buffer that they are written to.
    pub fn write_from(&mut self, word: u32) {
        for pass in self.passes.iter_mut().filter(|pass| pass.target == GROUP_OUTPUT) {
            pass.numbers.first_output = word;
        }
    }

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
    #[must_use]
    pub fn states_at_once(&self) -> u64 {
        let room = self.caps.max_binding_bytes.min(self.caps.max_buffer_bytes);
        (room / self.state_bytes().max(1)).max(1)
    }
}
