//! What the benchmarks share: their input, the operator `Stats`, and medians.

use rayon::prelude::*;
use reduce_wgpu::prelude::*;

/// Four results in one pass.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
pub struct Stats {
    /// Number of elements.
    #[reduce(sum, lift = 1)]
    pub count: u32,
    /// Their sum.
    #[reduce(sum)]
    pub sum: f32,
    /// The least.
    #[reduce(min)]
    pub min: f32,
    /// The greatest.
    #[reduce(max)]
    pub max: f32,
}

/// `n` floats in [0, 1), the same as in the CUB program that stands beside ours: a PCG hash of the index.
#[must_use]
pub fn floats(n: usize) -> Vec<f32> {
    (0..n as u32)
        .into_par_iter()
        .map(|index| {
            let state = index.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
            (((word >> 22) ^ word) >> 8) as f32 / 16_777_216.0
        })
        .collect()
}

/// Median and minimum of a list of times.
#[must_use]
pub fn median(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN),
        times.first().copied().unwrap_or(f64::NAN),
    )
}
