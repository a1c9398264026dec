//! What every format gives: elements, piece by piece.

use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// The elements of a file.
pub(crate) trait Elements {
    /// What they are.
    fn element(&self) -> ElementType;
    /// Reads the next ones; nothing at the end.
    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure>;
}
