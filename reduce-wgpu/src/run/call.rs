//! A call of `reduce` on elements that lie side by side: its plan, its scratch memory, its submission.

use std::sync::Arc;

use reduce_core::{Error, Plan};
use wgpu::{Buffer, BufferUsages};

use crate::device::pipeline::Stage;
use crate::device::shared::Shared;
use crate::device::watch::Watch;
use crate::input::pieces::Binding;
use crate::input::staged::Input;
use crate::input::upload::{PADDING, Uploaded};
use crate::run::dispatch::{Common, Dispatch, begin, constant_slots, ready, record};
use crate::run::readback::{Pending, Readback};
use crate::run::timed::Timed;

pub(crate) const STATES: BufferUsages = BufferUsages::STORAGE
    .union(BufferUsages::COPY_SRC)
    .union(BufferUsages::COPY_DST);

/// The passes of one call, and the results that it brings back.
pub(crate) struct Call<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) input: &'a Input<'a>,
    /// The contents of the first scratch buffer before the passes.
    pub(crate) given: &'a [u8],
    /// Says whether a loop of its passes was left early.
    pub(crate) watch: Option<Watch>,
    /// Bytes of a state.
    pub(crate) state: u64,
    /// States that are read back.
    pub(crate) results: u64,
    /// The parameters of the operator.
    pub(crate) params: Option<Buffer>,
    /// Written around the passes.
    pub(crate) timestamps: Option<&'a Timed>,
}

impl Call<'_> {
    /// Hands it to the device, with the stages of its plan's passes.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Driver`]; [`Error::Buffer`] for a strided view.
    pub(crate) fn submit(&self, gpu: &Shared, stages: &[Arc<Stage>]) -> Result<Pending, Error> {
        let uploaded = self.input.uploaded()?;
        let states = self.scratch(gpu)?;
        let dispatches = self.dispatches(gpu, &uploaded, stages, &states);
        let slots = constant_slots(gpu, &dispatches)?;
        let result = &states[self.plan.result];
        let readback = Readback::take(gpu, self.results * self.state, self.watch.clone())?;
        let pending = readback.submit(&gpu.on, "the passes", (result, 0), |encoder| {
            if !self.given.is_empty() {
                gpu.on.queue.write_buffer(&states[0], 0, self.given);
            }
            let common = Common {
                watch: self.watch.as_ref(),
                params: self.params.as_ref().map(Binding::all),
                ..Common::of(&slots)
            };
            let ready = ready(gpu, &dispatches, &common);
            record(&mut begin(encoder, self.timestamps), &ready);
        })?;
        drop(dispatches);
        Ok(pending.with(states))
    }

    /// The buffers that its passes write, which go back to the pool.
    fn scratch(&self, gpu: &Shared) -> Result<[Buffer; 2], Error> {
        let take = |what, states| gpu.pool.take(&gpu.on, what, states * self.state, STATES);
        let [tiles, nodes] = self.plan.scratch;
        Ok([take("the tile results", tiles)?, take("the tree's results", nodes)?])
    }

    fn dispatches<'s>(
        &self,
        gpu: &Shared,
        uploaded: &[&'s Uploaded],
        stages: &[Arc<Stage>],
        states: &'s [Buffer; 2],
    ) -> Vec<Dispatch<'s>> {
        let banks = states.iter().zip(self.plan.scratch);
        let banks: Vec<Binding<'s>> = banks
            .map(|(buffer, states)| Binding::first(buffer, states * self.state))
            .collect();
        let passes = self.plan.passes.iter().zip(stages);
        let dispatches = passes.map(|(pass, stage)| {
            let elements = |start| {
                uploaded
                    .iter()
                    .map(|part| part.binding(start, pass.length.into()))
                    .collect()
            };
            let (start, most) = (self.plan.start, gpu.caps.max_workgroups);
            Dispatch::of(pass, Arc::clone(stage), elements, &banks, start, most)
        });
        dispatches.collect()
    }
}

impl Uploaded {
    /// `length` elements from `start` on, which lie in one buffer.
    fn binding(&self, start: u64, length: u64) -> Binding<'_> {
        Binding {
            offset: start % self.chunk * self.bytes,
            ..Binding::first(
                &self.buffers[(start / self.chunk) as usize],
                (length * self.bytes).next_multiple_of(PADDING),
            )
        }
    }
}
