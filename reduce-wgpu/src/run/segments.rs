//! Elements that come in pieces, without their Rust types: copied to the device segment by segment while earlier ones are reduced.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use reduce_core::{COPY_BYTES, COPY_THREADS, Error, Step};
use wgpu::{Buffer, BufferUsages, CommandEncoder, ComputePassDescriptor, MapMode, SubmissionIndex, WriteOnly};

use crate::device::pipeline::Stage;
use crate::device::shared::Shared;
use crate::device::watch::Watch;
use crate::input::array::PADDING;
use crate::input::host::Host;
use crate::input::source::Part;
use crate::run::dispatch::{Mapped, PASS_BYTES, Readback, bind_pass, binding, is_mapped, map};
use crate::run::runner::Runner;

/// A reduction of elements that come in pieces, without its Rust types.
pub(crate) struct Segments {
    pub(crate) runner: Runner,
    /// Elements that go to the device at a time.
    segment: u64,
    slots: Vec<Slot>,
    current: usize,
    /// Elements in the current slot.
    filled: u64,
    /// Elements that the device has been given.
    given: u64,
    /// The segment on the device, one buffer a part.
    device: Vec<Buffer>,
    passes: Buffer,
    tree: Tree,
    /// Says whether a loop was left early since the stream began.
    watch: Option<Watch>,
    /// What ended this stream.
    failed: Option<Error>,
}

/// Staging memory for one segment.
struct Slot {
    /// One buffer a part.
    staging: Vec<Buffer>,
    /// What its buffers wait for to be mapped again.
    busy: Option<(SubmissionIndex, Vec<Mapped>)>,
}

/// The canonical tree from the blocks upward, as far as it is not folded yet: a counter whose digits are buffers of states.
///
/// A level that is full is folded to one state of the next, which has as many blocks below it as a tree pass folds.
struct Tree {
    levels: Vec<Level>,
    /// Neighbouring states that a lane of a tree pass folds.
    run: u32,
    /// States of a full level: as many as a tree pass folds.
    width: u32,
    /// Bytes of a state.
    state: u64,
}

struct Level {
    states: Buffer,
    count: u32,
}

/// One dispatch.
struct Job {
    step: Step,
    sources: Vec<(Buffer, u64)>,
    target: Buffer,
    words: [u32; 3],
    workgroups: u32,
}

/// The bytes of the last state of the `len` elements in `parts`; of no elements there are none. A long input in host memory is copied while
/// it is reduced, and never all of it is on the device.
///
/// # Errors
/// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`], [`Error::WrongDevice`].
pub(crate) fn reduce(runner: &Runner, parts: Vec<Part<'_>>, len: usize) -> Result<Option<Vec<u8>>, Error> {
    let hosts: Option<Vec<&Host<'_>>> = parts.iter().map(Part::host).collect();
    if let Some(hosts) = hosts
        && runner.is_canonical()
        && len as u64 > runner.kernels().segment()?
        // All at once an invocation has fewer elements, and fewer rounds of loops.
        && !runner.kernels().is_watched()
    {
        let mut segments = Segments::new(runner)?;
        segments.take(&hosts, len as u64)?;
        return segments.finish();
    }
    runner.reduce_at_once(parts, len, None)
}

/// A buffer for each part of `elements` elements.
fn buffers(runner: &Runner, elements: u64, usage: BufferUsages) -> Result<Vec<Buffer>, Error> {
    let parts = runner.kernels().parts().into_iter();
    let bytes = parts.map(|part| (elements * part.bytes as u64).next_multiple_of(PADDING));
    let gpu = &runner.gpu().0;
    bytes
        .map(|bytes| gpu.pool.take_exactly(&gpu.on, "a segment of the stream", bytes, usage))
        .collect()
}

impl Segments {
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Limit`], [`Error::DeviceLost`]; [`Error::Policy`] of a rung of the ladder.
    pub(crate) fn new(runner: &Runner) -> Result<Self, Error> {
        runner.canonical("streams")?;
        let (gpu, kernels) = (&runner.gpu().0, runner.kernels());
        let segment = kernels.segment()?;
        let stages = [
            Step::Blocks,
            Step::Tree {
                run: kernels.tree_run(),
            },
        ]
        .map(|step| runner.stage(step));
        let watch = Watch::of(gpu, kernels, &stages.into_iter().collect::<Result<Vec<_>, Error>>()?)?;
        if let Some(watch) = &watch {
            gpu.on.run("the word of loops", 0, || {
                gpu.on.queue.write_buffer(&watch.word, 0, &[0; 4])
            })?;
        }
        let device = buffers(runner, segment, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        Ok(Self {
            segment,
            slots: Vec::new(),
            current: 0,
            filled: 0,
            given: 0,
            device,
            // A level has at least 256 states: 64 bits of blocks have no more than 8 levels.
            passes: gpu.pool.take_exactly(
                &gpu.on,
                "the passes",
                16 * gpu.uniform_stride,
                BufferUsages::UNIFORM | BufferUsages::COPY_DST,
            )?,
            tree: Tree {
                levels: Vec::new(),
                run: kernels.tree_run(),
                width: kernels.tree_width(),
                state: kernels.state_bytes(),
            },
            watch,
            failed: None,
            runner: runner.clone(),
        })
    }

    pub(crate) fn len(&self) -> u64 {
        self.given + self.filled
    }

    pub(crate) fn push(&mut self, parts: &[Part<'_>], len: usize) -> Result<(), Error> {
        let hosts: Vec<&Host<'_>> = parts.iter().filter_map(Part::host).collect();
        self.going()?;
        let taken = self.take(&hosts, len as u64);
        self.note(taken)
    }

    /// The bytes of the last state; of no elements there are none.
    pub(crate) fn finish(mut self) -> Result<Option<Vec<u8>>, Error> {
        self.going()?;
        if self.len() == 0 {
            return Ok(None);
        }
        let mut jobs = self.segment_jobs()?;
        let (gpu, state) = (&self.runner.gpu().0, self.tree.state);
        let result = self.tree.root(gpu, &mut jobs)?;
        let readback = Readback::take(gpu, state, self.watch.clone())?;
        let (submission, mapped) = self.submit(&jobs, |encoder| readback.copy(encoder, &result), || readback.map())?;
        gpu.on.wait(submission)?;
        let (bytes, buffers) = pollster::block_on(readback.bytes(&gpu.on, mapped))?;
        gpu.pool.give(buffers);
        self.rest()?;
        bytes.map(Some)
    }

    /// Gives all buffers back, once the device is done with them.
    fn rest(self) -> Result<(), Error> {
        let gpu = &self.runner.gpu().0;
        let waiting = self.slots.iter().filter(|slot| slot.busy.is_some());
        // The current slot was unmapped when its copy was submitted.
        gpu.on.run("a segment of the stream", 0, || {
            waiting.flat_map(|slot| &slot.staging).for_each(Buffer::unmap);
        })?;
        let staging = self.slots.into_iter().flat_map(|slot| slot.staging);
        let levels = self.tree.levels.into_iter().map(|level| level.states);
        let all = staging.chain(self.device).chain(levels).chain([self.passes]);
        gpu.pool.give(all);
        Ok(())
    }

    fn going(&self) -> Result<(), Error> {
        self.failed.clone().map_or(Ok(()), Err)
    }

    fn note<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        self.failed = result.as_ref().err().cloned();
        result
    }

    pub(crate) fn take(&mut self, parts: &[&Host<'_>], len: u64) -> Result<(), Error> {
        let kernels = self.runner.kernels();
        kernels.check_positions(self.given.saturating_add(self.filled).saturating_add(len))?;
        let mut taken = 0;
        while taken < len {
            let count = (len - taken).min(self.segment - self.filled);
            self.write(parts, taken, count)?;
            self.filled += count;
            taken += count;
            if self.filled == self.segment {
                let jobs = self.segment_jobs()?;
                self.hand_over(&jobs)?;
            }
        }
        Ok(())
    }

    /// Copies `count` elements from `first` on to the current slot.
    fn write(&mut self, parts: &[&Host<'_>], first: u64, count: u64) -> Result<(), Error> {
        let gpu = &self.runner.gpu().0;
        if self.slots.len() == self.current {
            let usage = BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC;
            let staging = buffers(&self.runner, self.segment, usage)?;
            let mapped = gpu.on.run("a segment of the stream", 0, || {
                staging.iter().map(map_staging).collect()
            })?;
            let submission = gpu
                .on
                .submit("a segment of the stream", 0, || gpu.on.queue.submit([]))?;
            self.slots.push(Slot {
                staging,
                busy: Some((submission, mapped)),
            });
        }
        let slot = &mut self.slots[self.current];
        if let Some((submission, mapped)) = slot.busy.take() {
            gpu.on.wait(submission)?;
            for mapped in mapped {
                pollster::block_on(is_mapped(&gpu.on, "a segment", mapped))?;
            }
        }
        for (part, staging) in parts.iter().zip(&slot.staging) {
            let bytes = |elements: u64| elements as usize * part.element;
            let from = &part.bytes[bytes(first)..bytes(first + count)];
            let to = bytes(self.filled)..bytes(self.filled + count);
            let view = gpu
                .on
                .run("a segment of the stream", 0, || staging.get_mapped_range_mut(..))?;
            let mut view = view.map_err(|error| gpu.on.driver(format!("writing a segment: {error}")))?;
            copy(from, view.slice(to));
        }
        Ok(())
    }

    /// The passes over the current segment, and over the levels that are full after it.
    fn segment_jobs(&mut self) -> Result<Vec<Job>, Error> {
        let mut jobs = Vec::new();
        if self.filled == 0 {
            return Ok(jobs);
        }
        let gpu = &self.runner.gpu().0;
        let kernels = self.runner.kernels();
        let blocks = kernels.shape().blocks(self.filled) as u32;
        let parts = self.device.iter().zip(kernels.parts());
        let sources = parts.map(|(buffer, part)| {
            let bytes = (self.filled * part.bytes as u64).next_multiple_of(PADDING);
            (buffer.clone(), bytes)
        });
        let (target, count) = self.tree.level(gpu, 0)?;
        let (sources, steps) = (sources.collect::<Vec<_>>(), kernels.steps_of_blocks());
        jobs.extend(steps.iter().map(|step| Job {
            step: *step,
            sources: sources.clone(),
            target: target.clone(),
            words: [self.filled as u32, count, self.given as u32],
            workgroups: blocks,
        }));
        self.tree.add(gpu, 0, blocks, &mut jobs)?;
        Ok(jobs)
    }

    /// Gives the current slot to the device, and goes on with the other one.
    fn hand_over(&mut self, jobs: &[Job]) -> Result<(), Error> {
        let staging = &self.slots[self.current].staging;
        let busy = self.submit(jobs, |_| (), || staging.iter().map(map_staging).collect())?;
        self.slots[self.current].busy = Some(busy);
        self.current = 1 - self.current;
        self.given += self.filled;
        self.filled = 0;
        Ok(())
    }

    /// Submits the copy of the current segment, `jobs`, and what `more` records; `then` asks for what is mapped afterwards.
    fn submit<T>(
        &self,
        jobs: &[Job],
        more: impl FnOnce(&mut CommandEncoder),
        then: impl FnOnce() -> T,
    ) -> Result<(SubmissionIndex, T), Error> {
        let gpu = &self.runner.gpu().0;
        let stages = jobs.iter().map(|job| self.runner.stage(job.step));
        let stages = stages.collect::<Result<Vec<Arc<Stage>>, Error>>()?;
        gpu.on.submit("a segment of the stream", 0, || {
            let mut encoder = gpu.on.device.create_command_encoder(&wgpu::CommandEncoderDescriptor {
                label: Some("reduce stream"),
            });
            if self.filled > 0 {
                for (staging, device) in self.slots[self.current].staging.iter().zip(&self.device) {
                    staging.unmap();
                    encoder.copy_buffer_to_buffer(staging, 0, device, 0, device.size());
                }
            }
            record(gpu, jobs, &stages, &self.passes, self.watch.as_ref(), &mut encoder);
            more(&mut encoder);
            (gpu.on.queue.submit([encoder.finish()]), then())
        })
    }
}

fn record(
    gpu: &Shared,
    jobs: &[Job],
    stages: &[Arc<Stage>],
    passes: &Buffer,
    watch: Option<&Watch>,
    encoder: &mut CommandEncoder,
) {
    let mut words = vec![0; jobs.len() * gpu.uniform_stride as usize];
    for (job, slot) in jobs.iter().zip(words.chunks_mut(gpu.uniform_stride as usize)) {
        slot[..12].copy_from_slice(bytemuck::cast_slice(&job.words.map(u32::to_le)));
    }
    gpu.on.queue.write_buffer(passes, 0, &words);
    let mut compute = encoder.begin_compute_pass(&ComputePassDescriptor {
        label: Some("reduce stream"),
        timestamp_writes: None,
    });
    for ((index, job), stage) in (0..).zip(jobs).zip(stages) {
        let sources = job.sources.iter().map(|(buffer, bytes)| binding(buffer, 0, *bytes));
        let target = binding(&job.target, 0, job.target.size());
        let params = binding(passes, index * gpu.uniform_stride, PASS_BYTES);
        let group = bind_pass(gpu, stage, sources.collect(), target, params, watch);
        compute.set_pipeline(&stage.pipeline);
        compute.set_bind_group(0, &group, &[]);
        compute.dispatch_workgroups(job.workgroups, 1, 1);
    }
}

/// Copies as fast as memory allows, which takes several threads: of our own, since a thread of a pool that waits for others may take up
/// work of the caller's, such as a task that asks for a lock that it holds.
fn copy(from: &[u8], to: WriteOnly<'_, [u8]>) {
    let (pieces, rest) = from.as_chunks::<COPY_BYTES>();
    let (places, mut last) = to.into_chunks::<COPY_BYTES>();
    last.copy_from_slice(rest);
    let both: Vec<(&[u8; COPY_BYTES], WriteOnly<'_, [u8; COPY_BYTES]>)> = pieces.iter().zip(places).collect();
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = threads.min(COPY_THREADS).min(both.len());
    let left = Mutex::new(both.into_iter());
    let work = || {
        while let Some((piece, place)) = next(&left) {
            WriteOnly::<[u8]>::from(place).copy_from_slice(piece);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Without this one the others do its part.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}

fn next<T>(left: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    left.lock().unwrap_or_else(PoisonError::into_inner).next()
}

/// Asks for a staging buffer, once the device has read it.
fn map_staging(staging: &Buffer) -> Mapped {
    map(staging, MapMode::Write, staging.size())
}

impl Tree {
    /// The states of `level` and how many there are.
    fn level(&mut self, gpu: &Shared, level: usize) -> Result<(Buffer, u32), Error> {
        if self.levels.len() == level {
            let bytes = u64::from(self.width) * self.state;
            let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC;
            let states = gpu.pool.take_exactly(&gpu.on, "the block results", bytes, usage)?;
            self.levels.push(Level { states, count: 0 });
        }
        let Level { states, count } = &self.levels[level];
        Ok((states.clone(), *count))
    }

    /// Counts states that a job has just added to `level`, and folds what is full.
    fn add(&mut self, gpu: &Shared, level: usize, states: u32, jobs: &mut Vec<Job>) -> Result<(), Error> {
        self.levels[level].count += states;
        if self.levels[level].count < self.width {
            return Ok(());
        }
        self.fold(gpu, level, jobs)?;
        self.add(gpu, level + 1, 1, jobs)
    }

    /// Adds the job that folds all of `level` to one state of the next one, which is not counted yet.
    fn fold(&mut self, gpu: &Shared, level: usize, jobs: &mut Vec<Job>) -> Result<(), Error> {
        let (target, first) = self.level(gpu, level + 1)?;
        let from = &mut self.levels[level];
        let length = std::mem::take(&mut from.count);
        jobs.push(Job {
            step: Step::Tree { run: self.run },
            sources: vec![(from.states.clone(), from.states.size())],
            target,
            words: [length, first, 0],
            workgroups: 1,
        });
        Ok(())
    }

    /// Folds what is left of every level, and returns the buffer whose first state is the result.
    fn root(&mut self, gpu: &Shared, jobs: &mut Vec<Job>) -> Result<Buffer, Error> {
        let mut level = 0;
        loop {
            let above = self.levels[level + 1..].iter().any(|level| level.count > 0);
            match self.levels[level].count {
                1 if !above => return Ok(self.levels[level].states.clone()),
                0 => {}
                _ => {
                    self.fold(gpu, level, jobs)?;
                    self.levels[level + 1].count += 1;
                }
            }
            level += 1;
        }
    }
}
