//! The scratch memory of an encoded reduction: whose it is, and how much is needed.

use std::sync::PoisonError;

use reduce_core::{Error, Operator, Plan};

use crate::device::scratch::{Memory, Scratch, Sizes};
use crate::run::reducer::GpuReducer;
use crate::run::runner::Runner;

impl<R: Operator> GpuReducer<R> {
    /// Bytes of scratch memory that [`encode`](Self::encode) needs for inputs of up to `len` elements in one buffer.
    ///
    /// # Errors
    /// [`Error::Limit`].
    pub fn scratch_bytes(&self, len: u64) -> Result<u64, Error> {
        Ok(self.runner.sizes(len)?.all().iter().sum())
    }

    /// Scratch memory for inputs of up to `len` elements, to be shared by reducers.
    ///
    /// # Errors
    /// [`Error::Limit`], [`Error::OutOfMemory`].
    pub fn scratch(&self, len: u64) -> Result<Scratch, Error> {
        Scratch::new(&self.gpu().0.on, &self.runner.sizes(len)?)
    }

    /// This reducer with scratch memory of the caller's; it never makes more, with one exception: a
    /// [length on the device](crate::Length::on_device) of an input in many buffers takes some hundred bytes for each of them.
    ///
    /// # Errors
    /// [`Error::WrongDevice`].
    pub fn with_scratch(&self, scratch: &Scratch) -> Result<Self, Error> {
        let on = &self.gpu().0.on;
        if !scratch.home.is(on) {
            return Err(Error::WrongDevice {
                array: scratch.home.name.clone(),
                device: on.name.clone(),
            });
        }
        Ok(self.given(scratch.clone()))
    }
}

impl Runner {
    /// Sizes that are enough for every input of up to `len` elements.
    fn sizes(&self, len: u64) -> Result<Sizes, Error> {
        let kernels = self.kernels();
        let (plan, states) = (kernels.plan_whole(len)?, kernels.scratch_states(len)?);
        Ok(Sizes::of(
            &plan,
            states,
            kernels.state_bytes(),
            self.gpu().0.uniform_stride,
        ))
    }

    /// Scratch memory for `plan`: the caller's if it was given, else this reducer's own, which grows.
    pub(crate) fn memory(&self, plan: &Plan, on_device: bool) -> Result<Memory, Error> {
        let gpu = &self.gpu().0;
        let sizes = Sizes::of(plan, plan.scratch, self.kernels().state_bytes(), gpu.uniform_stride);
        if let Some(given) = self.scratch_given() {
            if given.holds(&sizes) {
                return given.memory(&gpu.on, &sizes, on_device);
            }
            return Err(Error::Limit {
                what: "the reduction".to_owned(),
                asked: sizes.all().iter().sum(),
                unit: "bytes of scratch memory",
                limit: given.bytes(),
                device: "the scratch memory given".to_owned(),
                remedy: "make it by scratch() of this reducer, for the greatest length",
            });
        }
        let mut own = self.compiled().scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let scratch = match &*own {
            Some(scratch) if scratch.holds(&sizes) => scratch.clone(),
            // Memory that is in use lives on in its command buffers.
            _ => own.insert(Scratch::new(&gpu.on, &sizes)?).clone(),
        };
        scratch.memory(&gpu.on, &sizes, on_device)
    }
}
