//! How a workgroup divides its invocations among groups between offsets: subgroups lay groups of small states side by side, others are sorted by the invocations that they take.
//! What `segments.wgsl` has in workgroup memory for it.

use minijinja::context;
use minijinja::value::Value;

use super::meeting::Meeting;
use super::step::GroupElements;
use crate::caps::Caps;
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::order::canonical::Shape;
use crate::tuning::{CUT_STATE_BYTES, WAITING_STATE_BYTES, WORKGROUP_SIZE};

/// The number of elements that a kernel gives a group that it leaves to others: none, in its lower half.
const LEFT_TO_OTHERS: u32 = 0xffff_0000;

/// The groups of a workgroup, or the pieces of them, by the invocations that they take.
pub(super) struct Sorted {
    /// log2 of the most invocations that one takes.
    classes_log: u32,
    /// Elements of an invocation in a row.
    elements_a_lane: u32,
    state_bytes: u32,
    /// Whether subgroups, where there are, lay groups side by side over their lanes, and sort nothing.
    side_by_side: bool,
    /// Whether groups are cut in two where there are subgroups that sort them.
    cuts: bool,
    /// Bytes of workgroup memory beside those of the sort.
    other_bytes: u32,
    /// Groups of the workgroup for each of its invocations.
    sets: u32,
    /// Lanes of the subgroups, if all have as many.
    width_log: Option<u32>,
    /// The most lanes of a subgroup.
    greatest_width: u32,
    /// log2 of the most batches that a piece takes.
    rounds_log: u32,
    /// The most pieces without elements that fill batches.
    filling: u32,
}

impl Sorted {
    pub(super) fn of(kind: GroupElements, shape: Shape, state_bytes: usize, caps: &Caps) -> Self {
        let loads = kind.rows.loads();
        let elements_a_lane = match shape.ordered {
            true => loads * shape.run(),
            false => loads * kind.columns,
        };
        let most = shape.columns().div_ceil(elements_a_lane).clamp(1, WORKGROUP_SIZE);
        let classes_log = most.next_power_of_two().ilog2();
        let log = |lanes: u32| lanes.clamp(1, WORKGROUP_SIZE).ilog2();
        let widths = caps
            .subgroups
            .map(|sizes| (log(sizes.min), log(sizes.max.max(sizes.min))));
        let filling = widths.and_then(|(least, greatest)| {
            let of_widths = (least..=greatest).map(|width_log| filling(classes_log, width_log));
            of_widths.max()
        });
        let greatest_width = widths.map_or(1, |(_, greatest)| 1 << greatest);
        let state_bytes = state_bytes as u32;
        // A word has a bit for each lane.
        let side_by_side = kind.are_side_by_side() && greatest_width <= u32::BITS;
        let sorted = Self {
            classes_log,
            elements_a_lane,
            state_bytes,
            // Groups at heads are not sorted: their lanes are counted as those of others.
            cuts: state_bytes <= CUT_STATE_BYTES && kind.bounds.are_offsets() && !side_by_side,
            side_by_side,
            // How a workgroup of short groups folds them is two words.
            other_bytes: if kind.tiny { 8 } else { 0 },
            sets: kind.sets_of_groups(),
            greatest_width,
            width_log: widths
                .filter(|(least, greatest)| least == greatest)
                .map(|(width_log, _)| width_log),
            rounds_log: widths.map_or(0, |(least, _)| classes_log.saturating_sub(least)),
            filling: filling.unwrap_or(0),
        };
        Self {
            cuts: sorted.cuts && sorted.bytes_of_groups(true) + sorted.bytes_of_pieces() <= caps.max_workgroup_bytes,
            ..sorted
        }
    }

    /// Whether an invocation has room for the states of batches that wait for others, one for each level of their tree.
    pub(super) fn keeps_states(&self) -> bool {
        self.rounds_log * self.state_bytes <= WAITING_STATE_BYTES
    }

    /// Whether subgroups lay groups side by side over their lanes.
    pub(super) fn are_side_by_side(&self, by_subgroups: bool) -> bool {
        by_subgroups && self.side_by_side
    }

    /// Whether groups are cut in two, whose states then meet in workgroup memory.
    fn splits(&self, by_subgroups: bool) -> bool {
        by_subgroups && self.cuts
    }

    fn ranges(&self, by_subgroups: bool) -> u32 {
        match by_subgroups {
            // Behind all of them is one without elements.
            true if self.cuts => 2 * WORKGROUP_SIZE + self.filling + 1,
            true => WORKGROUP_SIZE + self.filling + 1,
            false => WORKGROUP_SIZE,
        }
    }

    /// Bytes of workgroup memory, without those of states: two words of each piece; how many take so many invocations, and where those begin.
    pub(super) fn bytes_of_groups(&self, by_subgroups: bool) -> u32 {
        if self.are_side_by_side(by_subgroups) {
            return self.other_bytes;
        }
        8 * self.ranges(by_subgroups) + 4 * (2 * self.classes_log + 3) + self.other_bytes
    }

    /// Bytes of workgroup memory that hold a state for each piece of the groups that are cut.
    fn bytes_of_pieces(&self) -> u32 {
        2 * WORKGROUP_SIZE * self.state_bytes
    }

    /// Rounds in which a workgroup folds its groups, at most: subgroups that take pieces by turns may have none in the last turn of each width.
    pub(super) fn rounds(&self, by_subgroups: bool) -> u32 {
        if self.are_side_by_side(by_subgroups) {
            // Each group of a subgroup may take all of its rounds alone.
            return (self.sets * self.greatest_width) << self.rounds_log;
        }
        let idle = if by_subgroups {
            (2 << self.rounds_log) + self.classes_log + 1
        } else {
            0
        };
        self.sets * (WORKGROUP_SIZE + idle)
    }

    /// Bytes of workgroup memory.
    pub(super) fn bytes(&self, meeting: &Meeting) -> u32 {
        let states = match meeting.by_subgroups {
            true if self.cuts => self.bytes_of_pieces(),
            true => 0,
            false => meeting.slots * self.state_bytes,
        };
        self.bytes_of_groups(meeting.by_subgroups) + states
    }

    /// The holes of the templates.
    pub(super) fn value(&self, by_subgroups: bool) -> Value {
        context! {
            classes_log => self.classes_log, elements_a_lane => self.elements_a_lane, ranges => self.ranges(by_subgroups), splits => self.splits(by_subgroups),
            side_by_side => self.are_side_by_side(by_subgroups), left_to_others => LEFT_TO_OTHERS, rounds_log => self.rounds_log, known_width => self.width_log, levels_inside => self.width_log.map(|log| log.min(self.classes_log)),
        }
    }
}

/// The error for a step that lays groups side by side over subgroups that the device does not have.
pub(super) fn none_side_by_side(op: &OperatorWgsl) -> Error {
    Error::Policy {
        problem: format!(
            "subgroups of at most {} lanes lay groups of {} side by side, and this device or its policy has none",
            u32::BITS,
            op.name
        ),
        remedy: "plan groups for the device",
    }
}

/// The pieces without elements that fill the batches of subgroups of two to this power lanes.
fn filling(classes_log: u32, width_log: u32) -> u32 {
    let of_class = |log: u32| match log > width_log {
        true => WORKGROUP_SIZE >> width_log,
        false => 1 << (width_log - log),
    };
    (0..=classes_log).map(|log| of_class(log) - 1).sum()
}
