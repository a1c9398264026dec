//! How many invocations a group of few rows of columns has, how many loads each of them issues, and where they lie in a workgroup.

use super::Folding;
use super::loads::Loads;
use crate::kernel::{GroupElements, GroupPlaces, GroupRows};
use crate::tuning::{
    FEW_STATE_BYTES, FOLDS_OF_SHIFTED_SETS, LOADS_OF_ANY_ORDER, MOST_PACKED, NEIGHBOURING_STATE_BYTES,
    NEIGHBOURING_VECTORS, PACKED_LOADS_OF_LARGE, PACKED_LOADS_OF_SUMS, PACKED_RUN, PACKED_SETS, PACKED_STATES_BYTES,
    PACKED_TREE_BYTES, ROWS_OF_TWO_LOADS, SHIFTED_SETS, VECTORS_OF_A_LANE, WHOLE_ROW_STATE_BYTES, WORKGROUP_SIZE,
    packed_parts,
};

/// The invocations of groups of few rows of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    /// Loads of an invocation, of neighbouring columns.
    pub(super) loads: u32,
    /// Invocations of a group, where they are packed.
    pub(super) packed: Option<u32>,
    /// Sets of groups of a workgroup, where not each load of an invocation is one vector.
    pub(super) sets: Option<u32>,
}

impl Folding {
    /// How groups of `len` elements, of `elements` in all, are divided.
    ///
    /// By a vector for each invocation, many have no elements where rows are a little longer than a power of two of them, and each vector is read twice where rows begin
    /// between two. So a row of a few vectors has one invocation, and others have as many as they need for two vectors each, or for three or four where they are packed; of rows that begin at vectors, only those that are
    /// packed. Groups of several rows of columns, each of which begins between two vectors, have two vectors of each row, if these are few.
    pub(super) fn division(self, loads: &Loads, len: u64, elements: u64) -> Division {
        let shifted = loads.places == GroupPlaces::Shifted;
        let rows = len.div_ceil(self.shape.columns().into());
        let shifted_by = |loads_of_a_row: u32| {
            // One state is left of a load that is folded as one.
            let states_of_a_load = if loads.merges { 1 } else { loads.columns };
            let folds = rows * u64::from(states_of_a_load * loads_of_a_row);
            let most = (FOLDS_OF_SHIFTED_SETS / folds.max(1)).max(1);
            Division {
                loads: loads_of_a_row,
                packed: None,
                sets: shifted.then_some(SHIFTED_SETS.min(1 << most.ilog2())),
            }
        };
        let single = shifted_by(1);
        let has_loads_one_by_one = len > 0 && self.makes_kernel(elements) && !self.sparing && !self.reads_whole_loads();
        // Of whole vectors that are folded as one, one after the other is enough.
        let fits = match loads.places {
            GroupPlaces::Vectors => !loads.merges,
            GroupPlaces::Shifted => true,
            _ => false,
        };
        if !has_loads_one_by_one || !fits {
            return single;
        }
        // Elements that are folded as one leave one state a load, and that is combined with the next one.
        let has_room = |vectors: u32| loads.merges || self.has_room(vectors);
        if rows > 1 {
            return match shifted && has_room(2) && rows <= ROWS_OF_TWO_LOADS {
                true => shifted_by(2),
                false => single,
            };
        }
        let vectors = len.div_ceil(loads.columns.into()) as u32;
        if vectors.is_power_of_two() && !shifted {
            return single;
        }
        if vectors <= VECTORS_OF_A_LANE && (loads.merges || self.has_room_for_a_row(vectors)) {
            return Division {
                loads: vectors,
                sets: Some(1 << (NEIGHBOURING_VECTORS / vectors).max(1).ilog2()),
                ..single
            };
        }
        if !has_room(2) {
            return single;
        }
        match self.packed(vectors, loads.merges) {
            Some(packed) => packed,
            None if loads.merges => shifted_by(loads_of_any_order(vectors)),
            None if shifted => shifted_by(2),
            // Vectors that each invocation reads alone are read as fast one by one.
            None => single,
        }
    }

    /// Groups of so many vectors whose invocations are packed, if these are.
    fn packed(self, vectors: u32, merges: bool) -> Option<Division> {
        let by = |loads: u32| {
            let lanes = vectors.div_ceil(loads);
            self.packed_sets(lanes).map(|sets| Division {
                loads,
                packed: Some(lanes),
                sets: Some(sets),
            })
        };
        let of_two = by(2)?;
        let of_more = match merges {
            true if self.adds_bytes => by(PACKED_LOADS_OF_SUMS),
            false if self.packs_large_states() && self.has_room_for_a_row(PACKED_LOADS_OF_LARGE) => {
                by(PACKED_LOADS_OF_LARGE)
            }
            _ => None,
        };
        Some(of_more.unwrap_or(of_two))
    }

    /// The sets of groups of a workgroup in which groups of so many invocations are packed; none if they are not.
    pub(super) fn packed_sets(self, lanes: u32) -> Option<u32> {
        // The states of all invocations meet in workgroup memory.
        let room =
            self.workgroup_bytes.min(PACKED_STATES_BYTES) / (WORKGROUP_SIZE as usize * self.bytes_beside_counts.max(1));
        // The most that one invocation combines.
        let states = packed_parts(lanes).map_or(lanes, |parts| parts.max(PACKED_RUN));
        let has_registers = states as usize * self.bytes_beside_counts <= PACKED_TREE_BYTES && self.has_room(2);
        let is_packed = !lanes.is_power_of_two() && lanes <= MOST_PACKED && has_registers && room > 0;
        is_packed.then(|| PACKED_SETS.min(room as u32))
    }

    /// Whether the states that packed invocations leave in workgroup memory are large.
    pub(super) fn packs_large_states(self) -> bool {
        self.bytes_beside_counts > FEW_STATE_BYTES
    }

    /// Whether a state is so large that few of them are held, or exchanged, at a time.
    pub(super) fn has_large_states(self) -> bool {
        self.state_bytes > FEW_STATE_BYTES
    }

    /// Whether an invocation has registers for the states of so many neighbouring vectors.
    fn has_room(self, vectors: u32) -> bool {
        vectors as usize * self.state_bytes <= NEIGHBOURING_STATE_BYTES
    }

    /// Whether an invocation has registers for the states of so many vectors if it has the whole row, or is packed.
    fn has_room_for_a_row(self, vectors: u32) -> bool {
        vectors as usize * self.state_bytes <= WHOLE_ROW_STATE_BYTES
    }

    /// The columns of the last row of groups of `len` elements that the last invocation has, where a kernel is made for that many: the compiler knows how many elements
    /// each column has then, and an operator need not divide by their number.
    pub(super) fn last(self, kind: GroupElements, len: u64) -> Option<u32> {
        let a_lane = u64::from(kind.columns * kind.rows.loads());
        // Where elements are loaded one by one, a kernel is made only for groups of one invocation, which lacks some of its columns.
        let is_alone = kind.lanes.slices_log == Some(0) && len < a_lane;
        let is_made = kind.lanes.slices_log.is_some() && (kind.places.are_vectors() || is_alone);
        match kind.rows {
            GroupRows::Few { rows, even, .. } if !self.sparing && is_made && len > 0 => {
                let is_full = even || (rows == 1 && kind.lanes.whole && kind.lanes.slices_log != Some(0));
                (!is_full).then(|| ((len - 1) % a_lane + 1) as u32)
            }
            _ => None,
        }
    }

    /// Whether the last of several rows of columns of groups of `len` elements ends in the first invocation, where a kernel is made for that: one that knows counts.
    pub(super) fn ends_in_first(self, kind: GroupElements, len: u64) -> bool {
        let of_last_row = (len.max(1) - 1) % u64::from(self.shape.columns()) + 1;
        let few = matches!(
            kind.rows,
            GroupRows::Few {
                rows: 2..,
                even: false,
                ..
            }
        );
        self.has_counts
            && few
            && kind.lanes.last.is_some()
            && of_last_row <= u64::from(kind.columns * kind.rows.loads())
    }
}

/// The loads of an invocation of a group of so many, whichever elements these have: those of which the fewest are issued in vain.
fn loads_of_any_order(vectors: u32) -> u32 {
    let issued = |loads: u32| vectors.div_ceil(loads).next_power_of_two() * loads;
    (2..=LOADS_OF_ANY_ORDER).min_by_key(|loads| issued(*loads)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::*;
    use crate::kernel::GroupLanes;
    use crate::{Caps, GpuType, Kernels, Operator, Rows, Seen, ops};

    fn division<O: Operator<Output: GpuType>>(caps: &Caps, places: GroupPlaces, len: u64) -> Division {
        let kernels = Kernels::of::<O>(caps).unwrap();
        let loads = Loads {
            places,
            columns: 4,
            merges: false,
        };
        Folding::of(&kernels).division(&loads, len, 1 << 24)
    }

    #[test]
    fn rows_have_as_many_lanes_as_they_need() {
        let of = |places, len| division::<ops::Sum<f32>>(&Caps::nvidia(), places, len);
        let divided = |loads, packed, sets| Division { loads, packed, sets };
        let single = divided(1, None, None);
        assert_eq!(of(GroupPlaces::Shifted, 17), divided(5, None, Some(1)));
        assert_eq!(of(GroupPlaces::Shifted, 16), divided(4, None, Some(1)));
        assert_eq!(of(GroupPlaces::Vectors, 12), divided(3, None, Some(2)));
        for len in [4, 16, 64, 1000, 1024, 4096] {
            assert_eq!(of(GroupPlaces::Vectors, len), single, "{len}");
        }
        // 51 groups of five invocations instead of 32 of eight.
        assert_eq!(of(GroupPlaces::Shifted, 33), divided(2, Some(5), Some(2)));
        assert_eq!(of(GroupPlaces::Vectors, 36), divided(2, Some(5), Some(2)));
        assert_eq!(of(GroupPlaces::Shifted, 129), divided(2, Some(17), Some(2)));
        assert_eq!(of(GroupPlaces::Shifted, 257), divided(2, Some(33), Some(2)));
        assert_eq!(of(GroupPlaces::Vectors, 300), divided(2, Some(38), Some(2)));
        assert_eq!(of(GroupPlaces::Shifted, 320), divided(2, Some(40), Some(2)));
        assert_eq!(of(GroupPlaces::Vectors, 324), single);
        for len in [255, 321, 1025] {
            assert_eq!(of(GroupPlaces::Shifted, len), divided(2, None, Some(4)), "{len}");
        }
        assert_eq!(of(GroupPlaces::Shifted, 8191), divided(1, None, Some(2)));
        // 65 and 94 vectors: 22 and 32 invocations of three, not 33 and 47 of two.
        assert_eq!([65, 94, 64, 63].map(loads_of_any_order), [3, 3, 2, 2]);
        let lanes = GroupLanes {
            slices_log: Some(3),
            packed: Some(5),
            ..GroupLanes::ANY
        };
        assert_eq!(lanes.packed_groups(), Some(51));
    }

    /// Of sums of bytes, an invocation has three vectors where groups are packed: 22 invocations for 65 vectors, not 33.
    #[test]
    fn invocations_that_add_bytes_have_three_vectors() {
        let kernels = |sums: bool| match sums {
            true => Kernels::of::<ops::Mean<u8>>(&Caps::nvidia()).unwrap(),
            false => Kernels::of::<ops::Max<u8>>(&Caps::nvidia()).unwrap(),
        };
        let of = |sums, len| {
            let folding = Folding::of(&kernels(sums));
            let Division { loads, packed, .. } = folding.division(&folding.shifted(len).unwrap(), len as u64, 1 << 24);
            (loads, packed)
        };
        assert_eq!([of(true, 1025), of(false, 1025)], [(3, Some(22)), (2, Some(33))]);
        // Three invocations would be packed, and four are a power of two.
        assert_eq!([of(true, 100), of(false, 100)], [(2, None); 2]);
    }

    /// Invocations have four vectors, so that fewer states meet. Of blocks of states, no more take registers at a time than of few states that one invocation combines.
    #[test]
    fn large_states_are_packed_as_well() {
        let of = |len| {
            division::<(ops::MinMax<f32>, ops::KahanSum<f32>, ops::Sum<f32>)>(
                &Caps::nvidia(),
                GroupPlaces::Shifted,
                len,
            )
        };
        for (len, lanes) in [(33, 3), (129, 9), (257, 17)] {
            assert_eq!((of(len).loads, of(len).packed), (4, Some(lanes)), "{len}");
        }
        assert_eq!((of(17).loads, of(17).packed), (5, None));
        // Eight invocations of four vectors are a power of two, and have two instead: fifteen of them.
        assert_eq!((of(117).loads, of(117).packed), (2, Some(15)));
        assert_eq!((of(1025).packed, of(1025).sets), (None, Some(4)));
        assert_eq!([1, 4, 5].map(packed_parts), [None; 3]);
        assert_eq!([6, 17, 33, 40].map(packed_parts), [Some(2), Some(5), Some(9), Some(10)]);
    }

    /// Six words of a mean and a deviation are three without the counts, which are known where invocations are packed.
    #[test]
    fn counts_take_no_room_where_invocations_are_packed() {
        let kernels = Kernels::of::<(ops::Mean<f32>, ops::StdDev<f32>)>(&Caps::nvidia()).unwrap();
        let folding = Folding::of(&kernels);
        assert_eq!((folding.state_bytes, folding.bytes_beside_counts), (24, 12));
        let of = |len| division::<(ops::Mean<f32>, ops::StdDev<f32>)>(&Caps::nvidia(), GroupPlaces::Shifted, len);
        for (len, lanes) in [(33, 5), (129, 17), (257, 33)] {
            assert_eq!((of(len).loads, of(len).packed), (2, Some(lanes)), "{len}");
        }
        assert_eq!((of(17).loads, of(17).packed), (5, None));
        let bytes = |kernels: &Kernels| {
            let folding = Folding::of(kernels);
            folding.bytes_beside_counts
        };
        // A state of counts alone, and one without any, are kept as they are.
        assert_eq!(bytes(&Kernels::of::<ops::Count<f32>>(&Caps::nvidia()).unwrap()), 8);
        assert_eq!(bytes(&Kernels::of::<ops::Sum<f32>>(&Caps::nvidia()).unwrap()), 4);
    }

    /// The kernels for many rows of so many elements.
    fn wgsl<O: Operator<Output: GpuType>>(row: usize) -> String {
        wgsl_of::<O>(row, (1 << 24) / row)
    }

    /// The kernels for so many rows.
    fn wgsl_of<O: Operator<Output: GpuType>>(row: usize, count: usize) -> String {
        let kernels = Kernels::of::<O>(&Caps::nvidia()).unwrap();
        let of_rows = kernels.each(&[row * count], &Rows(row)).unwrap();
        of_rows.iter().map(|kernel| kernel.wgsl().to_owned()).collect()
    }

    #[test]
    fn counts_are_literals_where_they_are_known() {
        type Both = (ops::Mean<f32>, ops::StdDev<f32>);
        // Five invocations of eight elements or one; 32 of eight; 32 of which the last one has seven; 128 of which the first one has nine.
        assert!(wgsl::<Both>(33).contains("counted(workgroup_states[invocation * 5u + 4u], 1u, 1.0f)"));
        assert!(wgsl::<Both>(256).contains("counted(uncounted(left), 4u, 4.0f)"));
        assert!(wgsl::<Both>(255).contains("counted(uncounted(right), 7u, 7.0f)"));
        assert!(wgsl::<Both>(1025).contains("counted(uncounted(left), 9u, 9.0f)"));
        // Full tiles have 32 rows.
        assert!(wgsl::<Both>(100_000).contains("counted(uncounted(folded0), 128u, 128.0f)"));
        // The last of two rows ends in any invocation.
        assert!(!wgsl::<Both>(1500).contains("counted("));
        assert!(!wgsl::<ops::Sum<f32>>(256).contains("counted("));
    }

    /// So the tests of devices, which run on programs for the CPU, run such kernels: but for rows of 128 invocations, whose states eight lanes of a subgroup do not hold.
    #[test]
    fn counts_are_known_on_a_program_for_the_cpu_as_well() {
        let caps = Caps::llvmpipe().with(|caps| caps.arithmetic.seen = Some(Seen::AS_ON_THE_CPU));
        let kernels = Kernels::of::<(ops::Mean<f32>, ops::StdDev<f32>)>(&caps).unwrap();
        for row in [33, 255, 256] {
            let of_rows = kernels.each(&[(1 << 22) / row * row], &Rows(row)).unwrap();
            assert!(of_rows[0].wgsl().contains("counted("), "{row}");
        }
    }

    /// Positions are compared where elements are not in order: of two rows of columns, in the first invocation alone.
    #[test]
    fn a_single_row_is_folded_in_order() {
        let of = |row| {
            let wgsl = wgsl::<ops::ArgMax<f32>>(row);
            let calls = |name: &str| wgsl.matches(&format!("= {name}(")).count();
            (calls("arg_max_f32_combine"), calls("arg_max_f32_combine_in_order"))
        };
        assert_eq!(of(255).0, 0);
        let (anywhere, in_order) = of(1025);
        assert!(anywhere > 0 && in_order > 0, "{anywhere} and {in_order}");
    }

    #[test]
    fn short_groups_have_a_kernel_for_their_length() {
        assert!(!wgsl::<ops::Variance<f32>>(3).contains("if (column + 1u"));
        assert!(wgsl_of::<ops::Variance<f32>>(3, 1000).contains("if (column + 1u"));
    }

    #[test]
    fn groups_are_packed_where_their_states_find_room() {
        let with = |bytes| Caps::nvidia().with(|caps| caps.max_workgroup_bytes = bytes);
        let sets = |caps: &Caps| {
            let Division { packed, sets, .. } = division::<ops::Sum<f32>>(caps, GroupPlaces::Shifted, 33);
            packed.and(sets)
        };
        assert_eq!(sets(&with(16 << 10)), Some(2));
        assert_eq!(sets(&with(1 << 10)), Some(1));
        assert_eq!(sets(&with(1000)), None);
    }
}
