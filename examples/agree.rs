//! One sum on the CPU and on a GPU, of 256 MiB: equal to the last bit, or this program fails.
//!
//! `cargo run --release --example agree`; `WGPU_ADAPTER_NAME=llvmpipe` or the like picks another GPU.

use std::process::ExitCode;
use std::time::Instant;

use reduce_wgpu::prelude::*;

const COUNT: u32 = 64 << 20;

/// Numbers between -1 and 1 without a pattern (murmur3's finaliser): summed in another order, they give other bits.
fn value(index: u32) -> f32 {
    let mut bits = index.wrapping_mul(0x9e37_79b9);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ (bits >> 13)).wrapping_mul(0xc2b2_ae35);
    (bits ^ (bits >> 16)).cast_signed() as f32 / 2f32.powi(31)
}

fn agree() -> Result<bool, Error> {
    let gpu = Gpu::new()?;
    let data: Vec<f32> = (0..COUNT).map(value).collect();
    let array = gpu.upload(&data)?;
    let reducer = gpu.reducer::<ops::Sum<f32>>()?;
    println!("the sum of {COUNT} f32");

    let start = Instant::now();
    let on_cpu = Cpu::new().reduce::<ops::Sum<f32>>(&data)?;
    show("CPU", on_cpu, start);

    let start = Instant::now();
    let on_gpu = reducer.reduce(&array)?;
    show(gpu.name(), on_gpu, start);

    Ok(on_cpu.to_bits() == on_gpu.to_bits())
}

fn show(engine: &str, sum: f32, start: Instant) {
    let time = start.elapsed();
    println!("{sum:?}  bits {:#010x}  {time:?}  {engine}", sum.to_bits());
}

fn main() -> ExitCode {
    let why = match agree() {
        Ok(true) => {
            println!("equal to the last bit");
            return ExitCode::SUCCESS;
        }
        Ok(false) => "the CPU and the GPU give different bits".to_owned(),
        Err(why) => why.to_string(),
    };
    eprintln!("agree: {why}");
    ExitCode::FAILURE
}
