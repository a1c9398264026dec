//! A piece of a file in memory: numbers whose type is known by a value and not to the compiler.

use std::io::{self, Read};

use bytemuck::Pod;
use half::f16;

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
    /// Memory for the longest piece, still empty.
    pub(crate) fn new() -> Self {
        Self {
            words: vec![0; PIECE_BYTES / size_of::<u64>()],
            bytes: 0,
        }
    }

    /// `bytes` bytes, each eight of which `word` gives for their number.
    ///
    /// None if there is no room for them.
    pub(crate) fn of_words(bytes: usize, word: impl Fn(u64) -> u64) -> Option<Self> {
        let count = bytes.div_ceil(size_of::<u64>());
        let mut words = Vec::new();
        words.try_reserve_exact(count).ok()?;
        words.extend((0..count as u64).map(word));
        Some(Self { words, bytes })
    }

    /// The elements.
    ///
    /// # Panics
    /// If the piece does not end with a whole `T`.
    #[must_use]
    pub fn numbers<T: Pod>(&self) -> &[T] {
        bytemuck::cast_slice(self.as_bytes())
    }

    /// Whether there are no elements.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes == 0
    }

    /// Takes these bytes, which are whole elements, and makes room for them where there is too little.
    pub(crate) fn set(&mut self, bytes: &[u8]) {
        let words = bytes.len().div_ceil(size_of::<u64>());
        if words > self.words.len() {
            self.words.resize(words, 0);
        }
        let room: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
        room[..bytes.len()].copy_from_slice(bytes);
        self.bytes = bytes.len();
    }

    /// Takes these further bytes, if there is room for them; returns whether there was.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> bool {
        let end = self.bytes + bytes.len();
        let words = end.div_ceil(size_of::<u64>());
        if let Some(missing) = words.checked_sub(self.words.len()) {
            if self.words.try_reserve(missing).is_err() {
                return false;
            }
            self.words.resize(words, 0);
        }
        let room: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
        room[self.bytes..end].copy_from_slice(bytes);
        self.bytes = end;
        true
    }

    /// Gives away the bytes from this one on.
    pub(crate) fn split_off(&mut self, at: usize) -> Vec<u8> {
        let behind = self.as_bytes().get(at..).unwrap_or_default().to_vec();
        self.bytes = self.bytes.min(at);
        behind
    }

    /// The bytes of the elements.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        let bytes: &[u8] = bytemuck::cast_slice(&self.words);
        &bytes[..self.bytes]
    }

    /// Room for `bytes` bytes, all of them 0; none if there is too little.
    pub(crate) fn zeroed(bytes: usize) -> Option<Self> {
        Self::of_words(bytes, |_| 0)
    }

    /// [`numbers`](Self::numbers), to be changed.
    ///
    /// # Panics
    /// As [`numbers`](Self::numbers).
    pub(crate) fn numbers_mut<T: Pod>(&mut self) -> &mut [T] {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
        bytemuck::cast_slice_mut(&mut bytes[..self.bytes])
    }

    /// Turns the bytes of each element around; an element has `size` of them.
    pub(crate) fn swap_bytes(&mut self, size: usize) {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
        for element in bytes[..self.bytes].chunks_exact_mut(size) {
            element.reverse();
        }
    }

    /// Turns 16-bit floats, which fill half of the piece at most, into the f32 of the same values.
    pub(crate) fn widen_halves(&mut self) {
        let halves = self.bytes / size_of::<f16>();
        self.bytes = halves * size_of::<f32>();
        for at in (0..halves).rev() {
            // From the end on: no value is overwritten before it is read.
            let half = f16::from_bits(bytemuck::cast_slice::<u64, u16>(&self.words)[at]);
            bytemuck::cast_slice_mut::<u64, f32>(&mut self.words)[at] = half.to_f32();
        }
    }

    /// Reads up to `most` bytes and as many as there is room for; returns how many.
    pub(crate) fn fill(&mut self, most: u64, from: &mut impl Read) -> io::Result<u64> {
        self.fill_room(most.min(PIECE_BYTES as u64) as usize, from)
    }

    /// [`fill`](Self::fill) for half of the room.
    pub(crate) fn fill_half(&mut self, most: u64, from: &mut impl Read) -> io::Result<u64> {
        self.fill_room(most.min(PIECE_BYTES as u64 / 2) as usize, from)
    }

    fn fill_room(&mut self, most: usize, from: &mut impl Read) -> io::Result<u64> {
        let room: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
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
