//! The thread that waits for a device so that futures need not.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use reduce_core::Error;
use wgpu::SubmissionIndex;

use crate::scope::Guarded;

/// Submissions that futures wait for; the thread begins with the first of them and ends with the `Gpu`.
#[derive(Debug, Default)]
pub(crate) struct Poller(Mutex<Option<Sender<SubmissionIndex>>>);

impl Poller {
    /// Sees to it that the callbacks of `submission` are called.
    ///
    /// # Errors
    /// [`Error::Driver`] if the system gives no thread.
    pub(crate) fn watch(&self, on: &Guarded, submission: SubmissionIndex) -> Result<(), Error> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let submission = match running.as_ref().map(|sender| sender.send(submission.clone())) {
            Some(Ok(())) => return Ok(()),
            _ => submission,
        };
        let (sender, submissions) = channel::<SubmissionIndex>();
        let device = on.clone();
        thread::Builder::new()
            .name("reduce poller".to_owned())
            .spawn(move || {
                for submission in submissions {
                    // A lost device calls the callbacks with an error, and whoever waits for them reports it.
                    if let Err(error) = device.wait(submission) {
                        log::warn!("{error}");
                    }
                }
            })
            .map_err(|error| on.driver(format!("the thread that waits for it could not be started: {error}")))?;
        // The thread has just begun to receive.
        let _ = sender.send(submission);
        *running = Some(sender);
        Ok(())
    }
}
