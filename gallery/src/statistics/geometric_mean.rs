//! Geometric mean: the typical factor among growth rates, speed-ups and other ratios.
//!
//! Source: P. J. Fleming and J. J. Wallace, "How Not to Lie with Statistics: The Correct Way to Summarize Benchmark Results", CACM 29 (1986)

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = (logarithms / count as f32).exp())]
pub struct GeometricMean {
    #[reduce(sum, lift = x.ln())]
    logarithms: f32,
    #[reduce(sum, lift = 1)]
    count: u32,
}
