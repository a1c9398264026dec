//! Elements with a flag that says whether they count, in two forms: pairs of an element and its flag, and elements whose flag is asked for apart
//! ([`Run::counts`]). A tuple of operators hands the second form to each member.

use std::ops::Range;

use crate::input::element::{Run, Slices, WholeStrip};

/// A slice of pairs, read as a slice of their elements: [`Run::counts`] gives the flags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<S>(pub(crate) S);

/// A slice of elements, read as a slice of pairs of an element and its flag: the inverse of [`Counted`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs<S>(pub(crate) S);

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

/// The items of [`Slices`] for a wrapper that leaves them to the slice inside.
macro_rules! as_those_inside {
    () => {
        const CHUNK: usize = S::CHUNK;
        type Whole = WholeStrip<Self>;

        #[inline(always)]
        fn cut(self, range: Range<usize>) -> Self {
            Self(self.0.cut(range))
        }

        #[inline(always)]
        fn whole(self) -> Option<WholeStrip<Self>> {
            WholeStrip::of(self)
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

impl<T, S: Slices<Item = (T, bool)>> Slices for Counted<S> {
    as_those_inside!();
}

impl<S: Slices> Slices for Pairs<S> {
    as_those_inside!();
}
