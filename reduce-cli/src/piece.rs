//! A piece of a file in memory: numbers whose type is known by a value and not to the compiler.

use std::io::{self, Read};

use bytemuck::Pod;

/// Bytes of a piece: long enough that a call costs nothing beside it, short enough for any machine.
const PIECE_BYTES: usize = 4 << 20;

/// Whole elements, in memory that is aligned for numbers of any type.
#[derive(Debug)]
pub struct Piece {
    /// Words align everything.
    words: Vec<u64>,
    bytes: usize,
}

impl Piece {
    /// Memory for the longest piece, of which nothing is filled.
    pub(crate) fn new() -> Self {
        Self {
            words: vec![0; PIECE_BYTES / size_of::<u64>()],
            bytes: 0,
        }
    }

    /// The elements.
    ///
    /// # Panics
    /// If the piece does not end with a whole `T`.
    #[must_use]
    pub fn numbers<T: Pod>(&self) -> &[T] {
        let bytes: &[u8] = bytemuck::cast_slice(&self.words);
        bytemuck::cast_slice(&bytes[..self.bytes])
    }

    /// Whether there are no elements.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Reads up to `most` bytes and as many as there is room for; returns how many.
    pub(crate) fn fill(&mut self, most: u64, from: &mut impl Read) -> io::Result<u64> {
        let room: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
        let most = room.len().min(usize::try_from(most).unwrap_or(usize::MAX));
        self.bytes = 0;
        while self.bytes < most {
            match from.read(&mut room[self.bytes..most]) {
                Ok(0) => break,
                Ok(read) => self.bytes += read,
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                Err(why) => return Err(why),
            }
        }
        Ok(self.bytes as u64)
    }
}
