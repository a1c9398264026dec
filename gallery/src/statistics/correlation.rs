//! Correlation: how closely two columns follow a line, without the cancellation of sums of squares.
//!
//! Source: P. Pébay, "Formulas for Robust, One-Pass Parallel Computation of Covariances and Arbitrary-Order Statistical Moments", Sandia report SAND2008-6212 (2008)

use reduce_wgpu::prelude::*;

/// The means of two columns, and the sums of products of the deviations from them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct CoMoments {
    count: f32,
    mean: [f32; 2],
    xx: f32,
    xy: f32,
    yy: f32,
}

#[gpu]
impl Monoid for CoMoments {
    fn identity() -> Self {
        Self {
            count: 0.0,
            mean: [0.0, 0.0],
            xx: 0.0,
            xy: 0.0,
            yy: 0.0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let count = a.count + b.count;
        if count == 0.0 {
            return a;
        }
        let [dx, dy] = [b.mean[0] - a.mean[0], b.mean[1] - a.mean[1]];
        let share = b.count / count;
        let weight = a.count * share;
        Self {
            count,
            mean: [a.mean[0] + dx * share, a.mean[1] + dy * share],
            xx: a.xx + b.xx + dx * dx * weight,
            xy: a.xy + b.xy + dx * dy * weight,
            yy: a.yy + b.yy + dy * dy * weight,
        }
    }
}

/// The covariance of the population, and Pearson's correlation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    pub covariance: f32,
    pub pearson: f32,
}

#[gpu]
impl Reduction for Correlation {
    type Input = (f32, f32);
    type State = CoMoments;
    type Output = Self;

    fn lift((x, y): (f32, f32)) -> CoMoments {
        CoMoments {
            count: 1.0,
            mean: [x, y],
            xx: 0.0,
            xy: 0.0,
            yy: 0.0,
        }
    }

    #[host]
    fn finish(all: CoMoments) -> Self {
        Self {
            covariance: all.xy / all.count,
            pearson: all.xy / (all.xx * all.yy).sqrt(),
        }
    }
}
