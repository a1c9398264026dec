//! The time to open a device, and the share of the tests that are run then.

use std::time::Instant;

use reduce_wgpu::prelude::*;
use reduce_wgpu::wgpu::{Adapter, DeviceDescriptor, Features, Instance, Limits, MemoryHints};

/// Opens a device as everybody does, and says how long that takes, with and without the tests.
pub(crate) fn timed() -> Result<Gpu, Box<dyn std::error::Error>> {
    let start = Instant::now();
    let gpu = Gpu::new()?;
    let first = start.elapsed();
    // The observations of an adapter are kept, so the second one is opened without the tests.
    let start = Instant::now();
    let again = Gpu::new()?;
    let second = start.elapsed();
    again.reduce::<ops::Sum<f32>>(&[1.0f32; 1000])?;
    eprintln!(
        "opened in {first:.1?}, a second time in {second:.1?}, with a result in {:.1?}",
        start.elapsed()
    );
    drop(again);
    // The observations depend on the limits as well: other limits are tested anew, with kernels that the driver knows by now.
    let adapter = adapter(&gpu)?;
    for (what, features) in [
        ("words of ours", Features::PASSTHROUGH_SHADERS),
        ("text", Features::empty()),
    ] {
        let times: Result<Vec<String>, Box<dyn std::error::Error>> = (1..=4)
            .map(|less| {
                let tried = opened(&adapter, features, less)?;
                let without = opened(&adapter, features, less)?;
                Ok(format!("{tried} ({without} without)"))
            })
            .collect();
        eprintln!(
            "a device of the caller's with its tests, and the first result, by {what}: {}",
            times?.join(", ")
        );
    }
    Ok(gpu)
}

/// The times to open a device, and to have a result from it.
fn opened(adapter: &Adapter, features: Features, less: u64) -> Result<String, Box<dyn std::error::Error>> {
    let start = Instant::now();
    let gpu = lent(adapter, features, less)?;
    let opened = start.elapsed();
    gpu.reduce::<ops::Sum<f32>>(&[1.0f32; 1000])?;
    Ok(format!("{opened:.1?}, {:.1?}", start.elapsed()))
}

/// A device whose driver gets WGSL by wgpu.
pub(crate) fn by_text(gpu: &Gpu) -> Result<Gpu, Box<dyn std::error::Error>> {
    lent(&adapter(gpu)?, Features::empty(), 0)
}

/// The adapter of `gpu`.
fn adapter(gpu: &Gpu) -> Result<Adapter, Box<dyn std::error::Error>> {
    let name = gpu.name();
    let adapters = pollster::block_on(Instance::default().enumerate_adapters(reduce_wgpu::wgpu::Backends::all()));
    let of_that_name = |adapter: &Adapter| name.starts_with(&adapter.get_info().name);
    Ok(adapters.into_iter().find(of_that_name).ok_or("the adapter is gone")?)
}

/// A device of a program's own, with all that kernels use but for the passing of words, and `less` bytes of the largest buffer.
fn lent(adapter: &Adapter, words: Features, less: u64) -> Result<Gpu, Box<dyn std::error::Error>> {
    let used = Features::SUBGROUP | Features::SHADER_F64 | Features::SHADER_INT64 | Features::TIMESTAMP_QUERY | words;
    let limits = adapter.limits();
    let descriptor = DeviceDescriptor {
        required_features: adapter.features() & used,
        required_limits: Limits {
            max_buffer_size: limits.max_buffer_size - 4 * less,
            ..limits
        },
        // As `Gpu::new` asks for memory.
        memory_hints: MemoryHints::Manual {
            suballocated_device_memory_block_size: 8 << 20..256 << 20,
        },
        ..DeviceDescriptor::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))?;
    Ok(Gpu::from_wgpu(adapter, device, queue)?)
}
