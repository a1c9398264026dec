//! Slices on their way to a device: copied into buffers that fit a binding.

use reduce_core::{Caps, EnginePart, Error, HostPart, SourcePart, UPLOAD_BYTES, chunk};
use wgpu::{Buffer, BufferUsages};

use crate::device::pool::{self, Pool};
use crate::device::scope::Guarded;

/// Every buffer is a whole number of these bytes, so that the last 16-byte load stays inside.
pub(crate) const PADDING: u64 = 16;

pub(crate) const USAGE: BufferUsages = BufferUsages::STORAGE
    .union(BufferUsages::COPY_DST)
    .union(BufferUsages::COPY_SRC);

/// One part of the elements, in buffers of equal length but for the last one.
#[derive(Debug)]
pub(crate) struct Uploaded {
    pub(crate) buffers: Vec<Buffer>,
    /// Elements of a buffer.
    pub(crate) chunk: u64,
    /// Bytes of an element.
    pub(crate) bytes: u64,
    pub(crate) len: usize,
    pub(crate) home: Guarded,
}

/// How data in host memory goes to a device: wgpu copies it to staging memory first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Staging {
    /// A few pieces at a time, which waits for the device.
    Bounded,
    /// All of it, without a wait.
    Whole,
}

impl Uploaded {
    pub(super) fn part(&self) -> SourcePart<'_> {
        SourcePart::Engine(EnginePart {
            memory: vec![self],
            len: self.len,
            strided: None,
        })
    }

    /// Copies `data` into buffers of its own, which an [`Array`](super::array::Array) keeps.
    pub(super) fn keep(on: &Guarded, caps: &Caps, data: &HostPart<'_>) -> Result<Self, Error> {
        Self::upload(on, caps, data, Staging::Bounded, |what, bytes| {
            pool::create(on, what, bytes, USAGE)
        })
    }

    /// Copies `data` into buffers from the pool, for a single call.
    pub(crate) fn stage(
        on: &Guarded,
        caps: &Caps,
        pool: &Pool,
        data: &HostPart<'_>,
        staging: Staging,
    ) -> Result<Self, Error> {
        Self::upload(on, caps, data, staging, |what, bytes| pool.take(on, what, bytes, USAGE))
    }

    fn upload(
        on: &Guarded,
        caps: &Caps,
        data: &HostPart<'_>,
        staging: Staging,
        mut buffer: impl FnMut(&'static str, u64) -> Result<Buffer, Error>,
    ) -> Result<Self, Error> {
        let chunk = chunk(data.element, caps)?;
        // All buffers first: an input that does not fit is refused before anything is copied.
        let piece = usize::try_from(chunk)
            .unwrap_or(usize::MAX)
            .saturating_mul(data.element);
        let buffers = sizes(data.len(), data.element as u64, chunk);
        let buffers = buffers.map(|size| buffer("the input", size));
        let buffers = buffers.collect::<Result<Vec<Buffer>, Error>>()?;
        for (buffer, piece) in buffers.iter().zip(data.bytes.chunks(piece)) {
            write(on, buffer, piece, staging)?;
        }
        Ok(Self {
            buffers,
            chunk,
            bytes: data.element as u64,
            len: data.len(),
            home: on.clone(),
        })
    }
}

/// The bytes of each buffer of `len` elements of so many bytes, of which a buffer has `chunk`.
pub(crate) fn sizes(len: usize, bytes: u64, chunk: u64) -> impl Iterator<Item = u64> {
    let firsts = (0..len as u64).step_by(usize::try_from(chunk).unwrap_or(usize::MAX));
    firsts.map(move |first| ((len as u64 - first).min(chunk) * bytes).next_multiple_of(PADDING))
}

/// Copies `bytes` to the start of `buffer`, piece by piece: wgpu stages each in memory of its own.
fn write(on: &Guarded, buffer: &Buffer, bytes: &[u8], staging: Staging) -> Result<(), Error> {
    let mut last = None;
    // wgpu copies multiples of four bytes; packed elements may end between.
    let (whole, rest) = bytes.split_at(bytes.len() / 4 * 4);
    let mut end = [0; 4];
    end[..rest.len()].copy_from_slice(rest);
    for (index, part) in whole.chunks(UPLOAD_BYTES).enumerate() {
        let submission = on.submit("the upload", part.len() as u64, || {
            on.queue.write_buffer(buffer, (index * UPLOAD_BYTES) as u64, part);
            on.queue.submit([])
        })?;
        // One part travels while the next is staged.
        if let Some(earlier) = last.replace(submission)
            && staging == Staging::Bounded
        {
            on.wait(earlier)?;
        }
    }
    if !rest.is_empty() {
        on.run("the upload", 4, || {
            on.queue.write_buffer(buffer, whole.len() as u64, &end)
        })?;
    }
    Ok(())
}
