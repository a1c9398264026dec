//! Adapters of slices: each element of a slice read in another form, for an operator that takes that form.

use std::ops::Range;

use crate::input::element::{Run, Slices, WholeStrip};
use crate::input::indexed::Indexed;

/// A slice of elements with positions, read as a slice of the elements alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values<S>(pub(crate) S);

/// A slice of pairs of an element and a flag that says whether it counts, read as a slice of the elements: [`Run::counts`] gives the flags.
///
/// A tuple of operators hands such slices to its members, each of which reads [`Pairs`] again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<S>(pub(crate) S);

/// A slice of elements, read as a slice of pairs of an element and its flag: the inverse of [`Counted`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs<S>(pub(crate) S);

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

impl<T, S: Run<Item = (T, bool)>> Run for Counted<S> {
    type Item = T;

    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(self, index: usize) -> T {
        self.0.get(index).0
    }

    #[inline(always)]
    fn counts(self, index: usize) -> bool {
        self.0.get(index).1
    }
}

impl<S: Run> Run for Pairs<S> {
    type Item = (S::Item, bool);

    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(self, index: usize) -> Self::Item {
        (self.0.get(index), self.0.counts(index))
    }
}

/// The items of [`Slices`] for an adapter, but for the type of a whole strip: the slice inside is cut, prefetched and positioned.
macro_rules! as_inside {
    () => {
        const CHUNK: usize = S::CHUNK;

        #[inline(always)]
        fn cut(self, range: Range<usize>) -> Self {
            Self(self.0.cut(range))
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
    };
}

impl<T, S: Slices<Item = Indexed<T>>> Slices for Values<S> {
    as_inside!();
    type Whole = Values<S::Whole>;

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        self.0.whole().map(Values)
    }
}

impl<T, S: Slices<Item = (T, bool)>> Slices for Counted<S> {
    as_inside!();
    type Whole = WholeStrip<Self>;

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        WholeStrip::of(self)
    }
}

impl<S: Slices> Slices for Pairs<S> {
    as_inside!();
    type Whole = WholeStrip<Self>;

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        WholeStrip::of(self)
    }
}
