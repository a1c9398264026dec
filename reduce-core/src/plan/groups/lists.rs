//! The lists of long segments, which the device makes: how long a segment is that stands in one, and the rows that there are.

use super::{SegmentLists, Segmented};
use crate::caps::Caps;
use crate::error::Error;
use crate::kernel::SegmentBegins;
use crate::kernel::segments::{HEADER_ROWS, LISTS, STATES};
use crate::plan::narrow;
use crate::tuning::{
    BLOCKS_A_LANE, FIRST_TREE_LANES, OFFSETS_A_LANE, SEGMENTS_OF_A_BLOCK, WORKGROUP_SIZE, listing_workgroups,
};

/// How segments are divided, whichever they are.
#[derive(Clone, Copy)]
pub(super) struct Division {
    /// The most elements of a segment that is in no list.
    pub(super) short: u64,
    /// The most of one that a subgroup folds; as many if none does.
    pub(super) few: u64,
    /// The most of one whose tile leaves its state.
    pub(super) single: u64,
    pub(super) tile: u64,
    /// States that a full tile leaves.
    pub(super) splits: u64,
    /// Columns from which one of them is made.
    pub(super) share: u64,
    /// States that an invocation folds on its own; none where tiles add what they count to the results, so that no pass folds states.
    pub(super) run: Option<u64>,
}

/// One list.
#[derive(Clone, Copy)]
pub(super) struct List {
    pub(super) first_row: u64,
    pub(super) rows: u64,
    /// States that a row folds.
    pub(super) unit: u64,
}

impl Division {
    /// The lists of these segments, if any may be long enough for one, and what the device needs to make them.
    ///
    /// # Errors
    /// [`Error::Limit`] for more rows than 32 bits number.
    pub(super) fn listed(self, of: &Segmented, caps: &Caps) -> Result<Option<(SegmentLists, Vec<List>)>, Error> {
        let lists = self.lists(of);
        let Some(last) = lists.last() else {
            return Ok(None);
        };
        let sparse = self.are_sparse(of);
        let made = SegmentLists {
            sparse,
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
                false if sparse => {
                    workgroups_of_lists((of.groups as u64).div_ceil(SEGMENTS_OF_A_BLOCK), BLOCKS_A_LANE, caps)
                }
                false => workgroups_of_lists(of.groups as u64, OFFSETS_A_LANE, caps),
            },
        };
        Ok(Some((made, lists)))
    }

    /// Says whether most blocks of neighbouring segments have no more elements than a short one, and no offset is bad.
    fn are_sparse(self, of: &Segmented) -> bool {
        let of_a_block = SEGMENTS_OF_A_BLOCK * of.elements as u64 / (of.groups as u64).max(1);
        of.begins == SegmentBegins::Offsets && of.is_checked && 2 * of_a_block <= self.short
    }

    /// The lists that these segments need: of those of one tile, of those that a subgroup folds, of tiles, and one for each pass over states, if any. No segments that ascend ask for more rows.
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
        push(
            if self.single > self.few {
                most_of(self.few + 1)
            } else {
                0
            },
            1,
        );
        push(
            if self.few > self.short {
                most_of(self.short + 1)
            } else {
                0
            },
            1,
        );
        if longest > self.single {
            let long = most_of(self.single + 1);
            let mut states = (elements / self.tile + long) * self.splits;
            push(elements / self.tile + long, 1);
            let mut most = longest.div_ceil(self.tile) * self.splits;
            let mut lanes = u64::from(FIRST_TREE_LANES);
            while let Some(run) = self.run.filter(|_| most > 1) {
                let unit = run * lanes;
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
        let levels = lists.len().saturating_sub(STATES) as u64;
        let first = [of.groups as u64, of.elements as u64, self.short, self.few, self.single];
        let second = [self.tile, self.splits, self.share, levels, 0, 0, 0];
        let lists = lists.iter().flat_map(|list| [list.first_row, list.rows, list.unit, 0]);
        // All of them were compared with what 32 bits hold: no list has more rows than there are elements.
        let mut words: Vec<u32> = first
            .into_iter()
            .chain(second)
            .chain(lists)
            .map(|word| word as u32)
            .collect();
        words.resize(12 + 4 * LISTS, 0);
        words
    }
}

/// The workgroups that list so many segments, or blocks of them: an invocation looks at several only where there are enough workgroups.
fn workgroups_of_lists(segments: u64, most: u32, caps: &Caps) -> u64 {
    let turns = (segments / (listing_workgroups(caps.software) * u64::from(WORKGROUP_SIZE))).clamp(1, most.into());
    segments.div_ceil(turns * u64::from(WORKGROUP_SIZE))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::*;
    use crate::kernel::inspect::Kernels;
    use crate::kernel::segments::TILES;
    use crate::ops;
    use crate::plan::groups::Folding;
    use crate::plan::groups::counts::segments::SegmentCounting;

    /// How these segments are divided, whether they are counted in bins or folded.
    fn division_of(kernels: &Kernels, of: &Segmented) -> Division {
        let folding = Folding::of(kernels);
        match kernels.recipe.bins {
            Some(bins) => SegmentCounting::of(kernels, bins, of).division(),
            None => folding.division_of_segments(folding.segments(of), of.elements as u64),
        }
    }

    /// The rows that `segment_lists.wgsl` asks for in each list.
    fn asked(division: Division, lists: &[List], lengths: &[u64]) -> Vec<u64> {
        let mut asked = vec![0; lists.len()];
        for len in lengths.iter().copied().filter(|len| *len > division.short) {
            if len <= division.single {
                asked[usize::from(len <= division.few)] += 1;
                continue;
            }
            let tiles = len.div_ceil(division.tile);
            let last = len - (tiles - 1) * division.tile;
            asked[TILES] += tiles;
            let mut states = (tiles - 1) * division.splits + last.div_ceil(division.share).min(division.splits);
            for (list, asked) in lists.iter().zip(&mut asked).skip(STATES) {
                states = states.div_ceil(list.unit);
                *asked += states;
            }
            assert!(division.run.is_none() || states == 1, "the last pass leaves one state");
        }
        asked
    }

    #[test]
    fn long_segments_are_found_by_blocks_where_most_are_short_and_offsets_were_checked() {
        let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::nvidia()).unwrap();
        let made = |of: &Segmented| {
            let (made, _) = division_of(&kernels, of).listed(of, &Caps::nvidia()).unwrap().unwrap();
            (made.sparse, made.workgroups)
        };
        let of = |groups: usize, on_average: usize| Segmented::checked(groups, groups * on_average, 9000);
        // 1024 elements are a short segment, and a block has 32 segments.
        assert_eq!(made(&of(1 << 24, 16)), (true, 2048));
        assert_eq!(made(&of(1 << 24, 17)), (false, 8192));
        assert_eq!(
            made(&of(1 << 27, 1)),
            (true, 4096),
            "an invocation has up to four blocks"
        );
        let unchecked = Segmented {
            is_checked: false,
            ..of(1 << 24, 16)
        };
        assert_eq!(made(&unchecked), (false, 8192));
    }

    #[test]
    fn lists_have_room_for_all_segments_that_ascend() {
        let kernels = [
            Kernels::of::<ops::Histogram<f32, 16>>(&Caps::webgpu()).unwrap(),
            Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap(),
            Kernels::of::<ops::Sum<f32>>(&Caps::nvidia()).unwrap(),
            Kernels::of::<ops::Mean<u8>>(&Caps::webgpu()).unwrap(),
            Kernels::of::<(ops::Variance<f32>, ops::LogSumExp)>(&Caps::webgpu()).unwrap(),
            Kernels::of::<ops::TopK<f32, 16>>(&Caps::webgpu()).unwrap(),
        ];
        let of_both_lists: Vec<u64> = [1025, 8192, 8193, 3].repeat(500);
        let cases: [&[u64]; 9] = [
            &of_both_lists,
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
                    let division = division_of(kernels, &of);
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
}
