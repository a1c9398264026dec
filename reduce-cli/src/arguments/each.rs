//! Groups of an input that is only described: `--each rows=1024`.

use std::str::FromStr;

use super::count;

/// Which elements belong together, of an input of so many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Each {
    /// So many neighbouring elements.
    Rows(usize),
    /// Every so-manieth element.
    Columns(usize),
    /// So many segments of equal lengths.
    Segments(usize),
    /// The axes that are reduced of an array of this shape.
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
