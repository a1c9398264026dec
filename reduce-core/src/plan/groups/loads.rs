//! How an invocation loads the elements of groups of one shape.

use std::ops::Range;

use super::Folding;
use crate::group::layout::Layout;
use crate::kernel::GroupPlaces;
use crate::tuning::{
    GROUP_COLUMNS_ACROSS, GROUP_COLUMNS_ALONG, GROUP_COLUMNS_OF_FEW, GROUPS_ACROSS, LEAST_INTERLEAVED,
    MOST_INTERLEAVED, MOST_VECTORS,
};

/// The groups of one shape that are folded, and where they lie.
#[derive(Clone, Debug)]
pub struct Among<'a> {
    /// All groups.
    pub layout: &'a Layout,
    /// The place of the first element of the first.
    pub offset: usize,
    /// Whether every part of the input lies side by side, so that 16-byte loads read it.
    pub by_vectors: bool,
    /// Those that are folded.
    pub range: Range<usize>,
}

/// How an invocation loads elements, how many columns of a group it has, and whether it folds those of a load as one.
pub(super) struct Loads {
    pub(super) places: GroupPlaces,
    pub(super) columns: u32,
    pub(super) merges: bool,
}

impl Loads {
    fn of(places: GroupPlaces, columns: u32) -> Self {
        Self {
            places,
            columns,
            merges: false,
        }
    }
}

impl Among<'_> {
    /// Whether the elements of each group lie side by side in vectors.
    pub(super) fn lie_by_vectors(&self) -> bool {
        self.by_vectors && matches!(self.layout.reduced.strides(), [] | [1]) && neighbours(self.layout).is_none()
    }

    /// The widest loads of elements, up to so many, of which every group begins at a multiple: a power of two.
    pub(super) fn widest_load(&self, most: u32) -> u32 {
        let starts = self.starts().map(|start| start.trailing_zeros());
        1 << starts.fold(most.ilog2(), u32::min)
    }

    /// The place of the first element, and the distances of groups: a number that divides all of them divides the place of every group.
    fn starts(&self) -> impl Iterator<Item = usize> {
        [self.offset]
            .into_iter()
            .chain(self.layout.kept.strides().iter().copied())
    }

    /// How many neighbouring groups take turns, element by element, so that vectors from the first element of the first on have some elements of all of them.
    fn interleaved(&self, per_load: u32) -> Option<u32> {
        let kept = &self.layout.kept;
        let (groups, 1) = kept.last_axis() else { return None };
        let outer = kept.strides().iter().rev().skip(1);
        let elements = lcm(per_load as usize, groups.max(1));
        let are_whole = [self.offset]
            .iter()
            .chain(outer)
            .all(|place| place.is_multiple_of(elements))
            // The groups of a load are all there, or none is.
            && [self.range.start, self.range.len()].iter().all(|count| count.is_multiple_of(groups));
        let takes_turns = self.by_vectors && self.layout.reduced.strides() == [groups];
        (takes_turns && are_whole && groups > 1 && groups <= MOST_INTERLEAVED).then_some(groups as u32)
    }
}

impl Folding {
    /// The loads that have elements of so many groups, which take turns, if an invocation has room for their states.
    pub(super) fn interleaved(self, groups: u32) -> Option<Loads> {
        let per_load = self.shape.per_invocation;
        // A copy of the operator for each element is compiled.
        let takes = per_load >= LEAST_INTERLEAVED && !self.sparing && !self.reads_whole_loads() && self.room > 1;
        let elements = lcm(per_load as usize, groups as usize) as u32;
        let states = if self.any_order { groups } else { elements };
        let has_room = elements <= per_load * MOST_VECTORS && states <= self.room_interleaved;
        (takes && has_room).then_some(Loads {
            merges: self.any_order,
            ..Loads::of(GroupPlaces::Interleaved { groups }, elements / groups)
        })
    }

    /// The loads of groups of `len` elements that begin anywhere: two vectors make one, if there is room for the states of its elements.
    pub(super) fn shifted(self, len: usize) -> Option<Loads> {
        let per_load = self.shape.per_invocation;
        if self.is_of_scalars() {
            let takes = self.takes_shifted_vectors() && len > per_load as usize;
            return takes.then_some(Loads::of(GroupPlaces::Shifted, per_load));
        }
        // A vector has many packed elements, and a copy of the operator for each is compiled.
        let least = self.of_components.filter(|_| !self.sparing)?;
        let most = len.min(per_load as usize).next_power_of_two() as u32;
        let columns = match () {
            () if self.reads_whole_loads() => per_load,
            () if self.any_order => most,
            () => most.min(self.room),
        };
        (columns >= least && columns > 1).then_some(Loads {
            merges: self.any_order && !self.reads_whole_loads(),
            ..Loads::of(GroupPlaces::Shifted, columns)
        })
    }

    /// The narrower loads of few packed elements that begin anywhere, for lists of kernels: of groups of so many elements.
    pub(super) fn narrower_shifted(self) -> impl Iterator<Item = (usize, Loads)> {
        let loads = [2, 3, 5].map(|len| Some((len, self.shifted(len)?)));
        loads
            .into_iter()
            .flatten()
            .filter(move |(_, loads)| loads.columns < self.shape.per_invocation)
    }

    /// These vectors, or narrower ones where the states of packed elements of such vectors find no room.
    fn narrowed(self, widest: u32) -> u32 {
        match self.of_components {
            Some(least) if least > 1 && !self.sparing && !self.reads_whole_loads() => widest.min(self.room.max(least)),
            _ => widest,
        }
    }
}

/// How many neighbouring groups have neighbouring elements, where these are nearer to one another than those of a group.
pub(super) fn neighbours(Layout { kept, reduced }: &Layout) -> Option<usize> {
    let step = reduced.strides().last().copied().unwrap_or(1);
    let last = kept.axes().next_back();
    last.filter(|(extent, stride)| *stride < step && *extent > 1)
        .map(|(extent, _)| extent)
}

/// The least common multiple of two numbers, of which the first is a power of two.
fn lcm(power: usize, number: usize) -> usize {
    let common = 1 << number.trailing_zeros().min(power.ilog2());
    power / common * number
}

/// The loads of an invocation.
pub(super) fn by_loads(folding: Folding, among: &Among<'_>) -> Loads {
    let (reduced, neighbours) = (&among.layout.reduced, neighbours(among.layout));
    let per_load = folding.shape.per_invocation;
    let interleaved = among
        .interleaved(per_load)
        .and_then(|groups| folding.interleaved(groups));
    if let Some(loads) = interleaved {
        return loads;
    }
    let (by_vectors, widest) = (among.lie_by_vectors(), among.widest_load(per_load));
    // Of scalars, shifted vectors are loaded instead of narrower ones.
    let fit = widest == per_load || (widest > 1 && !folding.is_of_scalars() && !folding.reads_whole_loads());
    let merges = folding.any_order && !folding.sparing && reduced.len().is_multiple_of(widest as usize);
    let widest = if merges { widest } else { folding.narrowed(widest) };
    let shifted = folding.shifted(reduced.len()).filter(|_| by_vectors);
    if let Some(shifted) = shifted.filter(|shifted| widest < shifted.columns) {
        return shifted;
    }
    if by_vectors && fit && (merges || folding.reads_whole_loads() || folding.room >= widest) {
        return Loads {
            merges,
            ..Loads::of(GroupPlaces::Vectors, widest)
        };
    }
    let places = match reduced.extents() {
        [] | [_] => GroupPlaces::Steps,
        _ => GroupPlaces::Axes,
    };
    let most = match neighbours {
        Some(extent) if extent < GROUPS_ACROSS / 2 => 1,
        // Few invocations have all columns of a group, or some have none.
        Some(extent) if extent < GROUPS_ACROSS || reduced.len() as u64 <= folding.shape.columns().into() => {
            GROUP_COLUMNS_OF_FEW
        }
        Some(_) => GROUP_COLUMNS_ACROSS,
        None => GROUP_COLUMNS_ALONG,
    };
    let useful = folding.units(reduced.len() as u64).next_power_of_two();
    Loads::of(places, folding.columns_one_by_one(most.min(useful as u32)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

    use crate::kernel::{GroupElements, GroupPlaces, Step};
    use crate::{Along, Among, Arrangement, Caps, Finishing, Grouping as _, Kernels, Operator, ops};

    /// How groups of some operator along the middle of these axes are loaded, from `offset` on, of which `range` are folded.
    fn kind<R: Operator>(shape: [usize; 3], offset: usize, groups: Option<std::ops::Range<usize>>) -> GroupElements {
        let kernels = Kernels::of::<R>(&Caps::nvidia()).unwrap();
        let (arrangement, _) = Along([1]).arrange(&shape).unwrap();
        let Arrangement::Regular(layout) = &arrangement else {
            panic!("groups of one shape")
        };
        let among = Among {
            layout,
            offset,
            by_vectors: true,
            range: groups.unwrap_or(0..layout.kept.len()),
        };
        let plan = kernels.plan_groups(&among, Finishing::OnHost).unwrap();
        match plan.passes[0].step {
            Step::GroupElements(kind) => kind,
            step => panic!("{step:?}"),
        }
    }

    fn loads<R: Operator>(shape: [usize; 3]) -> (GroupPlaces, u32, bool) {
        let GroupElements {
            places,
            columns,
            merges,
            ..
        } = kind::<R>(shape, 0, None);
        (places, columns, merges)
    }

    #[test]
    fn channels_share_loads() {
        let of = |groups| GroupPlaces::Interleaved { groups };
        assert_eq!(loads::<ops::Mean<u8>>([1, 1 << 20, 4]), (of(4), 4, true));
        assert_eq!(loads::<ops::Mean<u8>>([1, (1 << 20) + 3, 2]), (of(2), 8, true));
        assert_eq!(loads::<ops::Mean<u8>>([9, 64, 16]), (of(16), 1, true));
        assert_eq!(loads::<ops::Sum<half::f16>>([1, 1 << 20, 4]), (of(4), 2, false));
        // Three vectors end where a turn does.
        assert_eq!(loads::<ops::Mean<u8>>([1, 1 << 20, 3]), (of(3), 16, true));
        assert_eq!(loads::<ops::Mean<u8>>([9, 64, 6]), (of(6), 8, true));
        assert_eq!(loads::<ops::Sum<half::f16>>([1, 1 << 20, 3]), (of(3), 8, false));
        // An invocation loads enough of one group, or loads begin between the elements of one position, or the operator keeps their order.
        for places in [
            loads::<ops::Sum<f32>>([1, 1 << 20, 4]).0,
            loads::<ops::Mean<u8>>([1, 1 << 20, 32]).0,
            loads::<ops::Mean<u8>>([9, 7, 4]).0,
            loads::<ops::Mean<u8>>([1, 1 << 20, 5]).0,
            loads::<ops::Mean<u8>>([9, 24, 3]).0,
            kind::<ops::Mean<u8>>([9, 64, 4], 8, None).places,
            kind::<ops::Mean<u8>>([9, 64, 4], 0, Some(2..36)).places,
        ] {
            assert!(matches!(places, GroupPlaces::Steps | GroupPlaces::Axes), "{places:?}");
        }
        assert_eq!(kind::<ops::Mean<u8>>([9, 64, 4], 16, Some(4..12)).places, of(4));
    }

    #[test]
    fn bytes_are_loaded_by_vectors_wherever_rows_begin() {
        let rows = |len| loads::<ops::Mean<u8>>([1000, len, 1]);
        let of = |columns| (GroupPlaces::Vectors, columns, true);
        assert_eq!([rows(2), rows(4), rows(8)], [of(2), of(4), of(8)]);
        assert_eq!([rows(16), rows(1024)], [of(16); 2]);
        let shifted = |columns| (GroupPlaces::Shifted, columns, true);
        assert_eq!([rows(3), rows(7)], [shifted(4), shifted(8)]);
        assert_eq!([rows(12), rows(17), rows(1000)], [shifted(16); 3]);
        // Neighbours do not fill a word.
        assert_eq!(loads::<ops::Mean<u8>>([1000, 2, 1]).1, 2);
        assert_eq!(kind::<ops::Mean<u8>>([1000, 2, 1], 1, None).places, GroupPlaces::Steps);
        // Each column has a state of its own, of which there is room for eight.
        let moments = loads::<ops::StdDev<half::f16>>([1000, 17, 1]);
        assert_eq!(moments, (GroupPlaces::Shifted, 8, false));
        assert_eq!(
            loads::<ops::Sum<half::f16>>([1000, 5, 1]),
            (GroupPlaces::Shifted, 8, false)
        );
        // Two vectors of scalars make one.
        assert_eq!(loads::<ops::Sum<f32>>([1000, 6, 1]).0, GroupPlaces::Shifted);
    }

    #[test]
    fn groups_of_a_batch_find_room_from_any_place_on() {
        let kernels =
            Kernels::of::<ops::Mean<u8>>(&Caps::webgpu().with(|caps| caps.max_binding_bytes = 1000 * 16)).unwrap();
        let (arrangement, _) = Along([1]).arrange(&[100_000, 1000, 1]).unwrap();
        let Arrangement::Regular(layout) = &arrangement else {
            panic!("groups of one shape")
        };
        let range = 0..kernels.groups_at_once(&arrangement);
        for offset in 0..16 {
            let among = Among {
                layout,
                offset,
                by_vectors: true,
                range: range.clone(),
            };
            assert!(
                kernels.plan_groups(&among, Finishing::OnHost).is_ok(),
                "{range:?} from {offset} on"
            );
        }
    }

    #[test]
    fn bands_of_groups_keep_the_groups_of_a_load_together() {
        let kernels =
            Kernels::of::<ops::Mean<u8>>(&Caps::webgpu().with(|caps| caps.max_binding_bytes = 1000 * 16)).unwrap();
        let (arrangement, _) = Along([1]).arrange(&[1000, 64, 4]).unwrap();
        let most = kernels.groups_at_once(&arrangement);
        assert!(most > 100 && most.is_multiple_of(48), "{most}");
    }
}
