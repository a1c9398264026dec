//! Elements that come in pieces, without their Rust types: copied to the device segment by segment while earlier ones are reduced.

use std::sync::Arc;

use reduce_core::{Error, HostPart, Pass, Step, StreamPlan};
use wgpu::{Buffer, BufferUsages, CommandEncoder, SubmissionIndex};

use crate::device::pipeline::Stage;
use crate::device::shared::Shared;
use crate::device::watch::Watch;
use crate::input::pieces::Binding;
use crate::input::source::Part;
use crate::input::upload::PADDING;
use crate::run::dispatch::{Common, Dispatch, begin, ready, record, slots};
use crate::run::readback::Readback;
use crate::run::runner::Runner;
use crate::run::stream_staging::{Slot, buffers};

/// A reduction of elements that come in pieces, without its Rust types.
pub(crate) struct Segments {
    pub(crate) runner: Runner,
    /// Elements that go to the device at a time.
    segment: u64,
    /// Two, which the host and the device use in turn.
    staging: Vec<Slot>,
    current: usize,
    /// Elements in the current slot.
    filled: u64,
    /// The segment on the device, one buffer per part.
    device: Vec<Buffer>,
    plan: StreamPlan,
    /// The states of each level of the plan.
    levels: Vec<Buffer>,
    /// The `Pass`es of a submission.
    passes: Buffer,
    /// Says whether a loop was left early since the stream began.
    watch: Option<Watch>,
    /// The parameters of the operator.
    params: Option<Buffer>,
    /// The error that ended this stream.
    failed: Option<Error>,
}

/// The most passes of a submission: two over a segment, and one for each level that is full. A level has at least 256 states, so 64 bits of tiles
/// have no more than 8 levels.
const MOST_PASSES: u64 = 16;

/// The bytes of the last state of the `len` elements in `parts`; none without elements. A long input in host memory is copied while it is reduced,
/// and never all of it is on the device.
///
/// # Errors
/// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`], [`Error::WrongDevice`].
pub(crate) fn reduce(runner: &Runner, parts: Vec<Part<'_>>, len: usize) -> Result<Option<Vec<u8>>, Error> {
    let hosts: Option<Vec<&HostPart<'_>>> = parts.iter().map(Part::host).collect();
    if let Some(hosts) = hosts
        && runner.is_canonical()
        && len as u64 > runner.kernels().segment()?
        // In one call an invocation has fewer elements, and fewer rounds of loops.
        && !runner.kernels().is_watched()
    {
        let mut segments = Segments::new(runner)?;
        segments.take(&hosts, len as u64)?;
        return segments.finish();
    }
    runner.reduce_at_once(parts, len, None)
}

impl Segments {
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`]; [`Error::Policy`] for a strategy of the ladder.
    pub(crate) fn new(runner: &Runner) -> Result<Self, Error> {
        runner.canonical("streams")?;
        let (gpu, kernels) = (&runner.gpu().0, runner.kernels());
        let segment = kernels.segment()?;
        let tree = Step::Tree {
            run: kernels.tree_run(),
        };
        let stages = [Step::Tiles, tree].map(|step| runner.stage(step));
        let watch = Watch::of(gpu, kernels, &stages.into_iter().collect::<Result<Vec<_>, Error>>()?)?;
        if let Some(watch) = &watch {
            gpu.on.run("the word of loops", 0, || {
                gpu.on.queue.write_buffer(&watch.word, 0, &[0; 4])
            })?;
        }
        let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        Ok(Self {
            segment,
            staging: Vec::new(),
            current: 0,
            filled: 0,
            device: buffers(runner, segment, BufferUsages::STORAGE | BufferUsages::COPY_DST)?,
            plan: kernels.plan_stream(),
            levels: Vec::new(),
            passes: gpu
                .pool
                .take_exactly(&gpu.on, "the passes", MOST_PASSES * gpu.uniform_stride, usage)?,
            watch,
            params: runner.params()?,
            failed: None,
            runner: runner.clone(),
        })
    }

    pub(crate) fn len(&self) -> u64 {
        self.plan.given() + self.filled
    }

    pub(crate) fn push(&mut self, parts: &[Part<'_>], len: usize) -> Result<(), Error> {
        let on_the_host = |part| Part::host(part).ok_or_else(|| not_on_the_host(part));
        let hosts: Vec<&HostPart<'_>> = parts.iter().map(on_the_host).collect::<Result<_, Error>>()?;
        self.going()?;
        let taken = self.take(&hosts, len as u64);
        self.note(taken)
    }

    /// The bytes of the last state; none without elements.
    pub(crate) fn finish(mut self) -> Result<Option<Vec<u8>>, Error> {
        self.going()?;
        if self.len() == 0 {
            return Ok(None);
        }
        let mut plan = self.plan.clone();
        let mut passes = plan.segment(self.filled as u32);
        let (rest, result) = plan.finish();
        passes.extend(rest);
        self.make_levels(&plan)?;
        let gpu = &self.runner.gpu().0;
        let readback = Readback::take(gpu, self.runner.kernels().state_bytes(), self.watch.clone())?;
        let result = &self.levels[result];
        let (submission, mapped) = self.submit(
            &passes,
            |encoder| readback.copy(encoder, (result, 0)),
            || readback.map(),
        )?;
        gpu.on.wait(submission)?;
        let (bytes, buffers) = pollster::block_on(readback.bytes(&gpu.on, mapped))?;
        gpu.pool.give(buffers);
        self.rest()?;
        bytes.map(Some)
    }

    /// Gives all buffers back, once the device is done with them.
    fn rest(self) -> Result<(), Error> {
        let gpu = &self.runner.gpu().0;
        let staging = gpu.on.run("a segment of the stream", 0, || {
            self.staging
                .into_iter()
                .flat_map(Slot::into_buffers)
                .collect::<Vec<_>>()
        })?;
        let all = staging.into_iter().chain(self.device).chain(self.levels);
        gpu.pool.give(all.chain([self.passes]));
        Ok(())
    }

    fn going(&self) -> Result<(), Error> {
        self.failed.clone().map_or(Ok(()), Err)
    }

    fn note<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        self.failed = result.as_ref().err().cloned();
        result
    }

    pub(crate) fn take(&mut self, parts: &[&HostPart<'_>], len: u64) -> Result<(), Error> {
        let kernels = self.runner.kernels();
        kernels.check_positions(self.len().saturating_add(len))?;
        let mut taken = 0;
        while taken < len {
            let count = (len - taken).min(self.segment - self.filled);
            if self.staging.len() == self.current {
                self.staging.push(Slot::new(&self.runner, self.segment)?);
            }
            let gpu = &self.runner.gpu().0;
            self.staging[self.current].write(gpu, parts, (taken, count), self.filled)?;
            self.filled += count;
            taken += count;
            if self.filled == self.segment {
                self.hand_over()?;
            }
        }
        Ok(())
    }

    /// Gives the current slot to the device, and goes on with the other one.
    fn hand_over(&mut self) -> Result<(), Error> {
        let mut plan = self.plan.clone();
        let passes = plan.segment(self.filled as u32);
        self.make_levels(&plan)?;
        let slot = &self.staging[self.current];
        let busy = self.submit(&passes, |_| (), || slot.map())?;
        self.staging[self.current].busy = Some(busy);
        self.current = 1 - self.current;
        (self.plan, self.filled) = (plan, 0);
        Ok(())
    }

    /// Makes room for the levels of `plan`.
    fn make_levels(&mut self, plan: &StreamPlan) -> Result<(), Error> {
        let gpu = &self.runner.gpu().0;
        let bytes = u64::from(plan.width()) * self.runner.kernels().state_bytes();
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
        while self.levels.len() < plan.levels() {
            let states = gpu.pool.take_exactly(&gpu.on, "the tile results", bytes, usage)?;
            self.levels.push(states);
        }
        Ok(())
    }

    /// Submits the copy of the current segment, `passes`, and what `more` records; `then` asks for what is mapped afterwards.
    fn submit<T>(
        &self,
        passes: &[Pass],
        more: impl FnOnce(&mut CommandEncoder),
        then: impl FnOnce() -> T,
    ) -> Result<(SubmissionIndex, T), Error> {
        let gpu = &self.runner.gpu().0;
        let stages = passes.iter().map(|pass| self.runner.stage(pass.step));
        let stages = stages.collect::<Result<Vec<Arc<Stage>>, Error>>()?;
        let dispatches = self.dispatches(gpu, passes, stages);
        gpu.on.submit("a segment of the stream", 0, || {
            let mut encoder = gpu.on.device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("reduce stream"),
            });
            if self.filled > 0 {
                self.staging[self.current].copy_to(&self.device, &mut encoder);
            }
            gpu.on.queue.write_buffer(&self.passes, 0, &slots(gpu, &dispatches));
            let common = Common {
                watch: self.watch.as_ref(),
                params: self.params.as_ref().map(Binding::all),
                ..Common::of(&self.passes)
            };
            let ready = ready(gpu, &dispatches, &common);
            record(&mut begin(&mut encoder, None), &ready);
            more(&mut encoder);
            (gpu.on.queue.submit([encoder.finish()]), then())
        })
    }

    fn dispatches(&self, gpu: &Shared, passes: &[Pass], stages: Vec<Arc<Stage>>) -> Vec<Dispatch<'_>> {
        let banks: Vec<Binding<'_>> = self.levels.iter().map(Binding::all).collect();
        let parts = self.runner.kernels().parts();
        let elements = |_| {
            let buffers = self.device.iter().zip(&parts);
            let windows = buffers.map(|(buffer, part)| {
                let bytes = (self.filled * part.bytes as u64).next_multiple_of(PADDING);
                Binding::first(buffer, bytes)
            });
            windows.collect()
        };
        let passes = passes.iter().zip(stages);
        let most = gpu.caps.max_workgroups;
        let dispatches = passes.map(|(pass, stage)| Dispatch::of(pass, stage, elements, &banks, 0, most));
        dispatches.collect()
    }
}

fn not_on_the_host(part: &Part<'_>) -> Error {
    Error::Buffer {
        what: "a piece of a stream".to_owned(),
        problem: format!("is in the memory of {}", part.home()),
        remedy: "push slices; reduce an array by GpuReducer::partial and merge the parts",
    }
}
