//! Passes over the states of groups, until each group has one left.

use super::{Finishing, Folding, GROUP_RESULTS, GroupNumbers, GroupPass, GroupPlan, slices_log};
use crate::caps::Caps;
use crate::error::Error;
use crate::kernel::inspect::Kernels;
use crate::kernel::{GroupStates, Step};
use crate::plan::narrow;
use crate::tuning::{WORKGROUP_SIZE, tree_run};

#[doc(hidden)]
impl Kernels {
    /// The passes over the states of `nodes` neighbouring nodes of the tree of each of `groups`, to results: the first bank has those of the first node of all groups, then those of the next.
    ///
    /// # Errors
    /// [`Error::Limit`] if the states exceed what the device can bind.
    pub fn plan_nodes(&self, groups: u64, nodes: u64, finishing: Finishing) -> Result<GroupPlan, Error> {
        let mut plan = GroupPlan {
            passes: Vec::new(),
            scratch: [groups * nodes, 1, groups.max(1)],
            lists: None,
        };
        let folding = match self.recipe.bins {
            Some(bins) => {
                self.push_sums(&mut plan, bins, (true, groups, nodes))?;
                self.counting(bins)
            }
            None => {
                let folding = Folding::of(self);
                push_trees(&mut plan, folding, true, [groups, nodes], &self.caps)?;
                folding
            }
        };
        plan.completed(self, folding, [groups, nodes], finishing)
    }
}

/// From the state of one group to that of the next, and from one node to the next: where invocations lie `across`, the states of neighbouring groups are neighbours, else those of neighbouring nodes.
pub(super) fn strides(across: bool, groups: u64, nodes: u64) -> [u64; 2] {
    if across { [1, groups] } else { [nodes, 1] }
}

/// Appends the passes over so many states of each of `groups`, until one is left.
pub(super) fn push_trees(
    plan: &mut GroupPlan,
    folding: Folding,
    across: bool,
    [groups, mut states]: [u64; 2],
    caps: &Caps,
) -> Result<(), Error> {
    let mut bank = 0;
    loop {
        // Side by side, one invocation folds the states of a group if it can; else the invocations meet.
        let run = match across {
            true => folding.run.min(states.next_power_of_two() as u32),
            false => tree_run(states, folding.run),
        };
        let slices_log = slices_log(states, run);
        let unit = u64::from(run) << slices_log;
        let nodes = states.div_ceil(unit);
        let target = if nodes == 1 { GROUP_RESULTS } else { 1 - bank };
        plan.scratch[target] = plan.scratch[target].max(groups * nodes);
        let [from_group, from_node] = strides(across, groups, states);
        let [to_group, to_node] = if nodes == 1 {
            [1, 0]
        } else {
            strides(across, groups, nodes)
        };
        let groups_log = WORKGROUP_SIZE.ilog2() - slices_log;
        let sets = groups.div_ceil(1 << groups_log);
        let number = |count: u64| narrow(count, "a pass", "states", caps);
        plan.passes.push(GroupPass {
            step: Step::GroupStates(GroupStates {
                run,
                lanes: folding.lanes(slices_log, across, states == unit * nodes, groups * states),
                from_table: false,
                finishes: false,
            }),
            source: Some(bank),
            target,
            numbers: GroupNumbers {
                offset: number(from_group)?,
                step: number(from_node)?,
                groups: number(groups)?,
                length: number(states)?,
                slices_log,
                apart_log: if across { groups_log } else { 0 },
                to_group: number(to_group)?,
                to_node: number(to_node)?,
                ..GroupNumbers::default()
            },
            workgroups: [sets, nodes],
        });
        if nodes == 1 {
            return Ok(());
        }
        (bank, states) = (target, nodes);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::*;
    use crate::plan::groups::GROUP_OUTPUT;
    use crate::{NoParameters, Operator, ops};

    /// How many states each pass over the nodes of three groups reads of each, and from one group to the next.
    fn passes<R: Operator<Params: NoParameters>>(nodes: u64) -> Vec<[u32; 3]> {
        let kernels = Kernels::of::<R>(&Caps::webgpu()).unwrap();
        let plan = kernels.plan_nodes(3, nodes, Finishing::InLastPass).unwrap();
        assert_eq!(plan.scratch[0], 3 * nodes);
        assert_eq!(plan.passes.last().unwrap().target, GROUP_OUTPUT);
        let pass = |pass: &GroupPass| [pass.numbers.length, pass.numbers.offset, pass.numbers.step];
        plan.passes.iter().map(pass).collect()
    }

    #[test]
    fn nodes_of_all_groups_lie_side_by_side() {
        assert_eq!(passes::<ops::Sum<f32>>(2), [[2, 1, 3]]);
        let of_a_workgroup = Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap().tree_run() * WORKGROUP_SIZE;
        assert_eq!(
            passes::<ops::Sum<f32>>(u64::from(of_a_workgroup) + 1),
            [[of_a_workgroup + 1, 1, 3], [2, 1, 3]]
        );
    }
}
