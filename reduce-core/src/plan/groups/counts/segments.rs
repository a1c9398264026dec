//! Passes over groups between offsets whose elements are counted in bins: short ones side by side in a workgroup, longer ones by parts that the device lists.

use super::{Counting, without_states};
use crate::error::Error;
use crate::kernel::counts::segments::most_groups;
use crate::kernel::inspect::Kernels;
use crate::kernel::segments::TILES;
use crate::kernel::{GroupBounds, GroupElements, GroupPlaces, Step};
use crate::operator::recipe::Bins;
use crate::plan::groups::lists::Division;
use crate::plan::groups::{Finishing, Folding, GROUP_RESULTS, GroupNumbers, GroupPass, GroupPlan, Segmented};
use crate::plan::narrow;
use crate::tuning::{
    COUNTED_BY_A_WORKGROUP, COUNTS_WORKGROUPS, LEAST_LISTED_COUNT, MOST_COUNTED_BY_A_WORKGROUP, PART_OF_A_COUNT,
    WORKGROUP_SIZE,
};

/// How groups between offsets are laid over workgroups that count.
#[derive(Clone, Copy)]
pub(in crate::plan::groups) struct SegmentCounting {
    kind: GroupElements,
    /// log2 of the neighbouring groups that a workgroup counts.
    groups_log: u32,
    /// Whether bits mark where groups begin, and offsets say it too.
    is_marked: bool,
}

impl Kernels {
    /// The passes that count the elements of the groups between offsets. Parts of long groups are added to their results, in any order: counts are integers.
    ///
    /// # Errors
    /// As [`plan_groups`](Self::plan_groups).
    pub(in crate::plan::groups) fn plan_segment_counts(
        &self,
        bins: Bins,
        of: &Segmented,
        finishing: Finishing,
    ) -> Result<GroupPlan, Error> {
        let counting = SegmentCounting::of(self, bins, of);
        let (division, groups) = (counting.division(), of.groups as u64);
        let number = |count: usize, what| narrow(count as u64, "the input", what, &self.caps);
        let pass = |kind, workgroups, numbers| GroupPass {
            step: Step::GroupElements(kind),
            source: None,
            target: GROUP_RESULTS,
            numbers,
            workgroups: [workgroups, 1],
        };
        let numbers = GroupNumbers {
            step: 1,
            groups: number(of.groups, "groups")?,
            length: division.short as u32,
            slices_log: WORKGROUP_SIZE.ilog2() - counting.groups_log,
            elements: number(of.elements, "elements")?,
            ..GroupNumbers::default()
        };
        let workgroups = groups.div_ceil(1 << counting.groups_log);
        let mut plan = GroupPlan {
            passes: vec![pass(counting.kind, workgroups, numbers)],
            scratch: [1, 1, groups.max(1)],
            lists: None,
        };
        // No segment here is one row of a list; without parts, bad segments are counted where lists are made.
        if let Some((made, lists)) = division.listed(of, &self.caps)? {
            plan.lists = Some(made);
            plan.passes.extend(lists.get(TILES).map(|parts| {
                let numbers = GroupNumbers {
                    offset: parts.first_row as u32,
                    step: 1,
                    slices_log: WORKGROUP_SIZE.ilog2(),
                    list: TILES as u32,
                    ..GroupNumbers::default()
                };
                pass(
                    counting.kind_of_parts(),
                    parts.rows.min(COUNTS_WORKGROUPS.into()),
                    numbers,
                )
            }));
        }
        plan.completed(self, self.counting(bins), [groups, 1], finishing)
    }
}

impl SegmentCounting {
    /// The mapping of these groups: the shorter they are on average, the more share a workgroup.
    pub(in crate::plan::groups) fn of(kernels: &Kernels, bins: Bins, of: &Segmented) -> Self {
        let (places, columns) = loads(kernels, of.is_listed, of.by_vectors);
        let average = (of.elements as u64).div_ceil(of.groups.max(1) as u64).max(1);
        let groups = (COUNTED_BY_A_WORKGROUP / average).clamp(1, most_groups(bins, &kernels.caps).into());
        let groups_log = groups.ilog2();
        Self {
            kind: kind(places, columns, of.bounds(), groups_log),
            groups_log,
            is_marked: of.begins.are_marked(),
        }
    }

    /// How long a group is that is listed, and the elements of each of its parts.
    pub(in crate::plan::groups) fn division(self) -> Division {
        // Where bits mark groups, an invocation of the kernel that lists them looks at the bits of so many elements, one word after another.
        let short = match self.is_marked {
            true => LEAST_LISTED_COUNT,
            false => (MOST_COUNTED_BY_A_WORKGROUP >> self.groups_log).max(LEAST_LISTED_COUNT),
        };
        Division {
            short,
            few: short,
            single: short,
            tile: PART_OF_A_COUNT,
            splits: 1,
            share: PART_OF_A_COUNT,
            run: None,
        }
    }

    /// A kernel of each kind: by every way to load, between offsets of every kind, with as many groups as there is room for and with one, and of parts.
    pub(in crate::plan::groups) fn kinds(kernels: &Kernels, bins: Bins) -> impl Iterator<Item = GroupElements> + use<> {
        let most = most_groups(bins, &kernels.caps).ilog2();
        let [by_vectors, one_by_one, listed] = [(false, true), (false, false), (true, false)]
            .map(|(is_listed, by_vectors)| loads(kernels, is_listed, by_vectors));
        let kinds = [
            (by_vectors, GroupBounds::AtOffsets, most),
            (by_vectors, GroupBounds::AtUncheckedOffsets, 0),
            (one_by_one, GroupBounds::AtWideOffsets, most),
            (listed, GroupBounds::AtOffsets, most.min(3)),
            (by_vectors, GroupBounds::InTable, 0),
            (one_by_one, GroupBounds::InTable, 0),
            (listed, GroupBounds::InTable, 0),
        ];
        kinds
            .into_iter()
            .map(|((places, columns), bounds, groups_log)| kind(places, columns, bounds, groups_log))
    }

    /// The kernel of the parts of long groups, of which a workgroup counts one at a time.
    fn kind_of_parts(self) -> GroupElements {
        kind(self.kind.places, self.kind.columns, GroupBounds::InTable, 0)
    }
}

/// How an invocation loads elements that may begin anywhere, and how many at a time. Where one buffer has them, it loads whole vectors, and counts of the first and the last of a group what
/// belongs to it: no order of the elements matters.
fn loads(kernels: &Kernels, is_listed: bool, by_vectors: bool) -> (GroupPlaces, u32) {
    let shifted = without_states(Folding::of(kernels)).shifted(usize::MAX);
    match shifted.filter(|_| by_vectors) {
        _ if is_listed => (GroupPlaces::Listed, 1),
        Some(loads) if kernels.parts().len() == 1 => (GroupPlaces::Vectors, loads.columns),
        Some(loads) => (loads.places, loads.columns),
        None => (GroupPlaces::Steps, 1),
    }
}

fn kind(places: GroupPlaces, columns: u32, bounds: GroupBounds, groups_log: u32) -> GroupElements {
    GroupElements {
        bounds,
        ..Counting::kind(places, columns, WORKGROUP_SIZE.ilog2() - groups_log, false, true)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

    use super::*;
    use crate::plan::groups::GROUP_OUTPUT;
    use crate::{Caps, ops};

    fn groups_of(pass: &GroupPass) -> u32 {
        match pass.step {
            Step::GroupElements(kind) => WORKGROUP_SIZE >> kind.lanes.slices_log.unwrap(),
            step => panic!("{step:?}"),
        }
    }

    /// No pass over segments of an operator that counts folds states, and parts are added to results.
    #[test]
    fn segments_are_counted() {
        for caps in [Caps::webgpu(), Caps::nvidia(), Caps::llvmpipe()] {
            let kernels = Kernels::of::<ops::Histogram<f32, 256>>(&caps).unwrap();
            for is_listed in [false, true] {
                let of = Segmented {
                    is_listed,
                    is_checked: false,
                    ..Segmented::checked(1 << 10, 1 << 20, 1 << 19)
                };
                let plan = kernels.plan_segments(&of, Finishing::OnHost).unwrap();
                assert_eq!(plan.passes.len(), 2);
                for pass in &plan.passes {
                    let kernel = kernels.step(pass.step).unwrap();
                    let text = kernel.wgsl();
                    assert!(text.contains("atomicAdd(&workgroup_counts["), "{text}");
                    assert!(!text.contains("_combine("), "{text}");
                    assert!(kernel.workgroup_bytes() <= caps.max_workgroup_bytes);
                    assert_eq!(pass.target, GROUP_RESULTS);
                }
                let last = kernels.step(plan.passes[1].step).unwrap();
                assert!(last.wgsl().contains("atomicAdd(&output["), "{}", last.wgsl());
            }
        }
    }

    #[test]
    fn the_shorter_segments_are_the_more_share_a_workgroup() {
        let many = Kernels::of::<ops::Histogram<f32, 256>>(&Caps::nvidia()).unwrap();
        let few = Kernels::of::<ops::Histogram<f32, 16>>(&Caps::nvidia()).unwrap();
        let shares = |kernels: &Kernels, average: usize| {
            let plan = kernels.plan_segments(&Segmented::checked(1000, 1000 * average, average), Finishing::OnHost);
            groups_of(&plan.unwrap().passes[0])
        };
        assert_eq!(
            [1, 4096, 8192, 1 << 20].map(|average| shares(&many, average)),
            [4, 4, 2, 1]
        );
        assert_eq!(
            [1, 1024, 4096, 1 << 14].map(|average| shares(&few, average)),
            [64, 16, 4, 1]
        );
    }

    /// Segments that are checked to be short need no lists, and results go to where they belong.
    #[test]
    fn counts_are_results() {
        let kernels = Kernels::of::<ops::Histogram<f32, 16>>(&Caps::nvidia()).unwrap();
        let plan = |longest, finishing| {
            kernels
                .plan_segments(&Segmented::checked(1000, 100_000, longest), finishing)
                .unwrap()
        };
        let short = plan(256, Finishing::OnHost);
        assert_eq!((short.passes.len(), short.lists.is_some()), (1, false));
        // Bad segments are counted where lists are made, however few elements there are.
        let unchecked = Segmented {
            is_checked: false,
            ..Segmented::checked(3, 100, 100)
        };
        let unchecked = kernels.plan_segments(&unchecked, Finishing::OnHost).unwrap();
        assert_eq!((unchecked.passes.len(), unchecked.lists.is_some()), (1, true));
        let long = plan(50_000, Finishing::InLastPass);
        assert_eq!((long.passes.len(), long.lists.is_some()), (2, true));
        assert!(long.passes.iter().all(|pass| pass.target == GROUP_OUTPUT));
        let apart = plan(50_000, Finishing::Apart);
        assert_eq!(
            apart.passes.iter().map(|pass| pass.target).collect::<Vec<_>>(),
            [GROUP_RESULTS, GROUP_RESULTS, GROUP_OUTPUT]
        );
    }
}
