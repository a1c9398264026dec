//! Segments: neighbouring elements between offsets.

use super::layout::Arrangement;
use super::offsets::falls;
use super::{Grouping, numbers_in};
use crate::error::Error;
use crate::input::dims::shape_error;
use crate::large_pages;
use crate::source::EnginePart;

/// Segments of neighbouring elements, by where each begins and the end of the last: one more offset than segments, as in compressed sparse rows (CSR).
///
/// Offsets are u32, u64 or usize, ascend, and may repeat: a segment may be empty. Elements before the first offset and behind the last belong to no segment.
/// On a GPU they may be an array of u32 or u64 in its memory, where they are read: `reduce_each` tells by an error how many segments descend or pass the end of the input, as the device has counted. The host
/// reads them only if no binding of the device shows all offsets or all elements.
///
/// ```
/// use reduce_core::{Cpu, ReduceEach, Segments, ops};
/// let offsets = [0u32, 2, 2, 5];
/// let sums = Cpu::new().reduce_each::<ops::Sum<f32>>(&[1.0, 2.0, 3.0, 4.0, 5.0], Segments(&offsets))?;
/// assert_eq!(sums, [3.0, 0.0, 12.0]);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments<S>(pub S);

/// Where segments begin: a slice, an array or a `Vec` of u32, u64 or usize.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no offsets of segments",
    label = "expected a slice, a Vec or an array of u32, u64 or usize"
)]
pub trait Offsets {
    /// They, as numbers of this machine; none if one is beyond its memory.
    #[doc(hidden)]
    fn all(&self) -> Option<Vec<usize>>;

    /// They in the memory of an engine, which reads them there; none if they are in host memory.
    #[doc(hidden)]
    fn on_engine(&self) -> Option<EnginePart<'_>> {
        None
    }
}

macro_rules! offsets {
    ($($t:ty),*) => {$(
        impl Offsets for [$t] {
            fn all(&self) -> Option<Vec<usize>> {
                // Two loops that are vectors: one that may end early is not.
                let fit = self.iter().all(|offset| usize::try_from(*offset).is_ok());
                fit.then(|| {
                    let mut all = Vec::with_capacity(self.len());
                    large_pages::ask_for(&all);
                    all.extend(self.iter().map(|offset| *offset as usize));
                    all
                })
            }
        }

        impl<const N: usize> Offsets for [$t; N] {
            fn all(&self) -> Option<Vec<usize>> {
                self[..].all()
            }
        }

        impl Offsets for Vec<$t> {
            fn all(&self) -> Option<Vec<usize>> {
                self[..].all()
            }
        }
    )*};
}

offsets!(u32, u64, usize);

impl<T> Offsets for Box<[T]>
where
    [T]: Offsets,
{
    fn all(&self) -> Option<Vec<usize>> {
        (**self).all()
    }
}

impl<T: Offsets + ?Sized> Offsets for &T {
    fn all(&self) -> Option<Vec<usize>> {
        (**self).all()
    }

    fn on_engine(&self) -> Option<EnginePart<'_>> {
        (**self).on_engine()
    }
}

impl<S: Offsets> Grouping for Segments<S> {
    type Results<O> = Vec<O>;
    type Names = ();

    fn arrange(&self, shape: &[usize]) -> Result<(Arrangement, ()), Error> {
        let len: usize = shape.iter().product();
        if let Some(part) = self.0.on_engine() {
            let groups = part.len.checked_sub(1).ok_or_else(no_offsets)?;
            return Ok((Arrangement::OnDevice { groups, elements: len }, ()));
        }
        Ok((cut(self.0.all(), len)?, ()))
    }

    fn arrange_read(&self, shape: &[usize], bytes: &[u8]) -> Result<(Arrangement, ()), Error> {
        let count = self.0.on_engine().map_or(0, |part| part.len);
        let offsets = numbers_in(bytes, bytes.len() / count.max(1));
        let offsets = offsets.map(|offset| usize::try_from(offset).ok()).collect();
        Ok((cut(offsets, shape.iter().product())?, ()))
    }

    fn on_engine(&self) -> Option<EnginePart<'_>> {
        self.0.on_engine()
    }

    fn named<O>((): (), values: Vec<O>) -> Vec<O> {
        values
    }
}

/// The segments of `len` elements between these offsets; none if one of them is beyond all memory.
///
/// # Errors
/// [`Error::Shape`] if they descend, or end behind the elements.
fn cut(offsets: Option<Vec<usize>>, len: usize) -> Result<Arrangement, Error> {
    let Some(offsets) = offsets else {
        return Err(shape_error(
            format!("an offset lies beyond all memory, and the input has {len} elements"),
            "offsets are indices of elements, and the number of elements",
        ));
    };
    if let Some(at) = falls(&offsets) {
        return Err(shape_error(
            format!(
                "offset {} is {}, and offset {at} is {}",
                at + 1,
                offsets[at + 1],
                offsets[at]
            ),
            "offsets ascend, or are equal where a segment is empty",
        ));
    }
    match offsets.last() {
        None => Err(no_offsets()),
        Some(last) if *last > len => Err(shape_error(
            format!(
                "offset {} is {last}, and the input has {len} elements",
                offsets.len() - 1
            ),
            "no segment ends behind the input",
        )),
        Some(_) => Ok(Arrangement::Cut(offsets)),
    }
}

fn no_offsets() -> Error {
    shape_error(
        "there are no offsets".to_owned(),
        "n segments have n + 1 offsets: where each begins, and the end of the last",
    )
}
