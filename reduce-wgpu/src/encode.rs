//! Reductions inside the caller's own GPU work: passes in their encoder, results in their buffer, nothing submitted.

use std::sync::Arc;

use reduce_core::{Element as _, Error, KIND_WORD, Pass, PassKind, Plan, Reduction, Shape, Source, Step};
use wgpu::{BindGroup, Buffer, CommandEncoder, ComputePass, ComputePassDescriptor};

use crate::dispatch::{PASS_BYTES, bind, bind_pass, binding};
use crate::elements::{Elements, Window};
use crate::length::Length;
use crate::pipeline::Stage;
use crate::reducer::Reducer;
use crate::scratch::Scratch;
use crate::view::{DeviceSource, Place, View};

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

/// A pass of `encode`: what it binds, and its `Pass` in WGSL.
pub(crate) struct Bound<'a> {
    stage: Arc<Stage>,
    sources: Vec<Window<'a>>,
    target: Window<'a>,
    kind: PassKind,
    /// What a workgroup folds.
    unit: u32,
    /// The element that it starts at.
    first: u32,
    words: Vec<u32>,
    workgroups: [u32; 2],
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
    /// [`Error::MissingFeature`] if the device cannot hold the result; [`Error::Driver`] if a buffer is of another device.
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
        let ready = self.ready(&input, len.into(), output.into())?;
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
        record(pass, &self.ready(&input, len.into(), output.into())?);
        Ok(())
    }

    /// Bytes that [`encode`](Self::encode) writes.
    ///
    /// # Errors
    /// [`Error::MissingFeature`] if the device cannot hold the result.
    pub fn output_bytes(&self) -> Result<u64, Error> {
        Ok(u64::from(self.stage(Step::Finish)?.output_words) * 4)
    }

    /// Everything that a call records, checked and bound.
    fn ready(
        &self,
        input: &impl DeviceSource<R::Input>,
        length: Length<'_>,
        output: Place<'_>,
    ) -> Result<Vec<Ready>, Error> {
        let gpu = &self.gpu().0;
        if length.place().is_some() {
            self.canonical("lengths on the device")?;
        }
        let len = length.most(&gpu.caps.device)?;
        let elements = self.elements(input, len)?;
        let plan = self.plan_of(&elements, len)?;
        let scratch = self.memory(&plan, length.place().is_some())?;
        let mut bound = self.bind_passes(&plan, &elements, &scratch)?;
        bound.push(self.bind_finish(&scratch.states[plan.result], len, output)?);
        let slots = self.slots(&bound);
        match length.place() {
            None => {
                let passes = gpu.constants.get(&gpu.on, slots)?;
                self.group(&bound, &passes, false)
            }
            Some(place) => {
                let mut ready = vec![self.prepare(place, &bound, slots, len, &scratch)?];
                ready.extend(self.group(&bound, &scratch.passes, true)?);
                Ok(ready)
            }
        }
    }

    /// The plan for elements that lie as they do in `elements`.
    pub(crate) fn plan_of(&self, elements: &[Elements<'_>], len: u64) -> Result<Plan, Error> {
        let uncut = |start| elements.iter().map(|part| part.uncut(start)).min();
        let (policy, caps) = (self.kernels().policy(), &self.gpu().0.caps);
        Plan::cut_by::<R>(len, |start| uncut(start).unwrap_or(len), policy, caps)
    }

    /// What the passes of `plan` bind.
    pub(crate) fn bind_passes<'a>(
        &self,
        plan: &Plan,
        elements: &[Elements<'a>],
        scratch: &'a Scratch,
    ) -> Result<Vec<Bound<'a>>, Error> {
        let mut bound = Vec::new();
        let most = self.gpu().0.caps.max_workgroups;
        for pass in &plan.passes {
            match pass.source {
                Source::Input(start) if pass.step == Step::FoldElements => {
                    bound.push(self.bind_rung(pass, start, elements, scratch)?);
                }
                Source::Input(start) => self.bind_input(pass, start, elements, scratch, &mut bound)?,
                Source::Scratch(bank) => bound.push(Bound {
                    stage: self.stage(pass.step)?,
                    sources: vec![all(&scratch.states[bank])],
                    target: all(&scratch.states[pass.target]),
                    kind: PassKind::Tree,
                    unit: pass.unit,
                    first: 0,
                    words: vec![pass.length, pass.first_output],
                    workgroups: pass.dispatch(most),
                }),
            }
        }
        Ok(bound)
    }

    /// The input's parts, checked.
    fn elements<'a>(&self, input: &'a impl DeviceSource<R::Input>, len: u64) -> Result<Vec<Elements<'a>>, Error> {
        let mut views: Vec<View<'a>> = Vec::new();
        input.views(&mut views);
        self.checked(views, len)
    }

    /// The same of what they are views of.
    pub(crate) fn checked<'a>(&self, views: Vec<View<'a>>, len: u64) -> Result<Vec<Elements<'a>>, Error> {
        let (gpu, block) = (&self.gpu().0, u64::from(Shape::of::<R>().block()));
        let parts = R::Input::parts();
        if views.len() != parts.len() {
            return Err(Error::Buffer {
                what: "the input".to_owned(),
                problem: format!(
                    "is {} buffer(s) where an element has {} parts",
                    views.len(),
                    parts.len()
                ),
                remedy: "give a tuple of one buffer for each member of the element",
            });
        }
        let parts = views.into_iter().zip(parts);
        parts
            .map(|(view, part)| Elements::new(&view, part.bytes as u64, len, block, gpu))
            .collect()
    }

    /// The passes over the elements of `pass`: by 16-byte loads as far as the buffers allow, the rest one by one.
    fn bind_input<'a>(
        &self,
        pass: &Pass,
        first: u64,
        elements: &[Elements<'a>],
        scratch: &'a Scratch,
        to: &mut Vec<Bound<'a>>,
    ) -> Result<(), Error> {
        let block = u64::from(Shape::of::<R>().block());
        let length = u64::from(pass.length);
        let whole = |length: u64| -> Option<Vec<Window<'a>>> {
            elements.iter().map(|part| part.whole(first, length)).collect()
        };
        // The last block may end where a 16-byte load would go on.
        let before = length / block * block;
        let (windows, split) = match whole(length) {
            Some(windows) => (Some(windows), length),
            None if before > 0 => (whole(before), before),
            None => (None, 0),
        };
        let mut push = |step, sources: Vec<Window<'a>>, from: u64, length: u64| -> Result<(), Error> {
            // Positions are u32 and start again at 0.
            let mut words = vec![
                length as u32,
                pass.first_output + (from / block) as u32,
                (first + from) as u32,
            ];
            words.extend(sources.iter().flat_map(|window| [window.start, window.step]));
            to.push(Bound {
                stage: self.stage(step)?,
                sources,
                target: all(&scratch.states[pass.target]),
                kind: PassKind::Blocks,
                unit: block as u32,
                first: (first + from) as u32,
                words,
                workgroups: [length.div_ceil(block) as u32, 1],
            });
            Ok(())
        };
        let split = if windows.is_some() { split } else { 0 };
        if let Some(windows) = windows {
            push(Step::Blocks, windows, 0, split)?;
        }
        if split < length {
            let rest = elements
                .iter()
                .map(|part| part.loose(first + split, length - split))
                .collect::<Result<Vec<_>, Error>>()?;
            push(Step::LooseBlocks, rest, split, length - split)?;
        }
        Ok(())
    }

    /// The pass of a rung over elements: by vectors if all of them lie well for it, else one by one.
    fn bind_rung<'a>(
        &self,
        pass: &Pass,
        first: u64,
        elements: &[Elements<'a>],
        scratch: &'a Scratch,
    ) -> Result<Bound<'a>, Error> {
        let length = u64::from(pass.length);
        let whole: Option<Vec<Window<'a>>> = elements.iter().map(|part| part.whole(first, length)).collect();
        let (step, sources) = match whole {
            Some(windows) => (Step::FoldElements, windows),
            None => {
                let loose = elements.iter().map(|part| part.loose(first, length));
                (Step::FoldLooseElements, loose.collect::<Result<Vec<_>, Error>>()?)
            }
        };
        // Positions are u32 and start again at 0.
        let mut words = vec![pass.length, pass.first_output, first as u32];
        words.extend(sources.iter().flat_map(|window| [window.start, window.step]));
        Ok(Bound {
            stage: self.stage(step)?,
            sources,
            target: all(&scratch.states[pass.target]),
            kind: PassKind::Blocks,
            unit: pass.unit,
            first: first as u32,
            words,
            workgroups: pass.dispatch(self.gpu().0.caps.max_workgroups),
        })
    }

    fn bind_finish<'a>(&self, states: &'a Buffer, len: u64, output: Place<'a>) -> Result<Bound<'a>, Error> {
        let gpu = &self.gpu().0;
        let stage = self.stage(Step::Finish)?;
        let bytes = u64::from(stage.output_words) * 4;
        output.check("the output", bytes, 4)?;
        let offset = output.offset / gpu.storage_alignment * gpu.storage_alignment;
        let before = output.offset - offset;
        Ok(Bound {
            stage,
            sources: vec![all(states)],
            target: Window {
                buffer: output.buffer,
                offset,
                bytes: before + bytes,
                start: 0,
                step: 1,
            },
            kind: PassKind::Finish,
            unit: 1,
            first: 0,
            words: vec![u32::from(len > 0), (before / 4) as u32],
            workgroups: [1, 1],
        })
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
        scratch: &Scratch,
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
            Shape::of::<R>().block(),
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
    pub(crate) fn group(&self, bound: &[Bound<'_>], passes: &Buffer, on_device: bool) -> Result<Vec<Ready>, Error> {
        let gpu = &self.gpu().0;
        gpu.on.run("the bind groups", 0, || {
            let ready = (0..).zip(bound).map(|(index, pass)| {
                let slot = index * gpu.uniform_stride;
                let sources = pass.sources.iter().map(Window::resource).collect();
                let (target, params) = (pass.target.resource(), binding(passes, slot, PASS_BYTES));
                Ready {
                    stage: Arc::clone(&pass.stage),
                    group: bind_pass(gpu, &pass.stage.layout, sources, target, params),
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

impl<'a> Window<'a> {
    fn resource(&self) -> wgpu::BindingResource<'a> {
        binding(self.buffer, self.offset, self.bytes)
    }
}

/// All of a buffer.
fn all(buffer: &Buffer) -> Window<'_> {
    Window {
        buffer,
        offset: 0,
        bytes: buffer.size(),
        start: 0,
        step: 1,
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
