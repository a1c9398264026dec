//! Reductions that nobody waits for: a future that is ready when the device is.

use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_channel::oneshot;
use reduce_core::{Error, Operator, Source};

use crate::device::shared::Gpu;
use crate::input::source::{self, Part};
use crate::input::upload::Staging;
use crate::run::reducer::{GpuReducer, finished};
use crate::run::runner::{Begun, Runner};

/// A reduction that the device is working on; made by [`GpuReducer::reduce_async`].
///
/// `Send` and without borrows. Dropping it loses the result and nothing else.
#[must_use = "a future gives its result to who awaits it"]
pub struct ReduceFuture<R> {
    runner: Runner,
    /// The bytes of the last state; none if there are no elements.
    bytes: Bytes,
    reduction: PhantomData<fn() -> R>,
}

type Bytes = Pin<Box<dyn Future<Output = Result<Option<Vec<u8>>, Error>> + Send>>;

impl<R: Operator> Future for ReduceFuture<R> {
    type Output = Result<R::Output, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let bytes = ready!(self.bytes.as_mut().poll(context))?;
        let state = self.runner.gpu().last::<R>(bytes);
        Poll::Ready(state.and_then(|state| finished::<R>(&self.runner, state)))
    }
}

impl<R: Operator> std::fmt::Debug for ReduceFuture<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ReduceFuture of {}", R::wgsl_name())
    }
}

impl<R: Operator> GpuReducer<R> {
    /// Reduces `data` without waiting: the future is ready when the device is.
    ///
    /// The work is handed to the device before this returns, and a slice copied to memory of the driver's, all of it at once, so that no reference to
    /// `data` is kept and no device waited for. A thread of the library's waits; any executor will do. Dropping the future loses the result and
    /// nothing else.
    ///
    /// # Errors
    /// As [`reduce`](Self::reduce), all of them from the future.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// async fn brightest(gpu: &Gpu, image: &Array<f32>) -> Result<f32, Error> {
    ///     gpu.reducer::<ops::Max<f32>>()?.reduce_async(image).await
    /// }
    /// ```
    pub fn reduce_async(&self, data: impl Source<R::Input>) -> ReduceFuture<R> {
        let (runner, bytes) = match self.reading(&data) {
            Ok(runner) => {
                let bytes = runner.bytes_of(source::parts(data.items()));
                (runner, bytes)
            }
            Err(error) => (self.now(), Box::pin(std::future::ready(Err(error))) as Bytes),
        };
        ReduceFuture {
            bytes,
            runner,
            reduction: PhantomData,
        }
    }
}

impl Runner {
    /// Hands the reduction to the device now, and makes the future of its bytes.
    fn bytes_of(&self, data: Result<(Vec<Part<'_>>, usize), Error>) -> Bytes {
        let begun = data.and_then(|(parts, len)| self.begin(parts, len, None, Staging::Whole));
        let watched = begun.and_then(|begun| begun.map(|begun| self.watched(begun)).transpose());
        let gpu = self.gpu().clone();
        Box::pin(async move {
            match watched? {
                Some(watched) => watched.bytes(&gpu).await.map(Some),
                None => Ok(None),
            }
        })
    }

    /// Lets a thread of the library's wait for the work that was begun.
    pub(crate) fn watched(&self, begun: Begun) -> Result<Watched, Error> {
        let gpu = &self.gpu().0;
        let waited = gpu.poller.watch(&gpu.on, begun.pending.submission.clone())?;
        Ok(Watched { begun, waited })
    }
}

/// Work that was begun, and the receiver that learns that it is done.
pub(crate) struct Watched {
    begun: Begun,
    waited: oneshot::Receiver<Result<(), Error>>,
}

impl Watched {
    /// The bytes of its results.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) async fn bytes(self, gpu: &Gpu) -> Result<Vec<u8>, Error> {
        let waited = self.waited.await;
        waited.map_err(|_| gpu.0.on.driver("nobody waited for the result".to_owned()))??;
        self.begun.bytes(gpu).await
    }
}
