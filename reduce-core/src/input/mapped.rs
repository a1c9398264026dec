//! Elements as other values: without their positions, or as an expression of the user's makes them.

use std::marker::PhantomData;
use std::ops::Range;

use crate::input::element::{Element, Run, Slices};
use crate::input::indexed::Indexed;
use crate::wgsl::Module;

/// A function of the elements of an input.
pub trait Mapping: Send + Sync + 'static {
    /// One element of the input.
    type From: Element;
    /// The value that is read in its place.
    type To: Element;

    /// The value of an element.
    fn map(x: Self::From) -> Self::To;
}

/// A [`Mapping`] that has WGSL.
pub trait MappingOnGpu: Mapping {
    /// Declares the function in `module` and returns its name.
    fn wgsl_map(module: &mut Module) -> String;
}

/// Elements without their positions, for operators that do not look at these.
pub(crate) struct WithoutPosition<T>(PhantomData<fn() -> T>);

impl<T: Element> Mapping for WithoutPosition<T> {
    type From = Indexed<T>;
    type To = T;

    #[inline(always)]
    fn map(x: Indexed<T>) -> T {
        x.value
    }
}

/// Slices of elements as slices of the values of `M`.
pub(crate) struct Mapped<S, M>(S, PhantomData<fn() -> M>);

impl<S, M> Mapped<S, M> {
    /// The values of these elements.
    #[inline(always)]
    pub(crate) fn new(elements: S) -> Self {
        Self(elements, PhantomData)
    }
}

impl<S: Clone, M> Clone for Mapped<S, M> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self::new(self.0.clone())
    }
}

impl<S: Copy, M> Copy for Mapped<S, M> {}

impl<M: Mapping, S: Run<Item = M::From>> Run for Mapped<S, M> {
    type Item = M::To;

    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(self, index: usize) -> M::To {
        M::map(self.0.get(index))
    }
}

impl<M: Mapping, S: Slices<Item = M::From>> Slices for Mapped<S, M> {
    type Whole = Mapped<S::Whole, M>;
    const CHUNK: usize = S::CHUNK;

    #[inline(always)]
    fn cut(self, range: Range<usize>) -> Self {
        Self::new(self.0.cut(range))
    }

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        self.0.whole().map(Mapped::new)
    }

    #[inline(always)]
    fn prefetch(self, ahead: usize) {
        self.0.prefetch(ahead);
    }

    fn positioned(self, first: u32) -> Self {
        Self::new(self.0.positioned(first))
    }

    type Viewed = Self;

    fn viewed(self) -> Self {
        self
    }
}
