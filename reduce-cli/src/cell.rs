//! A cell of a table that is no element: a key, or a number or text that `--where` compares.

/// The value of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell<'c> {
    Integer(i128),
    Single(f32),
    Double(f64),
    Text(&'c str),
}
