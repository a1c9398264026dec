//! How the invocations of a group meet, after each has folded its own columns: by shuffles, through workgroup memory, or both.

use minijinja::context;
use minijinja::value::Value;

use super::step::GroupLanes;
use super::tree::tree_steps;
use super::workgroup::{self, WorkgroupReduction};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::tuning::{PACKED_RUN, WORKGROUP_SIZE, packed_parts};

/// How the invocations of a group meet; no bit depends on it.
pub(super) struct Meeting {
    lanes: GroupLanes,
    unrolled: Option<Unrolled>,
    /// Sets of groups of the workgroup.
    sets: u32,
    pub(super) subgroups: bool,
    /// Whether the invocations of a group are neighbours, and workgroup memory has room for a state of each subgroup.
    pub(super) by_subgroups: bool,
    /// States that workgroup memory holds at a time: a power of two, or none.
    pub(super) slots: u32,
}

/// The levels of the tree over the invocations of a group, where a kernel has them one by one.
struct Unrolled {
    /// Inside a subgroup.
    inside: u32,
    /// Over the states of subgroups, which the lanes of one take.
    beyond: u32,
}

impl Unrolled {
    /// None if the width of subgroups, or the number of invocations, is not known, or a subgroup is too narrow for the states of all.
    fn of(lanes: GroupLanes, caps: &Caps) -> Option<Self> {
        let width = caps.subgroups.filter(|sizes| sizes.min == sizes.max)?.min;
        let (slices_log, width_log) = (lanes.slices_log?, width.min(WORKGROUP_SIZE).ilog2());
        let inside = slices_log.min(width_log);
        let beyond = slices_log - inside;
        (beyond <= width_log).then_some(Self { inside, beyond })
    }
}

impl Meeting {
    /// Of invocations with `sets` groups each.
    ///
    /// # Errors
    /// [`Error::Limit`] if a workgroup has no room.
    pub(super) fn of(
        op: &OperatorWgsl,
        policy: Policy,
        caps: &Caps,
        state_bytes: usize,
        (lanes, sets): (GroupLanes, u32),
    ) -> Result<Self, Error> {
        workgroup::check_state(&op.name, state_bytes, caps)?;
        let reduction = WorkgroupReduction::of(op, policy, caps, state_bytes as u32)?;
        if let (Some(of_a_group), Some(packed_groups)) = (lanes.packed, lanes.packed_groups()) {
            let slots = of_a_group * packed_groups * sets;
            let asked = u64::from(slots) * state_bytes as u64;
            if asked > caps.max_workgroup_bytes.into() {
                return Err(Error::Limit {
                    what: format!("the states of packed groups of {}", op.name),
                    asked,
                    unit: "bytes of workgroup memory",
                    limit: caps.max_workgroup_bytes.into(),
                    device: caps.device.clone(),
                    remedy: "plan groups for the device",
                });
            }
            return Ok(Self {
                lanes,
                unrolled: None,
                sets,
                subgroups: false,
                by_subgroups: false,
                slots,
            });
        }
        let room = (caps.max_workgroup_bytes / state_bytes.max(1) as u32).max(1);
        // Each invocation takes the state of one subgroup of one set.
        let of_subgroups = reduction.slots * sets;
        if reduction.subgroups && !lanes.across && of_subgroups <= room.min(WORKGROUP_SIZE) {
            return Ok(Self {
                lanes,
                unrolled: Unrolled::of(lanes, caps),
                sets,
                subgroups: true,
                by_subgroups: true,
                slots: of_subgroups,
            });
        }
        // Groups side by side may leave no two invocations of one in a subgroup: then half of the invocations hand over.
        Ok(Self {
            lanes,
            unrolled: None,
            sets,
            subgroups: reduction.subgroups,
            by_subgroups: false,
            slots: (1 << room.ilog2()).min(WORKGROUP_SIZE / 2),
        })
    }

    /// Whether a kernel has a text for each level of the tree, and at least one level.
    pub(super) fn has_levels(&self) -> bool {
        (self.unrolled.as_ref()).is_some_and(|unrolled| unrolled.inside + unrolled.beyond > 0)
    }

    /// The most levels at which an invocation combines.
    pub(super) fn levels(&self) -> u32 {
        if self.by_subgroups || self.slots == WORKGROUP_SIZE / 2 {
            WORKGROUP_SIZE.ilog2()
        } else {
            WORKGROUP_SIZE
        }
    }

    /// The holes of the templates; the groups of a workgroup that sorts them take as many invocations as a local says.
    pub(super) fn value(&self, sorts: bool) -> Value {
        let GroupLanes {
            slices_log,
            across,
            each,
            whole,
            packed,
            last,
            ..
        } = self.lanes;
        let apart_log = slices_log.map(|log| if across { WORKGROUP_SIZE.ilog2() - log } else { 0 });
        let (here, apart_log) = if sorts {
            ("", Some(0))
        } else {
            ("pass_info.", apart_log)
        };
        let spread = self
            .unrolled
            .as_ref()
            .map_or(1, |unrolled| self.sets.min(1 << unrolled.inside));
        let number =
            |known: Option<u32>, name: &str| known.map_or_else(|| format!("{here}{name}"), |log| format!("{log}u"));
        let packing = context! {
            packed => packed, packed_groups => self.lanes.packed_groups(),
            ..packed.map_or_else(|| context! {}, |states| self.of_packed(states))
        };
        context! {
            slices_log => number(slices_log, "slices_log"), apart_log => number(apart_log, "apart_log"), is_whole => whole, all_lanes => whole || each,
            unrolled => self.unrolled.is_some(), levels => self.unrolled.as_ref().map(|unrolled| unrolled.inside),
            levels_beyond => self.unrolled.as_ref().map(|unrolled| unrolled.beyond),
            workgroup_size => WORKGROUP_SIZE, workgroup_log => WORKGROUP_SIZE.ilog2(), subgroups => self.subgroups,
            by_subgroups => self.by_subgroups, slots => self.slots,
            spread => spread, held => if packed.is_some() { 1 } else { self.sets / spread },
            alone => self.lanes.alone(), last => last, ..packing,
        }
    }

    /// How so many states of a packed group meet.
    ///
    /// A block of neighbouring states begins at a multiple of a power of two: so it is a node of the tree over all of them, and the tree over blocks has the nodes above. Both skip what
    /// is missing on the right, so the bits are those of one tree over all.
    fn of_packed(&self, states: u32) -> Value {
        let parts = packed_parts(states);
        let run = if parts.is_some() { PACKED_RUN } else { 1 };
        // Blocks of several states, and the states of the last of them.
        let (blocks, rest) = match states % run {
            0 | 1 => (states / run, run),
            rest => (states.div_ceil(run), rest),
        };
        let all_blocks = self.slots / states * blocks;
        context! {
            packed_parts => parts, packed_run => run, packed_tree => tree_steps(parts.unwrap_or(states)),
            part_blocks => blocks, part_rest => rest, part_tree => tree_steps(run), part_rounds => all_blocks.div_ceil(WORKGROUP_SIZE),
        }
    }
}
