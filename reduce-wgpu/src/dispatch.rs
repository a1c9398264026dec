//! Plan → buffers, bind groups and dispatches → the bytes of the last state.

use std::sync::mpsc;

use reduce_core::{Error, Plan, Source};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindingResource, Buffer, BufferBinding, BufferSize, BufferUsages,
    CommandEncoder, ComputePassDescriptor, ComputePassTimestampWrites,
};

use crate::array::Parts;
use crate::gpu::Shared;
use crate::pipeline::Compiled;

const STATES: BufferUsages = BufferUsages::STORAGE.union(BufferUsages::COPY_SRC);
const PASSES: BufferUsages = BufferUsages::UNIFORM.union(BufferUsages::COPY_DST);
const READBACK: BufferUsages = BufferUsages::MAP_READ.union(BufferUsages::COPY_DST);

/// Bytes of a `Pass` in WGSL: two u32.
const PASS_BYTES: u64 = 8;

/// Everything one call holds on the device besides its input; goes back to the pool afterwards.
struct Scratch {
    states: [Buffer; 2],
    passes: Buffer,
    readback: Buffer,
}

/// Runs `plan` over `input` and returns the bytes of the last state.
///
/// `timestamps` are written around the passes if given.
///
/// # Errors
/// [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Driver`].
pub(crate) fn run(
    gpu: &Shared,
    compiled: &Compiled,
    plan: &Plan,
    input: &Parts,
    sizes: Sizes,
    timestamps: Option<&wgpu::QuerySet>,
) -> Result<Vec<u8>, Error> {
    let scratch = Scratch::take(gpu, plan, sizes)?;
    let bytes = submit(gpu, compiled, plan, input, sizes, &scratch, timestamps);
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

/// Bytes of an element and of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) element: u64,
    pub(crate) state: u64,
}

impl Scratch {
    fn take(gpu: &Shared, plan: &Plan, sizes: Sizes) -> Result<Self, Error> {
        let take = |what, bytes, usage| gpu.pool.take(&gpu.on, what, bytes, usage);
        Ok(Self {
            states: [
                take("the block results", plan.scratch[0] * sizes.state, STATES)?,
                take("the tree's results", plan.scratch[1] * sizes.state, STATES)?,
            ],
            passes: take("the passes", plan.passes.len() as u64 * gpu.uniform_stride, PASSES)?,
            readback: take("the result", sizes.state, READBACK)?,
        })
    }
}

fn submit(
    gpu: &Shared,
    compiled: &Compiled,
    plan: &Plan,
    input: &Parts,
    sizes: Sizes,
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
        encode(gpu, compiled, plan, input, sizes, scratch, &mut encoder, timestamps);
        encoder.copy_buffer_to_buffer(&scratch.states[plan.result], 0, &scratch.readback, 0, sizes.state);
        let submission = on.queue.submit([encoder.finish()]);
        scratch
            .readback
            .map_async(wgpu::MapMode::Read, ..sizes.state, move |mapped| {
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
    let bytes = on.run("the result", sizes.state, || {
        scratch
            .readback
            .get_mapped_range(..sizes.state)
            .map(|view| view.to_vec())
    })?;
    on.run("the result", sizes.state, || scratch.readback.unmap())?;
    bytes.map_err(|error| on.driver(format!("reading the result: {error}")))
}

/// The `Pass` of every dispatch, each at its own aligned offset.
fn passes(plan: &Plan, stride: u64) -> Vec<u8> {
    let mut bytes = vec![0; plan.passes.len() * stride as usize];
    for (pass, slot) in plan.passes.iter().zip(bytes.chunks_mut(stride as usize)) {
        slot[..4].copy_from_slice(&pass.length.to_le_bytes());
        slot[4..8].copy_from_slice(&pass.first_output.to_le_bytes());
    }
    bytes
}

#[allow(
    clippy::too_many_arguments,
    reason = "the parts of one submission, each of another kind"
)]
fn encode(
    gpu: &Shared,
    compiled: &Compiled,
    plan: &Plan,
    input: &Parts,
    sizes: Sizes,
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
    for (index, pass) in plan.passes.iter().enumerate() {
        let source = match pass.source {
            Source::Input(start) => {
                let buffer = &input.buffers[(start / input.chunk) as usize];
                let offset = start % input.chunk * sizes.element;
                let bytes = (u64::from(pass.length) * sizes.element).next_multiple_of(16);
                binding(buffer, offset, bytes)
            }
            Source::Scratch(bank) => binding(&scratch.states[bank], 0, u64::from(pass.length) * sizes.state),
        };
        let target = binding(&scratch.states[pass.target], 0, plan.scratch[pass.target] * sizes.state);
        let params = binding(&scratch.passes, index as u64 * gpu.uniform_stride, PASS_BYTES);
        let group = bind(gpu, [source, target, params]);
        compute.set_pipeline(compiled.pipeline(pass.step));
        compute.set_bind_group(0, &group, &[]);
        compute.dispatch_workgroups(pass.workgroups, 1, 1);
    }
}

fn binding(buffer: &Buffer, offset: u64, bytes: u64) -> BindingResource<'_> {
    BindingResource::Buffer(BufferBinding {
        buffer,
        offset,
        size: BufferSize::new(bytes),
    })
}

fn bind(gpu: &Shared, resources: [BindingResource<'_>; 3]) -> BindGroup {
    let mut binding = 0..;
    let entries = resources.map(|resource| BindGroupEntry {
        binding: binding.next().unwrap_or(0),
        resource,
    });
    gpu.on.device.create_bind_group(&BindGroupDescriptor {
        label: Some("reduce"),
        layout: &gpu.layout,
        entries: &entries,
    })
}
