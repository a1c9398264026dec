//! Results on their way to the host: a copy behind the passes, and the bytes once it is mapped.

use futures_channel::oneshot;
use reduce_core::Error;
use wgpu::{Buffer, BufferAsyncError, BufferUsages, CommandEncoder, MapMode, SubmissionIndex};

use crate::device::scope::Guarded;
use crate::device::shared::Shared;
use crate::device::watch::{WORD_BYTES, Watch};

const READBACK: BufferUsages = BufferUsages::MAP_READ.union(BufferUsages::COPY_DST);

/// A buffer that the host reads: results, and behind them the word of loops.
pub(crate) struct Readback {
    buffer: Buffer,
    bytes: u64,
    watch: Option<Watch>,
}

/// A call that the device is working on.
pub(crate) struct Pending {
    readback: Readback,
    mapped: Mapped,
    pub(crate) submission: SubmissionIndex,
    /// Buffers that go back to the pool once the results are read.
    states: Vec<Buffer>,
}

/// Whether a buffer is mapped, once that is known.
pub(crate) type Mapped = oneshot::Receiver<Result<(), BufferAsyncError>>;

/// Asks for the first `bytes` of a buffer, once the device is done with it.
pub(crate) fn map(buffer: &Buffer, mode: MapMode, bytes: u64) -> Mapped {
    let (sender, receiver) = oneshot::channel();
    buffer.map_async(mode, ..bytes, move |mapped| {
        // If the receiver is gone, nobody wants to know.
        let _ = sender.send(mapped);
    });
    receiver
}

/// Whether the buffer was mapped; `what` names it in messages.
///
/// # Errors
/// [`Error::DeviceLost`], [`Error::Driver`].
pub(crate) async fn is_mapped(on: &Guarded, what: &str, mapped: Mapped) -> Result<(), Error> {
    let mapped = mapped
        .await
        .map_err(|_| on.driver(format!("{what} was never mapped")))?;
    mapped.map_err(|error| on.driver(format!("mapping {what}: {error}")))
}

/// Waits for a call and returns the bytes of its results.
///
/// # Errors
/// [`Error::DeviceLost`], [`Error::Driver`].
pub(crate) fn wait(gpu: &Shared, pending: Pending) -> Result<Vec<u8>, Error> {
    gpu.on.wait(pending.submission.clone())?;
    pollster::block_on(pending.bytes(gpu))
}

impl Pending {
    /// Adds scratch memory that goes back to the pool afterwards.
    pub(crate) fn with(self, states: impl IntoIterator<Item = Buffer>) -> Self {
        Self {
            states: states.into_iter().collect(),
            ..self
        }
    }

    /// The bytes of the results, as soon as somebody polls the device beyond its submission.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::Driver`]; [`Error::Loops`] if a loop was left early.
    pub(crate) async fn bytes(self, gpu: &Shared) -> Result<Vec<u8>, Error> {
        let (bytes, buffers) = self.readback.bytes(&gpu.on, self.mapped).await?;
        // A buffer whose map failed may still be mapped; only buffers that are known to be at rest go back.
        gpu.pool.give(self.states.into_iter().chain(buffers));
        bytes
    }
}

impl Readback {
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn take(gpu: &Shared, bytes: u64, watch: Option<Watch>) -> Result<Self, Error> {
        // Copies are of whole words.
        let bytes = bytes.next_multiple_of(4);
        let buffer = gpu.pool.take(&gpu.on, "the result", bytes + WORD_BYTES, READBACK)?;
        Ok(Self { buffer, bytes, watch })
    }

    /// Copies the bytes of a buffer from this one on, and the word of loops.
    pub(crate) fn copy(&self, encoder: &mut CommandEncoder, (from, byte): (&Buffer, u64)) {
        encoder.copy_buffer_to_buffer(from, byte, &self.buffer, 0, self.bytes);
        if let Some(watch) = &self.watch {
            encoder.copy_buffer_to_buffer(&watch.word, 0, &self.buffer, self.bytes, WORD_BYTES);
        }
    }

    /// Asks for its bytes, after the copy was submitted.
    pub(crate) fn map(&self) -> Mapped {
        map(&self.buffer, MapMode::Read, self.mapped_bytes())
    }

    fn mapped_bytes(&self) -> u64 {
        self.bytes + self.watch.as_ref().map_or(0, |_| WORD_BYTES)
    }

    /// Submits what `record` records, and then a copy of the bytes of a buffer from the given one on.
    ///
    /// # Errors
    /// For a submission of `what`: [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn submit(
        self,
        on: &Guarded,
        what: &'static str,
        from: (&Buffer, u64),
        record: impl FnOnce(&mut CommandEncoder),
    ) -> Result<Pending, Error> {
        let (submission, mapped) = on.submit(what, 0, || {
            let mut encoder = on
                .device
                .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("reduce") });
            if let Some(watch) = &self.watch {
                watch.clear(&mut encoder);
            }
            record(&mut encoder);
            self.copy(&mut encoder, from);
            (on.queue.submit([encoder.finish()]), self.map())
        })?;
        Ok(Pending {
            readback: self,
            mapped,
            submission,
            states: Vec::new(),
        })
    }

    /// [`submit`](Self::submit), and a wait for the bytes; the buffer goes back to the pool.
    ///
    /// # Errors
    /// As [`submit`](Self::submit).
    pub(crate) fn read(
        self,
        gpu: &Shared,
        what: &'static str,
        from: (&Buffer, u64),
        record: impl FnOnce(&mut CommandEncoder),
    ) -> Result<Vec<u8>, Error> {
        wait(gpu, self.submit(&gpu.on, what, from, record)?)
    }

    /// Its bytes, or [`Error::Loops`] if a loop was left early, and the buffers, which are at rest again.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) async fn bytes(
        self,
        on: &Guarded,
        mapped: Mapped,
    ) -> Result<(Result<Vec<u8>, Error>, Vec<Buffer>), Error> {
        is_mapped(on, "the result", mapped).await?;
        let mapped = self.mapped_bytes();
        let bytes = on.run("the result", mapped, || {
            self.buffer.get_mapped_range(..mapped).map(|view| view.to_vec())
        })?;
        on.run("the result", mapped, || self.buffer.unmap())?;
        let mut bytes = bytes.map_err(|error| on.driver(format!("reading the result: {error}")))?;
        let word = bytes.split_off(self.bytes as usize);
        let early = word.iter().any(|byte| *byte != 0);
        let (word, error) = self.watch.map(|watch| (watch.word, watch.error)).unzip();
        let result = error.filter(|_| early).map_or(Ok(bytes), Err);
        Ok((result, [self.buffer].into_iter().chain(word).collect()))
    }
}
