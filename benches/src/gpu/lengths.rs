//! Lengths as people have them: the passes alone where the last tile is not full.

use reduce_bench::{Moments, Stats};
use reduce_wgpu::prelude::*;

use crate::Peers;
use crate::kernels::Row;

/// A few operators at lengths that are no powers of two, and at some that are.
pub(crate) fn table(gpu: &Gpu, peers: &Peers, data: &[f32]) -> Result<(), Box<dyn std::error::Error>> {
    let all = gpu.upload(data)?;
    println!("| op | n | µs | min µs | GB/s | bits beside the CPU's | peers: µs (ours ÷ peer) |");
    println!("|---|---|---|---|---|---|---|");
    for n in [
        100, 1000, 1024, 2000, 5000, 10_000, 20_000, 32_768, 50_000, 65_536, 100_000, 300_000, 1_000_000, 3_000_000,
        10_000_000,
    ] {
        let slice = &data[..n.min(data.len())];
        let array = gpu.upload(slice)?;
        let mut row = Row {
            gpu,
            all: &all,
            n,
            bytes: size_of_val(slice),
            peers,
        };
        row.print::<ops::Sum<f32>>("sum_f32", &array, slice)?;
        row.print::<ops::Max<f32>>("max_f32", &array, slice)?;
        row.print::<Stats>("stats_f32", &array, slice)?;
        row.print::<Moments>("welford_f32", &array, slice)?;
        row.print::<ops::ArgMax<f32>>("argmax_f32", &array, slice)?;
        row.print::<ops::Variance<f32>>("variance_f32", &array, slice)?;
        row.print::<ops::Mean<f32>>("mean_f32", &array, slice)?;
        let bytes: &[u8] = bytemuck::cast_slice(slice);
        let packed = gpu.upload(bytes)?;
        row.n = bytes.len();
        row.print::<ops::Sum<u8>>("sum_u8_u32", &packed, bytes)?;
    }
    Ok(())
}
