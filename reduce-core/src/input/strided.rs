//! Strided views: every `step`-th element, such as a column of a table, a channel of an image, or a field of a struct in an array of scalars.

use std::num::NonZeroUsize;
use std::ops::Range;

use crate::error::Error;
use crate::input::element::{Element, HostSource, Run, Slices};
use crate::input::indexed::{Indexed, Positions};
use crate::types::columns::STRIP;

/// A view of every `step`-th element of `of`, from the element `first` on, wherever an input is taken.
///
/// An array in several buffers, beyond the binding of a device, has no views; parts take views of slices alone.
///
/// The result is that of the same elements side by side, to the last bit: their order and their positions count, not where they
/// lie. A slice is read in place by [`Cpu`](crate::Cpu) and gathered on its way to a GPU; what is on a device is read in place,
/// an element at a time: of each 32 bytes of memory that are read, the ones between the elements are wasted.
///
/// ```
/// use reduce_core::{Cpu, Strided, ops};
/// let rgb = [10u8, 1, 90, 20, 2, 80, 30, 3, 70];
/// let green = Strided::new(&rgb, 1, 3)?;
/// assert_eq!(Cpu::new().reduce::<ops::Sum<u8>>(green)?, 6);
/// assert_eq!(Cpu::new().reduce::<ops::ArgMax<u8>>(green)?.index, 2);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Strided<S> {
    of: S,
    first: usize,
    step: NonZeroUsize,
}

impl<S> Strided<S> {
    /// Every `step`-th element of `of` from `first` on; none if `of` ends before `first`.
    ///
    /// # Errors
    /// [`Error::Buffer`] if `step` is 0.
    pub fn new(of: S, first: usize, step: usize) -> Result<Self, Error> {
        let step = NonZeroUsize::new(step).ok_or_else(|| Error::Buffer {
            what: "a strided view".to_owned(),
            problem: "has a step of 0".to_owned(),
            remedy: "take every element by a step of 1",
        })?;
        Ok(Self { of, first, step })
    }

    /// What it is a view of.
    #[must_use]
    pub fn of(&self) -> &S {
        &self.of
    }

    /// The first element of the view.
    #[must_use]
    pub fn first(&self) -> usize {
        self.first
    }

    /// From one element to the next.
    #[must_use]
    pub fn step(&self) -> usize {
        self.step.get()
    }

    /// The elements of the view where there are `of` in all.
    #[must_use]
    pub fn len_of(&self, of: usize) -> usize {
        of.saturating_sub(self.first).div_ceil(self.step.get())
    }
}

/// Elements in host memory that do not lie side by side.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Every<'a, E> {
    elements: &'a [E],
    step: usize,
    len: usize,
    first: u32,
}

impl<'a, E: Element> Every<'a, E> {
    fn of<S>(view: &Strided<S>, elements: &'a [E]) -> Self {
        Self {
            elements: elements.get(view.first..).unwrap_or_default(),
            step: view.step(),
            len: view.len_of(elements.len()),
            first: 0,
        }
    }
}

impl<E: Element> Run for Every<'_, E> {
    type Item = E;

    #[inline(always)]
    fn len(self) -> usize {
        self.len
    }

    #[inline(always)]
    fn get(self, index: usize) -> E {
        self.elements[index * self.step].at(self.first.wrapping_add(index as u32))
    }
}

/// As many of them as a strip has columns.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct WholeEvery<'a, E>(Every<'a, E>);

impl<E: Element> Run for WholeEvery<'_, E> {
    type Item = E;

    #[inline(always)]
    fn len(self) -> usize {
        STRIP
    }

    #[inline(always)]
    fn get(self, index: usize) -> E {
        self.0.get(index)
    }
}

impl<'a, E: Element> Slices for Every<'a, E> {
    type Whole = WholeEvery<'a, E>;

    #[inline(always)]
    fn cut(self, range: Range<usize>) -> Self {
        let from = (range.start * self.step).min(self.elements.len());
        Self {
            elements: &self.elements[from..],
            len: range.len(),
            first: self.first.wrapping_add(range.start as u32),
            ..self
        }
    }

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        (self.len == STRIP).then_some(WholeEvery(self))
    }

    fn positioned(self, first: u32) -> Self {
        Self { first, ..self }
    }
}

macro_rules! host {
    ($($source:ty $(where $n:ident)?),*) => {$(
        // rustc would show these lines of the macro.
        #[diagnostic::do_not_recommend]
        impl<E: Element $(, const $n: usize)?> HostSource<E> for Strided<$source> {
            type Slices<'s> = Every<'s, E> where Self: 's;

            fn slices(&self) -> Result<Every<'_, E>, Error> {
                Ok(Every::of(self, &self.of[..]))
            }
        }

        // rustc would show these lines of the macro.
        #[diagnostic::do_not_recommend]
        impl<E: Element $(, const $n: usize)?> HostSource<Indexed<E>> for Strided<$source> {
            type Slices<'s> = Positions<Every<'s, E>> where Self: 's;

            fn slices(&self) -> Result<Positions<Every<'_, E>>, Error> {
                HostSource::<E>::slices(self).map(Positions::new)
            }
        }
    )*};
}

host!(&[E], &Vec<E>, &[E; N] where N, &Box<[E]>);
