//! The elements of an encoded reduction, checked, and the bytes of each buffer that a pass binds.

mod batched;

use reduce_core::{Error, chunk};
use wgpu::Buffer;

pub(crate) use self::batched::Owned;

use crate::device::shared::Shared;
use crate::input::device_source::{BufferRange, DevicePart, Memory};
use crate::input::upload::{PADDING, Uploaded};

/// A range of a buffer that a pass binds, and where in it the first element is.
#[derive(Clone, Copy)]
pub(crate) struct Binding<'a> {
    pub(crate) buffer: &'a Buffer,
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    /// Elements before the first one.
    pub(crate) start: u32,
    /// Elements from one to the next.
    pub(crate) step: u32,
}

/// The elements of one part in a checked view.
pub(crate) struct Pieces<'a> {
    /// The pieces in order.
    pieces: Vec<Piece<'a>>,
    /// Elements in the range of one binding.
    chunk: u64,
    /// Bytes of an element.
    bytes: u64,
    /// The alignment of bindings.
    alignment: u64,
    /// Elements side by side before the first one.
    before: u64,
    /// The distance from one element to the next, in elements side by side.
    step: u64,
}

/// Neighbouring elements in one buffer.
struct Piece<'a> {
    /// The first of them.
    first: u64,
    /// The element behind the last of them.
    end: u64,
    buffer: &'a Buffer,
    /// The byte where the first one begins.
    offset: u64,
}

impl<'a> Pieces<'a> {
    /// The first `len` elements of `view`, each of `bytes`, if that many are there, to be read in tiles of `tile`.
    ///
    /// # Errors
    /// [`Error::Buffer`], [`Error::WrongDevice`], or [`Error::Limit`] if a binding does not hold a tile.
    pub(crate) fn new(view: &DevicePart<'a>, bytes: u64, len: u64, tile: u64, gpu: &Shared) -> Result<Self, Error> {
        match view.strided {
            None => Self::side_by_side(&view.memory, bytes, len, tile, gpu),
            Some(strided) => Self::strided(&view.memory, strided, bytes, len, tile, gpu),
        }
    }

    /// The first `len` of the elements in `memory`.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    fn side_by_side(memory: &Memory<'a>, bytes: u64, len: u64, tile: u64, gpu: &Shared) -> Result<Self, Error> {
        let (alignment, on) = (gpu.storage_alignment, &gpu.on);
        let (pieces, chunk) = match memory {
            Memory::Uploaded(uploaded) if !uploaded.home.is(on) => {
                return Err(Error::WrongDevice {
                    array: uploaded.home.name.clone(),
                    device: on.name.clone(),
                });
            }
            Memory::Host => {
                return Err(Error::WrongDevice {
                    array: "the host".to_owned(),
                    device: on.name.clone(),
                });
            }
            Memory::Uploaded(uploaded) => (Piece::of_uploaded(uploaded), uploaded.chunk),
            Memory::Buffers(ranges) => {
                // A binding may have to begin before the first element.
                let slack = alignment.saturating_mul(bytes);
                let caps = gpu
                    .caps
                    .clone()
                    .with(|caps| caps.max_binding_bytes = gpu.caps.max_binding_bytes.saturating_sub(slack));
                (
                    Piece::of_ranges(ranges, bytes, len, tile)?,
                    chunk(bytes as usize, &caps)?,
                )
            }
        };
        let found = pieces.last().map_or(0, |piece| piece.end);
        if found < len {
            return Err(Error::Buffer {
                what: "the input".to_owned(),
                problem: format!("has {found} elements where {len} are asked for"),
                remedy: "give a smaller length",
            });
        }
        Ok(Self {
            pieces,
            chunk,
            bytes,
            alignment,
            before: 0,
            step: 1,
        })
    }

    /// The first `len` of every `step`-th element in `memory` from `first` on.
    ///
    /// # Errors
    /// As [`new`](Self::new); [`Error::Buffer`] if they lie in several buffers, [`Error::Limit`] if no binding shows a tile.
    fn strided(
        memory: &Memory<'a>,
        [first, step]: [u64; 2],
        bytes: u64,
        len: u64,
        tile: u64,
        gpu: &Shared,
    ) -> Result<Self, Error> {
        let last = len.saturating_sub(1).saturating_mul(step);
        let spanned = if len == 0 {
            0
        } else {
            first.saturating_add(last).saturating_add(1)
        };
        let inner = Self::side_by_side(memory, bytes, spanned, tile, gpu)?;
        if inner.pieces.len() > 1 {
            return Err(Error::Buffer {
                what: "a strided view".to_owned(),
                problem: format!("is of elements in {} buffers", inner.pieces.len()),
                remedy: "take a view of each of them, and merge their results",
            });
        }
        // A binding may have to begin before the first element.
        let room = inner.chunk.saturating_sub(inner.alignment);
        let chunk = if last < room {
            len.max(1).next_multiple_of(tile)
        } else {
            room / step / tile * tile
        };
        if chunk == 0 {
            return Err(Error::Limit {
                what: "a tile of a strided view".to_owned(),
                asked: tile.saturating_mul(step),
                unit: "elements in one binding",
                limit: inner.chunk,
                device: gpu.caps.device.clone(),
                remedy: "copy the elements side by side first",
            });
        }
        Ok(Self {
            chunk,
            before: first,
            step,
            ..inner
        })
    }

    /// The number of elements from `start` on in the range of one binding: no pass reads across a cut.
    pub(crate) fn uncut(&self, start: u64) -> u64 {
        if self.step > 1 || self.before > 0 {
            return self.chunk - start % self.chunk;
        }
        self.piece(start).map_or(self.chunk, |piece| {
            let here = start - piece.first;
            (self.chunk - here % self.chunk).min(piece.end - start)
        })
    }

    /// Says whether one buffer holds all of these elements.
    pub(crate) fn is_one(&self, start: u64, length: u64) -> bool {
        let last = self.before + (start + length - 1) * self.step;
        self.piece(self.before + start * self.step)
            .is_some_and(|piece| last < piece.end)
    }

    fn piece(&self, start: u64) -> Option<&Piece<'a>> {
        self.pieces.get(self.pieces.partition_point(|piece| piece.end <= start))
    }

    /// The buffer that holds the element `start`, and the byte where it begins.
    fn at(&self, start: u64) -> Option<(&'a Buffer, u64)> {
        let start = self.before + start * self.step;
        let piece = self.piece(start)?;
        Some((piece.buffer, piece.offset + (start - piece.first) * self.bytes))
    }

    /// The binding of `length` elements from `start` on for 16-byte loads; none if the buffer does not allow them.
    pub(crate) fn whole(&self, start: u64, length: u64) -> Option<Binding<'a>> {
        let bytes = (length * self.bytes).next_multiple_of(PADDING);
        let (buffer, offset) = self.at(start)?;
        let is_one = length > 0 && self.is_one(start, length);
        let fits = is_one && self.step == 1 && offset.is_multiple_of(self.alignment) && offset + bytes <= buffer.size();
        fits.then_some(Binding {
            buffer,
            offset,
            bytes,
            start: 0,
            step: 1,
        })
    }

    /// The binding of these elements for loads of one element each.
    ///
    /// # Errors
    /// [`Error::Buffer`] if no binding shows them.
    pub(crate) fn unaligned(&self, start: u64, length: u64) -> Result<Binding<'a>, Error> {
        let (buffer, offset) = self.at(start).ok_or_else(|| Error::Buffer {
            what: "the input".to_owned(),
            problem: format!("has no element {start}"),
            remedy: "give a smaller length",
        })?;
        let nearest = offset / self.alignment * self.alignment;
        // A whole number of elements has to lie before the first one.
        let mut aligned = (0..self.bytes).filter_map(|steps| nearest.checked_sub(steps * self.alignment));
        let refuse = |problem: String, remedy| Error::Buffer {
            what: "the input".to_owned(),
            problem,
            remedy,
        };
        let bound = aligned
            .find(|bound| (offset - bound).is_multiple_of(self.bytes))
            .ok_or_else(|| {
                refuse(
                    format!("begins at byte {offset}, between elements of {} bytes", self.bytes),
                    "begin at a multiple of the size of an element",
                )
            })?;
        let spanned = (length - 1) * self.step + 1;
        let bytes = (offset - bound + spanned * self.bytes).next_multiple_of(4);
        if bound + bytes > buffer.size() {
            return Err(refuse(
                format!("ends at byte {} of its buffer, inside a word", buffer.size()),
                "make the buffer a multiple of 4 bytes long",
            ));
        }
        let start = ((offset - bound) / self.bytes) as u32;
        Ok(Binding {
            buffer,
            offset: bound,
            bytes,
            start,
            step: self.step as u32,
        })
    }
}

impl<'a> Piece<'a> {
    fn of_uploaded(uploaded: &'a Uploaded) -> Vec<Self> {
        let pieces = (0..).zip(&uploaded.buffers).map(|(index, buffer)| Piece {
            first: index * uploaded.chunk,
            end: ((index + 1) * uploaded.chunk).min(uploaded.len as u64),
            buffer,
            offset: 0,
        });
        pieces.collect()
    }

    /// # Errors
    /// [`Error::Buffer`] if one cannot be bound, is too short, or ends inside a tile where another one follows.
    fn of_ranges(ranges: &[BufferRange<'a>], bytes: u64, len: u64, tile: u64) -> Result<Vec<Self>, Error> {
        let mut pieces: Vec<Self> = Vec::with_capacity(ranges.len());
        for (index, range) in ranges.iter().enumerate() {
            let (first, last) = (pieces.last().map_or(0, |piece| piece.end), index + 1 == ranges.len());
            let held = range.size / bytes;
            let what = if ranges.len() == 1 {
                "the input".to_owned()
            } else {
                format!("buffer {index} of the input")
            };
            let needed = if last { len.saturating_sub(first) } else { 0 };
            range.check(&what, needed.saturating_mul(bytes), bytes.min(4))?;
            if !last && !held.is_multiple_of(tile) {
                return Err(Error::Buffer {
                    what,
                    problem: format!("holds {held} elements, which is no multiple of {tile}"),
                    remedy: "let all buffers but the last hold a multiple of Partial::tile_len() elements",
                });
            }
            pieces.push(Self {
                first,
                end: first + held,
                buffer: range.buffer,
                offset: range.offset,
            });
        }
        Ok(pieces)
    }
}
