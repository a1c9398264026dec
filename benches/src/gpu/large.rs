//! Inputs beyond one binding and beyond 32 bits, and several GPUs.

use std::time::Instant;

use reduce_bench::median;
use reduce_wgpu::prelude::*;

use crate::kernels::{BUSY_AFTER_A_PAUSE, keep_busy};

/// 1, 4 and 16 GiB of f32: the rate has to be the same.
pub(crate) fn table(gpu: &Gpu, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    println!("\n| op | n | GPU µs | GB/s | bits beside the CPU's |");
    println!("|---|---|---|---|---|");
    let small = gpu.upload(data)?;
    for copies in [1, 4, 16] {
        let long = data.repeat(copies);
        let array = gpu.upload(&long)?;
        keep_busy(gpu, &small, BUSY_AFTER_A_PAUSE)?;
        let reducer = gpu.reducer::<ops::Sum<f32>>()?;
        let mut times = Vec::new();
        let mut sum = 0.0f32;
        for _ in 0..30 {
            let (value, time) = reducer.measure(&array)?;
            sum = value;
            times.push(time.as_secs_f64() * 1e6);
        }
        let (middle, _) = median(times);
        let expected = Cpu::new().reduce::<ops::Sum<f32>>(&long)?;
        let bits = if sum.to_bits() == expected.to_bits() {
            "equal"
        } else {
            "DIFFERENT"
        };
        let rate = size_of_val(long.as_slice()) as f64 / middle / 1e3;
        println!("| sum_f32 | {} | {middle:.1} | {rate:.0} | {bits} |", long.len());
    }
    // More elements than a u32 counts, in a few buffers.
    let bytes: Vec<u8> = bytemuck::cast_slice::<f32, u8>(data).repeat(9);
    let array = gpu.upload(&bytes)?;
    keep_busy(gpu, &small, BUSY_AFTER_A_PAUSE)?;
    let reducer = gpu.reducer::<ops::WideSum<u8>>()?;
    let mut times = Vec::new();
    let mut sum = 0;
    for _ in 0..30 {
        let (value, time) = reducer.measure(&array)?;
        sum = value;
        times.push(time.as_secs_f64() * 1e6);
    }
    let (middle, _) = median(times);
    let equal = sum == Cpu::new().reduce::<ops::WideSum<u8>>(&bytes)?;
    let bits = if equal { "equal" } else { "DIFFERENT" };
    let rate = bytes.len() as f64 / middle / 1e3;
    println!("| wide sum u8 | {} | {middle:.1} | {rate:.0} | {bits} |", bytes.len());
    Ok(())
}

/// All GPUs of the host together, on the host's clock, and each number of them.
pub(crate) fn several(data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let all = Gpus::all()?;
    println!("\n| GPUs | n | µs | GB/s | bits beside the CPU's |");
    println!("|---|---|---|---|---|");
    let (copies, rounds) = if all.gpus()[0].is_software() {
        (1, 40)
    } else {
        (8, 1500)
    };
    let long = data.repeat(copies);
    let expected = Cpu::new().reduce::<ops::Sum<f32>>(&long)?;
    for count in 1..=all.gpus().len() {
        let gpus = Gpus::new(&all.gpus()[..count])?;
        let spread = gpus.upload(&long)?;
        let reducer = gpus.reducer::<ops::Sum<f32>>()?;
        let mut times = Vec::new();
        let mut sum = 0.0f32;
        for round in 0..rounds {
            let start = Instant::now();
            sum = reducer.reduce(&spread)?;
            if round >= rounds - 30 {
                times.push(start.elapsed().as_secs_f64() * 1e6);
            }
        }
        let (middle, _) = median(times);
        let bits = if sum.to_bits() == expected.to_bits() {
            "equal"
        } else {
            "DIFFERENT"
        };
        let rate = size_of_val(long.as_slice()) as f64 / middle / 1e3;
        println!("| {count} | {} | {middle:.1} | {rate:.0} | {bits} |", long.len());
    }
    Ok(())
}
