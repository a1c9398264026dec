//! Elements of an array that are copied side by side on their device.

use reduce_core::{BatchElements, Error, FEW_COPIES, chunk};
use wgpu::{Buffer, CommandEncoderDescriptor};

use crate::device::shared::Shared;
use crate::input::upload::{USAGE, Uploaded, sizes};

/// Bytes of a word, of which a copy on a device has a whole number.
pub(crate) const WORD: u64 = 4;

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
        let (len, chunk) = (elements.len(), chunk(self.bytes as usize, &gpu.caps)?);
        let copies = self.copies(elements, chunk);
        if copies.iter().any(|copy| copy.from.1 % WORD + copy.to.1 % WORD > 0) {
            return Ok(None);
        }
        let buffers = sizes(len, self.bytes, chunk);
        let buffers = buffers.map(|size| gpu.pool.take(&gpu.on, "the elements of a batch", size, USAGE));
        let buffers = buffers.collect::<Result<Vec<Buffer>, Error>>()?;
        self.record(gpu, &copies, &buffers)?;
        Ok(Some(Self {
            buffers,
            chunk,
            bytes: self.bytes,
            len,
            home: self.home.clone(),
        }))
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

    fn record(&self, gpu: &Shared, copies: &[Copy], to: &[Buffer]) -> Result<(), Error> {
        for copies in copies.chunks(FEW_COPIES) {
            gpu.on.submit("the copies", 0, || {
                let label = Some("reduce groups");
                let mut encoder = (gpu.on.device).create_command_encoder(&CommandEncoderDescriptor { label });
                for copy in copies {
                    let (from, to) = (&self.buffers[copy.from.0], &to[copy.to.0]);
                    encoder.copy_buffer_to_buffer(from, copy.from.1, to, copy.to.1, copy.bytes);
                }
                gpu.on.queue.submit([encoder.finish()])
            })?;
        }
        Ok(())
    }
}
