//! How a device reduces groups, and with which kernels. The device need not be present.

use reduce_wgpu::{Along, Columns, Error, Grouping, Kernel, Kernels, Rows, Segments};

use crate::arguments::Each;
use crate::failure::Failure;

/// A choice of what to show about the kernels that reduce groups.
trait View {
    /// The value to show.
    type Of;
    /// Makes the view of the groups of an array of this shape.
    fn of<G: Grouping>(kernels: &Kernels, shape: &[usize], grouping: &G) -> Result<Self::Of, Error>;
}

/// The text that says which passes run, and why.
struct Page;

impl View for Page {
    type Of = String;

    fn of<G: Grouping>(kernels: &Kernels, shape: &[usize], grouping: &G) -> Result<String, Error> {
        kernels.explain_each(shape, grouping)
    }
}

/// The kernels themselves.
struct All;

impl View for All {
    type Of = Vec<Kernel>;

    fn of<G: Grouping>(kernels: &Kernels, shape: &[usize], grouping: &G) -> Result<Vec<Kernel>, Error> {
        kernels.each(shape, grouping)
    }
}

/// The text about the groups of an input of `len` elements, or of an array if `each` gives its shape.
///
/// # Errors
/// If the groups do not fit the input, or the device has no room for their states.
pub(super) fn page(kernels: &Kernels, each: &Each, len: u64) -> Result<String, Failure> {
    view::<Page>(kernels, each, len)
}

/// The kernels that reduce these groups.
///
/// # Errors
/// As [`page`].
pub(super) fn kernels(kernels: &Kernels, each: &Each, len: u64) -> Result<Vec<Kernel>, Failure> {
    view::<All>(kernels, each, len)
}

fn view<V: View>(kernels: &Kernels, each: &Each, len: u64) -> Result<V::Of, Failure> {
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    let view = match each {
        Each::Rows(row) => V::of(kernels, &[len], &Rows(*row)),
        Each::Columns(row) => V::of(kernels, &[len], &Columns(*row)),
        Each::Axes { axes, shape } => return along::<V>(kernels, shape, axes),
        Each::Segments(count) => {
            let offsets = (0..=*count as u128).map(|segment| (segment * len as u128 / (*count).max(1) as u128) as u64);
            let offsets: Vec<u32> = offsets
                .map(u32::try_from)
                .collect::<Result<_, _>>()
                .map_err(|_| Failure::usage("offsets of segments are 32-bit numbers; give a smaller --length"))?;
            V::of(kernels, &[len], &Segments(offsets))
        }
    };
    view.map_err(Failure::from)
}

/// The view along `axes`: their number, known at run time, becomes the constant that [`Along`] takes.
fn along<V: View>(kernels: &Kernels, shape: &[usize], axes: &[isize]) -> Result<V::Of, Failure> {
    fn of<V: View, const N: usize>(kernels: &Kernels, shape: &[usize], axes: &[isize]) -> Result<V::Of, Failure> {
        let mut all = [0; N];
        all.copy_from_slice(axes);
        V::of(kernels, shape, &Along(all)).map_err(Failure::from)
    }
    match axes.len() {
        0 => of::<V, 0>(kernels, shape, axes),
        1 => of::<V, 1>(kernels, shape, axes),
        2 => of::<V, 2>(kernels, shape, axes),
        3 => of::<V, 3>(kernels, shape, axes),
        4 => of::<V, 4>(kernels, shape, axes),
        5 => of::<V, 5>(kernels, shape, axes),
        6 => of::<V, 6>(kernels, shape, axes),
        7 => of::<V, 7>(kernels, shape, axes),
        8 => of::<V, 8>(kernels, shape, axes),
        count => Err(Failure::usage(format!(
            "{count} axes are more than the 8 that an array has"
        ))),
    }
}
