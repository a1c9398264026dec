//! Passes over groups between offsets, which differ in length: those of a few rows in one pass, longer ones by lists that the device makes.

use super::{Finishing, Folding, GROUP_RESULTS, GroupNumbers, GroupPass, GroupPlan, SegmentLists};
use crate::caps::Caps;
use crate::error::Error;
use crate::kernel::at_heads::HEAD_ELEMENTS;
use crate::kernel::inspect::Kernels;
use crate::kernel::segments::{HEADER_ROWS, LISTS};
use crate::kernel::{GroupBounds, GroupElements, GroupLanes, GroupPlaces, GroupRows, GroupStates, SegmentBegins, Step};
use crate::plan::narrow;
use crate::tuning::{
    FIRST_TREE_LANES, GROUP_COLUMNS_ALONG, LISTED_WORKGROUPS, OFFSETS_A_LANE, SEGMENT_LOADS, SEGMENT_ROWS, TINY_SETS,
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

/// How segments are divided, whichever they are.
#[derive(Clone, Copy)]
struct Division {
    /// The most elements of a segment that is in no list.
    short: u64,
    /// The most of one whose tile leaves its state.
    single: u64,
    tile: u64,
    /// States that a full tile leaves.
    splits: u64,
    /// Columns from which one of them is made.
    share: u64,
    /// States that an invocation folds on its own.
    run: u64,
}

/// One list.
#[derive(Clone, Copy)]
struct List {
    first_row: u64,
    rows: u64,
    /// States that a row folds.
    unit: u64,
}

/// Segments differ in the invocations that they take.
const LANES: GroupLanes = GroupLanes {
    slices_log: None,
    across: false,
    whole: false,
    packed: None,
    last: None,
};

#[doc(hidden)]
impl Kernels {
    /// The passes over the groups between offsets, to their states or, if the device finishes them, to results. The state of a group without elements is
    /// the identity.
    ///
    /// # Errors
    /// As [`plan_groups`](Self::plan_groups).
    pub fn plan_segments(&self, of: &Segmented, finishing: Finishing) -> Result<GroupPlan, Error> {
        let folding = Folding::of(self);
        let kind = folding.segments(of);
        let division = Division::of(folding, kind);
        let number = |count: usize, what| narrow(count as u64, "the input", what, &self.caps);
        let groups = of.groups as u64;
        let workgroups = |groups_log: u32| match kind.bounds {
            GroupBounds::AtHeads => (of.elements as u64).div_ceil(HEAD_ELEMENTS.into()),
            _ => groups.div_ceil(1 << groups_log),
        };
        let sets = if kind.folds_tiny_groups() { TINY_SETS } else { 1 };
        let workgroup_log = (sets * WORKGROUP_SIZE).ilog2();
        let groups_log = match folding.sparing {
            true => WORKGROUP_SIZE.ilog2(),
            false => (groups / segment_workgroups(self.caps.software))
                .max(1)
                .ilog2()
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
        division.list(&mut plan, (folding, &self.caps), (kind, of))?;
        plan.completed(self, folding, [groups, 1], finishing)
    }
}

impl Folding {
    /// The kernel that folds the short ones of these groups.
    fn segments(self, of: &Segmented) -> GroupElements {
        let (places, columns) = match of.is_listed {
            true => (GroupPlaces::Listed, self.columns_one_by_one(1)),
            false if of.by_vectors && self.takes_shifted_vectors() => (GroupPlaces::Shifted, self.shape.per_invocation),
            false => (GroupPlaces::Steps, self.columns_one_by_one(GROUP_COLUMNS_ALONG)),
        };
        GroupElements {
            places,
            bounds: match (of.begins, of.is_checked) {
                (SegmentBegins::WideOffsets, _) => GroupBounds::AtWideOffsets,
                (SegmentBegins::Heads, _) => GroupBounds::AtHeads,
                (_, true) => GroupBounds::AtOffsets,
                (_, false) => GroupBounds::AtUncheckedOffsets,
            },
            columns,
            merges: false,
            rows: match self.rows(1, None) {
                GroupRows::Few { .. } if !self.sparing => GroupRows::one(1, SEGMENT_LOADS),
                rows => rows,
            },
            lanes: LANES,
            one_axis: true,
            runs: false,
            finishes: false,
        }
    }
}

impl Division {
    fn of(folding: Folding, kind: GroupElements) -> Self {
        let tile = u64::from(folding.shape.tile_len());
        // Units of a tile that one workgroup folds.
        let share = u64::from(folding.units_a_lane(kind.columns) * WORKGROUP_SIZE);
        let splits = folding.units(tile).div_ceil(share);
        let rows = match kind.rows {
            // An element of each column is all that a lane has.
            GroupRows::Few { .. } if kind.bounds == GroupBounds::AtHeads => 1,
            GroupRows::Few { .. } => SEGMENT_ROWS,
            GroupRows::Many => 1,
        };
        let row = rows * u64::from(folding.shape.columns());
        let short = if splits == 1 {
            row
        } else {
            row.min(share * u64::from(kind.rows.loads()))
        };
        Self {
            short,
            single: if splits == 1 { tile } else { short },
            tile,
            splits,
            share,
            run: folding.run.into(),
        }
    }

    /// Appends the lists to a plan, and the passes over them, if any segment is long enough for one.
    fn list(
        self,
        plan: &mut GroupPlan,
        (folding, caps): (Folding, &Caps),
        (kind, of): (GroupElements, &Segmented),
    ) -> Result<(), Error> {
        let lists = self.lists(of);
        if let [.., last] = lists.as_slice() {
            plan.lists = Some(SegmentLists {
                begins: match of.begins.are_marked() {
                    true => SegmentBegins::Heads,
                    false => of.begins,
                },
                info: self.info(of, &lists),
                // A workgroup reads its rows before it knows how many there are.
                rows: u64::from(narrow(last.first_row + last.rows, "long segments", "rows", caps)?)
                    + u64::from(WORKGROUP_SIZE),
                workgroups: match of.begins.are_marked() {
                    // Of the segments that begin in so many elements, only the last may be longer.
                    true => (of.elements as u64)
                        .div_ceil(self.short)
                        .div_ceil(WORKGROUP_SIZE.into()),
                    false => (of.groups as u64).div_ceil((OFFSETS_A_LANE * WORKGROUP_SIZE).into()),
                },
            });
            self.push(plan, folding, (kind, of.elements as u64), &lists);
        }
        Ok(())
    }

    /// The lists that these segments need: of those of one tile, of tiles, and one for each pass over states. No segments that ascend ask for more rows.
    fn lists(self, of: &Segmented) -> Vec<List> {
        let (longest, elements) = (of.longest as u64, of.elements as u64);
        let mut lists = Vec::new();
        // Bad segments are counted where lists are made.
        if longest <= self.short && of.is_checked {
            return lists;
        }
        let mut push = |rows: u64, unit| {
            let next = lists
                .last()
                .map_or(HEADER_ROWS, |list: &List| list.first_row + list.rows);
            lists.push(List {
                first_row: next,
                rows: rows.max(1),
                unit,
            });
        };
        // A segment is in one list of its own, or has several rows in the others.
        let most_of = |least: u64| (elements / least).min(of.groups as u64);
        push(most_of(self.short + 1), 1);
        if longest > self.single {
            let long = most_of(self.single + 1);
            let mut states = (elements / self.tile + long) * self.splits;
            push(elements / self.tile + long, 1);
            let mut most = longest.div_ceil(self.tile) * self.splits;
            let mut lanes = u64::from(FIRST_TREE_LANES);
            while most > 1 {
                let unit = self.run * lanes;
                states = states / unit + long;
                push(states, unit);
                most = most.div_ceil(unit);
                lanes = WORKGROUP_SIZE.into();
            }
        }
        lists
    }

    /// The uniform that `segment_lists.wgsl` declares.
    fn info(self, of: &Segmented, lists: &[List]) -> Vec<u32> {
        let levels = lists.len().saturating_sub(2) as u64;
        let first = [of.groups as u64, of.elements as u64, self.short, self.single];
        let second = [self.tile, self.splits, self.share, levels];
        let lists = lists.iter().flat_map(|list| [list.first_row, list.rows, list.unit, 0]);
        // All of them were compared with what 32 bits hold: no list has more rows than there are elements.
        let mut words: Vec<u32> = first
            .into_iter()
            .chain(second)
            .chain(lists)
            .map(|word| word as u32)
            .collect();
        words.resize(8 + 4 * LISTS, 0);
        words
    }

    /// Appends the passes over the lists.
    fn push(self, plan: &mut GroupPlan, folding: Folding, (kind, elements): (GroupElements, u64), lists: &[List]) {
        let whole = WORKGROUP_SIZE.ilog2();
        let mut push = |step, list: usize, (source, target), slices_log: u32, splits: u64| {
            // Loops of the operator are counted for one group an invocation: then no workgroup takes several in turn.
            let most = if folding.checked { u64::MAX } else { LISTED_WORKGROUPS };
            let sets = lists[list].rows.div_ceil(1 << (whole - slices_log)).min(most);
            plan.passes.push(GroupPass {
                step,
                source,
                target,
                numbers: GroupNumbers {
                    offset: lists[list].first_row as u32,
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
            rows: GroupRows::Many,
            lanes: folding.lanes(whole, false, false, elements),
            ..kind
        };
        for (list, target, splits) in [(0, GROUP_RESULTS, 1), (1, 0, self.splits)] {
            for step in folding.steps(kind).filter(|_| list < lists.len()) {
                push(step, list, (None, target), whole, splits);
            }
        }
        for (list, level) in (2..lists.len()).zip(0usize..) {
            let target = if list + 1 == lists.len() {
                GROUP_RESULTS
            } else {
                1 - level % 2
            };
            let step = Step::GroupStates(GroupStates {
                run: folding.run,
                lanes: LANES,
                from_table: true,
                finishes: false,
            });
            let lanes = (lists[list].unit / self.run).max(1);
            push(step, list, (Some(level % 2), target), lanes.ilog2(), 1);
        }
        let states = |list: usize| lists.get(list).map_or(0, |list| list.rows);
        plan.scratch[0] = (states(1) * self.splits).max(states(3)).max(1);
        plan.scratch[1] = states(2).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops;

    /// The rows that `segment_lists.wgsl` asks for in each list.
    fn asked(division: Division, lists: &[List], lengths: &[u64]) -> Vec<u64> {
        let mut asked = vec![0; lists.len()];
        for len in lengths.iter().copied().filter(|len| *len > division.short) {
            if len <= division.single {
                asked[0] += 1;
                continue;
            }
            let tiles = len.div_ceil(division.tile);
            let last = len - (tiles - 1) * division.tile;
            asked[1] += tiles;
            let mut states = (tiles - 1) * division.splits + last.div_ceil(division.share).min(division.splits);
            for (list, asked) in lists.iter().zip(&mut asked).skip(2) {
                states = states.div_ceil(list.unit);
                *asked += states;
            }
            assert_eq!(states, 1, "the last pass leaves one state");
        }
        asked
    }

    #[test]
    fn lists_have_room_for_all_segments_that_ascend() {
        let kernels = [
            Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap(),
            Kernels::of::<ops::Mean<u8>>(&Caps::webgpu()).unwrap(),
            Kernels::of::<(ops::Variance<f32>, ops::LogSumExp)>(&Caps::webgpu()).unwrap(),
            Kernels::of::<ops::TopK<f32, 16>>(&Caps::webgpu()).unwrap(),
        ];
        let cases: [&[u64]; 8] = [
            &[1 << 31],
            &[1025; 4096],
            &[32_769; 100],
            &[32_768; 100],
            &[257; 9999],
            &[0, 1, 1024, 1025, 70_000, 3_000_000, 5, 131_073],
            &[131_072, 131_073, 4097, 4096, 512, 513],
            &[4097; 999],
        ];
        for (kernels, is_listed) in kernels.iter().flat_map(|kernels| [(kernels, false), (kernels, true)]) {
            let folding = Folding::of(kernels);
            for lengths in cases {
                let elements = lengths.iter().sum::<u64>() as usize;
                for longest in [*lengths.iter().max().unwrap() as usize, elements] {
                    let of = Segmented {
                        groups: lengths.len(),
                        elements,
                        longest,
                        is_checked: false,
                        begins: SegmentBegins::Offsets,
                        is_listed,
                        by_vectors: true,
                    };
                    let division = Division::of(folding, folding.segments(&of));
                    let lists = division.lists(&of);
                    assert!(lists.len() <= LISTS);
                    for (list, asked) in lists.iter().zip(asked(division, &lists, lengths)) {
                        assert!(asked <= list.rows, "{asked} rows of {} in {lengths:?}", list.rows);
                    }
                    for pair in lists.windows(2) {
                        assert_eq!(pair[0].first_row + pair[0].rows, pair[1].first_row);
                    }
                }
            }
        }
    }

    #[test]
    fn offsets_that_were_checked_need_no_lists_for_short_segments() {
        let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap();
        let of = |longest, is_checked| Segmented {
            groups: 100,
            elements: 100_000,
            longest,
            is_checked,
            begins: SegmentBegins::Offsets,
            is_listed: false,
            by_vectors: true,
        };
        let passes = |of| {
            let plan = kernels.plan_segments(&of, Finishing::OnHost).unwrap();
            (plan.passes.len(), plan.lists.is_some())
        };
        assert_eq!(passes(of(4096, true)), (1, false));
        assert_eq!(passes(of(4097, true)), (2, true));
        assert_eq!(passes(of(32_768, true)), (2, true));
        // Tiles, and one pass over their states.
        assert_eq!(passes(of(32_769, true)), (4, true));
        // Bad segments are counted where lists are made.
        assert_eq!(passes(of(4096, false)), (2, true));
    }
}
