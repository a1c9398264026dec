//! Copies on a device: those that lay elements of an array side by side.

use reduce_core::{BatchElements, Error, FEW_COPIES, chunk};
use wgpu::{Buffer, CommandEncoder};

use crate::device::shared::Shared;
use crate::input::upload::{USAGE, Uploaded, sizes};

/// Bytes of a word, of which a copy on a device has a whole number.
pub(crate) const WORD: u64 = 4;

/// A copy from a byte of one buffer to a byte of another.
pub(crate) struct Copied {
    pub(crate) from: (Buffer, u64),
    pub(crate) to: (Buffer, u64),
    pub(crate) bytes: u64,
}

impl Copied {
    /// Records it.
    pub(crate) fn record(&self, encoder: &mut CommandEncoder) {
        let Self { from, to, bytes } = self;
        encoder.copy_buffer_to_buffer(&from.0, from.1, &to.0, to.1, *bytes);
    }
}

/// One copy between two buffers: the index of each, and the byte in it.
struct Copy {
    from: (usize, u64),
    to: (usize, u64),
    bytes: u64,
}

impl Uploaded {
    /// These elements side by side in buffers from the pool; none if a copy would begin between two words.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn copied(&self, gpu: &Shared, elements: &BatchElements<'_>) -> Result<Option<Self>, Error> {
        let copies = self.copies(elements, chunk(self.bytes as usize, &gpu.caps)?);
        if copies.iter().any(|copy| copy.from.1 % WORD + copy.to.1 % WORD > 0) {
            return Ok(None);
        }
        let to = self.room_for(gpu, elements.len())?;
        for copies in copies.chunks(FEW_COPIES) {
            gpu.on.submit_recorded("the copies", |encoder| {
                for copy in copies {
                    let (from, to) = (&self.buffers[copy.from.0], &to.buffers[copy.to.0]);
                    encoder.copy_buffer_to_buffer(from, copy.from.1, to, copy.to.1, copy.bytes);
                }
            })?;
        }
        Ok(Some(to))
    }

    /// Buffers from the pool for so many of these elements side by side.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn room_for(&self, gpu: &Shared, len: usize) -> Result<Self, Error> {
        let chunk = chunk(self.bytes as usize, &gpu.caps)?;
        let buffers = sizes(len, self.bytes, chunk);
        let buffers = buffers.map(|size| gpu.pool.take(&gpu.on, "the elements of a batch", size, USAGE));
        Ok(Self {
            buffers: buffers.collect::<Result<Vec<Buffer>, Error>>()?,
            chunk,
            bytes: self.bytes,
            len,
            home: self.home.clone(),
        })
    }

    /// The copies of these elements to buffers of `chunk` elements.
    fn copies(&self, elements: &BatchElements<'_>, chunk: u64) -> Vec<Copy> {
        let (mut copies, mut written) = (Vec::new(), 0);
        elements.each_run(&mut |run| {
            let (mut place, end) = (run.start as u64, run.end as u64);
            while place < end {
                let (here, there) = (place % self.chunk, written % chunk);
                let len = (end - place).min(self.chunk - here).min(chunk - there);
                copies.push(Copy {
                    from: ((place / self.chunk) as usize, here * self.bytes),
                    to: ((written / chunk) as usize, there * self.bytes),
                    // Buffers are padded, so the words of the last elements are whole.
                    bytes: (len * self.bytes).next_multiple_of(WORD),
                });
                place += len;
                written += len;
            }
        });
        copies
    }
}
