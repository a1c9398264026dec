//! The elements of an array in logical order. Each is read at the place that its indices and the strides give; strides may be negative, or 0.

use std::marker::PhantomData;
use std::ops::Range;

use ::ndarray::{ArrayRef, Axis, Dimension};

use crate::error::Error;
use crate::input::dims::{Dims, MOST_AXES, check_rank};
use crate::input::element::{Element, Plain, Run, Slices};
use crate::types::columns::STRIP;

/// The memory of an array that fills it, and the array's axes there. An array does not fill memory if other memory lies between its elements, or if an axis
/// runs backwards.
///
/// If an axis repeats its elements, memory has them once.
pub(super) fn in_memory<E, D: Dimension>(array: &ArrayRef<E, D>) -> Option<(&[E], Dims)> {
    check_rank(array.ndim()).ok()?;
    if array.is_empty() {
        return Some((&[], Dims::side_by_side(array.shape()).ok()?));
    }
    let (mut view, mut dims) = (array.view(), Dims::NONE);
    for (axis, (extent, stride)) in array.shape().iter().zip(array.strides()).enumerate() {
        let stride = if *extent == 1 {
            0
        } else {
            usize::try_from(*stride).ok()?
        };
        if stride == 0 {
            view.collapse_axis(Axis(axis), 0);
        }
        dims.push(*extent, stride);
    }
    Some((view.to_slice_memory_order()?, dims))
}

/// The places of elements, as distances in elements from the first one: the sum of index times stride over the axes, of which the fastest comes first.
///
/// Its functions index the arrays by constants, so that an optimised build keeps the values that it needs in registers.
#[derive(Clone, Copy, Debug)]
struct Places {
    rank: usize,
    extents: [usize; MOST_AXES],
    strides: [isize; MOST_AXES],
}

impl Places {
    /// The places of elements of this shape, by as few axes as possible: an axis of one index is left out, and an axis that continues another is merged with it.
    ///
    /// # Errors
    /// [`Error::Shape`] if there are too many axes.
    fn new(shape: &[usize], strides: &[isize]) -> Result<Self, Error> {
        check_rank(shape.len())?;
        let mut places = Self {
            rank: 0,
            extents: [1; MOST_AXES],
            strides: [0; MOST_AXES],
        };
        let axes = shape.iter().zip(strides).rev();
        for (extent, stride) in axes.filter(|(extent, _)| **extent != 1) {
            let end = |axis: &usize| places.strides[*axis].checked_mul(places.extents[*axis] as isize);
            match places.rank.checked_sub(1).filter(|axis| end(axis) == Some(*stride)) {
                Some(axis) => places.extents[axis] *= extent,
                None => {
                    (places.extents[places.rank], places.strides[places.rank]) = (*extent, *stride);
                    places.rank += 1;
                }
            }
        }
        Ok(places)
    }

    /// Whether the elements lie side by side and in order.
    fn are_side_by_side(&self) -> bool {
        matches!(&self.strides[..self.rank], [] | [1])
    }

    /// The number of elements in a row, which are neighbours along the fastest axis, and the distance from one to the next.
    #[inline(always)]
    fn row(&self) -> (usize, isize) {
        (self.extents[0], self.strides[0])
    }

    /// The number of rows along the next axis.
    #[inline(always)]
    fn rows(&self) -> usize {
        self.extents[1]
    }

    /// The place of the element at an index in logical order.
    #[inline(always)]
    fn of(&self, mut index: usize) -> isize {
        let mut place = 0;
        for axis in 0..MOST_AXES {
            let (extent, stride) = (self.extents[axis], self.strides[axis]);
            if axis + 1 >= self.rank {
                return place + index as isize * stride;
            }
            place += (index % extent) as isize * stride;
            index /= extent;
        }
        place
    }
}

/// Neighbouring elements that fill a strip.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Strip<'a, E> {
    elements: Elements<'a, E>,
    rows: Option<Rows<E>>,
}

/// The rows of a strip, if each lies at the same distance from the one before: all of them follow one another along one axis.
#[derive(Clone, Copy, Debug)]
struct Rows<E> {
    /// The place of the first element.
    origin: *const E,
    /// The distance from an element to the next, and what a step into the next row adds to it.
    stride: isize,
    shift: isize,
    /// The number of elements in the first row.
    before: usize,
    /// 2^16 divided by the length of a row, rounded up: a product with it divides a small number by that length.
    reciprocal: u32,
}

impl<E: Element> Rows<E> {
    /// The rows of the elements of a strip. There are none if the elements continue along a third axis.
    #[inline(always)]
    fn of(elements: &Elements<'_, E>) -> Option<Self> {
        let (places, start) = (&elements.places, elements.start);
        let (extent, stride) = places.row();
        let (row, column) = (start / extent, start % extent);
        let (before, more) = (extent - column, (column + STRIP - 1) / extent);
        if more > 1 && row % places.rows() + more >= places.rows() {
            return None;
        }
        let shift = match more {
            0 => 0,
            _ => places.of(start + before) - places.of(start) - before as isize * stride,
        };
        Some(Self {
            origin: elements.pointer(0),
            stride,
            shift,
            before,
            reciprocal: ((1 << 16) / extent) as u32 + 1,
        })
    }

    /// The distance of the element at `index` from the first.
    #[inline(always)]
    fn place(&self, index: usize) -> isize {
        let row = match index.checked_sub(self.before) {
            None => 0,
            // Exact: the quotient is 0, or the length of a row and the index are at most 2^8.
            Some(behind) => 1 + ((behind as u32 * self.reciprocal) >> 16),
        };
        index as isize * self.stride + row as isize * self.shift
    }
}

const _: () = assert!(STRIP <= 1 << 8);

impl<E: Element> Run for Strip<'_, E> {
    type Item = E;

    #[inline(always)]
    fn len(self) -> usize {
        STRIP
    }

    #[inline(always)]
    fn get(self, index: usize) -> E {
        let Some(rows) = self.rows else {
            return self.elements.get(index);
        };
        assert!(index < STRIP, "an index beyond the elements");
        // SAFETY: it is the place that `Elements::pointer` finds for the index. An element lies one stride behind the one before it, and the first of a row
        // `shift` further, which is the same for all rows along one axis.
        let element = unsafe { *rows.origin.offset(rows.place(index)) };
        element.located(self.elements.first.wrapping_add(index as u32))
    }
}

/// Elements of an array, in logical order.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Elements<'a, E> {
    /// The element of index 0 along each axis.
    origin: *const E,
    places: Places,
    /// The index in the array of the first of these elements, and how many there are.
    start: usize,
    len: usize,
    /// The position of the first of these elements.
    first: u32,
    /// All elements of the array in the order of memory, if they fill it.
    memory: Option<&'a [E]>,
    borrowed: PhantomData<&'a E>,
}

// SAFETY: it is a shared borrow of the elements, through which nothing is written.
unsafe impl<E: Sync> Send for Elements<'_, E> {}
// SAFETY: as above.
unsafe impl<E: Sync> Sync for Elements<'_, E> {}

impl<'a, E: Element> Elements<'a, E> {
    /// The elements of `array`.
    ///
    /// # Errors
    /// [`Error::Shape`] if there are too many axes.
    pub(super) fn of<D: Dimension>(array: &'a ArrayRef<E, D>) -> Result<Self, Error> {
        Ok(Self {
            origin: array.as_ptr(),
            places: Places::new(array.shape(), array.strides())?,
            start: 0,
            len: array.len(),
            first: 0,
            memory: in_memory(array).map(|(memory, _)| memory),
            borrowed: PhantomData,
        })
    }

    /// Where the element at `index` of these is: it is an element of the array, and borrowed for `'a`.
    #[inline(always)]
    fn pointer(&self, index: usize) -> *const E {
        assert!(index < self.len, "an index beyond the elements");
        let place = self.places.of(self.start + index);
        // SAFETY: `start + len` is at most the number of elements of the array, as `of` and `cut` keep it, so the indices along the axes are less than their
        // extents, and an array has an element at each sum of such indices times strides from its first.
        unsafe { self.origin.offset(place) }
    }

    /// The element at `index` of these.
    #[inline(always)]
    fn at(&self, index: usize) -> E {
        // SAFETY: it is the place of an element.
        unsafe { *self.pointer(index) }
    }
}

impl<E: Element> Run for Elements<'_, E> {
    type Item = E;

    #[inline(always)]
    fn len(self) -> usize {
        self.len
    }

    #[inline(always)]
    fn get(self, index: usize) -> E {
        // Its position counts from the first of these elements.
        self.at(index).located(self.first.wrapping_add(index as u32))
    }
}

impl<'a, E: Element> Slices for Elements<'a, E> {
    type Whole = Strip<'a, E>;
    const MAY_LIE_SIDE_BY_SIDE: bool = true;

    #[inline(always)]
    fn cut(self, range: Range<usize>) -> Self {
        assert!(
            range.start <= range.end && range.end <= self.len,
            "a range beyond the elements"
        );
        Self {
            start: self.start + range.start,
            len: range.len(),
            first: self.first.wrapping_add(range.start as u32),
            ..self
        }
    }

    #[inline(always)]
    fn whole(self) -> Option<Self::Whole> {
        (self.len == STRIP).then(|| Strip {
            elements: self,
            rows: Rows::of(&self),
        })
    }

    fn positioned(self, first: u32) -> Self {
        Self { first, ..self }
    }

    fn first(self) -> u32 {
        self.first
    }

    type Viewed = Plain<&'a [E]>;

    fn viewed(self) -> Self::Viewed {
        Plain::new(self.memory.unwrap_or_default())
    }

    fn side_by_side(self) -> Option<Self::Viewed> {
        let memory = self.memory.filter(|_| self.places.are_side_by_side())?;
        let elements = memory.get(self.start..self.start + self.len)?;
        Some(Plain::new(elements).positioned(self.first))
    }

    fn gather(self, to: &mut Vec<E>) {
        to.reserve(self.len);
        let (extent, stride) = self.places.row();
        let mut done = 0;
        while done < self.len {
            let (first, row) = (self.pointer(done), (self.start + done) % extent);
            let len = (extent - row).min(self.len - done);
            if stride == 1 {
                // SAFETY: the `len` elements from the first on are neighbours along the last axis, with nothing between them.
                to.extend_from_slice(unsafe { std::slice::from_raw_parts(first, len) });
            } else {
                // SAFETY: as above, with the stride between them.
                to.extend((0..len as isize).map(|index| unsafe { *first.offset(index * stride) }));
            }
            done += len;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::mem::MaybeUninit;

    use ::ndarray::{Array2, Array3, ArrayView2, s};

    use super::{Elements, Run as _, STRIP, Slices as _};
    use crate::{Along, Cpu, ReduceEach as _, ops};

    #[test]
    fn rows_of_a_strip_are_where_their_elements_are() {
        let memory = Array3::from_shape_fn((9, 300, 260), |(plane, row, column)| (plane * 300 + row) * 260 + column);
        let memory = memory.mapv(|place| place as u32);
        for extent in (1..260).step_by(12).chain([2, 128, 255, 256, 257]) {
            for step in [1, 2, -1] {
                let array = memory.slice(s![.., ..7, ..extent]).slice_move(s![..;-2, .., ..;step]);
                let elements = Elements::of(&array).unwrap();
                for start in (0..(elements.len() + 1).saturating_sub(STRIP)).step_by(7) {
                    let strip = elements.cut(start..start + STRIP).whole().unwrap();
                    for index in 0..STRIP {
                        assert_eq!(
                            strip.get(index),
                            elements.get(start + index),
                            "{extent}, {step}, {start}"
                        );
                    }
                }
            }
        }
    }

    /// For Valgrind's memcheck: the branches of the assertions depend on every element that was read.
    #[test]
    fn every_byte_that_is_read_was_written() {
        let mut memory = Array2::<f32>::uninit((40, 700));
        let mut some = memory.slice_mut(s![..;-3, ..;2]);
        for (index, element) in some.iter_mut().enumerate() {
            *element = MaybeUninit::new(index as f32);
        }
        // SAFETY: each element of this view has just been written.
        let view: ArrayView2<'_, f32> = unsafe { some.view().assume_init() };
        let elements: Vec<f32> = view.iter().copied().collect();
        let cpu = Cpu::new();
        let expected = cpu.reduce::<ops::Sum<f32>>(&elements).unwrap();
        assert!(cpu.reduce::<ops::Sum<f32>>(&view).unwrap().to_bits() == expected.to_bits());
        for turned in [view, view.reversed_axes()] {
            for axis in [0, 1] {
                let sums = cpu.reduce_each::<ops::Sum<f32>>(&turned, Along([axis])).unwrap();
                let largest = cpu.reduce_each::<ops::ArgMax<f32>>(&turned, Along([axis])).unwrap();
                let lanes = turned.lanes(::ndarray::Axis(axis as usize)).into_iter();
                for ((lane, sum), largest) in lanes.zip(sums.values).zip(largest.values) {
                    let lane = lane.to_vec();
                    assert!(sum.to_bits() == cpu.reduce::<ops::Sum<f32>>(&lane).unwrap().to_bits());
                    assert!(largest.index as usize == lane.len() - 1);
                }
            }
        }
    }
}
