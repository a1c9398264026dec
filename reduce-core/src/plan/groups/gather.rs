//! Copies of elements side by side, from wherever they are in an array: what the kernel that makes them has to know.

use std::ops::Range;

use super::batches::BatchElements;
use crate::input::dims::{Dims, MOST_AXES};
use crate::kernel::{GatherStep, Step};
use crate::tuning::WORKGROUP_SIZE;

/// Elements of a batch in the order in which they are copied.
#[derive(Clone, Debug)]
pub struct Gather {
    /// The groups that they are of; none where a list has their places.
    groups: Option<Groups>,
    /// The place from which places count.
    offset: usize,
    /// The places that they may have.
    places: Range<usize>,
    /// Units of a word, and units of an element.
    units: [u32; 2],
}

/// Groups of one shape.
#[derive(Clone, Copy, Debug)]
struct Groups {
    /// The axes that tell groups apart, and those of the elements of a group.
    axes: [Dims; 2],
    /// The first that is copied.
    first: usize,
    /// Elements of each.
    len: usize,
}

impl Gather {
    /// Of elements of so many bytes; none if 32 bits do not number them and their places.
    #[must_use]
    pub fn of(elements: &BatchElements<'_>, bytes: usize) -> Option<Self> {
        let axis = |extent, stride| {
            let mut dims = Dims::NONE;
            dims.push(extent, stride);
            dims
        };
        let (groups, offset, places) = match elements {
            BatchElements::Runs {
                first,
                len,
                apart,
                runs,
            } => {
                let groups = Groups {
                    axes: [axis(*runs, *apart), axis(*len, 1)],
                    first: 0,
                    len: *len,
                };
                (Some(groups), *first, *first..first + (runs - 1) * apart + len)
            }
            BatchElements::Gathered { layout, groups, offset } => {
                let (kept, reduced) = (layout.kept, layout.reduced);
                // Along one axis, places ascend with the groups.
                let of_groups = match kept.extents().len() {
                    0 | 1 => kept.place(groups.start)..=kept.place(groups.end - 1),
                    _ => 0..=kept.reach()?,
                };
                let end = offset.checked_add(*of_groups.end())?.checked_add(reduced.reach()?)? + 1;
                let groups = Groups {
                    axes: [kept, reduced],
                    first: groups.start,
                    len: reduced.len(),
                };
                (Some(groups), *offset, offset + of_groups.start()..end)
            }
            BatchElements::Listed { order, offset } => {
                let (first, last) = (order.iter().min()?, order.iter().max()?);
                (None, *offset, offset + first..offset + last + 1)
            }
        };
        let of_groups = groups.map_or(0, |groups| groups.first + elements.len() / groups.len);
        u32::try_from(elements.len().max(places.end).max(of_groups)).ok()?;
        let per_word = match bytes % 4 {
            0 => 1,
            2 => 2,
            _ => 4,
        };
        Some(Self {
            groups,
            offset,
            places,
            units: [per_word, bytes as u32 * per_word / 4],
        })
    }

    /// The kernel.
    #[must_use]
    pub fn step(&self) -> Step {
        Step::Gather(GatherStep {
            per_word: self.units[0],
            is_listed: self.groups.is_none(),
        })
    }

    /// Workgroups for so many words of a copy.
    #[must_use]
    pub fn workgroups(words: u64) -> u64 {
        words.div_ceil(WORKGROUP_SIZE.into())
    }

    /// Says whether some of the elements may be at these places.
    #[must_use]
    pub fn may_read(&self, places: &Range<usize>) -> bool {
        places.start < self.places.end && self.places.start < places.end
    }

    /// The uniform that `gather.wgsl` declares, for these of the elements and what is read of them at `places` of the array.
    #[must_use]
    pub fn uniform(&self, elements: &Range<usize>, places: &Range<usize>) -> Vec<u8> {
        let mut words = Vec::new();
        if let Some(Groups { axes, first, len }) = &self.groups {
            let of_each = axes.each_ref().map(|dims| dims.axes().collect::<Vec<_>>());
            // A group, or an element of one, may have no axis.
            let of_each = of_each.map(|axes| if axes.is_empty() { vec![(1, 0)] } else { axes });
            let mut all = of_each.concat();
            let counts = [of_each[0].len() as u32, all.len() as u32];
            all.resize(MOST_AXES + 1, (1, 0));
            words.extend(
                all.iter()
                    .flat_map(|(extent, stride)| [*extent as u32, *stride as u32, 0, 0]),
            );
            words.extend(counts);
            words.extend([*first as u32, *len as u32]);
        }
        // A buffer of the array may go on behind what 32 bits number; none of these elements does.
        let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        words.extend([
            self.offset as u32,
            elements.start as u32,
            elements.len() as u32,
            number(places.start),
            number(places.end),
            self.units[1],
        ]);
        words.resize(words.len().next_multiple_of(4), 0);
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::*;
    use crate::group::layout::Layout;

    fn words(bytes: &[u8]) -> Vec<u32> {
        bytes
            .chunks(4)
            .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
            .collect()
    }

    fn run(first: usize, len: usize) -> BatchElements<'static> {
        BatchElements::Runs {
            first,
            len,
            apart: len,
            runs: 1,
        }
    }

    #[test]
    fn buffers_may_end_where_no_32_bits_number_places() {
        let gather = Gather::of(&run((31 << 27) - 2, 999), 1).unwrap();
        for (places, end) in [
            (30 << 27..31 << 27, 31 << 27),
            (31 << 27..1 << 32, u32::MAX),
            (31 << 27..1 << 33, u32::MAX),
        ] {
            assert!(gather.may_read(&places));
            let words = words(&gather.uniform(&(0..999), &places));
            assert_eq!(
                words[4 * (MOST_AXES + 1) + 7..][..2],
                [places.start as u32, end],
                "{places:?}"
            );
        }
        assert!(!gather.may_read(&(0..30 << 27)));
        assert!(Gather::of(&run((1 << 32) - 999, 999), 1).is_none());
        assert!(Gather::of(&run((1 << 32) - 1000, 999), 1).is_some());
    }

    /// Elements that belong to several groups are numbered in each batch anew.
    #[test]
    fn places_are_those_of_the_groups_of_a_batch() {
        let dims = |extent, stride| {
            let mut dims = Dims::NONE;
            dims.push(extent, stride);
            dims
        };
        let layout = Layout {
            kept: dims(1 << 14, 1),
            reduced: dims(1 << 19, 2),
        };
        let elements = BatchElements::Gathered {
            layout: &layout,
            groups: 10_000..10_010,
            offset: 5,
        };
        let gather = Gather::of(&elements, 4).unwrap();
        assert!(!gather.may_read(&(0..10_005)) && gather.may_read(&(0..10_006)));
        let last = 5 + 10_009 + 2 * ((1 << 19) - 1);
        assert!(gather.may_read(&(last..1 << 21)) && !gather.may_read(&(last + 1..1 << 21)));
    }
}
