//! Buffers of the caller's that are gone, or of another device.

use reduce_tests::device::{adapter, gpu, request};
use reduce_wgpu::prelude::*;
use wgpu::{Buffer, BufferDescriptor, BufferUsages, CommandEncoderDescriptor};

use crate::works;

fn buffer(gpu: &Gpu, size: u64) -> Buffer {
    gpu.device().create_buffer(&BufferDescriptor {
        label: None,
        size,
        usage: BufferUsages::STORAGE | BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// The message of `encode` about `input` and `output`; nothing is recorded, so earlier commands still run.
fn refusal(gpu: &Gpu, input: &Buffer, output: &Buffer) -> String {
    let sum = gpu.reducer::<ops::Sum<f32>>().unwrap();
    let (good, place) = (buffer(gpu, 4096), buffer(gpu, 4));
    let mut encoder = gpu
        .device()
        .create_command_encoder(&CommandEncoderDescriptor::default());
    sum.encode(&mut encoder, &good, 1000, &place).unwrap();
    let error = sum.encode(&mut encoder, input, 1000, output).unwrap_err();
    assert!(matches!(error, Error::Driver { .. }), "{error:?}");
    gpu.queue().submit([encoder.finish()]);
    works(gpu);
    error.to_string()
}

#[test]
fn a_destroyed_buffer_is_refused() {
    let gpu = gpu();
    let (gone, there) = (buffer(gpu, 4096), buffer(gpu, 4));
    gone.destroy();
    let said = refusal(gpu, &gone, &there);
    assert!(said.contains("destroyed"), "{said}");
    let gone = buffer(gpu, 4);
    gone.destroy();
    let said = refusal(gpu, &buffer(gpu, 4096), &gone);
    assert!(said.contains("destroyed"), "{said}");
}

#[test]
fn a_buffer_of_another_device_is_refused() {
    // Buffers of one instance: wgpu itself panics on buffers of another.
    let adapter = adapter();
    let [here, other] = [0, 1].map(|_| {
        let (device, queue) = request(&adapter, |_, _| ());
        Gpu::from_wgpu(&adapter, device, queue).unwrap()
    });
    let said = refusal(&here, &buffer(&other, 4096), &buffer(&here, 4));
    assert!(said.contains("doesn't match Device"), "{said}");
}
