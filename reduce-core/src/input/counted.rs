//! Elements beside whether they count: as pairs, and as elements that know it, for operators that take them apart.

use std::ops::Range;

use crate::input::element::{Run, Slices, WholeStrip};

/// Slices of pairs as slices of their elements, which know whether they count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<S>(pub(crate) S);

/// Slices of such elements as slices of pairs.
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

/// What slices in a wrapper of this form do as those in it.
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
