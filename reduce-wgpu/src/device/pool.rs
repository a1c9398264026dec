//! Buffers that are used again: scratch, parameters, readback and the input of slices; and constants.

use std::sync::{Mutex, MutexGuard, PoisonError};

use reduce_core::{Error, POOL_BYTES};
use wgpu::{Buffer, BufferDescriptor, BufferUsages};

use crate::device::recent::Recent;
use crate::device::scope::Guarded;

/// The buffers that one device has at rest, the longest resting first; at most [`POOL_BYTES`] of them.
#[derive(Debug, Default)]
pub(crate) struct Pool(Mutex<Vec<Buffer>>);

impl Pool {
    /// A buffer of at least `bytes` with exactly `usage`; its contents are whatever they were.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if there is no room even after everything at rest was let go.
    pub(crate) fn take(
        &self,
        on: &Guarded,
        what: &'static str,
        bytes: u64,
        usage: BufferUsages,
    ) -> Result<Buffer, Error> {
        {
            let mut rest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // One far too large would keep memory from a call that needs it.
            let fits =
                |buffer: &Buffer| buffer.usage() == usage && (bytes..=2 * bytes.max(4096)).contains(&buffer.size());
            if let Some(index) = rest.iter().position(fits) {
                return Ok(rest.remove(index));
            }
        }
        self.make(on, what, bytes, usage)
    }

    /// A buffer of exactly `bytes` and `usage`, which is not mapped; its contents are whatever they were.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    pub(crate) fn take_exactly(
        &self,
        on: &Guarded,
        what: &'static str,
        bytes: u64,
        usage: BufferUsages,
    ) -> Result<Buffer, Error> {
        {
            let mut rest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let fits = |buffer: &Buffer| buffer.usage() == usage && buffer.size() == bytes;
            if let Some(index) = rest.iter().position(fits) {
                return Ok(rest.remove(index));
            }
        }
        self.make(on, what, bytes, usage)
    }

    fn make(&self, on: &Guarded, what: &'static str, bytes: u64, usage: BufferUsages) -> Result<Buffer, Error> {
        create(on, what, bytes, usage).or_else(|error| match error {
            Error::OutOfMemory { .. } => {
                self.clear();
                create(on, what, bytes, usage)
            }
            other => Err(other),
        })
    }

    /// Puts buffers to rest.
    pub(crate) fn give(&self, buffers: impl IntoIterator<Item = Buffer>) {
        let mut rest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rest.extend(buffers);
        let mut bytes: u64 = rest.iter().map(Buffer::size).sum();
        rest.retain(|buffer| {
            let keep = bytes <= POOL_BYTES;
            if !keep {
                bytes -= buffer.size();
            }
            keep
        });
    }

    fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// The number of constants that are kept: as many different calls of `encode` in turn make none anew. Most have less than 1 KiB.
const CONSTANTS: usize = 1024;

/// Buffers by their contents. They never change, so that a call may be encoded before another one has run.
#[derive(Debug)]
pub(crate) struct Constants(Mutex<Recent<Vec<u8>, Buffer>>);

impl Default for Constants {
    fn default() -> Self {
        Self(Mutex::new(Recent::new(CONSTANTS)))
    }
}

impl Constants {
    /// The buffer that holds `bytes`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn get(&self, on: &Guarded, bytes: Vec<u8>) -> Result<Buffer, Error> {
        if let Some(known) = self.kept().get(&bytes) {
            return Ok(known);
        }
        let buffer = create(
            on,
            "the passes",
            bytes.len() as u64,
            BufferUsages::UNIFORM | BufferUsages::STORAGE | BufferUsages::COPY_DST,
        )?;
        on.run("the passes", 0, || on.queue.write_buffer(&buffer, 0, &bytes))?;
        // A buffer that is still in use lives on in its command buffers.
        Ok(self.kept().keep(bytes, buffer))
    }

    fn kept(&self) -> MutexGuard<'_, Recent<Vec<u8>, Buffer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A new buffer.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub(crate) fn create(on: &Guarded, what: &'static str, bytes: u64, usage: BufferUsages) -> Result<Buffer, Error> {
    on.run(what, bytes, || {
        on.device.create_buffer(&BufferDescriptor {
            label: Some(what),
            size: bytes,
            usage,
            mapped_at_creation: false,
        })
    })
}
