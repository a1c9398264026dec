//! Sources with a mask: only the elements whose value in the mask is `true` count.

use crate::error::Error;
use crate::input::element::Element;
use crate::monoid::masked::OfMasked;
use crate::monoid::operator::Operator;
use crate::source::{Source, SourcePart};

/// A source with a mask: only the elements whose value in the mask is `true` count. It is an input wherever one is taken, and for every grouping.
///
/// The data and the mask are sources of equal lengths in the memory of one engine: slices, arrays, views. If the element is a tuple, one mask applies to all of its members.
///
/// # Law
/// The result is that of the whole input, with each element that does not count lifted to `identity()`. So positions are those in the whole input, a group without
/// elements that count gives `finish(identity())`, and a mask that is `true` everywhere changes no bit. A sum of floats may differ in its last bits from the sum of
/// a copy of the elements that count: in the copy, they lie elsewhere in the canonical order.
///
/// A mask has a byte for each element, so that f32 with a mask take 5/4 of the time to read. Streams take no masked source, and neither do views or tuples: mask the
/// view, or the tuple, instead.
///
/// ```
/// use reduce_core::{Cpu, Masked, ReduceEach, Rows, ops};
/// let cpu = Cpu::new();
/// let (samples, valid) = ([4.0, 9.0, -1.0, 8.0], [true, true, false, true]);
/// assert_eq!(cpu.reduce::<ops::Mean<f32>>(Masked::new(&samples, &valid)?)?, 7.0);
/// assert_eq!(cpu.reduce::<ops::ArgMin<f32>>(Masked::new(&samples, &valid)?)?.index, 0);
/// assert_eq!(cpu.reduce_each::<ops::Count<f32>>(Masked::new(&samples, &valid)?, Rows(2))?, [2, 1]);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Masked<S, M> {
    both: (S, M),
}

impl<S, M> Masked<S, M> {
    /// The elements of `data` whose value in `mask` is `true`.
    ///
    /// # Errors
    /// None so far: the call that reads both says what is wrong with them, such as a mask of another length ([`Error::Lengths`]).
    pub fn new(data: S, mask: M) -> Result<Self, Error> {
        Ok(Self { both: (data, mask) })
    }

    /// The source that the mask is for.
    #[must_use]
    pub fn data(&self) -> &S {
        &self.both.0
    }

    /// The mask: whether each element counts.
    #[must_use]
    pub fn mask(&self) -> &M {
        &self.both.1
    }
}

impl<E, S: Source<E>, M: Source<bool>> Source<E> for Masked<S, M> {
    type Item
        = (E, bool)
    where
        E: Element;
    type Reader<R>
        = OfMasked<R>
    where
        E: Element,
        R: Operator<Input = E>;
    type Items
        = (S, M)
    where
        E: Element;
    type Slices<'s>
        = S::Slices<'s>
    where
        E: Element,
        Self: 's;

    fn items(&self) -> &(S, M)
    where
        E: Element,
    {
        &self.both
    }

    fn slices(&self) -> Result<S::Slices<'_>, Error>
    where
        E: Element,
    {
        Err(without_mask())
    }

    fn parts<'s>(&'s self, _: &mut Vec<SourcePart<'s>>) -> Result<(), Error>
    where
        E: Element,
    {
        Err(without_mask())
    }
}

/// The error of a call that would read the elements of a masked source without the mask.
fn without_mask() -> Error {
    Error::Shape {
        problem: "a masked source is read by a stream, a view or a tuple, which would leave out its mask".to_owned(),
        remedy: "mask the whole: Masked::new((&a, &b), &mask) or Masked::new(view, &mask), and give it to reduce or reduce_each",
    }
}
