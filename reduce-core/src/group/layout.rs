//! Which elements of an input belong to each group, as plain data.

use super::offsets::longest;
use crate::input::dims::Dims;

/// The elements of each group, by their index in the input.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Groups of one shape.
    Regular(Box<Layout>),
    /// Neighbouring elements: group g has those from offset g up to offset g + 1.
    Cut(Vec<usize>),
    /// Elements anywhere, listed group after group; group g has those from offset g of the list up to offset g + 1.
    Listed {
        /// The indices of the elements.
        order: Vec<usize>,
        /// Where the groups begin, and the end.
        offsets: Vec<usize>,
    },
    /// Groups that the device has found by their keys: side by side, or in the order of a list.
    Keyed {
        /// How many there are.
        groups: usize,
        /// How many elements they have.
        elements: usize,
        /// The most elements of one of them.
        longest: usize,
        /// Whether elements are read through a list of their places. If not, the elements of a group lie side by side.
        is_listed: bool,
    },
    /// Neighbouring elements between offsets that only the device sees.
    OnDevice {
        /// The number of groups.
        groups: usize,
        /// The elements of the input.
        elements: usize,
    },
}

/// Groups of one shape: the axes whose indices tell the groups apart, and those that are reduced.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The axes of the groups; the groups are in C order.
    pub kept: Dims,
    /// The axes of a group's elements, which are in C order.
    pub reduced: Dims,
}

impl Layout {
    /// The layout of an input of this shape, in C order, of which these axes are reduced.
    pub(crate) fn along(shape: &Dims, is_reduced: &dyn Fn(usize) -> bool) -> Self {
        let (mut kept, mut reduced) = (Dims::NONE, Dims::NONE);
        for (axis, (extent, stride)) in shape.axes().enumerate() {
            let dims = if is_reduced(axis) { &mut reduced } else { &mut kept };
            dims.push(extent, stride);
        }
        Self {
            kept: kept.merged(),
            reduced: reduced.merged(),
        }
    }
}

#[doc(hidden)]
impl Layout {
    /// The elements of a group, where the groups lie one after the other.
    #[must_use]
    pub fn row(&self) -> Option<usize> {
        let (kept, len) = (self.kept.merged(), self.reduced.len());
        let follow = matches!((kept.extents(), kept.strides()), ([] | [1], _) | (_, [_]))
            && kept.strides().iter().all(|stride| *stride == len);
        (follow && self.reduced.is_side_by_side()).then_some(len)
    }
}

impl Arrangement {
    /// The elements of the longest group; on a device, the most that it can have.
    #[must_use]
    pub fn longest(&self) -> u64 {
        match self {
            Self::Regular(layout) => layout.reduced.len() as u64,
            Self::Cut(offsets) | Self::Listed { offsets, .. } => longest(offsets) as u64,
            Self::OnDevice { elements: most, .. } | Self::Keyed { longest: most, .. } => *most as u64,
        }
    }

    /// Whether a group is known to have no elements.
    #[must_use]
    pub fn is_empty(&self, group: usize) -> bool {
        match self {
            Self::Regular(layout) => layout.reduced.len() == 0,
            Self::Cut(offsets) | Self::Listed { offsets, .. } => offsets[group] == offsets[group + 1],
            Self::OnDevice { .. } | Self::Keyed { .. } => false,
        }
    }

    /// The number of groups.
    #[must_use]
    pub fn groups(&self) -> usize {
        match self {
            Self::Regular(layout) => layout.kept.len(),
            Self::Cut(offsets) | Self::Listed { offsets, .. } => offsets.len().saturating_sub(1),
            Self::OnDevice { groups, .. } | Self::Keyed { groups, .. } => *groups,
        }
    }
}
