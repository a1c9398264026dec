//! Elements that are read batch by batch: what a binding shows of them, and what is cut out or copied.

use std::ops::Range;

use reduce_core::{BatchElements, Error};
use wgpu::{Buffer, BufferUsages};

use super::{Binding, Pieces};
use crate::input::copied::{Copied, WORD};
use crate::input::device_source::{BufferRange, DevicePart, HeldRange};

/// The elements of a part, in buffers that it keeps.
pub(crate) enum Owned<'a> {
    Part(DevicePart<'a>),
    Ranges(Vec<HeldRange>),
}

impl<'a> Owned<'a> {
    pub(crate) fn part<'o>(&'o self) -> DevicePart<'o>
    where
        'a: 'o,
    {
        match self {
            Self::Part(part) => part.clone(),
            Self::Ranges(ranges) => DevicePart::of_buffers(ranges.iter().map(HeldRange::range)),
        }
    }
}

impl<'a> Pieces<'a> {
    /// The most elements that a binding of so many bytes shows, wherever they begin.
    pub(crate) fn most_in(&self, binding: u64) -> usize {
        let side_by_side = (binding / self.bytes).saturating_sub(self.alignment);
        usize::try_from(side_by_side.saturating_sub(1) / self.step + 1).unwrap_or(usize::MAX)
    }

    /// The number of buffers.
    pub(crate) fn buffers(&self) -> usize {
        self.pieces.len()
    }

    /// The elements of each buffer but the last, if there are several, and all of these have as many.
    pub(crate) fn cut(&self) -> Option<usize> {
        let [first, .., _] = self.pieces.as_slice() else {
            return None;
        };
        let others = &self.pieces[..self.pieces.len() - 1];
        let are_equal = others.iter().all(|piece| piece.end - piece.first == first.end);
        usize::try_from(first.end).ok().filter(|cut| are_equal && *cut > 0)
    }

    /// Says whether a range of a buffer holds bytes of these elements.
    pub(crate) fn overlaps(&self, range: &BufferRange<'_>) -> bool {
        self.pieces.iter().any(|piece| {
            // A strided view is of one buffer.
            let begin = piece.offset + self.before * self.bytes;
            let end = piece.offset + (piece.end - piece.first) * self.bytes;
            piece.buffer == range.buffer && begin < range.offset + range.size && range.offset < end
        })
    }

    /// These elements as a source of their own, where `view` has the pieces, in tiles of so many elements. `join` is given the elements of a tile that goes on in another buffer, and
    /// lays them side by side in a buffer of their own.
    ///
    /// # Errors
    /// The errors of `join`.
    pub(crate) fn cut_out(
        &self,
        view: &DevicePart<'a>,
        (start, length): (u64, u64),
        tile: u64,
        join: &mut dyn FnMut(&BatchElements<'_>) -> Result<Buffer, Error>,
    ) -> Result<Owned<'a>, Error> {
        if view.strided.is_some() {
            return Ok(Owned::Part(view.clone().every(start, 1)));
        }
        let mut ranges = Vec::new();
        let (mut place, end) = (start, start + length);
        while let Some(piece) = self.piece(place).filter(|_| place < end) {
            let here = piece.end.min(end) - place;
            let goes_on = piece.end < end;
            let whole = if goes_on { here / tile * tile } else { here };
            if whole > 0 {
                let offset = piece.offset + (place - piece.first) * self.bytes;
                ranges.push(HeldRange::of(BufferRange {
                    buffer: piece.buffer,
                    offset,
                    size: whole * self.bytes,
                }));
            }
            place += whole;
            if goes_on && whole < here {
                let joined = tile.min(end - place);
                let buffer = join(&BatchElements::Runs {
                    first: place as usize,
                    len: joined as usize,
                    apart: joined as usize,
                    runs: 1,
                })?;
                ranges.push(HeldRange {
                    buffer,
                    offset: 0,
                    size: joined * self.bytes,
                });
                place += joined;
            }
        }
        Ok(Owned::Ranges(ranges))
    }

    /// Bindings of at most so many bytes that show all elements, each with the places of those that it shows; none if a buffer begins where no binding can, or ends inside a word.
    pub(crate) fn windows(&self, binding: u64) -> Option<Vec<(Binding<'a>, Range<usize>)>> {
        // So many elements take a whole number of alignments.
        let at_once = (binding / self.bytes / self.alignment).max(1) * self.alignment;
        let mut windows = Vec::new();
        for piece in &self.pieces {
            for first in (piece.first..piece.end).step_by(usize::try_from(at_once).ok()?) {
                let end = piece.end.min(first + at_once);
                let window = Binding {
                    offset: piece.offset + (first - piece.first) * self.bytes,
                    ..Binding::first(piece.buffer, ((end - first) * self.bytes).next_multiple_of(WORD))
                };
                let is_bound = window.offset.is_multiple_of(self.alignment);
                if !is_bound || window.offset + window.bytes > piece.buffer.size() || self.step > 1 || self.before > 0 {
                    return None;
                }
                windows.push((window, first as usize..end as usize));
            }
        }
        Some(windows)
    }

    /// The copies that lay these elements side by side in `to`; none if one would begin between two words, or a buffer does not allow it.
    pub(crate) fn copies(&self, elements: &BatchElements<'_>, to: &Buffer) -> Option<Vec<Copied>> {
        let (mut copies, mut written, mut are_possible) = (Vec::new(), 0, self.step == 1);
        elements.each_run(&mut |run| {
            let (mut place, end) = (run.start as u64, run.end as u64);
            while place < end && are_possible {
                let (Some((buffer, byte)), Some(piece)) = (self.at(place), self.piece(self.before + place)) else {
                    are_possible = false;
                    return;
                };
                let count = (piece.end - self.before).min(end) - place;
                let bytes = (count * self.bytes).next_multiple_of(WORD);
                are_possible = buffer.usage().contains(BufferUsages::COPY_SRC)
                    && (byte % WORD, written % WORD) == (0, 0)
                    && byte + bytes <= buffer.size();
                copies.push(Copied {
                    from: (buffer.clone(), byte),
                    to: (to.clone(), written),
                    bytes,
                });
                written += count * self.bytes;
                place += count;
            }
        });
        are_possible.then_some(copies)
    }
}
