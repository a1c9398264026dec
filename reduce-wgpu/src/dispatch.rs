//! Plan → buffers, bind groups and dispatches → the bytes of the last state.

use std::sync::{Arc, mpsc};

use reduce_core::{Error, Plan, Source};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource, Buffer, BufferBinding,
    BufferSize, BufferUsages, CommandEncoder, ComputePassDescriptor, ComputePassTimestampWrites,
};

use crate::array::{Cut, PADDING};
use crate::gpu::Shared;
use crate::pipeline::Stage;

const STATES: BufferUsages = BufferUsages::STORAGE.union(BufferUsages::COPY_SRC);
const PASSES: BufferUsages = BufferUsages::UNIFORM.union(BufferUsages::COPY_DST);
const READBACK: BufferUsages = BufferUsages::MAP_READ.union(BufferUsages::COPY_DST);

/// Bytes of the largest `Pass` in WGSL: three u32 and one a part of the input; most kernels leave out the last ones.
pub(crate) const PASS_BYTES: u64 = 48;

/// Everything one call holds on the device besides its input; goes back to the pool afterwards.
struct Scratch {
    states: [Buffer; 2],
    passes: Buffer,
    readback: Buffer,
}

/// Runs `plan` over `input` and returns the bytes of the last state.
///
/// `stages` are those of the passes. `timestamps` are written around the passes if given.
///
/// # Errors
/// [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Driver`].
pub(crate) fn run(
    gpu: &Shared,
    stages: &[Arc<Stage>],
    plan: &Plan,
    input: &[&Cut],
    state: u64,
    timestamps: Option<&wgpu::QuerySet>,
) -> Result<Vec<u8>, Error> {
    let scratch = Scratch::take(gpu, plan, state)?;
    let bytes = submit(gpu, stages, plan, input, state, &scratch, timestamps);
    // A buffer whose map failed may still be mapped; only what is known to be at rest goes back.
    if bytes.is_ok() {
        let Scratch {
            states: [first, second],
            passes,
            readback,
        } = scratch;
        gpu.pool.give([first, second, passes, readback]);
    }
    bytes
}

impl Scratch {
    fn take(gpu: &Shared, plan: &Plan, state: u64) -> Result<Self, Error> {
        let take = |what, bytes, usage| gpu.pool.take(&gpu.on, what, bytes, usage);
        Ok(Self {
            states: [
                take("the block results", plan.scratch[0] * state, STATES)?,
                take("the tree's results", plan.scratch[1] * state, STATES)?,
            ],
            passes: take("the passes", plan.passes.len() as u64 * gpu.uniform_stride, PASSES)?,
            readback: take("the result", state, READBACK)?,
        })
    }
}

fn submit(
    gpu: &Shared,
    stages: &[Arc<Stage>],
    plan: &Plan,
    input: &[&Cut],
    state: u64,
    scratch: &Scratch,
    timestamps: Option<&wgpu::QuerySet>,
) -> Result<Vec<u8>, Error> {
    let on = &gpu.on;
    let (sender, receiver) = mpsc::channel();
    let submission = on.run("the passes", 0, || {
        on.queue
            .write_buffer(&scratch.passes, 0, &passes(plan, gpu.uniform_stride));
        let mut encoder = on
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("reduce") });
        encode(gpu, stages, plan, input, state, scratch, &mut encoder, timestamps);
        encoder.copy_buffer_to_buffer(&scratch.states[plan.result], 0, &scratch.readback, 0, state);
        let submission = on.queue.submit([encoder.finish()]);
        scratch.readback.map_async(wgpu::MapMode::Read, ..state, move |mapped| {
            // The receiver waits below; if it is gone, nobody wants to know.
            let _ = sender.send(mapped);
        });
        submission
    })?;
    on.wait(submission)?;
    let mapped = receiver
        .recv()
        .map_err(|_| on.driver("the result was never mapped".to_owned()))?;
    mapped.map_err(|error| on.driver(format!("mapping the result: {error}")))?;
    let bytes = on.run("the result", state, || {
        scratch.readback.get_mapped_range(..state).map(|view| view.to_vec())
    })?;
    on.run("the result", state, || scratch.readback.unmap())?;
    bytes.map_err(|error| on.driver(format!("reading the result: {error}")))
}

/// The `Pass` of every dispatch, each at its own aligned offset.
fn passes(plan: &Plan, stride: u64) -> Vec<u8> {
    let mut bytes = vec![0; plan.passes.len() * stride as usize];
    for (pass, slot) in plan.passes.iter().zip(bytes.chunks_mut(stride as usize)) {
        slot[..4].copy_from_slice(&pass.length.to_le_bytes());
        slot[4..8].copy_from_slice(&pass.first_output.to_le_bytes());
        if let Source::Input(start) = pass.source {
            // Positions are u32 and start again at 0.
            slot[8..12].copy_from_slice(&(start as u32).to_le_bytes());
        }
    }
    bytes
}

#[allow(
    clippy::too_many_arguments,
    reason = "the parts of one submission, each of another kind"
)]
fn encode(
    gpu: &Shared,
    stages: &[Arc<Stage>],
    plan: &Plan,
    input: &[&Cut],
    state: u64,
    scratch: &Scratch,
    encoder: &mut CommandEncoder,
    timestamps: Option<&wgpu::QuerySet>,
) {
    let mut compute = encoder.begin_compute_pass(&ComputePassDescriptor {
        label: Some("reduce"),
        timestamp_writes: timestamps.map(|query_set| ComputePassTimestampWrites {
            query_set,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }),
    });
    for (index, (pass, stage)) in plan.passes.iter().zip(stages).enumerate() {
        let length = u64::from(pass.length);
        let mut sources = match pass.source {
            Source::Input(start) => input.iter().map(|cut| cut.window(start, length)).collect(),
            Source::Scratch(bank) => vec![binding(&scratch.states[bank], 0, length * state)],
        };
        let target = binding(&scratch.states[pass.target], 0, plan.scratch[pass.target] * state);
        let params = binding(&scratch.passes, index as u64 * gpu.uniform_stride, PASS_BYTES);
        // The first source is binding 0, further ones follow the results and the `Pass`.
        sources.splice(1..1, [target, params]);
        let group = bind(gpu, &stage.layout, sources);
        compute.set_pipeline(&stage.pipeline);
        compute.set_bind_group(0, &group, &[]);
        compute.dispatch_workgroups(pass.workgroups, 1, 1);
    }
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
