//! Reductions inside the caller's own GPU work: passes in their encoder, results in their buffer, nothing submitted.

use std::sync::Arc;

use reduce_core::{DeviceOutput, Error, Operator, Parameters as _, PassParams, Step};
use wgpu::{Buffer, CommandEncoder, ComputePass};

use crate::device::pipeline::Stage;
use crate::device::scratch::Memory;
use crate::input::device_source::{BufferRange, DevicePart, DeviceSource};
use crate::input::length::Length;
use crate::input::pieces::Binding;
use crate::run::dispatch::{Common, Ready, begin, constant_slots, ready, record};
use crate::run::reducer::GpuReducer;
use crate::run::runner::{PARAMS_ALIGN, Runner};

impl<R: Operator> GpuReducer<R> {
    /// Records the reduction of the first `len` elements of `input` into the caller's `encoder`; the finished result
    /// will be at the start of `output`.
    ///
    /// `len` is a number or [`Length::on_device`], a u32 in a buffer, which earlier passes may have written.
    /// Nothing is submitted and nothing waited for. Once the first call for a length has made the scratch memory and the
    /// constants, later ones allocate no memory. Calls may follow each other in one encoder, and `output` may lie in the
    /// buffer of the input.
    ///
    /// `output` gets the bytes of a `#[repr(C)]` Rust value of [`R::Output`](Operator::Output), in
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
        output: impl Into<BufferRange<'o>>,
    ) -> Result<(), Error>
    where
        R::Output: DeviceOutput,
    {
        let (runner, parts) = self.reading_parts(&input)?;
        let ready = runner.ready(parts, len.into(), output.into(), None)?;
        record(&mut begin(encoder, None), &ready);
        Ok(())
    }

    /// [`encode`](Self::encode) with the parameters that are in `params` when the device comes to it, of a buffer with the usage `UNIFORM`: earlier
    /// passes may have written them.
    ///
    /// They lie there as the `#[repr(C)]` Rust value does, a tuple's one after the other, and take a multiple of 16 bytes; `params` begins at a multiple of the
    /// device's `min_uniform_buffer_offset_alignment`. The parameters of the reducer itself are not used.
    ///
    /// # Errors
    /// As [`encode`](Self::encode), [`Error::Buffer`] for `params` too.
    ///
    /// ```no_run
    /// use reduce_wgpu::prelude::*;
    ///
    /// fn count(reducer: &GpuReducer<ops::CountAbove<f32>>, frame: &wgpu::Buffer, len: u64, exposure: &wgpu::Buffer, result: &wgpu::Buffer) -> Result<(), Error> {
    ///     let mut encoder = reducer.gpu().device().create_command_encoder(&Default::default());
    ///     // … a pass that writes the threshold to the start of `exposure` …
    ///     reducer.encode_using(&mut encoder, frame, len, result, exposure)?;
    ///     reducer.gpu().queue().submit([encoder.finish()]);
    ///     Ok(())
    /// }
    /// ```
    pub fn encode_using<'o>(
        &self,
        encoder: &mut CommandEncoder,
        input: impl DeviceSource<R::Input>,
        len: impl Into<Length<'o>>,
        output: impl Into<BufferRange<'o>>,
        params: impl Into<BufferRange<'o>>,
    ) -> Result<(), Error>
    where
        R::Output: DeviceOutput,
    {
        let params = self.params_in(params.into())?;
        let (runner, parts) = self.reading_parts(&input)?;
        let ready = runner.ready(parts, len.into(), output.into(), params)?;
        record(&mut begin(encoder, None), &ready);
        Ok(())
    }

    /// The parameters that lie in `range`; none for an operator without.
    fn params_in<'o>(&self, range: BufferRange<'o>) -> Result<Option<Binding<'o>>, Error> {
        let bytes = (R::Params::WORDS * 4).next_multiple_of(PARAMS_ALIGN) as u64;
        if bytes == 0 {
            return Ok(None);
        }
        let alignment = self.gpu().0.on.device.limits().min_uniform_buffer_offset_alignment;
        range.check_uniform("the buffer of parameters", bytes, alignment.into())?;
        Ok(Some(Binding {
            offset: range.offset,
            ..Binding::first(range.buffer, bytes)
        }))
    }

    /// [`encode`](Self::encode) inside a compute pass that is open already; leaves another pipeline and bind group 0 behind, and bind group 1 if the
    /// operator has parameters.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encode_pass<'o>(
        &self,
        pass: &mut ComputePass<'_>,
        input: impl DeviceSource<R::Input>,
        len: impl Into<Length<'o>>,
        output: impl Into<BufferRange<'o>>,
    ) -> Result<(), Error>
    where
        R::Output: DeviceOutput,
    {
        let (runner, parts) = self.reading_parts(&input)?;
        record(pass, &runner.ready(parts, len.into(), output.into(), None)?);
        Ok(())
    }

    /// Bytes that [`encode`](Self::encode) writes.
    ///
    /// # Errors
    /// [`Error::MissingFeature`] if the device cannot hold the result.
    pub fn output_bytes(&self) -> Result<u64, Error>
    where
        R::Output: DeviceOutput,
    {
        Ok(u64::from(self.runner.stage(Step::Finish)?.output_words) * 4)
    }
}

impl Runner {
    /// Everything that a call records, checked and bound; without `params`, the runner's own.
    pub(crate) fn ready(
        &self,
        views: Vec<DevicePart<'_>>,
        length: Length<'_>,
        output: BufferRange<'_>,
        params: Option<Binding<'_>>,
    ) -> Result<Vec<Ready>, Error> {
        let gpu = &self.gpu().0;
        if length.range().is_some() {
            self.canonical("lengths on the device")?;
        }
        let len = length.most(&gpu.caps.device)?;
        let elements = self.checked(views, len)?;
        let plan = self.plan_of(&elements, len, length.range().is_some())?;
        let scratch = self.memory(&plan, length.range().is_some())?;
        let mut dispatches = self.dispatches(&plan, &elements, &scratch)?;
        dispatches.push(self.finish(&scratch.states[plan.result], len, output)?);
        self.unwatched(dispatches.iter().map(|dispatch| &dispatch.stage))?;
        let constants = constant_slots(gpu, &dispatches)?;
        let own = if params.is_none() { self.params()? } else { None };
        let params = params.or_else(|| own.as_ref().map(Binding::all));
        let of_slots = |slots: &Buffer, on_device| {
            let common = Common {
                slots,
                on_device,
                watch: None,
                params,
            };
            gpu.on.run("the bind groups", 0, || ready(gpu, &dispatches, &common))
        };
        match length.range() {
            None => of_slots(&constants, false),
            Some(range) => {
                let mut all = vec![self.prepare(range, dispatches.len(), &constants, len, &scratch)?];
                all.extend(of_slots(&scratch.passes, true)?);
                Ok(all)
            }
        }
    }

    /// Refuses passes that may leave a loop early: nobody here reads whether they did.
    pub(crate) fn unwatched<'s>(&self, mut stages: impl Iterator<Item = &'s Arc<Stage>>) -> Result<(), Error> {
        let caps = &self.gpu().0.caps;
        match caps.loop_limit {
            Some(limit) if stages.any(|stage| stage.watched) => Err(limit.error(
                &self.kernels().operator().name,
                &caps.device,
                "may be left early, and encode() could not report it",
                "use reduce(), which reports it, Cpu::new(), or loops over fewer constants",
            )),
            _ => Ok(()),
        }
    }

    /// The dispatch that sizes all others by the length at `place`.
    fn prepare(
        &self,
        range: BufferRange<'_>,
        passes: usize,
        planned: &Buffer,
        most: u64,
        scratch: &Memory,
    ) -> Result<Ready, Error> {
        let gpu = &self.gpu().0;
        let stage = self.stage(Step::Prepare)?;
        range.check("the length", 4, 4)?;
        let offset = range.offset / gpu.storage_alignment * gpu.storage_alignment;
        let before = range.offset - offset;
        let words = [
            (before / 4) as u32,
            passes as u32,
            most as u32,
            self.kernels().shape().tile_len(),
            (gpu.uniform_stride / 4) as u32,
        ];
        let mut sizes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        sizes.resize(PassParams::BYTES as usize, 0);
        let sizes = gpu.constants.get(&gpu.on, sizes)?;
        gpu.on.run("the bind groups", 0, || {
            let length = Binding {
                offset,
                ..Binding::first(range.buffer, before + 4)
            };
            let bound = [
                length,
                Binding::all(&scratch.passes),
                Binding::all(&sizes),
                Binding::all(planned),
            ];
            Ready::alone(gpu, stage, bound.iter().map(Binding::resource).collect())
        })
    }
}
