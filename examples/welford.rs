//! A monoid in ordinary Rust: mean and deviation by Welford's method, joined as Chan, Golub and LeVeque do (1979).

use reduce_wgpu::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Welford {
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

/// From elements to the standard deviation: lift, combine, finish.
struct Spread;

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
fn root(v: f32) -> f32 {
    v.sqrt()
}

fn main() -> Result<(), Error> {
    let data: Vec<f32> = (0..1_000_000).map(|i| (i % 5) as f32).collect();
    let engine = reduce_examples::engine()?;
    println!("{:.4}", engine.reduce::<Spread>(&data)?);
    println!("{}", Kernels::of::<Spread>(&Caps::webgpu())?.combine());
    Ok(())
}
