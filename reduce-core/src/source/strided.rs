//! Strided views: every `stride`-th element, such as a column of a table, a channel of an image, or a field of a struct in an array of scalars.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use crate::error::Error;
use crate::input::element::{Element, Run as _};
use crate::input::placed::{Placed, Steps};
use crate::source::{HostPart, Source, SourcePart};

/// A view of every `stride`-th element of a source, from element `offset` on, wherever an input is taken.
///
/// An array in several buffers, beyond the binding of a device, has no views; parts take views of slices alone.
///
/// The result is that of the same elements side by side, to the last bit: their order and their positions count, not where they lie. A slice is read
/// in place by [`Cpu`](crate::Cpu) and gathered on its way to a GPU; device memory is read in place, one element at a time: of each 32 bytes of
/// memory that are read, the ones between the elements are wasted.
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
    data: S,
    offset: usize,
    stride: NonZeroUsize,
}

impl<S> Strided<S> {
    /// Every `stride`-th element of `data` from element `offset` on; none if `data` ends before `offset`.
    ///
    /// # Errors
    /// [`Error::Buffer`] if `stride` is 0.
    pub fn new(data: S, offset: usize, stride: usize) -> Result<Self, Error> {
        let stride = NonZeroUsize::new(stride).ok_or_else(|| Error::Buffer {
            what: "a strided view".to_owned(),
            problem: "has a stride of 0".to_owned(),
            remedy: "take every element by a stride of 1",
        })?;
        Ok(Self { data, offset, stride })
    }

    /// The source it is a view of.
    #[must_use]
    pub fn data(&self) -> &S {
        &self.data
    }

    /// The index of the first element of the view.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Elements from one of the view to the next.
    #[must_use]
    pub fn stride(&self) -> usize {
        self.stride.get()
    }

    /// The elements of the view of a source of `len` elements.
    #[must_use]
    pub fn len_of(&self, len: usize) -> usize {
        len.saturating_sub(self.offset).div_ceil(self.stride.get())
    }
}

impl<E: Element, S: Source<E>> Source<E> for Strided<S> {
    crate::items_of_source!(E);
    type Slices<'s>
        = Placed<S::Slices<'s>, Steps>
    where
        Self: 's;

    fn slices(&self) -> Result<Self::Slices<'_>, Error> {
        let elements = self.data.slices()?;
        let places = Steps {
            first: self.offset,
            stride: self.stride(),
        };
        Ok(Placed::new(elements, places, self.len_of(elements.len())))
    }

    fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
        let before = to.len();
        self.data.parts(to)?;
        for part in &mut to[before..] {
            match part {
                SourcePart::Host(host) => host.gather(self),
                SourcePart::Engine(engine) => engine.every(self.offset, self.stride(), self.len_of(engine.len)),
            }
        }
        Ok(())
    }
}

impl HostPart<'_> {
    /// Copies the elements of `view` side by side.
    fn gather<S>(&mut self, view: &Strided<S>) {
        // Not the loop of `View`, which took 2.5 times as long for elements of one byte, such as a channel of an image (2026-11-27).
        let elements = self.bytes.chunks_exact(self.element);
        let bytes = elements.skip(view.offset()).step_by(view.stride()).flatten().copied();
        self.bytes = Cow::Owned(bytes.collect());
    }
}
