//! Reductions inside the caller's own GPU work: passes in their encoder, results in their buffer, nothing submitted.

use std::sync::Arc;

use reduce_core::{Element, Error, KIND_WORD, Reduction, Step};
use wgpu::{BindGroup, Buffer, CommandEncoder, ComputePass, ComputePassDescriptor};

use crate::device::pipeline::Stage;
use crate::device::scratch::Memory;
use crate::device::watch::Watch;
use crate::input::elements::Window;
use crate::input::length::Length;
use crate::input::view::{DeviceSource, Place, View};
use crate::run::bound::{Bound, all};
use crate::run::dispatch::{PASS_BYTES, bind, bind_pass, binding};
use crate::run::reducer::Reducer;
use crate::run::runner::Runner;

/// One dispatch, ready to be recorded.
pub(crate) struct Ready {
    stage: Arc<Stage>,
    group: BindGroup,
    workgroups: Workgroups,
}

enum Workgroups {
    /// Columns and rows of them.
    Known([u32; 2]),
    /// At this byte of a buffer.
    OnDevice(Buffer, u64),
}

impl<R: Reduction> Reducer<R> {
    /// Records the reduction of the first `len` elements of `input` into the caller's `encoder`; the finished result
    /// will be at the start of `output`.
    ///
    /// `len` is a number or [`Length::on_device`], a u32 in a buffer, which earlier passes may have written.
    /// Nothing is submitted and nothing waited for. Once the first call for a length has made the scratch memory and the
    /// constants, later ones allocate no memory. Calls may follow each other in one encoder, and `output` may lie in the
    /// buffer of the input.
    ///
    /// `output` gets what a `#[repr(C)]` Rust value of [`R::Output`](Reduction::Output) holds, in
    /// [`output_bytes`](Self::output_bytes): a bool as a u32 of 0 or 1, 8 and 16 bit numbers as 32 bits, a tuple as
    /// its members one after the other. It begins at a multiple of 4 bytes, and its buffer has the usage `STORAGE`.
    /// `finish` runs on the device: where it divides or takes roots, a last bit may differ from that of
    /// [`reduce`](Self::reduce), and a NaN is whichever the device made.
    ///
    /// # Errors
    /// [`Error::Buffer`] if a buffer is too short, has no usage `STORAGE` or begins inside an element;
    /// [`Error::WrongDevice`], [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`];
    /// [`Error::MissingFeature`] if the device cannot hold the result; [`Error::Driver`] if a buffer is of another device;
    /// [`Error::Loops`] if the device may leave a loop of the operator early ([`Caps::loop_limit`](crate::Caps::loop_limit)).
    /// After an error nothing has been recorded.
    ///
    /// # Panics
    /// wgpu itself panics if a buffer is of another `wgpu::Instance`.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// let gpu = Gpu::new()?;
    /// let (device, queue) = (gpu.device(), gpu.queue());
    /// let buffer = |size, usage| {
    ///     let usage = usage | wgpu::BufferUsages::STORAGE;
    ///     device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    /// };
    /// let samples = buffer(4 << 20, wgpu::BufferUsages::COPY_DST);
    /// let exposure = buffer(256, wgpu::BufferUsages::UNIFORM);
    ///
    /// let mean = gpu.reducer::<ops::Mean<f32>>()?;
    /// let mut encoder = device.create_command_encoder(&Default::default());
    /// // … passes that write the samples …
    /// mean.encode(&mut encoder, &samples, 1 << 20, exposure.slice(16..20))?;
    /// // … passes that use the exposure …
    /// queue.submit([encoder.finish()]);
    /// # Ok::<(), reduce_wgpu::Error>(())
    /// ```
    pub fn encode<'o>(
        &self,
        encoder: &mut CommandEncoder,
        input: impl DeviceSource<R::Input>,
        len: impl Into<Length<'o>>,
        output: impl Into<Place<'o>>,
    ) -> Result<(), Error> {
        let ready = self.runner.ready(views(&input), len.into(), output.into())?;
        let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor {
            label: Some("reduce"),
            timestamp_writes: None,
        });
        record(&mut pass, &ready);
        Ok(())
    }

    /// The same inside a compute pass that is open already; leaves another pipeline and bind group 0 behind.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encode_pass<'o>(
        &self,
        pass: &mut ComputePass<'_>,
        input: impl DeviceSource<R::Input>,
        len: impl Into<Length<'o>>,
        output: impl Into<Place<'o>>,
    ) -> Result<(), Error> {
        record(pass, &self.runner.ready(views(&input), len.into(), output.into())?);
        Ok(())
    }

    /// Bytes that [`encode`](Self::encode) writes.
    ///
    /// # Errors
    /// [`Error::MissingFeature`] if the device cannot hold the result.
    pub fn output_bytes(&self) -> Result<u64, Error> {
        Ok(u64::from(self.runner.stage(Step::Finish)?.output_words) * 4)
    }
}

/// What `input` consists of.
fn views<'s, E: Element>(input: &'s impl DeviceSource<E>) -> Vec<View<'s>> {
    let mut views = Vec::new();
    input.views(&mut views);
    views
}

impl Runner {
    /// Everything that a call records, checked and bound.
    fn ready(&self, views: Vec<View<'_>>, length: Length<'_>, output: Place<'_>) -> Result<Vec<Ready>, Error> {
        let gpu = &self.gpu().0;
        if length.place().is_some() {
            self.canonical("lengths on the device")?;
        }
        let len = length.most(&gpu.caps.device)?;
        let elements = self.checked(views, len)?;
        let plan = self.plan_of(&elements, len, length.place().is_some())?;
        let scratch = self.memory(&plan, length.place().is_some())?;
        let mut bound = self.bind_passes(&plan, &elements, &scratch)?;
        bound.push(self.bind_finish(&scratch.states[plan.result], len, output)?);
        self.unwatched(&bound)?;
        let slots = self.slots(&bound);
        match length.place() {
            None => {
                let passes = gpu.constants.get(&gpu.on, slots)?;
                self.group(&bound, &passes, false, None)
            }
            Some(place) => {
                let mut ready = vec![self.prepare(place, &bound, slots, len, &scratch)?];
                ready.extend(self.group(&bound, &scratch.passes, true, None)?);
                Ok(ready)
            }
        }
    }

    /// Refuses passes that may leave a loop early: nobody here reads whether they did.
    fn unwatched(&self, bound: &[Bound<'_>]) -> Result<(), Error> {
        let caps = &self.gpu().0.caps;
        match caps.loop_limit {
            Some(limit) if bound.iter().any(|pass| pass.stage.watched) => Err(limit.error(
                &self.kernels().operator().name,
                &caps.device,
                "may be left early, and encode() could not report it",
                "use reduce(), which reports it, Cpu::new(), or loops over fewer constants",
            )),
            _ => Ok(()),
        }
    }

    /// Every `Pass` at its own aligned offset, and behind it what the prepare kernel has to know of it.
    pub(crate) fn slots(&self, bound: &[Bound<'_>]) -> Vec<u8> {
        let stride = self.gpu().0.uniform_stride as usize;
        let mut bytes = vec![0; bound.len() * stride];
        for (pass, slot) in bound.iter().zip(bytes.chunks_mut(stride)) {
            let planned = [pass.kind as u32, pass.unit, pass.first];
            let (words, behind) = slot.split_at_mut(KIND_WORD * 4);
            for (word, to) in pass.words.iter().zip(words.chunks_mut(4)) {
                to.copy_from_slice(&word.to_le_bytes());
            }
            for (word, to) in planned.iter().zip(behind.chunks_mut(4)) {
                to.copy_from_slice(&word.to_le_bytes());
            }
        }
        bytes
    }

    /// The dispatch that sizes all others by the length at `place`.
    fn prepare(
        &self,
        place: Place<'_>,
        bound: &[Bound<'_>],
        slots: Vec<u8>,
        most: u64,
        scratch: &Memory,
    ) -> Result<Ready, Error> {
        let gpu = &self.gpu().0;
        let stage = self.stage(Step::Prepare)?;
        place.check("the length", 4, 4)?;
        let offset = place.offset / gpu.storage_alignment * gpu.storage_alignment;
        let before = place.offset - offset;
        let words = [
            (before / 4) as u32,
            bound.len() as u32,
            most as u32,
            self.kernels().shape().block(),
            (gpu.uniform_stride / 4) as u32,
        ];
        let mut sizes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        sizes.resize(PASS_BYTES as usize, 0);
        let (sizes, planned) = (gpu.constants.get(&gpu.on, sizes)?, gpu.constants.get(&gpu.on, slots)?);
        let group = gpu.on.run("the bind groups", 0, || {
            let resources = vec![
                binding(place.buffer, offset, before + 4),
                all(&scratch.passes).resource(),
                all(&sizes).resource(),
                all(&planned).resource(),
            ];
            bind(gpu, &stage.layout, resources)
        })?;
        Ok(Ready {
            stage,
            group,
            workgroups: Workgroups::Known([1, 1]),
        })
    }

    /// Makes the bind groups; all `Pass`es lie in `passes`, and the workgroups too if they are `on_device`.
    pub(crate) fn group(
        &self,
        bound: &[Bound<'_>],
        passes: &Buffer,
        on_device: bool,
        watch: Option<&Watch>,
    ) -> Result<Vec<Ready>, Error> {
        let gpu = &self.gpu().0;
        gpu.on.run("the bind groups", 0, || {
            let ready = (0..).zip(bound).map(|(index, pass)| {
                let slot = index * gpu.uniform_stride;
                let sources = pass.sources.iter().map(Window::resource).collect();
                let (target, params) = (pass.target.resource(), binding(passes, slot, PASS_BYTES));
                Ready {
                    stage: Arc::clone(&pass.stage),
                    group: bind_pass(gpu, &pass.stage, sources, target, params, watch),
                    workgroups: if on_device {
                        Workgroups::OnDevice(passes.clone(), slot + KIND_WORD as u64 * 4)
                    } else {
                        Workgroups::Known(pass.workgroups)
                    },
                }
            });
            ready.collect()
        })
    }
}

pub(crate) fn record(pass: &mut ComputePass<'_>, ready: &[Ready]) {
    for Ready {
        stage,
        group,
        workgroups,
    } in ready
    {
        pass.set_pipeline(&stage.pipeline);
        pass.set_bind_group(0, group, &[]);
        match workgroups {
            Workgroups::Known([columns, rows]) => pass.dispatch_workgroups(*columns, *rows, 1),
            Workgroups::OnDevice(buffer, offset) => pass.dispatch_workgroups_indirect(buffer, *offset),
        }
    }
}
