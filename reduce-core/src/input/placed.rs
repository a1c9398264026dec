//! Elements at places of other elements, which a rule gives: a step, the axes of a view, a list.

use std::ops::Range;

use crate::input::dims::Dims;
use crate::input::element::{Element, Run, Slices, WholeStrip};

/// Where the elements of [`Placed`] lie among the others.
#[doc(hidden)]
pub trait Places: Copy + Send + Sync {
    /// Whether the places may follow one another, which only their values tell.
    const MAY_LIE_SIDE_BY_SIDE: bool = false;
    /// The place of the element at `index`.
    fn place(self, index: usize) -> usize;
    /// The place of the first element, if the others are known to follow it side by side.
    fn side_by_side(self) -> Option<usize> {
        None
    }
    /// From that of `index` on, how many places lie one distance from each other, and that distance.
    fn run(self, _index: usize) -> (usize, usize) {
        (1, 1)
    }
}

/// One step from one another, from the first on.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    pub(crate) first: usize,
    pub(crate) stride: usize,
}

impl Places for Steps {
    #[inline(always)]
    fn place(self, index: usize) -> usize {
        self.first + index * self.stride
    }

    fn run(self, _index: usize) -> (usize, usize) {
        (usize::MAX, self.stride)
    }
}

/// By their index along each axis, from the first on.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    first: usize,
    dims: Dims,
}

impl Places for Axes {
    const MAY_LIE_SIDE_BY_SIDE: bool = true;

    #[inline(always)]
    fn place(self, index: usize) -> usize {
        self.first + self.dims.place(index)
    }

    fn side_by_side(self) -> Option<usize> {
        self.dims.is_side_by_side().then_some(self.first)
    }

    fn run(self, index: usize) -> (usize, usize) {
        let (extent, stride) = self.dims.last_axis();
        (extent - index % extent, stride)
    }
}

impl Places for &[usize] {
    #[inline(always)]
    fn place(self, index: usize) -> usize {
        self[index]
    }
}

/// The elements of `S` at the places of `P`, in the order of these.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Placed<S, P> {
    elements: S,
    places: P,
    /// The number of the first of these places, and how many there are.
    start: usize,
    len: usize,
    /// The position of the first.
    first: u32,
}

impl<S, P> Placed<S, P> {
    /// The elements at the first `len` places.
    pub(crate) fn new(elements: S, places: P, len: usize) -> Self {
        Self {
            elements,
            places,
            start: 0,
            len,
            first: 0,
        }
    }
}

impl<S> Placed<S, Axes> {
    /// The elements along these axes, the first of them at the place `first`.
    pub(crate) fn along(elements: S, first: usize, dims: &Dims) -> Self {
        let places = Axes {
            first,
            dims: dims.merged(),
        };
        Self::new(elements, places, dims.len())
    }
}

impl<S: Slices<Item: Element>, P: Places> Run for Placed<S, P> {
    type Item = S::Item;

    #[inline(always)]
    fn len(self) -> usize {
        self.len
    }

    #[inline(always)]
    fn get(self, index: usize) -> S::Item {
        let place = self.places.place(self.start + index);
        // Its position is that among these.
        self.elements.get(place).located(self.first.wrapping_add(index as u32))
    }
}

impl<S: Slices<Item: Element>, P: Places> Slices for Placed<S, P> {
    type Whole = WholeStrip<Self>;
    const MAY_LIE_SIDE_BY_SIDE: bool = P::MAY_LIE_SIDE_BY_SIDE;

    #[inline(always)]
    fn cut(self, range: Range<usize>) -> Self {
        Self {
            start: self.start + range.start,
            len: range.len(),
            first: self.first.wrapping_add(range.start as u32),
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

    fn first(self) -> u32 {
        self.first
    }

    type Viewed = S;

    fn viewed(self) -> S {
        self.elements
    }

    fn side_by_side(self) -> Option<S> {
        // The first place of a view without elements may be behind the end.
        let first = self.places.side_by_side().filter(|_| self.len > 0)? + self.start;
        Some(self.elements.cut(first..first + self.len).positioned(self.first))
    }

    /// Along the last axis, there is no division for each element.
    fn gather(self, to: &mut Vec<S::Item>) {
        to.reserve(self.len);
        let mut done = 0;
        while done < self.len {
            let (count, distance) = self.places.run(self.start + done);
            let (first, count) = (self.places.place(self.start + done), count.min(self.len - done));
            if distance == 1 {
                self.elements.cut(first..first + count).gather(to);
            } else {
                to.extend((0..count).map(|index| self.elements.get(first + index * distance)));
            }
            done += count;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::*;
    use crate::input::element::Plain;

    #[test]
    fn gathered_elements_are_those_at_each_index() {
        let data: Vec<u32> = (0..600).collect();
        for (first, stride) in [(0, 1), (7, 1), (5, 3), (2, 0)] {
            let steps = Placed::new(Plain::new(&data[..]), Steps { first, stride }, 190);
            for (shape, from) in [([10, 19], 0), ([190, 1], 0), ([4, 7], 30)] {
                let dims = Dims::side_by_side(&shape).unwrap();
                let mut transposed = Dims::NONE;
                dims.axes()
                    .rev()
                    .for_each(|(extent, stride)| transposed.push(extent, stride));
                for dims in [dims, transposed] {
                    let all = Placed::along(steps, from, &dims);
                    for elements in [all, all.cut(3..all.len() - 2)] {
                        let mut gathered = Vec::new();
                        elements.gather(&mut gathered);
                        let expected: Vec<u32> = (0..elements.len()).map(|index| elements.get(index)).collect();
                        assert_eq!(gathered, expected, "{shape:?} by {stride}");
                        let aside = elements
                            .side_by_side()
                            .map(|aside| (0..aside.len()).map(|index| aside.get(index)).collect());
                        assert_eq!(aside.unwrap_or_else(|| expected.clone()), expected);
                    }
                }
            }
        }
    }
}
