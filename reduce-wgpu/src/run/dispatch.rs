//! Plan → buffers, bind groups and dispatches → the bytes of the last state.

use std::sync::Arc;

use futures_channel::oneshot;
use reduce_core::{Error, Plan, Source};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource, Buffer, BufferAsyncError,
    BufferBinding, BufferSize, BufferUsages, CommandEncoder, ComputePass, ComputePassDescriptor,
    ComputePassTimestampWrites, MapMode, SubmissionIndex,
};

use crate::device::pipeline::Stage;
use crate::device::scope::Guarded;
use crate::device::shared::Shared;
use crate::device::watch::{WORD_BYTES, Watch};
use crate::input::array::{Cut, PADDING};
use crate::input::staged::Input;

const STATES: BufferUsages = BufferUsages::STORAGE
    .union(BufferUsages::COPY_SRC)
    .union(BufferUsages::COPY_DST);
const READBACK: BufferUsages = BufferUsages::MAP_READ.union(BufferUsages::COPY_DST);

/// Bytes of the largest `Pass` in WGSL: three u32 and two a part of the input; most kernels leave out the last ones.
pub(crate) const PASS_BYTES: u64 = 80;

/// What one call runs, and what it brings back.
pub(crate) struct Call<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) input: &'a Input<'a>,
    /// What the first scratch buffer holds before the passes.
    pub(crate) given: &'a [u8],
    /// Says whether a loop of its passes was left early.
    pub(crate) watch: Option<Watch>,
    /// Bytes of a state.
    pub(crate) state: u64,
    /// States that are read back.
    pub(crate) results: u64,
    /// Written around the passes.
    pub(crate) timestamps: Option<&'a wgpu::QuerySet>,
}

/// What the passes of a call write, which goes back to the pool, and the constants that they read.
struct Scratch {
    states: [Buffer; 2],
    /// Constants, which other calls may hold as well.
    passes: Buffer,
}

/// A buffer that the host reads: results, and behind them the word of loops.
pub(crate) struct Readback {
    buffer: Buffer,
    bytes: u64,
    watch: Option<Watch>,
}

/// A call that the device is working on.
pub(crate) struct Pending {
    readback: Readback,
    mapped: Mapped,
    pub(crate) submission: SubmissionIndex,
    /// Go back to the pool with what was read.
    states: Vec<Buffer>,
}

/// Whether a buffer is mapped, once that is known.
pub(crate) type Mapped = oneshot::Receiver<Result<(), BufferAsyncError>>;

/// Asks for the first `bytes` of a buffer, once the device is done with it.
pub(crate) fn map(buffer: &Buffer, mode: MapMode, bytes: u64) -> Mapped {
    let (sender, receiver) = oneshot::channel();
    buffer.map_async(mode, ..bytes, move |mapped| {
        // If the receiver is gone, nobody wants to know.
        let _ = sender.send(mapped);
    });
    receiver
}

/// Whether the buffer that is `what` was mapped.
///
/// # Errors
/// [`Error::DeviceLost`], [`Error::Driver`].
pub(crate) async fn is_mapped(on: &Guarded, what: &str, mapped: Mapped) -> Result<(), Error> {
    let mapped = mapped
        .await
        .map_err(|_| on.driver(format!("{what} was never mapped")))?;
    mapped.map_err(|error| on.driver(format!("mapping {what}: {error}")))
}

/// Waits for a call and returns the bytes of its results.
///
/// # Errors
/// [`Error::DeviceLost`], [`Error::Driver`].
pub(crate) fn wait(gpu: &Shared, pending: Pending) -> Result<Vec<u8>, Error> {
    gpu.on.wait(pending.submission.clone())?;
    pollster::block_on(pending.bytes(gpu))
}

/// Hands `call` to the device, with the stages of its plan's passes.
///
/// # Errors
/// [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Driver`]; [`Error::Buffer`] of a strided view.
pub(crate) fn submit(gpu: &Shared, call: &Call<'_>, stages: &[Arc<Stage>]) -> Result<Pending, Error> {
    let cuts = call.input.cuts()?;
    let scratch = Scratch::take(gpu, call)?;
    let result = &scratch.states[call.plan.result];
    let readback = Readback::take(gpu, call.results * call.state, call.watch.clone())?;
    let pending = readback.submit(&gpu.on, "the passes", result, |encoder| {
        if !call.given.is_empty() {
            gpu.on.queue.write_buffer(&scratch.states[0], 0, call.given);
        }
        encode(gpu, call, &cuts, stages, &scratch, encoder);
    })?;
    Ok(Pending {
        states: scratch.states.into(),
        ..pending
    })
}

impl Pending {
    /// The bytes of the results, as soon as somebody polls the device beyond its submission.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::Driver`]; [`Error::Loops`] if a loop was left early.
    pub(crate) async fn bytes(self, gpu: &Shared) -> Result<Vec<u8>, Error> {
        let (bytes, buffers) = self.readback.bytes(&gpu.on, self.mapped).await?;
        // A buffer whose map failed may still be mapped; only what is known to be at rest goes back.
        gpu.pool.give(self.states.into_iter().chain(buffers));
        bytes
    }
}

impl Readback {
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn take(gpu: &Shared, bytes: u64, watch: Option<Watch>) -> Result<Self, Error> {
        // Copies are of whole words.
        let bytes = bytes.next_multiple_of(4);
        let buffer = gpu.pool.take(&gpu.on, "the result", bytes + WORD_BYTES, READBACK)?;
        Ok(Self { buffer, bytes, watch })
    }

    /// Copies the first bytes of `from`, and the word of loops.
    pub(crate) fn copy(&self, encoder: &mut CommandEncoder, from: &Buffer) {
        encoder.copy_buffer_to_buffer(from, 0, &self.buffer, 0, self.bytes);
        if let Some(watch) = &self.watch {
            encoder.copy_buffer_to_buffer(&watch.word, 0, &self.buffer, self.bytes, WORD_BYTES);
        }
    }

    /// Asks for its bytes, after the copy was submitted.
    pub(crate) fn map(&self) -> Mapped {
        map(&self.buffer, MapMode::Read, self.mapped_bytes())
    }

    fn mapped_bytes(&self) -> u64 {
        self.bytes + self.watch.as_ref().map_or(0, |_| WORD_BYTES)
    }

    /// Submits what `record` records, and then a copy of the first bytes of `from`.
    ///
    /// # Errors
    /// Of `what` is submitted: [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn submit(
        self,
        on: &Guarded,
        what: &'static str,
        from: &Buffer,
        record: impl FnOnce(&mut CommandEncoder),
    ) -> Result<Pending, Error> {
        let (submission, mapped) = on.submit(what, 0, || {
            let mut encoder = on
                .device
                .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("reduce") });
            if let Some(watch) = &self.watch {
                watch.clear(&mut encoder);
            }
            record(&mut encoder);
            self.copy(&mut encoder, from);
            (on.queue.submit([encoder.finish()]), self.map())
        })?;
        Ok(Pending {
            readback: self,
            mapped,
            submission,
            states: Vec::new(),
        })
    }

    /// Does that and waits for the bytes; the buffer goes back to the pool.
    ///
    /// # Errors
    /// As [`submit`](Self::submit).
    pub(crate) fn read(
        self,
        gpu: &Shared,
        what: &'static str,
        from: &Buffer,
        record: impl FnOnce(&mut CommandEncoder),
    ) -> Result<Vec<u8>, Error> {
        wait(gpu, self.submit(&gpu.on, what, from, record)?)
    }

    /// Its bytes, or [`Error::Loops`] if a loop was left early, and the buffers, which are at rest again.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) async fn bytes(
        self,
        on: &Guarded,
        mapped: Mapped,
    ) -> Result<(Result<Vec<u8>, Error>, Vec<Buffer>), Error> {
        is_mapped(on, "the result", mapped).await?;
        let mapped = self.mapped_bytes();
        let bytes = on.run("the result", mapped, || {
            self.buffer.get_mapped_range(..mapped).map(|view| view.to_vec())
        })?;
        on.run("the result", mapped, || self.buffer.unmap())?;
        let mut bytes = bytes.map_err(|error| on.driver(format!("reading the result: {error}")))?;
        let word = bytes.split_off(self.bytes as usize);
        let early = word.iter().any(|byte| *byte != 0);
        let (word, error) = self.watch.map(|watch| (watch.word, watch.error)).unzip();
        let result = error.filter(|_| early).map_or(Ok(bytes), Err);
        Ok((result, [self.buffer].into_iter().chain(word).collect()))
    }
}

impl Scratch {
    fn take(gpu: &Shared, call: &Call<'_>) -> Result<Self, Error> {
        let take = |what, bytes, usage| gpu.pool.take(&gpu.on, what, bytes, usage);
        let plan = call.plan;
        Ok(Self {
            states: [
                take("the block results", plan.scratch[0] * call.state, STATES)?,
                take("the tree's results", plan.scratch[1] * call.state, STATES)?,
            ],
            passes: gpu.constants.get(&gpu.on, passes(plan, gpu.uniform_stride))?,
        })
    }
}

/// The `Pass` of every dispatch, each at its own aligned offset.
fn passes(plan: &Plan, stride: u64) -> Vec<u8> {
    let mut bytes = vec![0; plan.passes.len() * stride as usize];
    for (pass, slot) in plan.passes.iter().zip(bytes.chunks_mut(stride as usize)) {
        slot[..4].copy_from_slice(&pass.length.to_le_bytes());
        slot[4..8].copy_from_slice(&pass.first_output.to_le_bytes());
        if let Source::Input(start) = pass.source {
            // Positions are u32 and start again at 0.
            slot[8..12].copy_from_slice(&(plan.start.wrapping_add(start) as u32).to_le_bytes());
        }
    }
    bytes
}

fn encode(
    gpu: &Shared,
    call: &Call<'_>,
    cuts: &[&Cut],
    stages: &[Arc<Stage>],
    scratch: &Scratch,
    encoder: &mut CommandEncoder,
) {
    let mut compute = begin(encoder, call.timestamps);
    let Call { plan, state, .. } = *call;
    for (index, (pass, stage)) in plan.passes.iter().zip(stages).enumerate() {
        let length = u64::from(pass.length);
        let sources = match pass.source {
            Source::Input(start) => cuts.iter().map(|cut| cut.window(start, length)).collect(),
            Source::Scratch(bank) => vec![binding(&scratch.states[bank], 0, length * state)],
        };
        let target = binding(&scratch.states[pass.target], 0, plan.scratch[pass.target] * state);
        let params = binding(&scratch.passes, index as u64 * gpu.uniform_stride, PASS_BYTES);
        let group = bind_pass(gpu, stage, sources, target, params, call.watch.as_ref());
        compute.set_pipeline(&stage.pipeline);
        compute.set_bind_group(0, &group, &[]);
        let [columns, rows] = pass.dispatch(gpu.caps.max_workgroups);
        compute.dispatch_workgroups(columns, rows, 1);
    }
}

/// The compute pass of a call, between two timestamps if they are wanted.
pub(crate) fn begin<'e>(encoder: &'e mut CommandEncoder, timestamps: Option<&wgpu::QuerySet>) -> ComputePass<'e> {
    encoder.begin_compute_pass(&ComputePassDescriptor {
        label: Some("reduce"),
        timestamp_writes: timestamps.map(|query_set| ComputePassTimestampWrites {
            query_set,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }),
    })
}

impl Cut {
    /// The binding of `length` elements from `start` on, which lie in one buffer.
    pub(crate) fn window(&self, start: u64, length: u64) -> BindingResource<'_> {
        let buffer = &self.buffers[(start / self.chunk) as usize];
        let bytes = (length * self.bytes).next_multiple_of(PADDING);
        binding(buffer, start % self.chunk * self.bytes, bytes)
    }
}

pub(crate) fn binding(buffer: &Buffer, offset: u64, bytes: u64) -> BindingResource<'_> {
    BindingResource::Buffer(BufferBinding {
        buffer,
        offset,
        size: BufferSize::new(bytes),
    })
}

/// What a pass reads, where its results go, its `Pass`, and, if its kernel may leave a loop early, where it says so.
pub(crate) fn bind_pass<'a>(
    gpu: &Shared,
    stage: &Stage,
    mut sources: Vec<BindingResource<'a>>,
    target: BindingResource<'a>,
    params: BindingResource<'a>,
    watch: Option<&'a Watch>,
) -> BindGroup {
    // The first source is binding 0, further ones follow the results and the `Pass`.
    sources.splice(1..1, [target, params]);
    let watch = watch.filter(|_| stage.watched);
    sources.extend(watch.map(|watch| binding(&watch.word, 0, WORD_BYTES)));
    bind(gpu, &stage.layout, sources)
}

pub(crate) fn bind(gpu: &Shared, layout: &BindGroupLayout, resources: Vec<BindingResource<'_>>) -> BindGroup {
    let entries: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| BindGroupEntry { binding, resource })
        .collect();
    gpu.on.device.create_bind_group(&BindGroupDescriptor {
        label: Some("reduce"),
        layout,
        entries: &entries,
    })
}
