//! Reductions that nobody waits for: a future that is ready when the device is.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_channel::oneshot;
use reduce_core::{Error, Monoid, Reduction};
use wgpu::Buffer;

use crate::dispatch::Pending;
use crate::input::Input;
use crate::reducer::{Reducer, finished};
use crate::source::Source;

/// A reduction that the device is working on; made by [`Reducer::reduce_async`].
///
/// `Send` and without borrows. Dropping it loses the result and nothing else.
#[must_use = "a future gives its result to who awaits it"]
pub struct Reducing<R: Reduction>(Pin<Box<dyn Future<Output = Result<R::Output, Error>> + Send>>);

/// What the device works on, who tells that it is done, and the copies that it reads.
type Begun = (Pending, oneshot::Receiver<Result<(), Error>>, Vec<Buffer>);

impl<R: Reduction> Future for Reducing<R> {
    type Output = Result<R::Output, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context)
    }
}

impl<R: Reduction> std::fmt::Debug for Reducing<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Reducing {}", R::wgsl_name())
    }
}

impl<R: Reduction> Reducer<R> {
    /// Reduces `data` without waiting: the future is ready when the device is.
    ///
    /// The work is handed to the device before this returns, and a slice copied, so that nothing of `data` is kept. A thread
    /// of the library's waits for the device; any executor will do. Dropping the future loses the result and nothing else.
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
    pub fn reduce_async(&self, data: impl Source<R::Input>) -> Reducing<R> {
        let begun = self.begin(&data);
        let gpu = self.gpu().clone();
        Reducing(Box::pin(async move {
            let state = match begun? {
                Some((pending, waited, staged)) => {
                    let waited = waited.await;
                    waited.map_err(|_| gpu.0.on.driver("nobody waited for the result".to_owned()))??;
                    let bytes = pending.bytes(&gpu.0).await?;
                    gpu.0.pool.give(staged);
                    gpu.state::<R>(&bytes)?
                }
                None => R::State::identity(),
            };
            finished::<R>(state)
        }))
    }

    /// Hands the reduction of `data` to the device, with the copies that it reads; of no elements there is none.
    fn begin(&self, data: &impl Source<R::Input>) -> Result<Option<Begun>, Error> {
        let gpu = &self.gpu().0;
        let input = Input::of(self.gpu(), data)?;
        if input.len == 0 {
            return Ok(None);
        }
        let plan = self.plan(input.len as u64)?;
        let pending = self.submit(&plan, &input, &[], 1, None)?;
        let waited = gpu.poller.watch(&gpu.on, pending.submission.clone())?;
        Ok(Some((pending, waited, input.staged())))
    }
}
