//! A reduction of elements that come in pieces.

use std::marker::PhantomData;

use reduce_core::{Error, Operator, Source};

use crate::input::source;
use crate::run::reducer::{GpuReducer, finished};
use crate::run::segments::Segments;

/// A reduction on one GPU of elements that come in pieces: the bits of one call over all of them.
///
/// Made by [`GpuReducer::stream`]. Elements are gathered in one of two staging buffers while the device copies and reduces the
/// other; only states remain of elements that are reduced. So memory use does not grow with the number of elements.
///
/// ```no_run
/// use reduce_wgpu::prelude::*;
///
/// let gpu = Gpu::new()?;
/// let mut stats = gpu.reducer::<ops::Variance<f32>>()?.stream()?;
/// for frame in 0..1_000 {
///     let samples = vec![frame as f32; 48_000]; // … from a file or a sensor
///     stats.push(&samples)?;
/// }
/// println!("{}", stats.finish()?);
/// # Ok::<(), reduce_wgpu::Error>(())
/// ```
pub struct GpuStream<R> {
    segments: Segments,
    reduction: PhantomData<fn() -> R>,
}

impl<R: Operator> GpuReducer<R> {
    /// A reduction of elements that come in pieces, of any lengths.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`]; [`Error::Policy`] for a strategy of the ladder.
    pub fn stream(&self) -> Result<GpuStream<R>, Error> {
        Ok(GpuStream {
            segments: Segments::new(&self.now())?,
            reduction: PhantomData,
        })
    }
}

impl<R: Operator> GpuStream<R> {
    /// Elements that have come.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.segments.len()
    }

    /// Whether none has come.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the next elements, as many as there are; waits only while both staging buffers are with the device.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the members of a tuple of inputs differ in length, [`Error::Buffer`] for an array on a GPU: none has been taken.
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`]: the stream is over, and every later call gives the same error.
    pub fn push(&mut self, data: impl Source<R::Input>) -> Result<(), Error> {
        let (parts, len) = source::parts(&data)?;
        self.segments.push(&parts, len)
    }

    /// The result of all elements that have come; without any, `finish(identity())`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`]; [`Error::Loops`] if the device left a loop of the operator early; the error that ended the stream.
    pub fn finish(self) -> Result<R::Output, Error> {
        let runner = self.segments.runner.clone();
        finished::<R>(&runner, runner.gpu().last::<R>(self.segments.finish()?)?)
    }
}

impl<R: Operator> std::fmt::Debug for GpuStream<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GpuStream of {} after {} elements", R::wgsl_name(), self.len())
    }
}
