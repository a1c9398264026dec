//! Views: a source with a shape, whose axes are permuted, cut, repeated or strided at will.

use std::borrow::Cow;
use std::ops::Range;

use crate::error::Error;
use crate::input::dims::{Dims, check_rank, shape_error};
use crate::input::element::{Element, Run as _};
use crate::input::placed::{Axes, Placed};
use crate::source::{EnginePart, HostPart, Source, SourcePart};

/// A source with a shape of up to eight axes, in C order: the last axis varies fastest.
///
/// Its elements are those of the source, in the order of the view's own indices: what the axes are called and where the elements lie changes no bit of a
/// result. It is an input like any other, and gives [`Along`](crate::Along) its axes.
///
/// ```
/// use reduce_core::{Along, Cpu, ReduceEach, View, ops};
/// let pixels = [10u8, 1, 90, 20, 2, 80, 30, 3, 70, 40, 4, 60];
/// let image = View::new(&pixels, [2, 2, 3])?; // height, width, channels
/// let means = Cpu::new().reduce_each::<ops::Mean<u8>>(image, Along([0, 1]))?;
/// assert_eq!((means.shape, means.values), (vec![3], vec![25.0, 2.5, 75.0]));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<S> {
    data: S,
    /// The place of its first element in the source.
    offset: usize,
    dims: Dims,
}

impl<S> View<S> {
    /// The elements of `data` from the first on, side by side, as an array of this shape.
    ///
    /// Whether the source has as many is seen where the view is read. No axis at all is a single element.
    ///
    /// # Errors
    /// [`Error::Shape`] if there are more than 8 axes, or more elements than memory can hold.
    pub fn new<const N: usize>(data: S, shape: [usize; N]) -> Result<Self, Error> {
        let dims = Dims::side_by_side(&shape)?;
        Ok(Self { data, offset: 0, dims })
    }

    /// The extent of each axis.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.dims.extents()
    }

    /// Elements of the source from one index along an axis to the next, for each axis.
    #[must_use]
    pub fn steps(&self) -> &[usize] {
        self.dims.strides()
    }

    /// The view with its axes in another order: `permute([1, 0])` is the transpose.
    ///
    /// # Errors
    /// [`Error::Shape`] if `order` does not name each axis once.
    pub fn permute<const N: usize>(self, order: [usize; N]) -> Result<Self, Error> {
        let rank = self.shape().len();
        let mut seen = order;
        seen.sort_unstable();
        if !seen.into_iter().eq(0..rank) {
            return Err(shape_error(
                format!("permute({order:?}) does not name each of the {rank} axes once"),
                "name the axes 0 to n - 1 in the order that they shall have",
            ));
        }
        let mut dims = Dims::NONE;
        for axis in order {
            dims.push(self.dims.extents()[axis], self.dims.strides()[axis]);
        }
        Ok(Self { dims, ..self })
    }

    /// The part of the view whose index along `axis` lies in `range`.
    ///
    /// # Errors
    /// [`Error::Shape`] if there is no such axis, or it ends before the range does.
    pub fn slice(self, axis: usize, range: Range<usize>) -> Result<Self, Error> {
        let Some(extent) = self.shape().get(axis).copied() else {
            return Err(shape_error(
                format!("slice({axis}, {range:?}) of a view with {} axes", self.shape().len()),
                "name an axis that it has, from 0 on",
            ));
        };
        if range.start > range.end || range.end > extent {
            return Err(shape_error(
                format!("slice({axis}, {range:?}) of an axis of {extent}"),
                "give a range within the axis",
            ));
        }
        let mut dims = Dims::NONE;
        for (index, (extent, stride)) in self.dims.axes().enumerate() {
            dims.push(if index == axis { range.len() } else { extent }, stride);
        }
        // Beyond all memory it is refused where the view is read.
        let offset = range
            .start
            .saturating_mul(self.dims.strides()[axis])
            .saturating_add(self.offset);
        Ok(Self { offset, dims, ..self })
    }

    /// The view with other steps from index to index, one for each axis, in elements of the source: 0 repeats, and axes may overlap.
    ///
    /// # Errors
    /// [`Error::Shape`] if there are not as many steps as axes.
    pub fn strides<const N: usize>(self, strides: [usize; N]) -> Result<Self, Error> {
        if strides.len() != self.shape().len() {
            return Err(shape_error(
                format!("{} strides for {} axes", strides.len(), self.shape().len()),
                "give one for each axis",
            ));
        }
        let mut dims = Dims::NONE;
        for (extent, stride) in self.shape().iter().zip(strides) {
            dims.push(*extent, stride);
        }
        Ok(Self { dims, ..self })
    }

    /// The view as one of another shape, as numpy broadcasts it: axes of 1 are repeated, and new axes come in front.
    ///
    /// # Errors
    /// [`Error::Shape`] if an axis is neither 1 nor what is asked for, or there are too many axes.
    pub fn broadcast<const N: usize>(self, shape: [usize; N]) -> Result<Self, Error> {
        check_rank(N)?;
        let refused = || {
            shape_error(
                format!("a view of shape {:?} does not broadcast to {shape:?}", self.shape()),
                "counted from the last, each of its axes is 1 or what is asked for",
            )
        };
        let new = N.checked_sub(self.shape().len()).ok_or_else(refused)?;
        let mut dims = Dims::NONE;
        for (axis, extent) in shape.into_iter().enumerate() {
            let own = axis.checked_sub(new).and_then(|axis| self.dims.axes().nth(axis));
            match own {
                Some((own, stride)) if own == extent => dims.push(extent, stride),
                None | Some((1, _)) => dims.push(extent, 0),
                Some(_) => return Err(refused()),
            }
        }
        let dims = dims.counted()?;
        Ok(Self { dims, ..self })
    }

    /// Refuses a source that ends before the view does.
    fn check(&self, len: usize) -> Result<(), Error> {
        if self.dims.len() == 0 {
            return Ok(());
        }
        let last = self.dims.reach().and_then(|reach| reach.checked_add(self.offset));
        if last.is_some_and(|last| last < len) {
            return Ok(());
        }
        let last = last.map_or_else(|| "beyond all memory".to_owned(), |last| last.to_string());
        Err(shape_error(
            format!(
                "a view of shape {:?} with strides {:?} from element {} on ends at element {last}, and its source has {len}",
                self.shape(),
                self.steps(),
                self.offset
            ),
            "give a shape that the source holds",
        ))
    }
}

impl<E: Element, S: Source<E>> Source<E> for View<S> {
    crate::items_of_source!(E);
    type Slices<'s>
        = Placed<S::Slices<'s>, Axes>
    where
        Self: 's;

    fn slices(&self) -> Result<Self::Slices<'_>, Error> {
        let elements = self.data.slices()?;
        self.check(elements.len())?;
        Ok(Placed::along(elements, self.offset, &self.dims))
    }

    fn parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
        let before = to.len();
        self.data.parts(to)?;
        for part in &mut to[before..] {
            self.check(part.len())?;
            match part {
                SourcePart::Host(host) => host.view(self.offset, &self.dims),
                SourcePart::Engine(engine) => engine.view(self.offset, &self.dims)?,
            }
        }
        Ok(())
    }

    fn whole_parts<'s>(&'s self, to: &mut Vec<SourcePart<'s>>) -> Result<(), Error> {
        let before = to.len();
        self.data.parts(to)?;
        to[before..].iter().try_for_each(|part| self.check(part.len()))
    }

    fn extents(&self) -> Result<Option<Vec<usize>>, Error> {
        Ok(Some(self.shape().to_vec()))
    }

    fn axes_in_source(&self) -> Option<(usize, Dims)> {
        Some((self.offset, self.dims))
    }
}

impl HostPart<'_> {
    /// Takes the elements of a view, which are copied unless they lie side by side.
    fn view(&mut self, offset: usize, dims: &Dims) {
        let (element, merged) = (self.element, dims.merged());
        if dims.is_side_by_side() && dims.len() > 0 {
            let range = offset * element..(offset + dims.len()) * element;
            self.bytes = match std::mem::take(&mut self.bytes) {
                Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[range]),
                Cow::Owned(bytes) => Cow::Owned(bytes[range].to_vec()),
            };
            return;
        }
        let mut bytes = Vec::with_capacity(dims.len() * element);
        for index in 0..dims.len() {
            let place = (offset + merged.place(index)) * element;
            bytes.extend_from_slice(&self.bytes[place..place + element]);
        }
        self.bytes = Cow::Owned(bytes);
    }
}

impl EnginePart<'_> {
    /// Takes the elements of a view, if each lies one step from the one before.
    ///
    /// # Errors
    /// [`Error::Shape`] if they do not.
    fn view(&mut self, offset: usize, dims: &Dims) -> Result<(), Error> {
        let merged = dims.merged();
        let stride = match merged.strides() {
            _ if dims.is_side_by_side() || dims.len() == 0 => 1,
            [stride] if *stride > 0 => *stride,
            strides => {
                return Err(shape_error(
                    format!(
                        "a view of shape {:?} with strides {strides:?} of elements in the memory of a device",
                        dims.extents()
                    ),
                    "a device reads elements that lie one step from one another: reduce the view of a slice, or upload its elements side by side",
                ));
            }
        };
        if (offset, stride, dims.len()) != (0, 1, self.len) {
            self.every(offset, stride, dims.len());
        }
        Ok(())
    }

    /// Takes `len` elements, every `stride`-th from element `offset` on. The part may be strided already: a view of a view is one view.
    pub(super) fn every(&mut self, offset: usize, stride: usize, len: usize) {
        let [before, between] = self.strided.unwrap_or([0, 1]);
        self.strided = Some([
            before.saturating_add((offset as u64).saturating_mul(between)),
            between.saturating_mul(stride as u64),
        ]);
        self.len = len;
    }
}
