//! Arrays and views of `ndarray` as sources, behind the feature `ndarray`: their shape, their axes and their elements, in logical order.
//!
//! Memory that an array fills is read in place, whatever the order of its axes. If there is other memory between the elements, only the elements are read:
//! the bytes between them may be written meanwhile, or may never have been written.

mod elements;

use std::borrow::Cow;

use ::ndarray::{ArrayBase, ArrayRef, ArrayView, Data, Dimension};

use self::elements::{Elements, in_memory};
use crate::error::Error;
use crate::input::dims::{Dims, check_rank, shape_error};
use crate::input::element::Element;
use crate::input::indexed::{Indexed, Positions};
use crate::source::{HostPart, Source, SourcePart, extend_by_host_parts, host_parts};
use crate::tuning::GATHERED;

/// Appends the elements in logical order. They are copied, unless memory has that order.
///
/// # Errors
/// [`Error::Shape`] if there are too many axes, or memory has no room for the copy.
fn in_order<'a, E: Element, D: Dimension>(
    array: &'a ArrayRef<E, D>,
    to: &mut Vec<SourcePart<'a>>,
) -> Result<(), Error> {
    check_rank(array.ndim())?;
    let parts = match array.as_slice() {
        Some(elements) => host_parts(elements),
        None => gathered(array)?,
    };
    extend_by_host_parts(to, parts);
    Ok(())
}

/// The parts of the elements, copied into logical order.
fn gathered<E: Element, D: Dimension>(array: &ArrayRef<E, D>) -> Result<Vec<HostPart<'static>>, Error> {
    let no_room = || {
        shape_error(
            format!(
                "the elements of an array of shape {:?} do not fit memory",
                array.shape()
            ),
            "reduce it where its memory is read in place, or a part at a time",
        )
    };
    let mut parts = Vec::new();
    for part in E::parts() {
        let size = part.bytes.checked_mul(array.len()).ok_or_else(no_room)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| no_room())?;
        parts.push((bytes, part.bytes));
    }
    let (mut rest, mut piece) = (array.iter().copied(), Vec::new());
    loop {
        piece.clear();
        piece.extend(rest.by_ref().take(GATHERED));
        if piece.is_empty() {
            break;
        }
        for ((to, _), from) in parts.iter_mut().zip(E::bytes(&piece)) {
            to.extend_from_slice(&from);
        }
    }
    let parts = parts.into_iter().map(|(bytes, element)| HostPart {
        bytes: Cow::Owned(bytes),
        element,
    });
    Ok(parts.collect())
}

macro_rules! arrays {
    ($($source:ty $(where $s:ident)?),*) => {$(
        // rustc would show these lines of the macro.
        #[diagnostic::do_not_recommend]
        impl<E, D: Dimension $(, $s: Data<Elem = E>)?> Source<E> for $source {
            crate::items_of_source!(E);
            type Slices<'s> = Elements<'s, E> where E: Element, Self: 's;

            fn slices(&self) -> Result<Elements<'_, E>, Error> where E: Element {
                Elements::of(self)
            }

            fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> where E: Element {
                in_order(self, to)
            }

            fn whole_parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> where E: Element {
                let Some((memory, _)) = in_memory(self) else {
                    return in_order(self, to);
                };
                extend_by_host_parts(to, host_parts(memory));
                Ok(())
            }

            fn extents(&self) -> Result<Option<Vec<usize>>, Error> {
                check_rank(self.ndim())?;
                Ok(Some(self.shape().to_vec()))
            }

            fn axes_in_source(&self) -> Option<(usize, Dims)> {
                in_memory(self).map(|(_, axes)| (0, axes))
            }
        }

        // rustc would show these lines of the macro.
        #[diagnostic::do_not_recommend]
        impl<E: Element, D: Dimension $(, $s: Data<Elem = E>)?> Source<Indexed<E>> for $source {
            crate::items_of_source!(Indexed<E>);
            type Slices<'s> = Positions<Elements<'s, E>> where Self: 's;

            fn slices(&self) -> Result<Positions<Elements<'_, E>>, Error> {
                Source::<E>::slices(self).map(Positions::new)
            }

            fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
                Source::<E>::parts(self, to)
            }

            fn whole_parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
                Source::<E>::whole_parts(self, to)
            }

            fn extents(&self) -> Result<Option<Vec<usize>>, Error> {
                Source::<E>::extents(self)
            }

            fn axes_in_source(&self) -> Option<(usize, Dims)> {
                Source::<E>::axes_in_source(self)
            }
        }
    )*};
}

arrays!(&ArrayBase<S, D, E> where S, &ArrayRef<E, D>, ArrayView<'_, E, D>);
