//! How many invocations a group of one row of columns has, how many loads each of them issues, and where they lie in a subgroup.

use super::Folding;
use super::loads::Loads;
use crate::kernel::GroupPlaces;
use crate::tuning::{NEIGHBOURING_STATE_BYTES, NEIGHBOURING_VECTORS, VECTORS_OF_A_LANE};

/// The invocations of groups of one row of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Division {
    /// Loads of an invocation, of neighbouring columns.
    pub(super) loads: u32,
    /// Invocations of a group, where they are packed.
    pub(super) packed: Option<u32>,
    /// Elements of a group, if an invocation has all of them.
    pub(super) alone: Option<u32>,
}

impl Division {
    const BY_SINGLE_LOADS: Self = Self {
        loads: 1,
        packed: None,
        alone: None,
    };

    /// Whether an invocation has several loads, or has its place by packing.
    pub(super) fn is_neighbouring(self) -> bool {
        self.loads > 1 || self.packed.is_some()
    }

    /// Sets of groups whose loads a workgroup issues together.
    pub(super) fn sets(self) -> u32 {
        let sets = (NEIGHBOURING_VECTORS / self.loads).max(1);
        match self.packed {
            Some(_) => sets,
            None => 1 << sets.ilog2(),
        }
    }
}

impl Folding {
    /// How groups of `len` elements, of `elements` in all, are divided.
    ///
    /// By a vector for each invocation, many have no elements where rows are a little longer than a power of two of them, and each vector is read twice where rows begin
    /// between two. So a row of a few vectors has one invocation, and others have as many as they need for two vectors each; of rows that begin at vectors, only those that are
    /// packed.
    pub(super) fn division(self, loads: &Loads, len: u64, elements: u64) -> Division {
        let single = Division::BY_SINGLE_LOADS;
        let of_one_row = len > 0 && len <= self.shape.columns().into();
        let has_loads_one_by_one = self.makes_kernel(elements) && !self.sparing && !self.reads_whole_loads();
        let fits = loads.places.are_vectors() && loads.places.groups_a_load() == 1 && !loads.merges;
        let (true, true, true, Some(width)) = (of_one_row, has_loads_one_by_one, fits, self.width) else {
            return single;
        };
        let shifted = loads.places == GroupPlaces::Shifted;
        let vectors = len.div_ceil(loads.columns.into()) as u32;
        if vectors.is_power_of_two() && !shifted {
            return single;
        }
        let has_room = |vectors: u32| vectors as usize * self.state_bytes <= NEIGHBOURING_STATE_BYTES;
        if vectors <= VECTORS_OF_A_LANE && has_room(vectors) {
            return Division {
                loads: vectors,
                alone: Some(len as u32),
                ..single
            };
        }
        if !has_room(2) {
            return single;
        }
        let lanes = vectors.div_ceil(2);
        let packed = (self.has_shuffles && packs(lanes, width)).then_some(lanes);
        match shifted || packed.is_some() {
            true => Division {
                loads: 2,
                packed,
                ..single
            },
            // Vectors that each invocation reads alone are read as fast one by one.
            false => single,
        }
    }
}

/// Whether a subgroup of `width` lanes has room for more groups of so many if they lie side by side than if each had a power of two of lanes.
fn packs(lanes: u32, width: u32) -> bool {
    // Eight lanes have room for as many either way: drivers for the CPU have eight, and try these kernels.
    let is_better = width / lanes.max(1) > width / lanes.next_power_of_two() || width == 8;
    !lanes.is_power_of_two() && lanes < width && is_better
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::*;
    use crate::kernel::GroupLanes;
    use crate::{Caps, Kernels, Subgroups, ops};

    fn division(caps: &Caps, places: GroupPlaces, len: u64) -> Division {
        let kernels = Kernels::of::<ops::Sum<f32>>(caps).unwrap();
        let loads = Loads {
            places,
            columns: 4,
            merges: false,
        };
        Folding::of(&kernels).division(&loads, len, 1 << 24)
    }

    #[test]
    fn rows_have_as_many_lanes_as_they_need() {
        let of = |places, len| division(&Caps::nvidia(), places, len);
        let alone = |loads, len| Division {
            loads,
            packed: None,
            alone: Some(len),
        };
        let two = |packed| Division {
            loads: 2,
            packed,
            alone: None,
        };
        let single = Division::BY_SINGLE_LOADS;
        assert_eq!(of(GroupPlaces::Shifted, 17), alone(5, 17));
        assert_eq!(of(GroupPlaces::Shifted, 16), alone(4, 16));
        assert_eq!(of(GroupPlaces::Vectors, 12), alone(3, 12));
        for len in [4, 16, 64, 1000, 1024, 4096] {
            assert_eq!(of(GroupPlaces::Vectors, len), single, "{len}");
        }
        // Six groups of five lanes instead of four of eight.
        assert_eq!(of(GroupPlaces::Shifted, 33), two(Some(5)));
        assert_eq!(of(GroupPlaces::Vectors, 36), two(Some(5)));
        // Two groups of thirteen lanes are as many as of sixteen.
        assert_eq!(of(GroupPlaces::Shifted, 101), two(None));
        assert_eq!(of(GroupPlaces::Vectors, 100), single);
        assert_eq!(of(GroupPlaces::Shifted, 255), two(None));
        assert_eq!(of(GroupPlaces::Shifted, 257), two(None));
        assert_eq!(of(GroupPlaces::Shifted, 1025), single);
        let lanes = GroupLanes {
            slices_log: Some(3),
            across: false,
            whole: false,
            packed: Some(5),
            alone: None,
        };
        assert_eq!([32, 4].map(|width| lanes.packed_groups(width)), [Some(6), None]);
    }

    #[test]
    fn subgroups_of_eight_pack_and_others_of_any_width_do_not() {
        let with = |min, max| Caps::webgpu_subgroups().with(|caps| caps.subgroups = Some(Subgroups { min, max }));
        let packed = |caps: &Caps| division(caps, GroupPlaces::Shifted, 33).packed;
        assert_eq!(packed(&with(8, 8)), Some(5));
        assert_eq!(packed(&with(8, 32)), None);
        assert_eq!(packed(&Caps::webgpu()), None);
    }
}
