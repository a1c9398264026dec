//! The elements of a file, piece by piece, as every format gives them.

use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// The elements of a file.
pub(crate) trait Elements {
    /// Their type.
    fn element(&self) -> ElementType;
    /// Reads the next ones; none at the end.
    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure>;
}
