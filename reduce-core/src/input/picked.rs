//! Elements by a list of their indices.

use std::ops::Range;

use crate::input::element::{Element, Run, Slices, WholeStrip};

/// The elements at these indices, in the order of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picked<'i, S> {
    elements: S,
    indices: &'i [usize],
    first: u32,
}

impl<'i, S> Picked<'i, S> {
    pub(crate) fn new(elements: S, indices: &'i [usize]) -> Self {
        Self {
            elements,
            indices,
            first: 0,
        }
    }
}

impl<S: Slices<Item: Element>> Run for Picked<'_, S> {
    type Item = S::Item;

    #[inline(always)]
    fn len(self) -> usize {
        self.indices.len()
    }

    #[inline(always)]
    fn get(self, index: usize) -> S::Item {
        // Its position is that in the list.
        self.elements
            .get(self.indices[index])
            .located(self.first.wrapping_add(index as u32))
    }
}

impl<'i, S: Slices<Item: Element>> Slices for Picked<'i, S> {
    type Whole = WholeStrip<Self>;

    #[inline(always)]
    fn cut(self, range: Range<usize>) -> Self {
        Self {
            first: self.first.wrapping_add(range.start as u32),
            indices: &self.indices[range],
            ..self
        }
    }

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        WholeStrip::of(self)
    }

    fn positioned(self, first: u32) -> Self {
        Self { first, ..self }
    }

    type Viewed = Self;

    fn viewed(self) -> Self {
        self
    }
}
