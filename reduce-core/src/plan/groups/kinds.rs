//! A step of each kind that plans over groups have: for tests that look at every kernel.

use super::Folding;
use super::counts::segments::SegmentCounting;
use super::counts::{ANY_LANES, Counting};
use super::loads::Loads;
use crate::kernel::inspect::Kernels;
use crate::kernel::{
    GatherStep, GroupBounds, GroupElements, GroupLanes, GroupPlaces, GroupRows, GroupStates, SegmentBegins, Step,
};
use crate::tuning::{GROUP_COLUMNS_OF_FEW, PACKED_LOADS_OF_LARGE, PACKED_LOADS_OF_SUMS};

#[doc(hidden)]
impl Kernels {
    /// Steps over groups, one of each kind that the reduction has: by every way to load, with rows of every kind, however invocations meet, and with results
    /// as well as states.
    #[must_use]
    pub fn steps_of_groups(&self) -> Vec<Step> {
        let folding = Folding::of(self);
        let per_load = folding.shape.per_invocation;
        let lanes = |slices_log, across, whole| GroupLanes {
            slices_log,
            across,
            whole,
            ..GroupLanes::ANY
        };
        let ending = |lanes, last| GroupLanes {
            last: Some(last),
            ..lanes
        };
        let packed = |states: u32, last| GroupLanes {
            packed: Some(states),
            ..ending(lanes(Some(states.next_power_of_two().ilog2()), false, false), last)
        };
        let neighbouring = |sets, loads| GroupRows::Few {
            rows: 1,
            even: false,
            sets,
            loads,
        };
        let (any, across) = (GroupLanes::ANY, lanes(Some(2), true, false));
        let (whole, some) = (lanes(Some(8), false, true), lanes(Some(6), false, false));
        let each = GroupLanes {
            each: true,
            ..lanes(Some(8), false, false)
        };
        let (many, one, segments) = (GroupRows::Many, GroupRows::one(8, 1), GroupRows::one(1, 2));
        let few = |rows, even, sets| GroupRows::Few {
            rows,
            even,
            sets,
            loads: 1,
        };
        let single = folding.columns_one_by_one(1);
        let mut steps = Vec::new();
        let mut push = |places: GroupPlaces, columns, rows, lanes: GroupLanes, bounds: GroupBounds, finishes: bool| {
            // Elements are counted by other kernels.
            if self.recipe.bins.is_some() {
                return;
            }
            let rows = if folding.reads_whole_loads() { many } else { rows };
            // Loads that end where a group does are folded as one; of packed elements, others are so as well.
            let as_one = places.are_whole_vectors()
                || places == GroupPlaces::Inside
                || (places == GroupPlaces::Shifted && bounds == GroupBounds::OfOneShape && !folding.is_of_scalars());
            let kind = GroupElements {
                places,
                bounds,
                columns,
                merges: folding.any_order && as_one,
                rows,
                lanes,
                one_axis: lanes.whole || bounds != GroupBounds::OfOneShape,
                runs: false,
                // Segments that are read by vectors have a kernel with the path for whole segments, and one without it.
                tiny: bounds.are_offsets() && rows != many && (places != GroupPlaces::Shifted || !finishes),
                one_row: bounds.are_offsets() && rows != many && places == GroupPlaces::Shifted,
                by_subgroups: false,
                finishes: finishes && !folding.mixed,
            };
            steps.extend(folding.steps(kind));
        };
        let (shape, table, offsets) = (GroupBounds::OfOneShape, GroupBounds::InTable, GroupBounds::AtOffsets);
        push(GroupPlaces::Steps, single, many, across, shape, false);
        push(GroupPlaces::Axes, single, one, any, shape, true);
        push(GroupPlaces::Listed, single, many, any, table, true);
        push(GroupPlaces::Listed, single, segments, any, offsets, true);
        push(
            GroupPlaces::Steps,
            single,
            many,
            any,
            GroupBounds::AtUncheckedOffsets,
            false,
        );
        push(
            GroupPlaces::Steps,
            single,
            segments,
            any,
            GroupBounds::AtWideOffsets,
            true,
        );
        if self.folds_at_heads(1, 1) {
            for finishes in [false, true] {
                push(
                    GroupPlaces::Shifted,
                    per_load,
                    segments,
                    any,
                    GroupBounds::AtHeads,
                    finishes,
                );
            }
        }
        if folding.any_order && !folding.takes_vectors() {
            push(GroupPlaces::Vectors, per_load, many, some, shape, false);
        }
        if folding.takes_vectors() {
            push(GroupPlaces::Vectors, per_load, one, whole, shape, true);
            push(GroupPlaces::Vectors, per_load, many, some, shape, false);
            push(GroupPlaces::Vectors, per_load, few(32, true, 1), whole, shape, false);
            push(
                GroupPlaces::Vectors,
                per_load,
                few(3, false, 2),
                ending(each, per_load),
                shape,
                true,
            );
        }
        let alone = |elements| ending(lanes(Some(0), false, false), elements);
        let is_made = folding.width.is_some() && !folding.reads_whole_loads();
        // Groups of fewer elements than a vector has, or of few elements whose neighbours lie side by side.
        for (places, most, across) in [
            (GroupPlaces::Steps, 4, false),
            (GroupPlaces::Axes, 4, false),
            (GroupPlaces::Steps, GROUP_COLUMNS_OF_FEW, true),
        ] {
            let columns = folding.columns_one_by_one(most);
            let lanes = GroupLanes {
                across,
                ..alone(columns / 2 + 1)
            };
            if is_made && columns > 2 {
                push(places, columns, neighbouring(2, 1), lanes, shape, across);
            }
        }
        // Exact monoids fold the elements of a whole vector as one.
        let by_vectors = (folding.takes_vectors() && !folding.any_order).then_some((GroupPlaces::Vectors, per_load));
        let by_two = folding.shifted(usize::MAX).map(|loads| (loads.places, loads.columns));
        for (places, columns) in [by_vectors, by_two].into_iter().flatten().filter(|_| is_made) {
            push(places, columns, neighbouring(1, 5), alone(4 * columns + 1), shape, true);
            push(places, columns, neighbouring(2, 3), alone(3 * columns), shape, false);
            let finishes = places == GroupPlaces::Vectors;
            for (last, finishes) in [(1, finishes), (2 * columns, !finishes)] {
                // One invocation combines all states, or some combine a block each before.
                for states in [5, 33] {
                    if let Some(sets) = folding.packed_sets(states) {
                        let lanes = packed(states, last);
                        push(places, columns, neighbouring(sets, 2), lanes, shape, finishes);
                        if folding.adds_bytes {
                            let lanes = packed(states, last);
                            let of_sums = neighbouring(sets, PACKED_LOADS_OF_SUMS);
                            push(places, columns, of_sums, lanes, shape, finishes);
                        }
                        if folding.packs_large_states() {
                            let of_large = neighbouring(sets, PACKED_LOADS_OF_LARGE);
                            push(places, columns, of_large, packed(states, last), shape, finishes);
                        }
                    }
                }
            }
        }
        if let Some((places, columns)) = by_two.filter(|_| is_made) {
            // Of packed elements, some of a word are left.
            let some_of_a_load = columns + columns / 2 + 1;
            for lanes in [some, each] {
                let lanes = ending(lanes, some_of_a_load);
                push(places, columns, neighbouring(2, 2), lanes, shape, false);
            }
            push(places, columns, neighbouring(2, 2), whole, shape, true);
            for (rows, last) in [(2, 1), (3, some_of_a_load)] {
                let of_two = GroupRows::Few {
                    rows,
                    even: false,
                    sets: 2,
                    loads: 2,
                };
                for ends_in_first in [false, true].into_iter().filter(|ends| folding.has_counts || !ends) {
                    let lanes = GroupLanes {
                        ends_in_first,
                        ..ending(lanes(Some(7), false, true), last)
                    };
                    push(places, columns, of_two, lanes, shape, ends_in_first || rows == 2);
                }
            }
        }
        for (len, Loads { places, columns, .. }) in folding.narrower_shifted().filter(|_| is_made) {
            push(
                places,
                columns,
                neighbouring(2, 1),
                alone(columns.min(len as u32)),
                shape,
                true,
            );
        }
        if per_load > 2 && !folding.is_of_scalars() && !folding.reads_whole_loads() {
            push(
                GroupPlaces::Vectors,
                2,
                GroupRows::one(1, 1),
                lanes(Some(0), false, true),
                shape,
                false,
            );
        }
        for groups in [2, 3, 4, 16] {
            let Some(Loads { places, columns, .. }) = folding.interleaved(groups) else {
                continue;
            };
            push(places, columns, many, any, shape, false);
            push(places, columns, few(32, true, 1), whole, shape, false);
            push(places, columns, few(3, false, 2), ending(some, columns), shape, true);
        }
        if let Some((places, columns)) = by_two {
            push(places, columns, one, some, shape, false);
            push(places, columns, few(32, true, 1), whole, shape, false);
            push(places, columns, many, some, shape, true);
            for last in [1, columns] {
                push(places, columns, few(3, false, 2), ending(each, last), shape, false);
            }
        }
        if folding.takes_shifted_vectors() {
            push(GroupPlaces::Shifted, per_load, many, any, table, true);
            if folding.width.is_some() {
                let of_workgroup = lanes(Some(8), false, false);
                push(GroupPlaces::Shifted, per_load, many, of_workgroup, table, false);
                push(GroupPlaces::Shifted, per_load, many, of_workgroup, table, true);
            }
            let wide = GroupBounds::AtWideOffsets;
            for (bounds, finishes) in [(offsets, false), (offsets, true), (wide, true)] {
                let loads = folding.loads_of_segments(bounds, GroupPlaces::Shifted);
                push(
                    GroupPlaces::Shifted,
                    per_load,
                    GroupRows::one(1, loads),
                    any,
                    bounds,
                    finishes,
                );
            }
            push(GroupPlaces::Shifted, per_load, many, any, offsets, true);
        }
        if let Some((_, columns)) = by_two.filter(|_| is_made && folding.may_read_inside()) {
            // In one round or in several, inside a subgroup and beyond.
            for (slices_log, sets, loads, finishes) in [(per_load.ilog2(), 2, 2, true), (8, 1, 4, false)] {
                let each = GroupLanes {
                    each: true,
                    ..lanes(Some(slices_log), false, false)
                };
                push(
                    GroupPlaces::Inside,
                    columns,
                    neighbouring(sets, loads),
                    each,
                    shape,
                    finishes,
                );
            }
        }
        if folding.ordered && folding.width.is_some() {
            let packed = |states: u32| GroupLanes {
                last: None,
                ..packed(states, 1)
            };
            let by_vectors = [Some(GroupPlaces::Vectors), by_two.map(|(places, _)| places)];
            for places in by_vectors.into_iter().flatten() {
                for (states, finishes) in [(3, true), (33, false)] {
                    if folding.packed_sets(states).is_some() {
                        push(places, per_load, many, packed(states), shape, finishes);
                    }
                }
            }
            let short = |places, sets, loads, last| GroupElements {
                places,
                bounds: shape,
                columns: per_load,
                merges: true,
                rows: neighbouring(sets, loads),
                lanes: alone(last),
                one_axis: true,
                runs: false,
                tiny: false,
                one_row: false,
                by_subgroups: false,
                finishes: true,
            };
            let shifted = by_two.map(|(places, _)| short(places, 1, 3, 2 * per_load + 1));
            let others = [
                short(GroupPlaces::Vectors, 2, 2, 2 * per_load),
                short(GroupPlaces::Steps, 4, 1, 1),
            ];
            steps.extend(others.into_iter().chain(shifted).map(Step::GroupElements));
        }
        if folding.has_few_rows() {
            let of_a_list = |step: &Step| match step {
                Step::GroupElements(kind) if kind.bounds == table && kind.lanes.slices_log.is_some() => Some(*kind),
                _ => None,
            };
            let by_subgroups = |kind| GroupElements {
                by_subgroups: true,
                ..kind
            };
            let of_two_lists: Vec<Step> = (steps.iter().filter_map(of_a_list))
                .map(|kind| Step::GroupElements(by_subgroups(kind)))
                .collect();
            steps.extend(of_two_lists);
        }
        for (run, lanes, from_table, finishes) in [
            (folding.run, any, true, true),
            (folding.run, across, false, false),
            (1, whole, false, true),
        ] {
            // Parts of long groups are added to their counts.
            if from_table && self.recipe.bins.is_some() {
                continue;
            }
            steps.push(Step::GroupStates(GroupStates {
                run,
                lanes,
                from_table,
                finishes,
            }));
        }
        if let Some(bins) = self.recipe.bins {
            steps.extend(Counting::kinds(self, bins).map(Step::GroupElements));
            steps.extend(SegmentCounting::kinds(self, bins).map(Step::GroupElements));
            steps.push(Step::GroupStates(ANY_LANES));
        }
        let begins = [SegmentBegins::Offsets, SegmentBegins::WideOffsets, SegmentBegins::Heads];
        steps.extend(begins.map(|begins| Step::SegmentLists { begins, sparse: false }));
        steps.push(Step::SegmentLists {
            begins: SegmentBegins::Offsets,
            sparse: true,
        });
        for (per_word, is_listed) in [1, 2, 4].into_iter().flat_map(|units| [(units, false), (units, true)]) {
            steps.push(Step::Gather(GatherStep { per_word, is_listed }));
        }
        steps
    }
}
