//! Passes over groups between offsets, which differ in length: those of a few rows in one pass, longer ones by lists that the device makes.

use super::lists::{Division, List};
use super::{Finishing, Folding, GROUP_RESULTS, GroupNumbers, GroupPass, GroupPlan};
use crate::error::Error;
use crate::kernel::at_heads::HEAD_ELEMENTS;
use crate::kernel::inspect::Kernels;
use crate::kernel::segments::{OF_FEW_ROWS, OF_ONE_TILE, STATES, TILES};
use crate::kernel::{GroupBounds, GroupElements, GroupLanes, GroupPlaces, GroupRows, GroupStates, SegmentBegins, Step};
use crate::plan::narrow;
use crate::tuning::{
    GROUP_COLUMNS_ALONG, LISTED_WORKGROUPS, ONE_ROW_ON_AVERAGE, ROWS_BY_A_SUBGROUP, SEGMENT_LOADS,
    SEGMENT_LOADS_OF_SMALL, SEGMENT_OF_A_LANE, SEGMENT_ROWS, SMALL_COLUMNS_BYTES, SMALL_STATE_BYTES, TINY_ON_AVERAGE,
    WORKGROUP_SIZE, segment_workgroups,
};

/// Groups of neighbouring elements between offsets on the device, or of neighbouring places in a list.
#[derive(Clone, Copy, Debug)]
pub struct Segmented {
    /// How many there are.
    pub groups: usize,
    /// Elements that the offsets count, or places in the list.
    pub elements: usize,
    /// The most elements of a group.
    pub longest: usize,
    /// Whether the offsets are known to ascend, and to end with the elements.
    pub is_checked: bool,
    /// How the device finds where they begin: by bits only if these mark the first elements of these groups and of no others. Without offsets, the groups are those that
    /// [are folded so](Kernels::folds_at_heads).
    pub begins: SegmentBegins,
    /// Whether a list says where the elements are.
    pub is_listed: bool,
    /// Whether every part of the input lies side by side, so that 16-byte loads read it.
    pub by_vectors: bool,
}

impl Segmented {
    /// Segments whose offsets were checked.
    #[cfg(test)]
    pub(super) fn checked(groups: usize, elements: usize, longest: usize) -> Self {
        Self {
            groups,
            elements,
            longest,
            is_checked: true,
            begins: SegmentBegins::Offsets,
            is_listed: false,
            by_vectors: true,
        }
    }

    /// Where the kernel of the short ones finds where each begins.
    pub(super) fn bounds(&self) -> GroupBounds {
        match (self.begins, self.is_checked) {
            (SegmentBegins::WideOffsets, _) => GroupBounds::AtWideOffsets,
            (SegmentBegins::Heads, _) => GroupBounds::AtHeads,
            (_, true) => GroupBounds::AtOffsets,
            (_, false) => GroupBounds::AtUncheckedOffsets,
        }
    }

    /// Says whether in many workgroups no group may have more elements than one invocation folds.
    fn are_mostly_tiny(&self) -> bool {
        let on_average = TINY_ON_AVERAGE as usize;
        self.longest <= SEGMENT_OF_A_LANE as usize || self.elements <= self.groups.saturating_mul(on_average)
    }

    /// Says whether no group, or few of them, may have more than a row of so many columns.
    fn are_mostly_of_one_row(&self, columns: u32) -> bool {
        let on_average = ONE_ROW_ON_AVERAGE as usize;
        self.longest <= columns as usize || self.elements <= self.groups.saturating_mul(on_average)
    }
}

#[doc(hidden)]
impl Kernels {
    /// The passes over the groups between offsets, to their states or, if the device finishes them, to results. The state of a group without elements is
    /// the identity.
    ///
    /// # Errors
    /// As [`plan_groups`](Self::plan_groups).
    pub fn plan_segments(&self, of: &Segmented, finishing: Finishing) -> Result<GroupPlan, Error> {
        if let Some(bins) = self.recipe.bins {
            return self.plan_segment_counts(bins, of, finishing);
        }
        let folding = Folding::of(self);
        let kind = folding.segments(of);
        let division = folding.division_of_segments(kind, of.elements as u64);
        let number = |count: usize, what| narrow(count as u64, "the input", what, &self.caps);
        let groups = of.groups as u64;
        let workgroups = |groups_log: u32| match kind.bounds {
            GroupBounds::AtHeads => (of.elements as u64).div_ceil(HEAD_ELEMENTS.into()),
            _ => groups.div_ceil(1 << groups_log),
        };
        let sets = kind.sets_of_groups();
        let workgroup_log = (sets * WORKGROUP_SIZE).ilog2();
        // Where subgroups lay groups side by side, each has a share of them.
        let width = match self.caps.subgroups {
            Some(sizes) if kind.are_side_by_side() => sizes.min,
            _ => WORKGROUP_SIZE,
        };
        let shares = WORKGROUP_SIZE / width.clamp(1, WORKGROUP_SIZE);
        let groups_log = match folding.sparing {
            true => WORKGROUP_SIZE.ilog2(),
            false => (groups / segment_workgroups(self.caps.software, kind.are_side_by_side()))
                .max(1)
                .ilog2()
                .max(shares.ilog2())
                .min(workgroup_log),
        };
        let numbers = GroupNumbers {
            step: 1,
            groups: number(of.groups, "groups")?,
            length: division.short as u32,
            slices_log: groups_log,
            elements: number(of.elements, "elements")?,
            ..GroupNumbers::default()
        };
        let short = folding.steps(kind).map(|step| GroupPass {
            step,
            source: None,
            target: GROUP_RESULTS,
            workgroups: [workgroups(groups_log), 1],
            numbers: numbers.clone(),
        });
        let mut plan = GroupPlan {
            passes: short.collect(),
            scratch: [1, 1, groups.max(1)],
            lists: None,
        };
        if let Some((made, lists)) = division.listed(of, &self.caps)? {
            plan.lists = Some(made);
            folding.push_listed(&mut plan, division, (kind, of.elements as u64), &lists);
        }
        plan.completed(self, folding, [groups, 1], finishing)
    }
}

impl Folding {
    /// The kernel that folds the short ones of these groups.
    pub(super) fn segments(self, of: &Segmented) -> GroupElements {
        let (places, columns) = match of.is_listed {
            true => (GroupPlaces::Listed, self.columns_one_by_one(1)),
            false if of.by_vectors && self.takes_shifted_vectors() => (GroupPlaces::Shifted, self.shape.per_invocation),
            false => (GroupPlaces::Steps, self.columns_one_by_one(GROUP_COLUMNS_ALONG)),
        };
        let bounds = of.bounds();
        let (rows, is_one_by_one) = match self.rows(1, None) {
            GroupRows::Few { .. } if !self.sparing => (GroupRows::one(1, self.loads_of_segments(bounds, places)), true),
            rows => (rows, false),
        };
        let is_one_row = places == GroupPlaces::Shifted || of.are_mostly_of_one_row(self.shape.columns());
        GroupElements {
            places,
            bounds,
            columns,
            merges: false,
            rows,
            lanes: GroupLanes::ANY,
            one_axis: true,
            runs: false,
            tiny: is_one_by_one && bounds.are_offsets() && of.are_mostly_tiny(),
            one_row: is_one_by_one && bounds.are_offsets() && is_one_row,
            by_subgroups: false,
            finishes: false,
        }
    }

    /// Loads of an invocation, of neighbouring columns: more of them where subgroups lay groups side by side.
    pub(super) fn loads_of_segments(self, bounds: GroupBounds, places: GroupPlaces) -> u32 {
        let columns = SEGMENT_LOADS_OF_SMALL * self.shape.per_invocation;
        let are_small =
            self.state_bytes <= SMALL_STATE_BYTES && columns as usize * self.state_bytes <= SMALL_COLUMNS_BYTES;
        match places {
            GroupPlaces::Shifted if are_small && self.lanes_are_bits && bounds.are_offsets() => SEGMENT_LOADS_OF_SMALL,
            _ => SEGMENT_LOADS,
        }
    }

    /// Says whether a subgroup folds a segment of a few rows: its lanes have as many columns as where they lay segments side by side.
    pub(super) fn has_few_rows(self) -> bool {
        let loads = self.loads_of_segments(GroupBounds::AtOffsets, GroupPlaces::Shifted);
        // As where subgroups lay segments side by side: an operator with loops may not end them for what lies beside a group.
        let is_one_by_one = !self.reads_whole_loads() && !self.checked && !self.sparing;
        self.width.is_some() && is_one_by_one && self.takes_shifted_vectors() && loads == SEGMENT_LOADS_OF_SMALL
    }

    /// How the segments of a kernel are divided.
    pub(super) fn division_of_segments(self, kind: GroupElements, elements: u64) -> Division {
        let tile = u64::from(self.shape.tile_len());
        // Units of a tile that one workgroup folds.
        let share = u64::from(self.units_a_lane(kind.columns) * WORKGROUP_SIZE);
        let splits = self.units(tile).div_ceil(share);
        let rows = match kind.rows {
            // An element of each column is all that a lane has.
            GroupRows::Few { .. } if kind.bounds == GroupBounds::AtHeads || kind.one_row => 1,
            GroupRows::Few { .. } => SEGMENT_ROWS,
            GroupRows::Many => 1,
        };
        let row = rows * u64::from(self.shape.columns());
        let short = if splits == 1 {
            row
        } else {
            row.min(share * u64::from(kind.rows.loads()))
        };
        let are_folded = kind.are_side_by_side() && self.has_few_rows() && self.makes_kernel(elements) && splits == 1;
        let few = if are_folded { short * ROWS_BY_A_SUBGROUP } else { short };
        Division {
            short,
            few,
            single: if splits == 1 { tile } else { short },
            tile,
            splits,
            share,
            run: Some(self.run.into()),
        }
    }

    /// Appends the passes over the lists.
    fn push_listed(
        self,
        plan: &mut GroupPlan,
        division: Division,
        (kind, elements): (GroupElements, u64),
        lists: &[List],
    ) {
        let whole = WORKGROUP_SIZE.ilog2();
        let by_subgroups = division.few > division.short;
        let splits = division.splits;
        let subgroups = u64::from(WORKGROUP_SIZE / self.width.unwrap_or(WORKGROUP_SIZE));
        let mut push = |step, list: usize, (source, target), slices_log: u32, splits: u64| {
            // Loops of the operator are counted for one group an invocation: then no workgroup takes several in turn.
            let most = if self.checked { u64::MAX } else { LISTED_WORKGROUPS };
            let of_first = lists[list].rows.div_ceil(1 << (whole - slices_log));
            let second = lists.get(OF_FEW_ROWS).filter(|_| by_subgroups && list == OF_ONE_TILE);
            let of_second = second.map_or(0, |few| few.rows.div_ceil(subgroups));
            let sets = of_first.max(of_second).min(most);
            plan.passes.push(GroupPass {
                step,
                source,
                target,
                numbers: GroupNumbers {
                    offset: lists[list].first_row as u32,
                    first_group: second.map_or(0, |few| few.first_row as u32),
                    step: 1,
                    slices_log,
                    splits_log: splits.ilog2(),
                    list: list as u32,
                    ..GroupNumbers::default()
                },
                workgroups: [sets, splits],
            });
        };
        let kind = GroupElements {
            bounds: GroupBounds::InTable,
            tiny: false,
            one_row: false,
            rows: GroupRows::Many,
            lanes: self.lanes(whole, false, false, elements),
            ..kind
        };
        // The pass over tiles leaves the second list out.
        let of_one_tile = GroupElements { by_subgroups, ..kind };
        for (kind, list, target, splits) in [(of_one_tile, OF_ONE_TILE, GROUP_RESULTS, 1), (kind, TILES, 0, splits)] {
            for step in self.steps(kind).filter(|_| list < lists.len()) {
                push(step, list, (None, target), whole, splits);
            }
        }
        for (list, level) in (STATES..lists.len()).zip(0usize..) {
            let target = if list + 1 == lists.len() {
                GROUP_RESULTS
            } else {
                1 - level % 2
            };
            let step = Step::GroupStates(GroupStates {
                run: self.run,
                lanes: GroupLanes::ANY,
                from_table: true,
                finishes: false,
            });
            let lanes = (lists[list].unit / u64::from(self.run)).max(1);
            push(step, list, (Some(level % 2), target), lanes.ilog2(), 1);
        }
        let states = |list: usize| lists.get(list).map_or(0, |list| list.rows);
        plan.scratch[0] = (states(TILES) * splits).max(states(STATES + 1)).max(1);
        plan.scratch[1] = states(STATES).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Caps, ops};

    #[test]
    fn offsets_that_were_checked_need_no_lists_for_short_segments() {
        let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap();
        let of = |longest, is_checked| Segmented {
            is_checked,
            ..Segmented::checked(100, 100_000, longest)
        };
        let passes = |of| {
            let plan = kernels.plan_segments(&of, Finishing::OnHost).unwrap();
            (plan.passes.len(), plan.lists.is_some())
        };
        assert_eq!(passes(of(1024, true)), (1, false));
        assert_eq!(passes(of(1025, true)), (2, true));
        assert_eq!(passes(of(32_768, true)), (2, true));
        // Tiles, and one pass over their states.
        assert_eq!(passes(of(32_769, true)), (4, true));
        // Bad segments are counted where lists are made.
        assert_eq!(passes(of(1024, false)), (2, true));
    }

    #[test]
    fn segments_of_more_than_a_row_are_listed_where_vectors_read_them_or_most_are_short() {
        let longest_of_pass = |kernels: &Kernels, by_vectors, (elements, longest)| {
            let of = Segmented {
                by_vectors,
                ..Segmented::checked(1000, elements, longest)
            };
            let plan = kernels.plan_segments(&of, Finishing::OnHost).unwrap();
            (plan.passes[0].numbers.length, plan.lists.is_some())
        };
        let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap();
        for by_vectors in [false, true] {
            assert_eq!(longest_of_pass(&kernels, by_vectors, (32_000, 3000)), (1024, true));
            assert_eq!(longest_of_pass(&kernels, by_vectors, (500_000, 1024)), (1024, false));
        }
        assert_eq!(longest_of_pass(&kernels, true, (500_000, 1025)), (1024, true));
        assert_eq!(longest_of_pass(&kernels, false, (32_001, 3000)), (4096, false));
        assert_eq!(longest_of_pass(&kernels, false, (500_000, 1025)), (4096, false));
        assert_eq!(longest_of_pass(&kernels, false, (500_000, 4097)), (4096, true));
    }

    #[test]
    fn subgroups_fold_segments_of_a_few_rows_where_they_lay_others_side_by_side() {
        let has_second_list = |kernels: &Kernels, elements, longest| {
            let plan = kernels
                .plan_segments(&Segmented::checked(1000, elements, longest), Finishing::OnHost)
                .unwrap();
            let second = plan.passes.iter().find(|pass| pass.numbers.first_group > 0);
            if let Some(pass) = second {
                assert!(kernels.step(pass.step).unwrap().wgsl().contains("end_of_few"));
                // Each subgroup has a segment, unless there are more than the most workgroups take at a time.
                assert!(
                    pass.workgroups[0]
                        >= 1000u64.div_ceil(kernels.caps.subgroups.map_or(1, |sizes| 256 / sizes.min).into())
                );
            }
            second.is_some()
        };
        let sums = Kernels::of::<ops::Sum<f32>>(&Caps::nvidia()).unwrap();
        assert!(has_second_list(&sums, 1 << 21, 9000));
        let on_a_cpu = Kernels::of::<ops::Sum<f32>>(&Caps::llvmpipe()).unwrap();
        assert!(has_second_list(&on_a_cpu, 1 << 21, 9000));
        assert!(!has_second_list(&sums, 1 << 19, 9000), "no kernel is made");
        assert!(!has_second_list(&sums, 1 << 21, 1024), "there are no lists");
        let variances = Kernels::of::<ops::Variance<f32>>(&Caps::nvidia()).unwrap();
        assert!(!has_second_list(&variances, 1 << 21, 9000), "states are sorted");
        let other = Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap();
        assert!(!has_second_list(&other, 1 << 21, 9000), "there are no subgroups");
    }

    #[test]
    fn no_device_without_subgroups_lays_segments_side_by_side() {
        let of = Segmented::checked(1000, 500_000, 1025);
        let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::nvidia()).unwrap();
        let plan = kernels.plan_segments(&of, Finishing::OnHost).unwrap();
        let other = Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap();
        let error = other.step(plan.passes[0].step).unwrap_err();
        assert!(matches!(error, Error::Policy { .. }), "{error}");
    }

    #[test]
    fn invocations_fold_whole_segments_where_most_are_that_short() {
        let folding = Folding::of(&Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap());
        let is_tiny = |groups, elements, longest, begins| {
            let of = Segmented {
                begins,
                ..Segmented::checked(groups, elements, longest)
            };
            folding.segments(&of).tiny
        };
        assert!(is_tiny(1000, 16_000, 16, SegmentBegins::Offsets));
        assert!(!is_tiny(1000, 16_000, 17, SegmentBegins::Offsets));
        assert!(is_tiny(1000, 8000, 8000, SegmentBegins::WideOffsets));
        assert!(!is_tiny(1000, 8001, 8000, SegmentBegins::WideOffsets));
        assert!(!is_tiny(1000, 1000, 1, SegmentBegins::Heads));
    }
}
