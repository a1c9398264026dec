//! Data on the device: uploaded once, reduced as often as wanted, cut into buffers that a binding can show.

use std::marker::PhantomData;

use reduce_core::{Caps, Error, Storable, UPLOAD_BYTES, chunk};
use wgpu::{Buffer, BufferUsages};

use crate::pool::{self, Pool};
use crate::scope::Guarded;

/// Every buffer is a whole number of these bytes, so that the last 16-byte load stays inside.
const PADDING: u64 = 16;

const USAGE: BufferUsages = BufferUsages::STORAGE
    .union(BufferUsages::COPY_DST)
    .union(BufferUsages::COPY_SRC);

/// Elements in the memory of one device.
///
/// Made by [`Gpu::upload`](crate::Gpu::upload). Inputs beyond the device's largest buffer or binding lie in several
/// buffers; that changes no bit of a result.
#[derive(Debug)]
pub struct Array<T> {
    pub(crate) parts: Parts,
    len: usize,
    element: PhantomData<fn() -> T>,
}

/// The buffers of an array and how many elements each but the last one holds.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) chunk: u64,
    pub(crate) home: Guarded,
}

impl<T: Storable> Array<T> {
    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn upload(on: &Guarded, caps: &Caps, data: &[T]) -> Result<Self, Error> {
        let parts = Parts::upload(on, caps, data, |what, bytes| pool::create(on, what, bytes, USAGE))?;
        Ok(Self {
            parts,
            len: data.len(),
            element: PhantomData,
        })
    }
}

impl Parts {
    /// Copies `data` into buffers from the pool, for a single call.
    pub(crate) fn stage<T: Storable>(on: &Guarded, caps: &Caps, pool: &Pool, data: &[T]) -> Result<Self, Error> {
        Self::upload(on, caps, data, |what, bytes| pool.take(on, what, bytes, USAGE))
    }

    fn upload<T: Storable>(
        on: &Guarded,
        caps: &Caps,
        data: &[T],
        mut buffer: impl FnMut(&'static str, u64) -> Result<Buffer, Error>,
    ) -> Result<Self, Error> {
        let chunk = chunk(size_of::<T>(), caps)?;
        // All buffers first: an input that does not fit is refused before anything is copied.
        let pieces = || data.chunks(usize::try_from(chunk).unwrap_or(usize::MAX));
        let buffers = pieces()
            .map(|piece| buffer("the input", (size_of_val(piece) as u64).next_multiple_of(PADDING)))
            .collect::<Result<Vec<Buffer>, Error>>()?;
        for (buffer, piece) in buffers.iter().zip(pieces()) {
            write(on, buffer, bytemuck::cast_slice(piece))?;
        }
        Ok(Self {
            buffers,
            chunk,
            home: on.clone(),
        })
    }
}

/// Copies `bytes` to the start of `buffer`, a few at a time: wgpu stages them in memory of their own.
fn write(on: &Guarded, buffer: &Buffer, bytes: &[u8]) -> Result<(), Error> {
    let mut last = None;
    for (index, part) in bytes.chunks(UPLOAD_BYTES).enumerate() {
        let submission = on.run("the upload", part.len() as u64, || {
            on.queue.write_buffer(buffer, (index * UPLOAD_BYTES) as u64, part);
            on.queue.submit([])
        })?;
        // One part travels while the next is staged.
        if let Some(earlier) = last.replace(submission) {
            on.wait(earlier)?;
        }
    }
    Ok(())
}

/// What can be reduced: `&[T]`, `&Vec<T>`, `&[T; N]` and `&Array<T>`.
pub trait Source<T>: sealed::Sealed {
    #[doc(hidden)]
    fn elements(&self) -> Elements<'_, T>;
}

/// Where the elements of a source are.
#[doc(hidden)]
#[derive(Debug)]
pub enum Elements<'a, T> {
    /// In host memory.
    Host(&'a [T]),
    /// On a device.
    Device(&'a Array<T>),
}

impl<T> Source<T> for &[T] {
    fn elements(&self) -> Elements<'_, T> {
        Elements::Host(self)
    }
}

impl<T> Source<T> for &Vec<T> {
    fn elements(&self) -> Elements<'_, T> {
        Elements::Host(self)
    }
}

impl<T, const N: usize> Source<T> for &[T; N] {
    fn elements(&self) -> Elements<'_, T> {
        Elements::Host(*self)
    }
}

impl<T> Source<T> for &Array<T> {
    fn elements(&self) -> Elements<'_, T> {
        Elements::Device(self)
    }
}

mod sealed {
    pub trait Sealed {}
    impl<T> Sealed for &[T] {}
    impl<T> Sealed for &Vec<T> {}
    impl<T, const N: usize> Sealed for &[T; N] {}
    impl<T> Sealed for &super::Array<T> {}
}
