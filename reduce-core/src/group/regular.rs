//! Groups of one shape: rows, columns, and any axes of a view.

use super::Grouping;
use super::layout::{Arrangement, Layout};
use crate::error::Error;
use crate::input::dims::{Dims, shape_error};

/// Rows of as many neighbouring elements: one result for each.
///
/// ```
/// use reduce_core::{Cpu, ReduceEach, Rows, ops};
/// let means = Cpu::new().reduce_each::<ops::Mean<f32>>(&[1.0, 2.0, 5.0, 6.0], Rows(2))?;
/// assert_eq!(means, [1.5, 5.5]);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows(pub usize);

/// The columns of a table of as many columns, in row-major order: one result for each.
///
/// ```
/// use reduce_core::{Columns, Cpu, ReduceEach, ops};
/// let peaks = Cpu::new().reduce_each::<ops::Max<f32>>(&[1.0, 2.0, 5.0, 6.0], Columns(2))?;
/// assert_eq!(peaks, [5.0, 6.0]);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns(pub usize);

/// The axes of a [`View`](crate::View), or of an array of `ndarray`, that are reduced; each index of the others has a result. Negative axes count from the end.
///
/// Without axes, each element is lifted and finished alone. Any other source has one axis.
///
/// ```
/// use reduce_core::{Along, Cpu, ReduceEach, View, ops};
/// let table = View::new(&[1, 2, 3, 4, 5, 6], [2, 3])?;
/// let sums = Cpu::new().reduce_each::<ops::Sum<i32>>(table, Along([-1]))?;
/// assert_eq!((sums.shape, sums.values), (vec![2], vec![6, 15]));
/// # #[cfg(feature = "ndarray")]
/// # {
/// use ndarray::{array, s};
/// let table = array![[1, 2, 3], [4, 5, 6]];
/// let sums = Cpu::new().reduce_each::<ops::Sum<i32>>(table.slice(s![.., ..;-2]), Along([0]))?;
/// assert_eq!((sums.shape, sums.values), (vec![2], vec![9, 5]));
/// # }
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Along<const N: usize>(pub [isize; N]);

/// Results in the shape of the axes that were kept, in C order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor<O> {
    /// The extents of these axes; none if all were reduced, to a single result.
    pub shape: Vec<usize>,
    /// The results.
    pub values: Vec<O>,
}

/// The elements of an input as a table of so many columns.
fn table(len: usize, columns: usize, what: &str) -> Result<Dims, Error> {
    if columns == 0 {
        return match len {
            0 => Dims::side_by_side(&[0, 0]),
            _ => Err(shape_error(
                format!("{what}(0) of {len} elements"),
                "give the number of elements of a row, or of columns",
            )),
        };
    }
    if !len.is_multiple_of(columns) {
        return Err(shape_error(
            format!(
                "{what}({columns}) of {len} elements, which leave {} over",
                len % columns
            ),
            "give whole rows",
        ));
    }
    Dims::side_by_side(&[len / columns, columns])
}

impl Grouping for Rows {
    type Results<O> = Vec<O>;
    type Names = ();

    fn arrange(&self, shape: &[usize]) -> Result<(Arrangement, ()), Error> {
        let table = table(shape.iter().product(), self.0, "Rows")?;
        let layout = Layout::along(&table, &|axis| axis == 1);
        Ok((Arrangement::Regular(Box::new(layout)), ()))
    }

    fn named<O>((): (), values: Vec<O>) -> Vec<O> {
        values
    }
}

impl Grouping for Columns {
    type Results<O> = Vec<O>;
    type Names = ();

    fn arrange(&self, shape: &[usize]) -> Result<(Arrangement, ()), Error> {
        let len: usize = shape.iter().product();
        let table = match len {
            // No rows: each column is empty.
            0 => Dims::side_by_side(&[0, self.0])?,
            len => table(len, self.0, "Columns")?,
        };
        let layout = Layout::along(&table, &|axis| axis == 0);
        Ok((Arrangement::Regular(Box::new(layout)), ()))
    }

    fn named<O>((): (), values: Vec<O>) -> Vec<O> {
        values
    }
}

impl<const N: usize> Along<N> {
    /// Which axes of this shape are reduced.
    fn reduced(&self, shape: &[usize]) -> Result<Vec<bool>, Error> {
        let mut reduced = vec![false; shape.len()];
        for axis in self.0 {
            let index = if axis < 0 { axis + shape.len() as isize } else { axis };
            let place = usize::try_from(index).ok().and_then(|index| reduced.get_mut(index));
            match place {
                Some(place) if !*place => *place = true,
                Some(_) => {
                    return Err(shape_error(
                        format!("Along({:?}) names axis {index} twice", self.0),
                        "name each axis once",
                    ));
                }
                None => {
                    return Err(shape_error(
                        format!(
                            "Along({:?}) of an input of shape {shape:?}, which has no axis {axis}",
                            self.0
                        ),
                        "axes count from 0, negative ones from the end; View::new gives a source its shape",
                    ));
                }
            }
        }
        Ok(reduced)
    }
}

impl<const N: usize> Grouping for Along<N> {
    type Results<O> = Tensor<O>;
    type Names = Vec<usize>;

    fn arrange(&self, shape: &[usize]) -> Result<(Arrangement, Vec<usize>), Error> {
        let reduced = self.reduced(shape)?;
        let dims = Dims::side_by_side(shape)?;
        let layout = Layout::along(&dims, &|axis| reduced[axis]);
        let kept = shape.iter().zip(&reduced).filter(|(_, reduced)| !**reduced);
        let names = kept.map(|(extent, _)| *extent).collect();
        Ok((Arrangement::Regular(Box::new(layout)), names))
    }

    fn layout(&self, axes: &Dims) -> Option<Layout> {
        let reduced = self.reduced(axes.extents()).ok()?;
        Some(Layout::along(axes, &|axis| reduced[axis]))
    }

    fn named<O>(shape: Vec<usize>, values: Vec<O>) -> Tensor<O> {
        Tensor { shape, values }
    }
}
