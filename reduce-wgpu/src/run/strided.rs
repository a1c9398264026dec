//! Strided views: gathered where they come from the host, read in place where they are on a device.

use std::sync::Arc;

use reduce_core::{Element, Error, Operator, Strided};

use crate::device::watch::Watch;
use crate::input::device_source::{DevicePart, DeviceSource, reads_elements, without_masks};
use crate::input::pieces::Binding;
use crate::input::staged::Input;
use crate::run::dispatch::{Common, begin, constant_slots, ready, record};
use crate::run::readback::{Pending, Readback};
use crate::run::runner::Runner;
use crate::run::timed::Timed;

impl<E: Element, S: DeviceSource<E>> DeviceSource<E> for Strided<S> {
    reads_elements!(E);

    fn device_parts<'s>(&'s self, to: &mut Vec<DevicePart<'s>>) {
        without_masks!(S => E);
        let mut whole = Vec::new();
        self.data().device_parts(&mut whole);
        let (offset, stride) = (self.offset() as u64, self.stride() as u64);
        to.extend(whole.into_iter().map(|part| part.every(offset, stride)));
    }
}

impl Runner {
    /// Hands the passes over views to the device, to bring back the last state.
    pub(crate) fn submit_views(&self, input: &Input<'_>, timestamps: Option<&Timed>) -> Result<Pending, Error> {
        let gpu = &self.gpu().0;
        let elements = self.checked(input.device_parts().collect(), input.len as u64)?;
        let plan = self.plan_of(&elements, input.len as u64, false)?;
        let scratch = self.memory(&plan, false)?;
        let dispatches = self.dispatches(&plan, &elements, &scratch)?;
        let slots = constant_slots(gpu, &dispatches)?;
        let params = self.params()?;
        let stages: Vec<_> = dispatches.iter().map(|dispatch| Arc::clone(&dispatch.stage)).collect();
        let watch = Watch::of(gpu, self.kernels(), &stages)?;
        let readback = Readback::take(gpu, self.kernels().state_bytes(), watch.clone())?;
        readback.submit(&gpu.on, "the passes", (&scratch.states[plan.result], 0), |encoder| {
            let common = Common {
                watch: watch.as_ref(),
                params: params.as_ref().map(Binding::all),
                ..Common::of(&slots)
            };
            let ready = ready(gpu, &dispatches, &common);
            record(&mut begin(encoder, timestamps), &ready);
        })
    }
}
