//! Elements in the order of their groups, each group in the order of the file: what the library reduces as `Segments`.
//!
//! So one kind of grouping is compiled for each of the two hundred operators. `blocks` puts elements in order as they come, whole groups at a time; `axes` says in
//! which order; `by_key` waits for all of them.

mod axes;
mod blocks;
mod by_key;

pub(crate) use axes::{Axis, Layout, of_axes, of_rows};
pub(crate) use blocks::Blocks;
pub(crate) use by_key::ByKey;

use crate::failure::Failure;
use crate::piece::Piece;

/// Takes elements in the order of their groups: those from one offset up to the next are a group.
pub(crate) type Take<'t> = dyn FnMut(&Piece, &[usize]) -> Result<(), Failure> + 't;

/// The message that elements are to be held which do not fit.
fn no_room(what: &str) -> Failure {
    Failure::input(format!(
        "the memory has no room for {what}; reduce a part of the file, or use a machine with more"
    ))
}
