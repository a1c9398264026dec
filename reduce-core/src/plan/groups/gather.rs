//! Copies of elements side by side, from wherever they are in an array: what the kernel that makes them has to know.

use std::ops::Range;

use super::batches::BatchElements;
use crate::input::dims::{Dims, MOST_AXES};
use crate::kernel::{GatherStep, Step};

/// Elements of a batch in the order in which they are copied.
#[derive(Clone, Debug)]
pub struct Gather {
    /// Their axes; none where a list has their places.
    axes: Option<Dims>,
    /// The place from which places count.
    offset: usize,
    /// The number of the first of them, in the order of the axes.
    first: usize,
    /// The places that they may have.
    places: Range<usize>,
    /// Units of a word, and units of an element.
    units: [u32; 2],
}

impl Gather {
    /// Of elements of so many bytes; none if 32 bits do not number their places.
    #[must_use]
    pub fn of(elements: &BatchElements<'_>, bytes: usize) -> Option<Self> {
        let (axes, offset, first, end) = match elements {
            BatchElements::Runs {
                first,
                len,
                apart,
                runs,
            } => {
                let mut axes = Dims::NONE;
                axes.push(*runs, *apart);
                axes.push(*len, 1);
                (Some(axes), *first, 0, first + (runs - 1) * apart + len)
            }
            BatchElements::Gathered { layout, groups, offset } => {
                let mut axes = Dims::NONE;
                let all = layout.kept.axes().chain(layout.reduced.axes());
                all.for_each(|(extent, stride)| axes.push(extent, stride));
                let end = offset.checked_add(axes.reach()?)? + 1;
                (
                    Some(axes),
                    *offset,
                    groups.start.checked_mul(layout.reduced.len())?,
                    end,
                )
            }
            BatchElements::Listed { order, offset } => {
                let last = order.iter().max()?;
                (None, *offset, 0, offset + last + 1)
            }
        };
        // A list has any places behind the one from which they count.
        let numbers = first.checked_add(elements.len())?.max(end);
        u32::try_from(numbers).ok()?;
        let per_word = match bytes % 4 {
            0 => 1,
            2 => 2,
            _ => 4,
        };
        Some(Self {
            axes,
            offset,
            first,
            places: offset..end,
            units: [per_word, bytes as u32 * per_word / 4],
        })
    }

    /// The kernel.
    #[must_use]
    pub fn step(&self) -> Step {
        Step::Gather(GatherStep {
            per_word: self.units[0],
            is_listed: self.axes.is_none(),
        })
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
        if let Some(axes) = &self.axes {
            let axis = |axis| axes.axes().nth(axis).unwrap_or((1, 0));
            words.extend((0..MOST_AXES).flat_map(|number| {
                let (extent, stride) = axis(number);
                [extent as u32, stride as u32, 0, 0]
            }));
            words.push(axes.extents().len().max(1) as u32);
        }
        words.extend([
            self.offset as u32,
            (self.first + elements.start) as u32,
            elements.len() as u32,
            places.start as u32,
            places.end as u32,
            self.units[1],
        ]);
        words.resize(words.len().next_multiple_of(4), 0);
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }
}
