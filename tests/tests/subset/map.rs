//! Runs the WGSL of a `lift` over inputs on a device, one result for each.

#![allow(clippy::expect_used, reason = "a test reports by panicking")]

use bytemuck::Pod;
use reduce_wgpu::private::{GpuType as _, Module};
use reduce_wgpu::{Element as _, NoParameters, Operator};
use wgpu::util::{BufferInitDescriptor, DeviceExt as _};
use wgpu::{
    BindGroupDescriptor, BindGroupEntry, BufferDescriptor, BufferUsages, ComputePipelineDescriptor, Device, MapMode,
    PollType, Queue, ShaderModuleDescriptor, ShaderSource,
};

/// The module that writes `lift(input[i])` to `output[i]`.
pub(crate) fn wgsl<R: Operator<Params: NoParameters>>() -> String {
    let mut module = Module::new();
    let (input, state) = (R::Input::wgsl_type(&mut module), R::State::wgsl_type(&mut module));
    let lift = R::wgsl_lift(&mut module);
    format!(
        "{module}\n\n\
         @group(0) @binding(0) var<storage, read> inputs: array<{input}>;\n\
         @group(0) @binding(1) var<storage, read_write> outputs: array<{state}>;\n\n\
         @compute @workgroup_size(64)\n\
         fn map(@builtin(global_invocation_id) id: vec3<u32>) {{\n    \
         if (id.x < arrayLength(&inputs)) {{ outputs[id.x] = {lift}(inputs[id.x]); }}\n}}\n"
    )
}

/// `lift` of every input, computed on the device.
///
/// # Panics
/// If the device refuses.
pub(crate) fn map<R: Operator<Params: NoParameters, State: Pod>>(
    device: &Device,
    queue: &Queue,
    inputs: &[R::Input],
) -> Vec<R::State> {
    let module = device.create_shader_module(ShaderModuleDescriptor {
        label: None,
        source: ShaderSource::Wgsl(wgsl::<R>().into()),
    });
    let pipeline = device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let bytes = size_of::<R::State>() * inputs.len();
    let input = device.create_buffer_init(&BufferInitDescriptor {
        label: None,
        contents: &R::Input::bytes(inputs).concat(),
        usage: BufferUsages::STORAGE,
    });
    let buffer = |usage| {
        device.create_buffer(&BufferDescriptor {
            label: None,
            size: bytes as u64,
            usage,
            mapped_at_creation: false,
        })
    };
    let output = buffer(BufferUsages::STORAGE | BufferUsages::COPY_SRC);
    let back = buffer(BufferUsages::MAP_READ | BufferUsages::COPY_DST);
    let group = device.create_bind_group(&BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[
            BindGroupEntry {
                binding: 0,
                resource: input.as_entire_binding(),
            },
            BindGroupEntry {
                binding: 1,
                resource: output.as_entire_binding(),
            },
        ],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(inputs.len().div_ceil(64) as u32, 1, 1);
    }
    encoder.copy_buffer_to_buffer(&output, 0, &back, 0, bytes as u64);
    queue.submit([encoder.finish()]);
    back.map_async(MapMode::Read, .., |_| ());
    device.poll(PollType::wait_indefinitely()).expect("the device answers");
    let view = back.get_mapped_range(..).expect("the results are mapped");
    bytemuck::pod_collect_to_vec(&view)
}
