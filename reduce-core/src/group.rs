//! Groupings: which elements of an input belong together, each group with a result of its own.

pub(crate) mod key;
pub(crate) mod keys;
pub(crate) mod layout;
pub(crate) mod offsets;
pub(crate) mod regular;
pub(crate) mod runs;
pub(crate) mod segments;

use std::ops::Range;

use self::layout::{Arrangement, Layout};
use crate::error::Error;
use crate::group::key::KeyKind;
use crate::input::dims::{Dims, shape_error};
use crate::input::element::Element;
use crate::monoid::operator::Operator;
use crate::monoid::parameters::NoParameters;
use crate::source::{EnginePart, Source, SourcePart};

/// The elements that belong together, as a value: [`Rows`](crate::Rows), [`Columns`](crate::Columns), [`Along`](crate::Along),
/// [`Segments`](crate::Segments), [`Runs`](crate::Runs) or [`Keys`](crate::Keys).
///
/// # Law
/// The result of a group is `reduce` of its elements in their order, bit for bit, whatever lies beside it. A group without elements gives
/// `finish(identity())`, and an [`Indexed`](crate::Indexed) position counts inside its group.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which elements belong together",
    label = "expected Rows(n), Columns(n), Along([axes]), Segments(&offsets), Runs(&keys) or Keys(&keys)"
)]
pub trait Grouping {
    /// The results: a `Vec`, a [`Tensor`](crate::Tensor) or [`Groups`](crate::Groups) of them.
    type Results<O>;
    /// The names of the groups, such as their keys, by which the results are told apart.
    #[doc(hidden)]
    type Names;

    /// The elements of each group of an input of this shape, and the names of the groups.
    ///
    /// # Errors
    /// [`Error::Shape`] if they do not fit.
    #[doc(hidden)]
    fn arrange(&self, shape: &[usize]) -> Result<(Arrangement, Self::Names), Error>;

    /// As [`arrange`](Self::arrange), for offsets or keys in the memory of an engine. The host has read their `bytes`.
    ///
    /// # Errors
    /// [`Error::Shape`] if they do not fit.
    #[doc(hidden)]
    fn arrange_read(&self, shape: &[usize], bytes: &[u8]) -> Result<(Arrangement, Self::Names), Error> {
        let _ = bytes;
        self.arrange(shape)
    }

    /// The groups of a view with these axes, by the places of their elements, for a grouping by axes.
    #[doc(hidden)]
    fn layout(&self, _axes: &Dims) -> Option<Layout> {
        None
    }

    /// The offsets of the groups in the memory of an engine, if they are there.
    #[doc(hidden)]
    fn on_engine(&self) -> Option<EnginePart<'_>> {
        None
    }

    /// The keys of the elements, if they are in the memory of a device. The device then finds the groups.
    #[doc(hidden)]
    fn keyed(&self) -> Option<Keyed<'_>> {
        None
    }

    /// The ranks of keys in host memory, if there are enough keys that a device should sort them. This call computes the ranks.
    #[doc(hidden)]
    fn ranked(&self) -> Option<Keyed<'_>> {
        None
    }

    /// The numbers of the elements' groups, if there are many elements and their keys lie close together: so many elements have keys at all. This call reads all keys.
    #[doc(hidden)]
    fn numbers(&self, _len: usize) -> Option<Numbers<'_>> {
        None
    }

    /// The names of groups, by [their numbers](Self::numbers).
    #[doc(hidden)]
    fn names_of_numbers(&self, _numbers: &Numbers<'_>, _present: &[u32]) -> Option<Self::Names> {
        None
    }

    /// The names of groups that a device has found, by the bits of the keys that it was given.
    #[doc(hidden)]
    fn names_of(&self, _keys: &[u64]) -> Option<Self::Names> {
        None
    }

    /// The values of the groups with their names.
    #[doc(hidden)]
    fn named<O>(names: Self::Names, values: Vec<O>) -> Self::Results<O>;
}

/// The keys of elements, by which a device finds groups.
#[doc(hidden)]
#[derive(Debug)]
pub struct Keyed<'a> {
    /// Where they are.
    pub keys: SourcePart<'a>,
    /// Their form.
    pub kind: KeyKind,
    /// Whether the keys are sorted first, so that a key has one group, in ascending order. If not, each run of equal keys is a group.
    pub sorts: bool,
}

/// A function that appends the numbers of the elements in a range.
pub(crate) type AppendNumbers<'a> = dyn Fn(Range<usize>, &mut Vec<u32>) + Sync + 'a;

/// A number for each element, by which its group is known: small ones, in the order of the groups.
#[doc(hidden)]
pub struct Numbers<'a> {
    /// How many numbers there may be, one at least.
    pub count: usize,
    /// The rank of the key that has the number 0.
    pub least: u64,
    /// Appends the numbers of these elements.
    pub number: Box<AppendNumbers<'a>>,
}

impl std::fmt::Debug for Numbers<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} numbers from {} on", self.count, self.least)
    }
}

/// The groups of a source, and where their elements lie in it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Arranged<N> {
    /// The groups.
    pub arrangement: Arrangement,
    /// The elements of the source before the first.
    pub offset: usize,
    /// If the groups are those of a view's source, and not of the view's elements in their order: how many elements of the source these lie among.
    pub in_place: Option<usize>,
    /// The names of the groups.
    pub names: N,
}

/// The groups of `source`, which has `len` elements if it has no shape.
///
/// # Errors
/// [`Error::Shape`].
#[doc(hidden)]
pub fn arranged<E: Element, G: Grouping>(
    source: &impl Source<E>,
    grouping: &G,
    len: impl FnOnce() -> Result<usize, Error>,
) -> Result<Arranged<G::Names>, Error> {
    arranged_by(source, grouping, len, |shape| grouping.arrange(shape))
}

/// [`arranged`], where `arrange` says which elements each group has.
///
/// # Errors
/// The errors of `arrange`, and [`Error::Shape`].
#[doc(hidden)]
pub fn arranged_by<E: Element, G: Grouping>(
    source: &impl Source<E>,
    grouping: &G,
    len: impl FnOnce() -> Result<usize, Error>,
    arrange: impl FnOnce(&[usize]) -> Result<(Arrangement, G::Names), Error>,
) -> Result<Arranged<G::Names>, Error> {
    let shape = match source.extents()? {
        Some(shape) => shape,
        None => vec![len()?],
    };
    let (arrangement, names) = arrange(&shape)?;
    let layout = |axes: &Dims| grouping.layout(axes);
    let (arrangement, offset, in_place) = in_source(arrangement, source.axes_in_source(), &layout);
    Ok(Arranged {
        arrangement,
        offset,
        in_place,
        names,
    })
}

/// These groups, by the places of their elements in the source of a view with these axes, if they can be read there; else the groups of the view's elements in their order.
/// [`Arranged`] says what comes with them.
///
/// Compiled once, and not once per source and grouping.
fn in_source(
    arrangement: Arrangement,
    axes: Option<(usize, Dims)>,
    layout: &dyn Fn(&Dims) -> Option<Layout>,
) -> (Arrangement, usize, Option<usize>) {
    let Some((offset, axes)) = axes else {
        return (arrangement, 0, None);
    };
    // A view without elements lies nowhere; one with some was checked, or is when it is read.
    let among = match axes.len() {
        0 => 0,
        _ => axes.reach().map_or(usize::MAX, |reach| reach.saturating_add(1)),
    };
    let offset = if among == 0 { 0 } else { offset };
    if axes.is_side_by_side() {
        return (arrangement, offset, Some(among));
    }
    match layout(&axes) {
        Some(layout) => (Arrangement::Regular(Box::new(layout)), offset, Some(among)),
        None => (arrangement, 0, None),
    }
}

/// The numbers in these bytes, as devices hold them: each has `width` of them, up to eight.
pub(crate) fn numbers_in(bytes: &[u8], width: usize) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(width.max(1)).map(|number| {
        let mut word = [0; 8];
        word[..number.len()].copy_from_slice(number);
        u64::from_le_bytes(word)
    })
}

/// Room for a value of each of so many groups.
///
/// # Errors
/// [`Error::Shape`] if memory has none.
#[doc(hidden)]
pub fn room_for<T>(groups: usize) -> Result<Vec<T>, Error> {
    let mut values = Vec::new();
    let reserved = values.try_reserve_exact(groups);
    reserved.map(|()| values).map_err(|_| {
        shape_error(
            format!("the states of {groups} groups do not fit memory"),
            "reduce fewer groups at a time",
        )
    })
}

/// One result for each group of an input.
///
/// A trait, so that `engine.reduce_each::<R>(…)` names the operator alone; reducers have a method of this name.
pub trait ReduceEach<S, G: Grouping> {
    /// Reduces each group of `data`, and finishes on the host, as [`Cpu::reduce`](crate::Cpu::reduce) does.
    ///
    /// Reads every element once, but for [`Keys`](crate::Keys): elements whose keys lie close together are copied to buckets, and other keys are sorted.
    ///
    /// # Errors
    /// [`Error::Shape`] if the grouping does not fit the input, or a view its source; nothing is computed then. [`Error::Lengths`] if the members of a tuple
    /// of inputs differ in length; [`Error::WrongDevice`] if they are in the memory of another engine. [`Error::Positions`] if a group of more than 2^32 elements
    /// is asked for positions; [`Error::Panicked`] if a function of `R` does.
    ///
    /// ```
    /// use reduce_core::{Columns, Cpu, ReduceEach, Rows, ops};
    /// let table = [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let cpu = Cpu::new();
    /// assert_eq!(cpu.reduce_each::<ops::Sum<f32>>(&table, Rows(3))?, [6.0, 15.0]);
    /// assert_eq!(cpu.reduce_each::<ops::Max<f32>>(&table, Columns(3))?, [4.0, 5.0, 6.0]);
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    fn reduce_each<R: Operator<Params: NoParameters>>(
        &self,
        data: S,
        grouping: G,
    ) -> Result<G::Results<R::Output>, Error>
    where
        S: Source<R::Input>;
}
