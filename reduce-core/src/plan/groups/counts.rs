//! Passes over groups whose elements are counted in bins: counts are integers, so workgroups share groups as suits the device, and not by tiles. Those of one shape are here, those
//! between offsets in a file of their own.

pub(super) mod segments;

use super::loads::{Loads, neighbours};
use super::regular::places;
use super::trees::strides;
use super::{Among, Finishing, Folding, GROUP_RESULTS, GroupNumbers, GroupPass, GroupPlan};
use crate::error::Error;
use crate::group::layout::Layout;
use crate::kernel::counts::groups::{most_groups, width};
use crate::kernel::inspect::Kernels;
use crate::kernel::{GroupBounds, GroupElements, GroupLanes, GroupPlaces, GroupRows, GroupStates, Step};
use crate::operator::recipe::Bins;
use crate::plan::narrow;
use crate::tuning::{
    ADDED_COUNTS, COUNTED_LOADS, ELEMENTS_OF_A_COUNT, GROUPS_ACROSS, LEAST_COUNTING_LANES, SOFTWARE_ROUNDS_OF_A_PART,
    WORKGROUP_SIZE,
};

/// How groups are laid over workgroups that count.
#[derive(Clone, Copy)]
pub(super) struct Counting {
    kind: GroupElements,
    slices_log: u32,
    /// Elements of a group that a workgroup counts.
    part: u64,
    /// Parts of a group.
    pub(super) parts: u64,
}

impl Kernels {
    /// The passes that count the elements of some groups of one shape, of which there are no more than 32 bits hold.
    ///
    /// # Errors
    /// As [`plan_groups`](Self::plan_groups).
    pub(super) fn plan_counts(&self, bins: Bins, among: &Among<'_>, finishing: Finishing) -> Result<GroupPlan, Error> {
        let (groups, len) = (among.range.len() as u64, among.layout.reduced.len() as u64);
        let counting = Counting::of(self, bins, among, groups);
        let number = |count: u64, what| narrow(count, "a pass", what, &self.caps);
        let parts = counting.parts;
        let (target, [to_group, to_node]) = match parts {
            1 => (GROUP_RESULTS, [1, 0]),
            parts => (0, [number(parts, "parts of a group")?, 1]),
        };
        let mut plan = GroupPlan {
            passes: vec![GroupPass {
                step: Step::GroupElements(counting.kind),
                source: None,
                target,
                numbers: GroupNumbers {
                    groups: number(groups, "groups")?,
                    length: number(len, "elements")?,
                    slices_log: counting.slices_log,
                    elements: number(counting.part, "elements")?,
                    to_group,
                    to_node,
                    ..places(among, &self.caps)?
                },
                workgroups: [groups.div_ceil(counting.together()), parts],
            }],
            scratch: [1, 1, groups.max(1)],
            lists: None,
        };
        if parts > 1 {
            self.push_sums(&mut plan, bins, (false, groups, parts))?;
        }
        plan.completed(self, self.counting(bins), [groups, len], finishing)
    }

    /// How groups are finished whose elements are counted: another result than the counts takes all of them, which no invocation of these kernels has.
    pub(super) fn counting(&self, bins: Bins) -> Folding {
        Folding {
            apart: !bins.is_result,
            counts_are_results: bins.is_result,
            ..Folding::of(self)
        }
    }

    /// Appends the passes over the counts of `parts` of each group, until those of whole groups are left. At first, the counts of neighbouring parts are neighbours, or, `across`, those of neighbouring groups.
    pub(super) fn push_sums(
        &self,
        plan: &mut GroupPlan,
        bins: Bins,
        (across, groups, parts): (bool, u64, u64),
    ) -> Result<(), Error> {
        let number = |count: u64| narrow(count, "a pass", "parts of groups", &self.caps);
        let (mut bank, mut left, mut from) = (0, parts, strides(across, groups, parts));
        loop {
            plan.scratch[bank] = plan.scratch[bank].max(groups * left);
            let at_once = u64::from(WORKGROUP_SIZE / width(bins)).min(left.next_power_of_two());
            let slices_log = (u64::from(width(bins)) * at_once).ilog2();
            let unit = at_once * ADDED_COUNTS;
            let nodes = left.div_ceil(unit);
            let (target, [to_group, to_node]) = match nodes {
                1 => (GROUP_RESULTS, [1, 0]),
                nodes => (1 - bank, [number(nodes)?, 1]),
            };
            let [from_group, from_part] = from;
            plan.passes.push(GroupPass {
                step: Step::GroupStates(ANY_LANES),
                source: Some(bank),
                target,
                numbers: GroupNumbers {
                    offset: number(from_group)?,
                    step: number(from_part)?,
                    groups: number(groups)?,
                    length: number(left)?,
                    slices_log,
                    elements: number(unit)?,
                    to_group,
                    to_node,
                    ..GroupNumbers::default()
                },
                workgroups: [(groups << slices_log).div_ceil(WORKGROUP_SIZE.into()), nodes],
            });
            if nodes == 1 {
                return Ok(());
            }
            (bank, left, from) = (1 - bank, nodes, strides(false, groups, nodes));
        }
    }
}

/// The kernel that adds up counts serves any number of invocations of a group.
pub(super) const ANY_LANES: GroupStates = GroupStates {
    run: 1,
    lanes: GroupLanes::ANY,
    from_table: false,
    finishes: false,
};

impl Counting {
    /// The mapping of so many groups.
    pub(super) fn of(kernels: &Kernels, bins: Bins, among: &Among<'_>, groups: u64) -> Self {
        let Layout { kept, reduced } = among.layout;
        let len = reduced.len() as u64;
        let neighbours = neighbours(among.layout);
        let (places, columns) = loads(Folding::of(kernels), among);
        let loads = len.div_ceil(columns.into()).max(1);
        let lanes = (loads / COUNTED_LOADS).max(loads.min(LEAST_COUNTING_LANES));
        let short = u64::from(WORKGROUP_SIZE) / lanes.next_power_of_two().min(WORKGROUP_SIZE.into());
        // Neighbouring invocations read neighbouring elements: of one group, or of as many as have some.
        let beside = neighbours.map_or(1, |extent| extent.min(GROUPS_ACROSS).next_power_of_two() as u64);
        let together = short.max(beside).min(most_groups(bins, &kernels.caps).into());
        let slices_log = WORKGROUP_SIZE.ilog2() - together.ilog2();
        let one_axis = kept.extents().len() <= 1;
        let kind = Self::kind(places, columns, slices_log, neighbours.is_some(), one_axis);
        let row = u64::from(columns) << slices_log;
        let part = kernels.part_of_counts(bins, [groups, groups.div_ceil(together)], len, row);
        Self {
            kind,
            slices_log,
            part,
            parts: len.div_ceil(part).max(1),
        }
    }

    /// A kernel of each kind: by every way to load, with as many groups side by side as there is room for, and with one.
    pub(super) fn kinds(kernels: &Kernels, bins: Bins) -> impl Iterator<Item = GroupElements> + use<> {
        let folding = Folding::of(kernels);
        let per_load = folding.shape.per_invocation;
        let least = WORKGROUP_SIZE.ilog2() - most_groups(bins, &kernels.caps).ilog2();
        let by_two = without_states(folding);
        let shifted = move |loads: Loads| (loads.places, loads.columns, least, false);
        let kinds = [
            Some((GroupPlaces::Steps, 1, least, true)),
            Some((GroupPlaces::Axes, 1, WORKGROUP_SIZE.ilog2(), false)),
            Some((GroupPlaces::Vectors, per_load, least, false)),
            Some((GroupPlaces::Vectors, per_load, WORKGROUP_SIZE.ilog2(), false)),
            by_two.shifted(usize::MAX).map(shifted),
            (per_load > 2 && !folding.is_of_scalars()).then_some((GroupPlaces::Vectors, 2, least, false)),
        ];
        kinds
            .into_iter()
            .flatten()
            .chain(by_two.narrower_shifted().map(move |(_, loads)| shifted(loads)))
            .map(move |(places, columns, slices_log, across)| {
                let one_axis = across || slices_log == least;
                Self::kind(places, columns, slices_log, across, one_axis)
            })
    }

    fn kind(places: GroupPlaces, columns: u32, slices_log: u32, across: bool, one_axis: bool) -> GroupElements {
        GroupElements {
            places,
            bounds: GroupBounds::OfOneShape,
            columns,
            merges: false,
            rows: GroupRows::Many,
            lanes: GroupLanes {
                slices_log: Some(slices_log),
                across,
                ..GroupLanes::ANY
            },
            one_axis,
            runs: false,
            tiny: false,
            one_row: false,
            by_subgroups: false,
            finishes: false,
        }
    }

    /// Groups that a workgroup counts side by side.
    fn together(self) -> u64 {
        u64::from(WORKGROUP_SIZE >> self.slices_log)
    }
}

impl Kernels {
    /// The elements of a group that a workgroup counts, in rows of so many: of so many groups in so many sets.
    fn part_of_counts(&self, bins: Bins, [groups, sets]: [u64; 2], len: u64, row: u64) -> u64 {
        if self.caps.software || self.caps.loop_limit.is_some() {
            return row * SOFTWARE_ROUNDS_OF_A_PART;
        }
        let workgroups = u64::from(self.policy().variable_workgroups) / sets.max(1);
        let parts = workgroups.min(self.states_at_once() / groups.max(1)).max(1);
        let least = (u64::from(bins.count) * ELEMENTS_OF_A_COUNT).max(row * COUNTED_LOADS);
        len.div_ceil(parts).max(least).next_multiple_of(row)
    }
}

/// How elements are loaded for counts: these take no registers.
fn without_states(folding: Folding) -> Folding {
    Folding {
        room: u32::MAX,
        ..folding
    }
}

/// How an invocation loads elements, and how many at a time.
fn loads(folding: Folding, among: &Among<'_>) -> (GroupPlaces, u32) {
    let reduced = &among.layout.reduced;
    let per_load = folding.shape.per_invocation;
    if among.lie_by_vectors() {
        let widest = among.widest_load(per_load);
        let shifted = without_states(folding).shifted(reduced.len());
        if let Some(loads) = shifted.filter(|loads| loads.columns > widest) {
            return (loads.places, loads.columns);
        }
        if widest == per_load || (widest > 1 && !folding.is_of_scalars()) {
            return (GroupPlaces::Vectors, widest);
        }
    }
    match reduced.extents() {
        [] | [_] => (GroupPlaces::Steps, 1),
        _ => (GroupPlaces::Axes, 1),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

    use super::*;
    use crate::caps::Caps;
    use crate::group::Grouping;
    use crate::group::layout::Arrangement;
    use crate::kernel::counts as counted;
    use crate::plan::groups::GROUP_OUTPUT;
    use crate::{Along, Columns, Rows, ops};

    fn plan<G: Grouping>(kernels: &Kernels, shape: &[usize], by: &G) -> GroupPlan {
        finished(kernels, shape, by, Finishing::OnHost)
    }

    fn finished<G: Grouping>(kernels: &Kernels, shape: &[usize], by: &G, finishing: Finishing) -> GroupPlan {
        let (arrangement, _) = by.arrange(shape).unwrap();
        let Arrangement::Regular(layout) = &arrangement else {
            panic!("{arrangement:?} has no one shape")
        };
        let among = Among {
            layout,
            offset: 0,
            by_vectors: true,
            range: 0..arrangement.groups(),
        };
        kernels.plan_groups(&among, finishing).unwrap()
    }

    fn first(plan: &GroupPlan) -> (GroupElements, u32) {
        match plan.passes[0].step {
            Step::GroupElements(kind) => (kind, WORKGROUP_SIZE >> kind.lanes.slices_log.unwrap()),
            step => panic!("{step:?}"),
        }
    }

    /// Every kernel of groups of one shape counts, and holds no state.
    #[test]
    fn groups_of_one_shape_are_counted() {
        for caps in [Caps::webgpu(), Caps::nvidia(), Caps::llvmpipe()] {
            let kernels = Kernels::of::<ops::Histogram<f32, 256>>(&caps).unwrap();
            let plans = [
                plan(&kernels, &[1 << 24], &Rows(256)),
                plan(&kernels, &[1 << 24], &Rows(1 << 24)),
                plan(&kernels, &[1 << 24], &Columns(1024)),
                plan(&kernels, &[64, 3, 4096], &Along([0, 2])),
            ];
            for pass in plans.iter().flat_map(|plan| &plan.passes) {
                let kernel = kernels.step(pass.step).unwrap();
                assert!(
                    kernel.wgsl().contains("atomicAdd(&workgroup_counts["),
                    "{}",
                    kernel.wgsl()
                );
                assert!(!kernel.wgsl().contains("_combine("), "{}", kernel.wgsl());
                assert!(kernel.workgroup_bytes() <= caps.max_workgroup_bytes);
            }
        }
    }

    #[test]
    fn short_groups_are_counted_side_by_side() {
        let many = Kernels::of::<ops::Histogram<f32, 256>>(&Caps::nvidia()).unwrap();
        let few = Kernels::of::<ops::Histogram<f32, 16>>(&Caps::nvidia()).unwrap();
        let of = |kernels, row: usize| {
            let plan = plan(kernels, &[(1 << 20) * row.min(1 << 8)], &Rows(row));
            (first(&plan).1, plan.passes.len(), plan.passes[0].workgroups)
        };
        assert_eq!(of(&many, 256), (8, 1, [1 << 17, 1]));
        assert_eq!(of(&many, 4096), (1, 1, [1 << 16, 1]));
        // 4096 of them, which is more than share a group, and 256, each of which eight workgroups share.
        assert_eq!(of(&many, 1 << 16), (1, 1, [4096, 1]));
        assert_eq!(of(&many, 1 << 20), (1, 2, [256, 8]));
        // The parts of one group are added up 64 at a time.
        assert_eq!(of(&many, 1 << 28), (1, 3, [1, 2048]));
        assert_eq!(of(&few, 16), (64, 1, [1 << 14, 1]));
        assert_eq!(of(&few, 4), (128, 1, [1 << 13, 1]));
        assert_eq!(of(&few, 1 << 28), (1, 3, [1, 2048]));
        let columns = plan(&many, &[1 << 28], &Columns(1024));
        assert_eq!((first(&columns).1, columns.passes[0].workgroups), (8, [128, 16]));
        assert!(first(&columns).0.lanes.across);
    }

    /// Counts that are results go to where the results belong, unless elements are read there; others are finished by a pass of their own.
    #[test]
    fn counts_are_results_or_finished_apart() {
        let last = |kernels: &Kernels, row: usize, finishing| {
            let plan = finished(kernels, &[1 << 20], &Rows(row), finishing);
            let pass = plan.passes.last().unwrap();
            assert_eq!(pass.target, GROUP_OUTPUT);
            (plan.passes.len(), pass.source, counted::does(pass.step))
        };
        let histogram = Kernels::of::<ops::Histogram<f32, 256>>(&Caps::nvidia()).unwrap();
        let quantiles = Kernels::of::<ops::Quantiles<f32, 256, 1>>(&Caps::nvidia()).unwrap();
        assert_eq!(last(&histogram, 256, Finishing::InLastPass), (1, None, true));
        assert!(last(&histogram, 1 << 20, Finishing::InLastPass).2);
        assert_eq!(last(&histogram, 256, Finishing::Apart), (2, Some(GROUP_RESULTS), false));
        assert_eq!(
            last(&quantiles, 256, Finishing::InLastPass),
            (2, Some(GROUP_RESULTS), false)
        );
    }

    /// Two vectors make one, unless groups fill narrower ones.
    #[test]
    fn bytes_are_loaded_by_vectors_wherever_rows_begin() {
        let kernels = Kernels::of::<ops::Histogram<u8, 16>>(&Caps::webgpu()).unwrap();
        let loads = |row| {
            let kind = first(&plan(&kernels, &[row * 10], &Rows(row))).0;
            (kind.places, kind.columns)
        };
        assert_eq!(loads(1024), (GroupPlaces::Vectors, 16));
        assert_eq!(
            [loads(2), loads(8)],
            [2, 8].map(|columns| (GroupPlaces::Vectors, columns))
        );
        assert_eq!(
            [loads(3), loads(6)],
            [4, 8].map(|columns| (GroupPlaces::Shifted, columns))
        );
        assert_eq!([loads(1000), loads(1001)], [(GroupPlaces::Shifted, 16); 2]);
        let kernels = Kernels::of::<ops::Histogram<f32, 16>>(&Caps::webgpu()).unwrap();
        let kind = first(&plan(&kernels, &[1002 * 10], &Rows(1002))).0;
        assert_eq!((kind.places, kind.columns), (GroupPlaces::Shifted, 4));
    }

    /// Parts cover each group without gap or overlap, and every pass leaves as many rows of counts as the next one reads.
    #[test]
    fn parts_cover_their_group() {
        let few = Caps::webgpu().with(|caps| caps.max_binding_bytes = 1 << 20);
        for caps in [Caps::webgpu(), few, Caps::llvmpipe()] {
            let kernels = Kernels::of::<ops::Histogram<f32, 256>>(&caps).unwrap();
            for (rows, len) in [
                (1, 1),
                (1, 100_000),
                (3, 70_001),
                (700, 5000),
                (1, 30_000_000),
                (1000, 3),
            ] {
                let plan = plan(&kernels, &[rows * len], &Rows(len));
                let mut left = len as u64;
                for pass in &plan.passes {
                    assert_eq!(u64::from(pass.numbers.length), left);
                    left = left.div_ceil(pass.numbers.elements.into());
                    assert_eq!(pass.workgroups[1], left);
                    assert!(plan.scratch[pass.target] >= left * rows as u64, "{plan:?}");
                }
                assert_eq!((left, plan.passes.last().unwrap().target), (1, GROUP_RESULTS));
            }
        }
    }
}
