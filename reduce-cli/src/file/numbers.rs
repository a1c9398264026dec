//! Numbers one after the other, as raw files and those of numpy hold them.

use std::io::Read as _;

use super::elements::Elements;
use super::npy;
use super::opened::Opened;
use super::shape::Shape;
use crate::element_type::ElementType;
use crate::failure::Failure;
use crate::piece::Piece;

/// The layout of the numbers in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stored {
    /// The type that they are given as.
    pub(super) element: ElementType,
    /// Whether their bytes are in the other order than this machine's.
    pub(super) swapped: bool,
    /// Whether they are 16-bit floats, which are given as f32.
    pub(super) halves: bool,
}

impl Stored {
    /// Numbers as this machine holds them.
    pub(super) fn plain(element: ElementType) -> Self {
        Self {
            element,
            swapped: false,
            halves: false,
        }
    }

    /// Bytes of a number in the file.
    pub(super) fn bytes(self) -> usize {
        if self.halves { 2 } else { self.element.bytes() }
    }
}

/// The numbers from the file's current position on.
pub(super) struct Numbers {
    pub(super) opened: Opened,
    pub(super) stored: Stored,
    /// Bytes that have to come, if a header said so.
    pub(super) expected: Option<u64>,
    pub(super) read: u64,
    pub(super) shape: Option<Shape>,
}

/// A file of numbers alone.
///
/// # Errors
/// If its length is no whole number of elements.
pub(super) fn raw(opened: Opened, element: ElementType) -> Result<Box<dyn Elements>, Failure> {
    let size = element.bytes() as u64;
    if let Some(bytes) = opened.bytes.filter(|bytes| !bytes.is_multiple_of(size)) {
        return Err(part_of_one(&opened, bytes, element));
    }
    Ok(Box::new(Numbers {
        opened,
        stored: Stored::plain(element),
        expected: None,
        read: 0,
        shape: None,
    }))
}

fn part_of_one(opened: &Opened, bytes: u64, element: ElementType) -> Failure {
    opened.failure(format_args!(
        "has {bytes} bytes, which is no whole number of {element}; give the type that it was written with"
    ))
}

impl Elements for Numbers {
    fn element(&self) -> ElementType {
        self.stored.element
    }

    fn read(&mut self, piece: &mut Piece) -> Result<(), Failure> {
        let most = self.expected.map_or(u64::MAX, |bytes| bytes - self.read);
        let file = &mut self.opened.file;
        let read = if self.stored.halves {
            piece.fill_half(most, file)
        } else {
            piece.fill(most, file)
        };
        self.read += read.map_err(|why| self.opened.unread(&why))?;
        // A piece holds whole elements of every type, so only the last one can end inside of one.
        let whole = self.read.is_multiple_of(self.stored.bytes() as u64);
        match self.expected {
            None if whole => {}
            None => return Err(part_of_one(&self.opened, self.read, self.stored.element)),
            Some(expected) if piece.is_empty() && self.read == expected => self.nothing_behind()?,
            Some(expected) if piece.is_empty() || !whole => {
                return Err(npy::truncated(&self.opened, self.read, expected));
            }
            Some(_) => {}
        }
        if self.stored.swapped {
            piece.swap_bytes(self.stored.bytes());
        }
        if self.stored.halves {
            piece.widen_halves();
        }
        Ok(())
    }

    fn shape(&self) -> Option<&Shape> {
        self.shape.as_ref()
    }
}

impl Numbers {
    /// Refuses bytes behind the array: a second one, which would be lost without a word.
    fn nothing_behind(&mut self) -> Result<(), Failure> {
        let behind = self.opened.file.read(&mut [0]);
        match behind.map_err(|why| self.opened.unread(&why))? {
            0 => Ok(()),
            _ => Err(self
                .opened
                .failure("goes on behind its array; write one array to a file, by one numpy.save")),
        }
    }
}
