//! The axes of groups of one shape, from the outermost one in memory to the innermost.

use crate::group::layout::{Arrangement, Layout};
use crate::input::dims::Dims;

/// An axis of groups of one shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) extent: usize,
    pub(super) stride: usize,
    /// It is set if the indices of the axis tell groups apart; else the axis is reduced.
    pub(super) is_kept: bool,
}

impl Axis {
    /// The axes from the largest stride to the smallest, if both groups and the elements of each follow them, and no axis reaches into the next index of another.
    pub(super) fn nested(layout: &Layout) -> Option<Vec<Self>> {
        let of = |dims: &Dims, is_kept| {
            let axes = dims.merged();
            let axes = axes.axes().map(|(extent, stride)| Self {
                extent,
                stride,
                is_kept,
            });
            axes.collect::<Vec<_>>()
        };
        let (kept, reduced) = (of(&layout.kept, true), of(&layout.reduced, false));
        let descend = |axes: &[Self]| axes.windows(2).all(|pair| pair[0].stride > pair[1].stride);
        let is_in_order = descend(&kept) && descend(&reduced);
        let mut all = [kept, reduced].concat();
        all.sort_by_key(|axis| std::cmp::Reverse(axis.stride));
        let is_nested = (0..all.len()).all(|axis| all[axis].stride >= Self::span(&all[axis + 1..]));
        (is_in_order && is_nested).then_some(all)
    }

    /// From the first element of these axes to behind the last.
    pub(super) fn span(axes: &[Self]) -> usize {
        axes.iter().map(|axis| (axis.extent - 1) * axis.stride).sum::<usize>() + 1
    }

    /// Groups along those of the axes that are kept, or the elements of each.
    pub(super) fn count(axes: &[Self], is_kept: bool) -> usize {
        let axes = axes.iter().filter(|axis| axis.is_kept == is_kept);
        axes.map(|axis| axis.extent).product()
    }

    /// Groups of these axes.
    pub(super) fn arrangement(axes: &[Self]) -> Arrangement {
        let (mut kept, mut reduced) = (Dims::NONE, Dims::NONE);
        for axis in axes {
            let dims = if axis.is_kept { &mut kept } else { &mut reduced };
            dims.push(axis.extent, axis.stride);
        }
        Arrangement::Regular(Box::new(Layout {
            kept: kept.merged(),
            reduced: reduced.merged(),
        }))
    }
}
