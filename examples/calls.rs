//! Every way to call a reduction, once.

use reduce_wgpu::prelude::*;
use reduce_wgpu::wgpu::{Buffer, BufferDescriptor, BufferUsages};

fn main() -> Result<(), Error> {
    let data: Vec<f32> = vec![0.5; 1_000_000];

    let cpu = Cpu::new(); // always there
    let gpu = Gpu::new()?; // any GPU; or Gpu::from_wgpu(&adapter, device, queue)?
    let auto = Engine::auto()?; // a hardware GPU, else the CPU
    let sum = cpu.reduce::<ops::Sum<f32>>(&data)?;
    assert_eq!(gpu.reduce::<ops::Sum<f32>>(&data)?, sum);
    assert_eq!(auto.reduce::<ops::Sum<f32>>(&data)?, sum);

    let array = gpu.upload(&data)?; // copied to the GPU, stays there
    let reducer = gpu.reducer::<ops::Sum<f32>>()?; // compiled once, Send + Sync
    assert_eq!(reducer.reduce(&array)?, sum); // slices and arrays alike
    println!("{}", reducer.kernels().explain()); // what runs; also combine(), wgsl(), wgsl_web()

    let (total, most) = gpu.reduce::<(ops::Sum<f32>, ops::Max<f32>)>(&array)?; // one pass, several results
    let dot = gpu.reduce::<ops::Dot<f32>>((&array, &data))?; // several inputs, one element of each
    let at = gpu.reduce::<ops::ArgMax<f32>>(&array)?; // .index, .value
    let third = gpu.reduce::<ops::Sum<f32>>(Strided::new(&array, 2, 3)?)?; // every third from element 2 on: a column, a channel

    let output = storage(&gpu, 4); // a wgpu::Buffer of your own
    let mut encoder = gpu.device().create_command_encoder(&Default::default());
    let mean = gpu.reducer::<ops::Mean<f32>>()?;
    mean.encode(&mut encoder, &array, data.len(), &output)?; // between your own passes, into your own buffer
    gpu.queue().submit([encoder.finish()]); // nothing was submitted or waited for before

    let mut stream = reducer.stream()?; // elements that come in pieces, of any lengths: memory use stays as it is
    for piece in data.chunks(48_000) {
        stream.push(piece)?;
    }
    assert_eq!(stream.finish()?, sum); // the bits of one call

    let half = 16 * Partial::<ops::Sum<f32>>::tile_len(); // where parts may begin
    let (left, right) = data.split_at(half as usize);
    let bytes = cpu.partial::<ops::Sum<f32>>(right, half)?.to_bytes(); // on any engine, in another process
    let mut parts = reducer.partial(left, 0)?;
    parts.merge(&Partial::from_bytes(&bytes)?)?; // in any order
    assert_eq!(parts.finish()?, sum);

    let gpus = Gpus::all()?; // all hardware GPUs of the host, else the software ones
    let sharded = gpus.upload(&data)?; // a shard on each
    assert_eq!(gpus.reduce::<ops::Sum<f32>>(&sharded)?, sum);

    let soon = reducer.reduce_async(&array); // a future: nothing waits
    assert_eq!(pollster::block_on(soon)?, sum);

    println!(
        "total {total}, most {most}, first at {}, dot {dot}, a third {third}",
        at.index
    );
    Ok(())
}

fn storage(gpu: &Gpu, size: u64) -> Buffer {
    gpu.device().create_buffer(&BufferDescriptor {
        label: None,
        size,
        usage: BufferUsages::STORAGE | BufferUsages::UNIFORM,
        mapped_at_creation: false,
    })
}
