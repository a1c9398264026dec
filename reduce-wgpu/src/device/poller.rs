//! The thread that waits for a device so that futures need not.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use futures_channel::oneshot;
use reduce_core::Error;
use wgpu::SubmissionIndex;

use crate::device::scope::Guarded;

/// Submissions that futures wait for; the thread begins with the first of them and ends with the `Gpu`.
#[derive(Debug, Default)]
pub(crate) struct Poller(Mutex<Option<Running>>);

/// The thread, and where it gets its work from.
#[derive(Debug)]
struct Running {
    submissions: Sender<Watched>,
    thread: JoinHandle<()>,
}

/// A submission, and who wants to know that it is done.
type Watched = (SubmissionIndex, oneshot::Sender<Result<(), Error>>);

impl Poller {
    /// Tells the receiver when `submission` is done and its callbacks are called, or why that will not happen.
    ///
    /// # Errors
    /// [`Error::Driver`] if the system gives no thread.
    pub(crate) fn watch(
        &self,
        on: &Guarded,
        submission: SubmissionIndex,
    ) -> Result<oneshot::Receiver<Result<(), Error>>, Error> {
        let (done, receiver) = oneshot::channel();
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let watched = match running.as_ref() {
            Some(running) => match running.submissions.send((submission, done)) {
                Ok(()) => return Ok(receiver),
                Err(unsent) => unsent.0,
            },
            None => (submission, done),
        };
        let (sender, submissions) = channel::<Watched>();
        let device = on.clone();
        let thread = thread::Builder::new()
            .name("reduce poller".to_owned())
            .spawn(move || {
                for (submission, done) in submissions {
                    // wgpu panics where a driver reports the loss of its device, and calls no callback then.
                    let waited = catch_unwind(AssertUnwindSafe(|| device.wait(submission)));
                    // If the receiver is gone, nobody wants to know.
                    let _ =
                        done.send(waited.unwrap_or_else(|_| Err(device.driver("waiting for it failed".to_owned()))));
                }
            })
            .map_err(|error| on.driver(format!("the thread that waits for it could not be started: {error}")))?;
        // The thread has just begun to receive.
        let _ = sender.send(watched);
        *running = Some(Running {
            submissions: sender,
            thread,
        });
        Ok(receiver)
    }
}

impl Drop for Poller {
    /// Waits until the thread has ended, and with it the device that it holds.
    ///
    /// The last holder of a device unloads its driver. Left to a thread that nobody joins, that happened while the process ran the exit
    /// handlers of this driver: seen with llvmpipe under load as a segmentation fault in 3 of 100 runs.
    fn drop(&mut self) {
        let running = self.0.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let Some(Running { submissions, thread }) = running else {
            return;
        };
        drop(submissions);
        // A waker may drop the last `Gpu` on this very thread, which cannot wait for itself.
        if thread.thread().id() != thread::current().id() {
            // It catches its panics.
            let _ = thread.join();
        }
    }
}
