//! Shapes and strides: where the elements of a view lie, by their index along each axis.

use crate::error::Error;

/// The most axes that a view has.
pub(crate) const MOST_AXES: usize = 8;

/// The extent of each axis, and the elements from one index along it to the next; the last axis varies fastest.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dims {
    rank: usize,
    extents: [usize; MOST_AXES],
    strides: [usize; MOST_AXES],
}

impl Dims {
    /// No axis: one element.
    pub(crate) const NONE: Self = Self {
        rank: 0,
        extents: [1; MOST_AXES],
        strides: [0; MOST_AXES],
    };

    /// Axes of these extents whose elements lie side by side, in C order.
    ///
    /// # Errors
    /// [`Error::Shape`] if there are too many axes, or more elements than memory has.
    pub(crate) fn side_by_side(shape: &[usize]) -> Result<Self, Error> {
        check_rank(shape.len())?;
        let mut dims = Self::NONE;
        shape.iter().for_each(|extent| dims.push(*extent, 1));
        dims = dims.counted()?;
        for axis in (1..dims.rank).rev() {
            dims.strides[axis - 1] = dims.strides[axis] * dims.extents[axis].max(1);
        }
        Ok(dims)
    }

    /// Appends an axis, the fastest.
    pub(crate) fn push(&mut self, extent: usize, stride: usize) {
        if let (Some(last), Some(step)) = (self.extents.get_mut(self.rank), self.strides.get_mut(self.rank)) {
            (*last, *step) = (extent, stride);
            self.rank += 1;
        }
    }

    pub(crate) fn extents(&self) -> &[usize] {
        &self.extents[..self.rank]
    }

    pub(crate) fn strides(&self) -> &[usize] {
        &self.strides[..self.rank]
    }

    /// Each axis: its extent and its stride.
    pub(crate) fn axes(&self) -> impl DoubleEndedIterator<Item = (usize, usize)> + '_ {
        self.extents().iter().copied().zip(self.strides().iter().copied())
    }

    /// The number of elements.
    pub(crate) fn len(&self) -> usize {
        self.extents().iter().product()
    }

    /// Refuses axes of more elements than memory has.
    ///
    /// # Errors
    /// [`Error::Shape`].
    pub(crate) fn counted(self) -> Result<Self, Error> {
        // An axis without an index counts as one, so that no product of some of the axes is too large either.
        let count = (self.extents().iter()).try_fold(1usize, |count, extent| count.checked_mul(*extent.max(&1)));
        count.map(|_| self).ok_or_else(|| {
            shape_error(
                format!("the shape {:?} has more elements than memory can hold", self.extents()),
                "make it smaller",
            )
        })
    }

    /// The distance of the last element in memory from the first, where each axis has an index; none if it is beyond all memory.
    pub(crate) fn reach(&self) -> Option<usize> {
        self.axes().try_fold(0usize, |reach, (extent, stride)| {
            reach.checked_add((extent - 1).checked_mul(stride)?)
        })
    }

    /// Whether the elements lie side by side, in their order.
    pub(crate) fn is_side_by_side(&self) -> bool {
        matches!(self.merged().strides(), [] | [1])
    }

    /// Merges as many axes as can be: those of one index are left out, and two that go on from one another become one. The elements and their order stay.
    pub(crate) fn merged(&self) -> Self {
        let mut merged = Self::NONE;
        for (extent, stride) in self.axes() {
            if extent == 1 {
                continue;
            }
            match merged.rank.checked_sub(1) {
                Some(last) if stride.checked_mul(extent) == Some(merged.strides[last]) => {
                    (merged.extents[last], merged.strides[last]) = (merged.extents[last] * extent, stride);
                }
                _ => merged.push(extent, stride),
            }
        }
        merged
    }

    /// The extent of the last axis and its stride; without an axis there is a single element.
    pub(crate) fn last_axis(&self) -> (usize, usize) {
        self.axes().next_back().unwrap_or((1, 1))
    }

    /// The place of the element at an index in C order, from the first element.
    #[inline(always)]
    pub(crate) fn place(&self, mut index: usize) -> usize {
        if self.rank <= 1 {
            return index * self.strides[0];
        }
        let (mut place, mut axis) = (0, self.rank);
        while axis > 1 {
            axis -= 1;
            let extent = self.extents[axis];
            place += index % extent * self.strides[axis];
            index /= extent;
        }
        place + index * self.strides[0]
    }
}

/// Refuses more axes than a view has.
///
/// # Errors
/// [`Error::Shape`].
pub(crate) fn check_rank(rank: usize) -> Result<(), Error> {
    if rank <= MOST_AXES {
        return Ok(());
    }
    Err(shape_error(
        format!("a view has at most {MOST_AXES} axes, and {rank} were asked for"),
        "merge axes that lie side by side",
    ))
}

pub(crate) fn shape_error(problem: String, remedy: &'static str) -> Error {
    Error::Shape { problem, remedy }
}

#[cfg(test)]
mod tests {
    use super::Dims;

    #[test]
    fn axes_that_go_on_from_one_another_are_one() {
        let merged = |dims: &[(usize, usize)]| {
            let mut all = Dims::NONE;
            dims.iter().for_each(|(extent, stride)| all.push(*extent, *stride));
            let merged = all.merged();
            let places = |dims: &Dims| (0..dims.len()).map(|index| dims.place(index)).collect::<Vec<_>>();
            assert_eq!(places(&merged), places(&all), "{dims:?}");
            merged.axes().collect::<Vec<_>>()
        };
        assert_eq!(merged(&[(3, 20), (1, 7), (4, 5), (5, 1)]), [(60, 1)]);
        assert_eq!(merged(&[(4, 1), (3, 4)]), [(4, 1), (3, 4)]);
        assert_eq!(merged(&[(4, 0), (3, 0)]), [(12, 0)]);
        assert_eq!(merged(&[(2, 12), (3, 4), (4, 1), (5, 0)]), [(24, 1), (5, 0)]);
        assert_eq!(merged(&[]), []);
    }
}
