//! Whole calls on resident data, on the host's clock: from an input on the device to a value in a Rust variable.

use std::time::Instant;

use reduce_bench::median;
use reduce_wgpu::prelude::*;

use crate::Peers;
use crate::kernels::{BUSY_AFTER_A_PAUSE, keep_busy};

const REPEATS: usize = 200;

/// `reduce` and `reduce_async` of an f32 sum, beside `torch.sum().item()`.
pub(crate) fn table(gpu: &Gpu, peers: &Peers, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    println!("\n| call | n | µs | min µs | peers: µs (ours ÷ peer) |");
    println!("|---|---|---|---|---|");
    let all = gpu.upload(data)?;
    let reducer = gpu.reducer::<ops::Sum<f32>>()?;
    for shift in [10, 16, 18, 20, 22, 24, 25, 28] {
        let n = 1 << shift;
        if n > data.len() {
            break;
        }
        let array = gpu.upload(&data[..n])?;
        keep_busy(gpu, &all, BUSY_AFTER_A_PAUSE)?;
        let waited = timed(|| reducer.reduce(&array).map(drop))?;
        let future = timed(|| pollster::block_on(reducer.reduce_async(&array)).map(drop))?;
        for (name, times) in [("reduce", waited), ("reduce_async", future)] {
            let (middle, least) = median(times);
            let beside = peers.beside("sum_then_item_f32", n, middle);
            println!("| {name} | {n} | {middle:.2} | {least:.2} | {beside} |");
        }
    }
    Ok(())
}

fn timed(mut call: impl FnMut() -> Result<(), Error>) -> Result<Vec<f64>, Error> {
    let mut times = Vec::with_capacity(REPEATS);
    for round in 0..REPEATS + 20 {
        let start = Instant::now();
        call()?;
        if round >= 20 {
            times.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    Ok(times)
}
