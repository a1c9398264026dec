//! Elements without their positions, for operators that do not look at these.

use std::ops::Range;

use crate::input::element::{Run, Slices};
use crate::input::indexed::Indexed;

/// Slices of `Indexed<T>` as slices of `T`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values<S>(pub(crate) S);

impl<T, S: Run<Item = Indexed<T>>> Run for Values<S> {
    type Item = T;

    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(self, index: usize) -> T {
        self.0.get(index).value
    }

    #[inline(always)]
    fn counts(self, index: usize) -> bool {
        self.0.counts(index)
    }
}

impl<T, S: Slices<Item = Indexed<T>>> Slices for Values<S> {
    type Whole = Values<S::Whole>;
    const CHUNK: usize = S::CHUNK;

    #[inline(always)]
    fn cut(self, range: Range<usize>) -> Self {
        Self(self.0.cut(range))
    }

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        self.0.whole().map(Values)
    }

    #[inline(always)]
    fn prefetch(self, ahead: usize) {
        self.0.prefetch(ahead);
    }

    fn positioned(self, first: u32) -> Self {
        Self(self.0.positioned(first))
    }

    fn first(self) -> u32 {
        self.0.first()
    }

    type Viewed = Self;

    fn viewed(self) -> Self {
        self
    }
}
