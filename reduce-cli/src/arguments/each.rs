//! The groups of `--each`, such as `rows=1024`: there is no input, only its size.

use std::str::FromStr;

use super::count;

/// Which elements of an input belong to each group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Each {
    /// Rows of this many neighbouring elements.
    Rows(usize),
    /// Every n-th element: a column of a table of n columns.
    Columns(usize),
    /// This many segments of equal lengths.
    Segments(usize),
    /// An array of this shape, reduced along these axes.
    Axes { axes: Vec<isize>, shape: Vec<usize> },
}

const FORMS: &str =
    "give rows=1024, columns=64, segments=1000, or axes=0,2:64x1024x3 (the axes that are reduced, and the extents)";

impl FromStr for Each {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, value) = text.split_once('=').ok_or(FORMS)?;
        let number = |text: &str| usize::try_from(count(text)?).map_err(|_| FORMS.to_owned());
        match kind {
            "rows" => number(value).map(Self::Rows),
            "columns" => number(value).map(Self::Columns),
            "segments" => number(value).map(Self::Segments),
            "axes" => {
                let (axes, shape) = value.split_once(':').ok_or(FORMS)?;
                let axes = axes.split(',').filter(|axis| !axis.is_empty());
                let axes = axes.map(|axis| axis.trim().parse().map_err(|_| FORMS.to_owned()));
                let shape = shape.split('x').map(|extent| number(extent.trim()));
                Ok(Self::Axes {
                    axes: axes.collect::<Result<_, String>>()?,
                    shape: shape.collect::<Result<_, String>>()?,
                })
            }
            _ => Err(FORMS.to_owned()),
        }
    }
}
