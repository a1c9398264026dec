//! Operators as users write them with `#[gpu]`: monoids and reductions, generic, with parameters, with functions of their own.

use std::marker::PhantomData;

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Welford {
    pub n: f32,
    pub mean: f32,
    pub m2: f32,
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

pub struct Spread;

#[gpu]
impl Reduction for Spread {
    type Input = f32;
    type State = Welford;
    type Output = f32;
    fn lift(x: f32) -> Welford {
        Welford {
            n: 1.0,
            mean: x,
            m2: 0.0,
        }
    }
    fn finish(s: Welford) -> f32 {
        root(s.m2 / s.n)
    }
}

#[gpu]
pub fn root(v: f32) -> f32 {
    v.sqrt()
}

pub struct Standardised<T>(PhantomData<T>);

#[gpu]
impl<T: Number> Reduction for Standardised<T> {
    type Input = T;
    type State = Welford;
    type Output = f32;
    fn lift(x: T) -> Welford {
        Welford {
            n: 1.0,
            mean: x.to_f32(),
            m2: 0.0,
        }
    }
    fn finish(s: Welford) -> f32 {
        s.mean / root(s.m2 / (s.n - 1.0))
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Best {
    pub value: f32,
    pub index: u32,
}

#[gpu]
impl Monoid for Best {
    fn identity() -> Self {
        Best {
            value: f32::NEG_INFINITY,
            index: 0xffff_ffff,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        if a.value > b.value || (a.value == b.value && a.index < b.index) {
            a
        } else {
            b
        }
    }
}

pub struct ArgMaxAbs;

#[gpu]
impl Reduction for ArgMaxAbs {
    type Input = Indexed<f32>;
    type State = Best;
    type Output = u32;
    fn lift(x: Indexed<f32>) -> Best {
        Best {
            value: x.value.abs(),
            index: x.index,
        }
    }
    fn finish(s: Best) -> u32 {
        s.index
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Affine {
    pub a: f32,
    pub b: f32,
}

#[gpu]
impl Monoid for Affine {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Affine { a: 1.0, b: 0.0 }
    }
    fn combine(first: Self, then: Self) -> Self {
        Affine {
            a: first.a * then.a,
            b: then.a * first.b + then.b,
        }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Matrix {
    pub m: [[f32; 2]; 2],
}

#[gpu]
impl Monoid for Matrix {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Matrix {
            m: [[1.0, 0.0], [0.0, 1.0]],
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        let mut m = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    m[i][j] += a.m[i][k] * b.m[k][j];
                }
            }
        }
        Matrix { m }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Subarray {
    pub total: i32,
    pub prefix: i32,
    pub suffix: i32,
    pub best: i32,
}

#[gpu]
impl Monoid for Subarray {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Subarray {
            total: 0,
            prefix: 0,
            suffix: 0,
            best: 0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        Subarray {
            total: a.total + b.total,
            prefix: a.prefix.max(a.total + b.prefix),
            suffix: b.suffix.max(a.suffix + b.total),
            best: a.best.max(b.best).max(a.suffix + b.prefix),
        }
    }
}

pub struct MaxSubarray;

#[gpu]
impl Reduction for MaxSubarray {
    type Input = i32;
    type State = Subarray;
    type Output = i32;
    fn lift(x: i32) -> Subarray {
        let positive = x.max(0);
        Subarray {
            total: x,
            prefix: positive,
            suffix: positive,
            best: positive,
        }
    }
    fn finish(s: Subarray) -> i32 {
        s.best
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Histogram {
    #[reduce(sum)]
    pub bins: [u32; 16],
}

pub struct Levels;

#[gpu]
impl Reduction for Levels {
    type Input = u32;
    type State = Histogram;
    type Output = [u32; 16];
    fn lift(x: u32) -> Histogram {
        let mut bins = [0; 16];
        bins[(x % 16) as usize] = 1;
        Histogram { bins }
    }
    fn finish(s: Histogram) -> [u32; 16] {
        s.bins
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct LogSum {
    pub most: f32,
    pub sum: f32,
}

#[gpu]
impl Monoid for LogSum {
    fn identity() -> Self {
        LogSum {
            most: f32::MIN,
            sum: 0.0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        let most = a.most.max(b.most);
        LogSum {
            most,
            sum: a.sum * (a.most - most).exp() + b.sum * (b.most - most).exp(),
        }
    }
}

pub struct Softmax;

#[gpu]
impl Reduction for Softmax {
    type Input = f32;
    type State = LogSum;
    type Output = f32;
    fn lift(x: f32) -> LogSum {
        LogSum { most: x, sum: 1.0 }
    }
    fn finish(s: LogSum) -> f32 {
        s.most + s.sum.ln()
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Threshold {
    pub limit: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Tally {
    #[reduce(sum)]
    pub n: u32,
}

#[gpu]
impl Reduction for Threshold {
    type Input = f32;
    type State = Tally;
    type Output = u32;
    fn lift(&self, x: f32) -> Self::State {
        Tally {
            n: (x > self.limit) as u32,
        }
    }
    fn finish(&self, state: Self::State) -> u32 {
        state.n
    }
}

pub struct Polar;

#[gpu]
impl Reduction for Polar {
    type Input = [f32; 2];
    type State = Best;
    type Output = f32;
    fn lift(x: [f32; 2]) -> Best {
        let squared = x[0] * x[0] + x[1] * x[1];
        Best {
            value: length(squared),
            index: 0,
        }
    }
    fn finish(s: Best) -> f32 {
        s.value
    }
}

#[gpu]
pub fn length(squared: f32) -> f32 {
    if squared > 0.0 { root(squared) } else { 0.0 }
}
