//! The code that the benchmarks share: their input, the operator `Stats`, and medians.

pub mod inputs;
pub mod parameters;

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

/// Mean and squared deviations, joined as Chan, Golub and LeVeque do (1979): an operator written with `#[gpu]`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Welford {
    n: f32,
    mean: f32,
    m2: f32,
}

#[gpu]
impl Monoid for Welford {
    fn identity() -> Self {
        Welford {
            n: 0.0,
            mean: 0.0,
            m2: 0.0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        let n = a.n + b.n;
        if n == 0.0 {
            return a;
        }
        let d = b.mean - a.mean;
        let w = b.n / n;
        Welford {
            n,
            mean: a.mean + d * w,
            m2: a.m2 + b.m2 + d * d * a.n * w,
        }
    }
}

/// The last state of [`Welford`] over f32.
#[derive(Debug)]
pub struct Moments;

#[gpu]
impl Reduction for Moments {
    type Input = f32;
    type State = Welford;
    type Output = Welford;
    fn lift(x: f32) -> Welford {
        Welford {
            n: 1.0,
            mean: x,
            m2: 0.0,
        }
    }
    fn finish(s: Welford) -> Welford {
        s
    }
}

/// The composition of affine maps x ↦ ax + b, which does not commute.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Affine {
    a: f32,
    b: f32,
}

#[gpu]
impl Monoid for Affine {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Affine { a: 1.0, b: 0.0 }
    }
    fn combine(first: Self, second: Self) -> Self {
        Affine {
            a: first.a * second.a,
            b: second.a * first.b + second.b,
        }
    }
}

/// Every element x as the map 0.5 − x, composed in input order.
#[derive(Debug)]
pub struct Compose;

#[gpu]
impl Reduction for Compose {
    type Input = f32;
    type State = Affine;
    type Output = Affine;
    fn lift(x: f32) -> Affine {
        Affine { a: -1.0, b: 0.5 - x }
    }
    fn finish(s: Affine) -> Affine {
        s
    }
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
