//! The elements of a file, piece by piece, as every format gives them.

use super::shape::Shape;
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::keys::Keys;
use crate::piece::Piece;

/// The elements of a file.
pub(crate) trait Elements {
    /// Their type.
    fn element(&self) -> ElementType;
    /// Reads the next ones; none at the end.
    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure>;
    /// The shape of the array that they are, if they are one.
    fn shape(&self) -> Option<&Shape> {
        None
    }
    /// The number of the key of each element that was read last, if keys are asked for.
    fn keys(&self) -> &[u32] {
        &[]
    }
    /// The keys of all elements, which are asked for once all have been read.
    fn take_keys(&mut self) -> Option<KeyColumn> {
        None
    }
}

/// A column of keys.
#[derive(Debug, Default)]
pub(crate) struct KeyColumn {
    pub(crate) name: String,
    pub(crate) keys: Keys,
    /// Whether they are written as text, and of no type.
    pub(crate) written: bool,
}
