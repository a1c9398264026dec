//! Buffers that are used again: scratch, parameters, readback and the input of slices; and constants.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use reduce_core::{Error, POOL_BYTES};
use wgpu::{Buffer, BufferDescriptor, BufferUsages};

use crate::scope::Guarded;

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

/// How many constants are kept: as many different calls of `encode` make none anew.
const CONSTANTS: usize = 64;

/// Buffers by what is in them. They never change, so that a call may be encoded before another one has run.
#[derive(Debug, Default)]
pub(crate) struct Constants(Mutex<HashMap<Vec<u8>, Buffer>>);

impl Constants {
    /// The buffer that holds `bytes`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn get(&self, on: &Guarded, bytes: Vec<u8>) -> Result<Buffer, Error> {
        let known = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&bytes)
            .cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let buffer = create(
            on,
            "the passes",
            bytes.len() as u64,
            BufferUsages::UNIFORM | BufferUsages::STORAGE | BufferUsages::COPY_DST,
        )?;
        on.run("the passes", 0, || on.queue.write_buffer(&buffer, 0, &bytes))?;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What is still in use lives on in its command buffers.
        if kept.len() >= CONSTANTS {
            kept.clear();
        }
        kept.insert(bytes, buffer.clone());
        Ok(buffer)
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
