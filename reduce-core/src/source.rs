//! The sources of a reduction: slices, views and arrays of an engine, alone or side by side in a tuple.

pub(crate) mod masked;
#[cfg(feature = "ndarray")]
mod ndarray;
pub(crate) mod strided;
pub(crate) mod view;

use std::any::Any;
use std::borrow::Cow;

use crate::error::Error;
use crate::input::dims::Dims;
use crate::input::element::{Element, Part, Plain, Slices};
use crate::input::indexed::{Indexed, Positions};
use crate::monoid::operator::Operator;

/// Input of a reduction of elements `E`, on any engine: `&[T]`, `&Vec<T>`, `&[T; N]`, `&Box<[T]>`, arrays from an engine's `upload`, and
/// [`Strided`](crate::Strided) and other [`View`](crate::View)s of them; where the element is a tuple, a tuple of these; where it is `Indexed<T>`, a source of `T`.
///
/// With the feature `ndarray` also its `&ArrayBase`, `&ArrayRef` and `ArrayView` of up to eight axes, whose elements come in logical order.
///
/// An engine reads its own memory and that of the host. A source in another engine's memory gives [`Error::WrongDevice`].
///
/// ```
/// use reduce_core::{Cpu, Error, Reduction, Source, ops};
///
/// /// Code generic over what it reads.
/// fn energy(samples: impl Source<f32>) -> Result<f32, Error> {
///     Cpu::new().reduce::<ops::L2Norm<f32>>(samples)
/// }
/// assert_eq!(energy(&[3.0, 4.0])?, 5.0);
/// # #[cfg(feature = "ndarray")]
/// assert_eq!(energy(&ndarray::array![[3.0, 0.0], [0.0, 4.0]])?, 5.0);
/// # Ok::<(), Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no input of elements `{E}`",
    label = "expected a slice, a Vec, an array or an `Array` of `{E}`; where the element is a tuple, a tuple of them",
    note = "an element `Indexed<T>` is read from a slice of `T`"
)]
pub trait Source<E> {
    // Callers import this trait: no method has the name of one of `ndarray`'s, such as `shape` or `axes`, which it would hide.
    // `E` need not be an element here: rustc then reports a wrong `E` once, where the operator is named.
    /// The type that an engine reads: `E`, or a pair of `E` and a flag of the source for each element.
    #[doc(hidden)]
    type Item: Element
    where
        E: Element;
    /// The operator `R` for these items.
    #[doc(hidden)]
    type Reader<R>: Operator<Input = Self::Item, State = R::State, Output = R::Output, Params = R::Params>
    where
        E: Element,
        R: Operator<Input = E>;
    /// The type of the source that engines read.
    #[doc(hidden)]
    type Items: Source<Self::Item>
    where
        E: Element;
    /// The source that engines read in place of this one.
    #[doc(hidden)]
    fn items(&self) -> &Self::Items
    where
        E: Element;

    /// The elements as the host reads them.
    #[doc(hidden)]
    type Slices<'s>: Slices<Item = E>
    where
        E: Element,
        Self: 's;

    /// The elements, if they are in host memory.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the members of a tuple differ in length, [`Error::WrongDevice`] if they are in the memory of a device.
    #[doc(hidden)]
    fn slices(&self) -> Result<Self::Slices<'_>, Error>
    where
        E: Element;

    /// Appends the places of the elements, one part for each buffer of the element.
    ///
    /// # Errors
    /// [`Error::Shape`] if a view does not fit its source, or a device cannot read it.
    #[doc(hidden)]
    fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error>
    where
        E: Element;

    /// As [`parts`](Self::parts), but a view appends the parts of the source that it is a view of: [`axes_in_source`](Self::axes_in_source) says where in them it lies.
    ///
    /// # Errors
    /// As [`parts`](Self::parts).
    #[doc(hidden)]
    fn whole_parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error>
    where
        E: Element,
    {
        self.parts(to)
    }

    /// The extent of each axis, if the source has a shape; without one it is a row.
    ///
    /// # Errors
    /// [`Error::Shape`] if the members of a tuple have different ones.
    #[doc(hidden)]
    fn extents(&self) -> Result<Option<Vec<usize>>, Error> {
        Ok(None)
    }

    /// The place of a view's first element in its source, and the view's axes there; none for another source.
    #[doc(hidden)]
    fn axes_in_source(&self) -> Option<(usize, Dims)> {
        None
    }
}

/// The place of the elements of one buffer of an input.
#[doc(hidden)]
#[derive(Debug)]
pub enum SourcePart<'a> {
    Host(HostPart<'a>),
    Engine(EnginePart<'a>),
}

/// Elements in host memory, by their bytes.
#[doc(hidden)]
#[derive(Debug)]
pub struct HostPart<'a> {
    pub bytes: Cow<'a, [u8]>,
    /// Bytes of an element.
    pub element: usize,
}

/// Elements in the memory of an engine, which knows what it is.
#[doc(hidden)]
#[derive(Debug)]
pub struct EnginePart<'a> {
    /// One piece of memory, or a shard on each of several devices.
    pub memory: Vec<&'a dyn Any>,
    /// The number of elements, of the view if there is one.
    pub len: usize,
    /// The first element of a view and how far it is to the next one.
    pub strided: Option<[u64; 2]>,
}

impl HostPart<'_> {
    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / self.element
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

impl SourcePart<'_> {
    /// Cuts a part in host memory to `len` elements from `first` on; a part on an engine stays whole.
    #[must_use]
    pub fn cut(self, first: usize, len: usize) -> Self {
        let Self::Host(HostPart { bytes, element }) = self else {
            return self;
        };
        let range = first * element..(first + len) * element;
        let bytes = match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[range]),
            Cow::Owned(bytes) => Cow::Owned(bytes[range].to_vec()),
        };
        Self::Host(HostPart { bytes, element })
    }

    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Host(part) => part.len(),
            Self::Engine(part) => part.len,
        }
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The parts of elements in host memory.
#[doc(hidden)]
pub fn host_parts<E: Element>(data: &[E]) -> Vec<HostPart<'_>> {
    parts_of_bytes(E::bytes(data), &E::parts())
}

/// The bytes of each buffer beside what an element takes of it: compiled once, and not once per element.
fn parts_of_bytes<'a>(bytes: Vec<Cow<'a, [u8]>>, parts: &[Part]) -> Vec<HostPart<'a>> {
    let sizes = parts.iter().map(|part| part.bytes);
    let pairs = bytes.into_iter().zip(sizes);
    pairs.map(|(bytes, element)| HostPart { bytes, element }).collect()
}

/// Appends parts in host memory.
#[doc(hidden)]
pub fn extend_by_host_parts<'a>(to: &mut Vec<SourcePart<'a>>, parts: Vec<HostPart<'a>>) {
    to.extend(parts.into_iter().map(SourcePart::Host));
}

/// The items of a source of `E` that has no more to say about its elements: the items are the elements.
#[doc(hidden)]
#[macro_export]
macro_rules! items_of_source {
    ($element:ty) => {
        type Item
            = $element
        where
            $element: $crate::Element;
        type Reader<R>
            = R
        where
            $element: $crate::Element,
            R: $crate::Operator<Input = $element>;
        type Items
            = Self
        where
            $element: $crate::Element;

        fn items(&self) -> &Self
        where
            $element: $crate::Element,
        {
            self
        }
    };
}

macro_rules! host {
    ($($source:ty $(where $n:ident)?),*) => {$(
        // rustc would show these lines of the macro.
        #[diagnostic::do_not_recommend]
        impl<E $(, const $n: usize)?> Source<E> for $source {
            crate::items_of_source!(E);
            type Slices<'s> = Plain<&'s [E]> where E: Element, Self: 's;

            fn slices(&self) -> Result<Plain<&[E]>, Error> where E: Element {
                Ok(Plain::new(&self[..]))
            }

            fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> where E: Element {
                extend_by_host_parts(to, host_parts(&self[..]));
                Ok(())
            }
        }

        // rustc would show these lines of the macro.
        #[diagnostic::do_not_recommend]
        impl<E: Element $(, const $n: usize)?> Source<Indexed<E>> for $source {
            crate::items_of_source!(Indexed<E>);
            type Slices<'s> = Positions<Plain<&'s [E]>> where Self: 's;

            fn slices(&self) -> Result<Positions<Plain<&[E]>>, Error> {
                Source::<E>::slices(self).map(Positions::new)
            }

            fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
                Source::<E>::parts(self, to)
            }
        }
    )*};
}

host!(&[E], &Vec<E>, &[E; N] where N, &Box<[E]>);
