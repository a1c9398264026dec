//! Batches of groups of one shape whose axes lie inside each other.

use std::ops::Range;

use super::axes::Axis;
use super::{BatchElements, BatchRoom, GroupBatch, Take, gathered};
use crate::error::Error;
use crate::group::layout::Layout;
use crate::tuning::PART_OF_THE_ROOM;

/// Groups of one shape that are cut into batches.
pub(super) struct Cutting<'a, 't> {
    pub(super) layout: &'a Layout,
    pub(super) offset: usize,
    pub(super) room: &'a BatchRoom<'a>,
    /// The elements of a tile, if groups may be cut between tiles.
    pub(super) tile: Option<usize>,
    pub(super) take: Take<'t>,
}

impl Cutting<'_, '_> {
    /// The groups along these axes, the first element of which is at `place`.
    pub(super) fn fold(&mut self, axes: &[Axis], place: usize, first_group: usize) -> Result<(), Error> {
        let groups = first_group..first_group + Axis::count(axes, true);
        let span = Axis::span(axes);
        match axes {
            [outer, inner @ ..] if outer.is_kept => self.fold_kept(*outer, inner, place, first_group),
            _ if span <= self.room.elements => self.hand(axes, groups, [0, 1], BatchElements::neighbours(place, span)),
            [_] if span == Axis::count(axes, false) => (self.take)(GroupBatch {
                groups,
                node: 0,
                nodes: 1,
                elements: BatchElements::neighbours(place, span),
                arrangement: None,
            }),
            [rows, columns, inner @ ..] if columns.is_kept => {
                self.fold_interleaved((*rows, *columns), inner, place, first_group)
            }
            _ => self.fold_apart(groups),
        }
    }

    /// Groups whose elements end before those of the next index of `outer` begin.
    fn fold_kept(&mut self, outer: Axis, inner: &[Axis], place: usize, first_group: usize) -> Result<(), Error> {
        let (span, groups) = (Axis::span(inner), Axis::count(inner, true));
        let mut first = 0;
        while first < outer.extent {
            let begin = place + first * outer.stride;
            let first_group = first_group + first * groups;
            let mut extent = 1;
            if span > self.room.elements {
                self.fold(inner, begin, first_group)?;
            } else {
                let room = self.room.end(begin).saturating_sub(begin + span);
                extent = (room / outer.stride + 1).min(outer.extent - first);
                let axes = [&[Axis { extent, ..outer }], inner].concat();
                let elements = BatchElements::neighbours(begin, Axis::span(&axes));
                self.hand(&axes, first_group..first_group + extent * groups, [0, 1], elements)?;
            }
            first += extent;
        }
        Ok(())
    }

    /// Groups along `columns`, whose elements along `rows` find no room: some rows at a time, of whole tiles, or some columns, or both.
    fn fold_interleaved(
        &mut self,
        (rows, columns): (Axis, Axis),
        inner: &[Axis],
        place: usize,
        first_group: usize,
    ) -> Result<(), Error> {
        let (groups, length) = (Axis::count(inner, true), Axis::count(inner, false));
        // The fewest rows in which each group has whole tiles.
        let least = self.tile.and_then(|tile| {
            let common = greatest_divisor(tile, length);
            // Nodes have a power of two of tiles.
            let is_node = (length / common).is_power_of_two();
            Some(tile / common).filter(|least| is_node && *least < rows.extent)
        });
        let mut at_once = least.unwrap_or(rows.extent);
        let width = self.room.elements / at_once;
        let inside = Axis::span(inner);
        let is_whole = rows.stride <= width;
        let wide = match width.checked_sub(inside) {
            _ if is_whole => columns.extent,
            Some(rest) => (rest / columns.stride + 1).min(columns.extent),
            None => return self.fold_apart(first_group..first_group + columns.extent * groups),
        };
        // Tiles double as long as the state of all is a node of the tree.
        while is_whole
            && least.is_some()
            && at_once < rows.extent
            && (2 * at_once).saturating_mul(rows.stride) <= self.room.elements / PART_OF_THE_ROOM
        {
            at_once *= 2;
        }
        let nodes = rows.extent.div_ceil(at_once);
        for column in (0..columns.extent).step_by(wide) {
            let extent = wide.min(columns.extent - column);
            let begin = first_group + column * groups;
            let across = [&[Axis { extent, ..columns }], inner].concat();
            let len = Axis::span(&across);
            for node in 0..nodes {
                let first = place + node * at_once * rows.stride + column * columns.stride;
                let rows = Axis {
                    extent: at_once.min(rows.extent - node * at_once),
                    ..rows
                };
                let (stride, elements) = if is_whole {
                    let all = (rows.extent - 1) * rows.stride + len;
                    (rows.stride, BatchElements::neighbours(first, all))
                } else {
                    let copied = BatchElements::Runs {
                        first,
                        len,
                        apart: rows.stride,
                        runs: rows.extent,
                    };
                    (len, copied)
                };
                let axes = [&[Axis { stride, ..rows }], &across[..]].concat();
                self.hand(&axes, begin..begin + extent * groups, [node, nodes], elements)?;
            }
        }
        Ok(())
    }

    /// Groups whose elements are copied side by side, group after group.
    fn fold_apart(&mut self, groups: Range<usize>) -> Result<(), Error> {
        gathered(self.layout, groups, self.offset, self.room, self.take)
    }

    /// A batch of groups of these axes.
    fn hand(
        &mut self,
        axes: &[Axis],
        groups: Range<usize>,
        [node, nodes]: [usize; 2],
        elements: BatchElements<'_>,
    ) -> Result<(), Error> {
        (self.take)(GroupBatch {
            groups,
            node,
            nodes,
            elements,
            arrangement: Some(Axis::arrangement(axes)),
        })
    }
}

/// The greatest common divisor.
fn greatest_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}
