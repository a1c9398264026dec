//! Work that is ready to be recorded, passes and the copies around them: submitted at once, or kept for the caller's encoder until nothing can fail any more.

use std::cell::RefCell;

use reduce_core::Error;
use wgpu::{Buffer, CommandEncoder};

use crate::device::scope::Guarded;
use crate::device::shared::Shared;
use crate::input::copied::Copied;
use crate::run::dispatch::{Ready, begin, record};
use crate::run::timed::Timed;

/// Some passes, what is made ready before them, and what is copied before and after them.
#[derive(Default)]
pub(crate) struct Recorded {
    /// A buffer of which the first bytes are set to zero.
    pub(crate) cleared: Option<(Buffer, u64)>,
    pub(crate) before: Vec<Copied>,
    pub(crate) passes: Vec<Ready>,
    pub(crate) after: Vec<Copied>,
}

/// How work gets to the device.
pub(crate) enum Way<'t> {
    /// It is submitted at once, each pass between two timestamps if they are wanted.
    Queue(Option<&'t Timed>),
    /// It is kept for an encoder of the caller's.
    Encoder(RefCell<Vec<Recorded>>),
}

impl Recorded {
    /// Records it.
    pub(crate) fn record(&self, encoder: &mut CommandEncoder, timestamps: Option<&Timed>) {
        if let Some((buffer, bytes)) = &self.cleared {
            encoder.clear_buffer(buffer, 0, Some(*bytes));
        }
        self.before.iter().for_each(|copy| copy.record(encoder));
        if !self.passes.is_empty() {
            record(&mut begin(encoder, timestamps), &self.passes);
        }
        self.after.iter().for_each(|copy| copy.record(encoder));
    }

    /// Records the copies before the passes in an encoder that is thrown away, so that the caller's error scope sees a buffer that cannot be copied, such as one of another device.
    fn try_copies(&self, on: &Guarded) {
        if !self.before.is_empty() {
            let mut encoder = (on.device).create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            self.before.iter().for_each(|copy| copy.record(&mut encoder));
            let _ = encoder.finish();
        }
    }
}

impl Way<'_> {
    /// Work that waits for an encoder.
    pub(crate) fn encoder() -> Self {
        Self::Encoder(RefCell::default())
    }

    /// Submits the work that `make` makes, which `what` names in messages, or keeps it. `make` runs in an error scope.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn take(&self, gpu: &Shared, what: &'static str, make: impl FnOnce() -> Recorded) -> Result<(), Error> {
        match self {
            Self::Queue(timestamps) => {
                gpu.on
                    .submit_recorded(what, |encoder| make().record(encoder, *timestamps))?;
            }
            Self::Encoder(kept) => {
                let work = gpu.on.run(what, 0, || {
                    let work = make();
                    work.try_copies(&gpu.on);
                    work
                })?;
                kept.borrow_mut().push(work);
            }
        }
        Ok(())
    }

    /// Gives memory back to the pool once the work that uses it was submitted: whoever takes it writes to it behind that work, by the same queue. Memory of work that a caller may
    /// submit at any time is not given back.
    pub(crate) fn rest(&self, gpu: &Shared, buffers: impl IntoIterator<Item = Buffer>) {
        if matches!(self, Self::Queue(_)) {
            gpu.pool.give(buffers);
        }
    }

    /// Records what was kept.
    pub(crate) fn record(self, encoder: &mut CommandEncoder) {
        if let Self::Encoder(kept) = self {
            kept.into_inner().iter().for_each(|work| work.record(encoder, None));
        }
    }
}
