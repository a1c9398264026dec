//! Weighted variance: the spread of values that count with different weights, such as survey answers.
//!
//! Source: D. H. D. West, "Updating Mean and Variance Estimates: An Improved Method", CACM 22 (1979)

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct WeightedVariance {
    weight: f32,
    mean: f32,
    /// The weighted sum of the squared deviations from the mean.
    deviations: f32,
}

#[gpu]
impl Monoid for WeightedVariance {
    fn identity() -> Self {
        Self {
            weight: 0.0,
            mean: 0.0,
            deviations: 0.0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let weight = a.weight + b.weight;
        if weight == 0.0 {
            return a;
        }
        let distance = b.mean - a.mean;
        let share = b.weight / weight;
        Self {
            weight,
            mean: a.mean + distance * share,
            deviations: a.deviations + b.deviations + distance * distance * a.weight * share,
        }
    }
}

#[gpu]
impl Reduction for WeightedVariance {
    type Input = (f32, f32);
    type State = Self;
    type Output = f32;

    fn lift((value, weight): (f32, f32)) -> Self {
        Self {
            weight,
            mean: value,
            deviations: 0.0,
        }
    }

    fn finish(all: Self) -> f32 {
        all.deviations / all.weight
    }
}
