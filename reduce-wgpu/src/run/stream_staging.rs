//! Staging memory for a segment of a stream: where the host writes elements, and from where they are copied to the device.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use reduce_core::{COPY_BYTES, COPY_THREADS, Error, HostPart};
use wgpu::{Buffer, BufferUsages, CommandEncoder, MapMode, SubmissionIndex, WriteOnly};

use crate::device::shared::Shared;
use crate::input::upload::PADDING;
use crate::run::readback::{Mapped, is_mapped, map};
use crate::run::runner::Runner;

/// A buffer for each part of `elements` elements.
pub(crate) fn buffers(runner: &Runner, elements: u64, usage: BufferUsages) -> Result<Vec<Buffer>, Error> {
    let parts = runner.kernels().parts().into_iter();
    let bytes = parts.map(|part| (elements * part.bytes as u64).next_multiple_of(PADDING));
    let gpu = &runner.gpu().0;
    bytes
        .map(|bytes| gpu.pool.take_exactly(&gpu.on, "a segment of the stream", bytes, usage))
        .collect()
}

/// Staging memory for one segment.
pub(crate) struct Slot {
    /// One buffer per part.
    staging: Vec<Buffer>,
    /// The submission and the maps that its buffers wait for.
    pub(crate) busy: Option<(SubmissionIndex, Vec<Mapped>)>,
}

impl Slot {
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`].
    pub(crate) fn new(runner: &Runner, elements: u64) -> Result<Self, Error> {
        let gpu = &runner.gpu().0;
        let staging = buffers(runner, elements, BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC)?;
        let mut slot = Self { staging, busy: None };
        let (submission, mapped) = gpu
            .on
            .submit("a segment of the stream", 0, || (gpu.on.queue.submit([]), slot.map()))?;
        slot.busy = Some((submission, mapped));
        Ok(slot)
    }

    /// Copies `count` elements of `parts`, from `first` on, behind the `filled` ones; waits until the device has read the elements that were there
    /// before.
    pub(crate) fn write(
        &mut self,
        gpu: &Shared,
        parts: &[&HostPart<'_>],
        (first, count): (u64, u64),
        filled: u64,
    ) -> Result<(), Error> {
        if let Some((submission, mapped)) = self.busy.take() {
            gpu.on.wait(submission)?;
            for mapped in mapped {
                pollster::block_on(is_mapped(&gpu.on, "a segment", mapped))?;
            }
        }
        for (part, staging) in parts.iter().zip(&self.staging) {
            let bytes = |elements: u64| elements as usize * part.element;
            let from = &part.bytes[bytes(first)..bytes(first + count)];
            let to = bytes(filled)..bytes(filled + count);
            let view = gpu
                .on
                .run("a segment of the stream", 0, || staging.get_mapped_range_mut(..))?;
            let mut view = view.map_err(|error| gpu.on.driver(format!("writing a segment: {error}")))?;
            copy(from, view.slice(to));
        }
        Ok(())
    }

    /// Records the copies to the device.
    pub(crate) fn copy_to(&self, device: &[Buffer], encoder: &mut CommandEncoder) {
        for (staging, device) in self.staging.iter().zip(device) {
            staging.unmap();
            encoder.copy_buffer_to_buffer(staging, 0, device, 0, device.size());
        }
    }

    /// Asks for its buffers, once the device has read them.
    pub(crate) fn map(&self) -> Vec<Mapped> {
        let each = self.staging.iter();
        each.map(|staging| map(staging, MapMode::Write, staging.size()))
            .collect()
    }

    /// Its buffers, once the device is done with them.
    pub(crate) fn into_buffers(self) -> Vec<Buffer> {
        // A slot without a submission was unmapped when its copy was submitted.
        if self.busy.is_some() {
            self.staging.iter().for_each(Buffer::unmap);
        }
        self.staging
    }
}

/// Copies as fast as memory allows, which takes several threads: of our own, since a thread of a pool that waits for others may take up work of the
/// caller's, such as a task that asks for a lock that it holds.
fn copy(from: &[u8], to: WriteOnly<'_, [u8]>) {
    let (pieces, rest) = from.as_chunks::<COPY_BYTES>();
    let (places, mut last) = to.into_chunks::<COPY_BYTES>();
    last.copy_from_slice(rest);
    let both: Vec<(&[u8; COPY_BYTES], WriteOnly<'_, [u8; COPY_BYTES]>)> = pieces.iter().zip(places).collect();
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = threads.min(COPY_THREADS).min(both.len());
    let left = Mutex::new(both.into_iter());
    let work = || {
        while let Some((piece, place)) = next(&left) {
            WriteOnly::<[u8]>::from(place).copy_from_slice(piece);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Without this thread the others do its part.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}

fn next<T>(left: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    left.lock().unwrap_or_else(PoisonError::into_inner).next()
}
