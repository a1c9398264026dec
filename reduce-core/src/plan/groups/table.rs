//! Passes over groups that differ in length: a table says where each begins, and groups of like length are folded together.

use super::{Finishing, Folding, GROUP_RESULTS, GroupNumbers, GroupPass, GroupPlan, slices_log};
use crate::error::Error;
use crate::kernel::inspect::Kernels;
use crate::kernel::{GroupElements, GroupLanes, GroupPlaces, GroupRows, GroupStates, Step};
use crate::plan::narrow;
use crate::tuning::{GROUP_COLUMNS_ALONG, WORKGROUP_SIZE};

/// Groups of neighbouring elements, or of neighbouring places in a list.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// Where each group begins, and the end of the last.
    pub offsets: &'a [usize],
    /// What is subtracted from them: the elements before the first that the device has.
    pub before: usize,
    /// Whether a list says where the elements are.
    pub is_listed: bool,
    /// Whether every part of the input lies side by side, so that 16-byte loads read it.
    pub by_vectors: bool,
}

/// The rows of a table, by the invocations that a group takes: powers of two to a workgroup, and at last tiles of long groups.
struct Classes {
    rows: [Vec<[u32; 4]>; LONG + 1],
    /// The long groups, by their first node, its number of nodes, and the group.
    long: Vec<[u32; 4]>,
    nodes: u64,
}

/// Groups of a table differ in the invocations that they take.
const TABLE: GroupLanes = GroupLanes {
    slices_log: None,
    across: false,
    whole: false,
};

/// The class of the tiles of groups that leave several states.
const LONG: usize = WORKGROUP_SIZE.ilog2() as usize + 1;

#[doc(hidden)]
impl Kernels {
    /// The passes over the groups of a table, to their states or, if the device finishes them, to results. The state of a group without elements is not
    /// written.
    ///
    /// # Errors
    /// As [`plan_groups`](Self::plan_groups); [`Error::Policy`] for results of groups without elements where a pass of its own finishes.
    pub fn plan_table(&self, table: &Table<'_>, finishing: Finishing) -> Result<GroupPlan, Error> {
        let folding = Folding::of(self);
        let (places, columns) = match table.is_listed {
            true => (GroupPlaces::Listed, folding.columns_one_by_one(1)),
            false if table.by_vectors && folding.takes_shifted_vectors() => {
                (GroupPlaces::Shifted, folding.shape.per_invocation)
            }
            false => (GroupPlaces::Steps, folding.columns_one_by_one(GROUP_COLUMNS_ALONG)),
        };
        let kind = GroupElements {
            places,
            from_table: true,
            columns,
            rows: GroupRows::Many,
            lanes: TABLE,
            one_axis: true,
            runs: false,
            finishes: false,
        };
        let groups = table.offsets.len().saturating_sub(1) as u64;
        let classes = self.classes(table, folding, columns, finishing)?;
        let mut plan = GroupPlan {
            passes: Vec::new(),
            scratch: [classes.nodes.max(1), 1, groups.max(1)],
            table: Vec::new(),
        };
        for (class, rows) in classes
            .rows
            .into_iter()
            .enumerate()
            .filter(|(_, rows)| !rows.is_empty())
        {
            let slices_log = class.min(LONG - 1) as u32;
            let splits = if class == LONG { folding.splits(columns) } else { 1 };
            let target = if class == LONG { 0 } else { GROUP_RESULTS };
            push(
                &mut plan,
                folding.steps(kind),
                (None, target),
                rows,
                (slices_log, splits),
                self,
            )?;
        }
        self.push_trees_of_table(&mut plan, folding, classes.long)?;
        plan.completed(self, folding, [groups, 1], finishing)
    }

    fn classes(
        &self,
        table: &Table<'_>,
        folding: Folding,
        columns: u32,
        finishing: Finishing,
    ) -> Result<Classes, Error> {
        let tile = u64::from(folding.shape.tile_len());
        let mut classes = Classes {
            rows: Default::default(),
            long: Vec::new(),
            nodes: 0,
        };
        let a_lane = folding.units_a_lane(columns);
        let in_workgroup = u64::from(a_lane * WORKGROUP_SIZE);
        let number = |count: u64| narrow(count, "a group", "elements", &self.caps);
        for (group, pair) in (0u32..).zip(table.offsets.windows(2)) {
            let (first, len) = ((pair[0] - table.before) as u64, (pair[1] - pair[0]) as u64);
            let units = folding.units(len);
            if len == 0 {
                if folding.is_apart(finishing) {
                    return Err(empty_apart());
                }
                if finishing == Finishing::InLastPass {
                    classes.rows[0].push([0, 0, group, 0]);
                }
                continue;
            }
            number(first + len)?;
            if len <= tile && units <= in_workgroup {
                let class = slices_log(units, a_lane) as usize;
                classes.rows[class].push([first as u32, len as u32, group, 0]);
                continue;
            }
            let begin = classes.nodes;
            for tile_begin in (0..len).step_by(tile as usize) {
                let of_tile = tile.min(len - tile_begin);
                let row = [first + tile_begin, of_tile, classes.nodes, tile_begin].map(|count| count as u32);
                classes.rows[LONG].push(row);
                classes.nodes += folding.units(of_tile).div_ceil(in_workgroup);
            }
            let row = [number(begin)?, number(classes.nodes - begin)?, group, 0];
            classes.long.push(row);
        }
        Ok(classes)
    }

    /// The passes over the states of long groups, until one of each is left.
    fn push_trees_of_table(
        &self,
        plan: &mut GroupPlan,
        folding: Folding,
        mut long: Vec<[u32; 4]>,
    ) -> Result<(), Error> {
        let unit = folding.run * WORKGROUP_SIZE;
        let mut bank = 0;
        while !long.is_empty() {
            let (last, more): (Vec<[u32; 4]>, Vec<_>) = long.into_iter().partition(|row| row[1] <= unit);
            let (mut pieces, mut shorter, mut nodes) = (Vec::new(), Vec::new(), 0u32);
            for [first, count, group, _] in more {
                shorter.push([nodes, count.div_ceil(unit), group, 0]);
                for begin in (0..count).step_by(unit as usize) {
                    pieces.push([first + begin, unit.min(count - begin), nodes, 0]);
                    nodes += 1;
                }
            }
            plan.scratch[1 - bank] = plan.scratch[1 - bank].max(nodes.into());
            let step = Step::GroupStates(GroupStates {
                run: folding.run,
                lanes: TABLE,
                from_table: true,
                finishes: false,
            });
            for (rows, target) in [(last, GROUP_RESULTS), (pieces, 1 - bank)] {
                let states = rows.iter().map(|row| row[1]).max().unwrap_or(0);
                let slices_log = slices_log(states.into(), folding.run);
                push(
                    plan,
                    [step].into_iter(),
                    (Some(bank), target),
                    rows,
                    (slices_log, 1),
                    self,
                )?;
            }
            (long, bank) = (shorter, 1 - bank);
        }
        Ok(())
    }
}

fn empty_apart() -> Error {
    Error::Policy {
        problem: "a group without elements has no result on a device where a pass of its own finishes the states: for a tuple with members of both orders, or into the \
                  buffer of the elements".to_owned(),
        remedy: "use reduce_each(), which finishes on the host, or leave out empty groups",
    }
}

impl Folding {
    /// Workgroups that share a tile whose invocations have so many columns.
    fn splits(self, columns: u32) -> u32 {
        let units = self.units(self.shape.tile_len().into());
        units.div_ceil(u64::from(self.units_a_lane(columns) * WORKGROUP_SIZE)) as u32
    }
}

/// Appends a pass over these groups.
fn push(
    plan: &mut GroupPlan,
    steps: impl Iterator<Item = Step>,
    (source, target): (Option<usize>, usize),
    rows: Vec<[u32; 4]>,
    (slices_log, splits): (u32, u32),
    kernels: &Kernels,
) -> Result<(), Error> {
    if rows.is_empty() {
        return Ok(());
    }
    // Each pass binds its rows from a multiple of 256 bytes on.
    plan.table.resize(plan.table.len().next_multiple_of(16), [0; 4]);
    let groups = rows.len() as u64;
    let sets = groups.div_ceil(1 << (WORKGROUP_SIZE.ilog2() - slices_log));
    let numbers = GroupNumbers {
        step: 1,
        groups: narrow(groups, "a pass", "groups", &kernels.caps)?,
        slices_log,
        splits_log: splits.ilog2(),
        ..GroupNumbers::default()
    };
    plan.passes.extend(steps.map(|step| GroupPass {
        step,
        source,
        target,
        numbers: numbers.clone(),
        workgroups: [sets, splits.into()],
        first_row: plan.table.len(),
    }));
    plan.table.extend(rows);
    Ok(())
}
