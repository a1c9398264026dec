//! Equal groups of elements that come in pieces, a few whole ones at a time.

use bytemuck::Pod;

use super::axes::Layout;
use super::{Take, no_room};
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// Elements of which no whole block has come yet.
pub(crate) struct Blocks {
    layout: Layout,
    element: ElementType,
    /// Bytes of a block.
    block: usize,
    rest: Piece,
    /// Elements that have come.
    count: u64,
}

impl Blocks {
    /// Groups of elements of this type.
    ///
    /// # Errors
    /// If no memory has room for a block.
    pub(crate) fn new(layout: Layout, element: ElementType) -> Result<Self, Failure> {
        let block = layout.block.checked_mul(element.bytes());
        let block = block.ok_or_else(|| no_room(&format!("{} elements of type {element}", layout.block)))?;
        Ok(Self {
            layout,
            element,
            block,
            rest: Piece::new(),
            count: 0,
        })
    }

    /// Takes the next elements, and gives whole groups on.
    ///
    /// # Errors
    /// If there is no room for a block, and the errors of `take`.
    pub(crate) fn push(&mut self, piece: &Piece, take: &mut Take<'_>) -> Result<(), Failure> {
        self.count += (piece.as_bytes().len() / self.element.bytes()) as u64;
        if !self.rest.append(piece.as_bytes()) {
            let (block, element) = (self.layout.block, self.element);
            return Err(no_room(&format!(
                "groups of together {block} elements of type {element}"
            )));
        }
        let blocks = self.rest.as_bytes().len().checked_div(self.block).unwrap_or(0);
        if blocks == 0 {
            return Ok(());
        }
        let behind = self.rest.split_off(blocks * self.block);
        let groups = blocks * (self.layout.block / self.layout.group.max(1));
        let offsets: Vec<usize> = (0..=groups).map(|group| group * self.layout.group).collect();
        match &self.layout.walk {
            None => take(&self.rest, &offsets)?,
            Some(walk) => take(&self.in_order(blocks, walk)?, &offsets)?,
        }
        self.rest.set(&behind);
        Ok(())
    }

    /// Gives the groups on that have no elements, if all of them have none; returns the number of all elements that have come.
    ///
    /// # Errors
    /// The errors of `take`.
    pub(crate) fn finish(self, take: &mut Take<'_>) -> Result<u64, Failure> {
        if let Some(groups) = self.layout.groups
            && self.count == 0
        {
            let mut offsets: Vec<usize> = Vec::new();
            let ends = groups.saturating_add(1);
            if offsets.try_reserve_exact(ends).is_err() {
                return Err(no_room(&format!("the results of {groups} groups")));
            }
            offsets.resize(ends, 0);
            take(&Piece::new(), &offsets)?;
        }
        Ok(self.count)
    }

    /// The elements of these blocks, group after group.
    fn in_order(&self, blocks: usize, walk: &[(usize, usize)]) -> Result<Piece, Failure> {
        let walk = [&[(blocks, self.layout.block)], walk].concat();
        let bytes = self.rest.as_bytes().len();
        let mut to = Piece::zeroed(bytes).ok_or_else(|| no_room(&format!("{bytes} bytes in another order")))?;
        match self.element.bytes() {
            1 => walked::<u8>(&self.rest, &walk, &mut to),
            2 => walked::<u16>(&self.rest, &walk, &mut to),
            4 => walked::<u32>(&self.rest, &walk, &mut to),
            _ => walked::<u64>(&self.rest, &walk, &mut to),
        }
        Ok(to)
    }
}

fn walked<T: Pod>(from: &Piece, walk: &[(usize, usize)], to: &mut Piece) {
    copy::<T>(from.numbers(), walk, &mut to.numbers_mut().iter_mut());
}

/// Copies the elements of a walk, the last axis of which is the fastest.
fn copy<T: Copy>(from: &[T], walk: &[(usize, usize)], to: &mut std::slice::IterMut<'_, T>) {
    match walk {
        [] => {
            if let (Some(from), Some(to)) = (from.first(), to.next()) {
                *to = *from;
            }
        }
        // Step by step here, and not in calls.
        [(extent, step)] => {
            let elements = from.iter().step_by((*step).max(1)).take(*extent);
            // In this order: where the elements end, nothing is taken of what follows them.
            for (from, to) in elements.zip(to) {
                *to = *from;
            }
        }
        [(extent, step), inner @ ..] => {
            for index in 0..*extent {
                copy(from.get(index * step..).unwrap_or_default(), inner, to);
            }
        }
    }
}
