//! Data in host memory: pushed to a stream in pieces, and reduced as one slice.

use std::time::Instant;

use reduce_bench::median;
use reduce_wgpu::prelude::*;

/// An f32 sum, on the host's clock.
pub(crate) fn table(gpu: &Gpu, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    println!("\n| from host memory | bytes a piece | ms | GB/s |");
    println!("|---|---|---|---|");
    let reducer = gpu.reducer::<ops::Sum<f32>>()?;
    let expected = reducer.reduce(data)?;
    let bytes = size_of_val(data);
    let print = |name: &str, piece: usize, times: Vec<f64>| {
        let (middle, _) = median(times);
        println!(
            "| {name} | {piece} | {:.1} | {:.1} |",
            middle * 1e3,
            bytes as f64 / middle / 1e9
        );
    };
    for piece in [1 << 16, 1 << 20, 1 << 24, bytes] {
        let mut times = Vec::new();
        for _ in 0..5 {
            let start = Instant::now();
            let mut stream = reducer.stream()?;
            for piece in data.chunks(piece / 4) {
                stream.push(piece)?;
            }
            let sum = stream.finish()?;
            times.push(start.elapsed().as_secs_f64());
            if sum.to_bits() != expected.to_bits() {
                return Err(format!("the stream gave {sum}, one call {expected}").into());
            }
        }
        print("stream", piece, times);
    }
    let mut times = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        reducer.reduce(data)?;
        times.push(start.elapsed().as_secs_f64());
    }
    print("reduce of a slice", bytes, times);
    Ok(())
}
