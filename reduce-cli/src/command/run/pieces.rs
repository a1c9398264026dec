//! The elements of a file, piece by piece, below a bar.

use crate::failure::Failure;
use crate::file::Elements;
use crate::piece::Piece;
use crate::progress::Bar;

/// Takes a piece, and the number of the key of each element in it if keys are asked for.
pub(super) type Take<'t> = dyn FnMut(&Piece, &[u32]) -> Result<(), Failure> + 't;

/// Gives all elements to `take`, a piece at a time.
///
/// # Errors
/// If the file cannot be read, and the errors of `take`.
pub(super) fn all(elements: &mut dyn Elements, mut bar: Option<Bar>, take: &mut Take<'_>) -> Result<(), Failure> {
    let mut piece = Piece::new();
    loop {
        elements.read(&mut piece)?;
        if let Some(bar) = &mut bar {
            bar.tick();
        }
        if piece.is_empty() {
            return Ok(());
        }
        take(&piece, elements.keys())?;
    }
}
