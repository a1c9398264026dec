//! Winsorized mean: a mean in which outliers count as the nearest of two bounds.
//!
//! Source: J. W. Tukey and D. H. McLaughlin, "Less Vulnerable Confidence and Significance Procedures for Location Based on a Single Sample: Trimming/Winsorization 1", Sankhyā A 25 (1963)

use reduce_wgpu::prelude::*;

/// The bounds, which the program knows when it runs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct WinsorizedMean {
    pub low: f32,
    pub high: f32,
}

#[gpu]
impl Reduction for WinsorizedMean {
    type Input = f32;
    type State = ops::Mean<f32>;
    type Output = f32;

    fn lift(&self, x: f32) -> ops::Mean<f32> {
        ops::Mean::<f32>::lift(x.clamp(self.low, self.high))
    }

    fn finish(&self, state: ops::Mean<f32>) -> f32 {
        ops::Mean::<f32>::finish(state)
    }
}
