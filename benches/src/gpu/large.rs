//! Inputs beyond one binding and beyond 32 bits, and several GPUs.

use std::time::Instant;

use reduce_bench::median;
use reduce_wgpu::prelude::*;

use crate::kernels::{BUSY_AFTER_A_PAUSE, keep_busy, timed};

/// 1, 4 and 16 GiB of f32: the rate has to be the same.
pub(crate) fn table(gpu: &Gpu, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    println!("\n| op | n | GPU µs | GB/s | bits beside the CPU's |");
    println!("|---|---|---|---|---|");
    let small = gpu.upload(data)?;
    for copies in [1, 4, 16] {
        row::<ops::Sum<f32>>(gpu, &small, "sum_f32", &data.repeat(copies))?;
    }
    // More elements than a u32 counts, in a few buffers.
    let bytes: &[u8] = bytemuck::cast_slice(data);
    row::<ops::WideSum<u8>>(gpu, &small, "wide sum u8", &bytes.repeat(9))?;
    let mut beyond = bytes.repeat((1 << 32) / bytes.len());
    beyond.extend_from_slice(&bytes[..1 << 24]);
    row::<ops::Count<u8>>(gpu, &small, "count u8", &beyond)?;
    row::<ops::Mean<u8>>(gpu, &small, "mean u8", &beyond)?;
    Ok(())
}

/// One input, its bits held against the CPU's.
fn row<R>(gpu: &Gpu, small: &Array<f32>, op: &str, data: &[R::Input]) -> Result<(), Error>
where
    R: Operator<Params: NoParameters, Output: PartialEq>,
    for<'a> &'a [R::Input]: Source<R::Input>,
{
    let array = gpu.upload(data)?;
    let expected = Cpu::new().reduce::<R>(data)?;
    let mut equal = true;
    keep_busy(gpu, small, BUSY_AFTER_A_PAUSE)?;
    let (middle, _) = timed(&gpu.reducer::<R>()?, &array, |value| equal &= value == expected)?;
    let bits = if equal { "equal" } else { "DIFFERENT" };
    let rate = size_of_val(data) as f64 / middle / 1e3;
    println!("| {op} | {} | {middle:.1} | {rate:.0} | {bits} |", data.len());
    Ok(())
}

/// All GPUs of the host together, on the host's clock, and each number of them.
pub(crate) fn several(data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let all = Gpus::all()?;
    println!("\n| GPUs | n | µs | GB/s | the slowest share alone, µs | on its GPU, µs | bits beside the CPU's |");
    println!("|---|---|---|---|---|---|---|");
    let (copies, rounds) = if all.gpus()[0].is_software() {
        (1, 40)
    } else {
        (8, 1500)
    };
    let long = data.repeat(copies);
    let expected = Cpu::new().reduce::<ops::Sum<f32>>(&long)?;
    for count in 1..=all.gpus().len() {
        let gpus = Gpus::new(&all.gpus()[..count])?;
        let sharded = gpus.upload(&long)?;
        let reducer = gpus.reducer::<ops::Sum<f32>>()?;
        let mut times = Vec::new();
        let mut sum = 0.0f32;
        for round in 0..rounds {
            let start = Instant::now();
            sum = reducer.reduce(&sharded)?;
            if round >= rounds - 30 {
                times.push(start.elapsed().as_secs_f64() * 1e6);
            }
        }
        let (middle, _) = median(times);
        let (mut alone, mut on_gpu) = (0.0f64, 0.0f64);
        for (reducer, share) in reducer.reducers().iter().zip(sharded.shards()) {
            let (mut calls, mut passes) = (Vec::new(), Vec::new());
            for _ in 0..rounds / 5 {
                let start = Instant::now();
                reducer.reduce(share)?;
                calls.push(start.elapsed().as_secs_f64() * 1e6);
            }
            for _ in 0..30 {
                passes.push(reducer.measure(share)?.1.as_secs_f64() * 1e6);
            }
            alone = alone.max(median(calls).0);
            on_gpu = on_gpu.max(median(passes).0);
        }
        let bits = if sum.to_bits() == expected.to_bits() {
            "equal"
        } else {
            "DIFFERENT"
        };
        let rate = size_of_val(long.as_slice()) as f64 / middle / 1e3;
        println!(
            "| {count} | {} | {middle:.1} | {rate:.0} | {alone:.1} | {on_gpu:.1} | {bits} |",
            long.len()
        );
    }
    Ok(())
}
