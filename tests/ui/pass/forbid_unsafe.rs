//! A crate that forbids unsafe code takes all that the macros write.

use reduce_wgpu::prelude::*;
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct W {
    n: f32,
    m: f32,
}
#[gpu]
impl Monoid for W {
    fn identity() -> Self {
        W {
            n: 0.0,
            m: f32::NEG_INFINITY,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        W {
            n: a.n + b.n,
            m: larger(a.m, b.m),
        }
    }
}
#[gpu]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
#[gpu(wgsl = "fn low(x: u32) -> f32 { return unpack4x8unorm(x).x; }")]
fn low(x: u32) -> f32 {
    (x & 255) as f32 / 255.0
}
#[gpu]
impl W {
    fn ratio(self) -> f32 {
        self.m / self.n
    }
}
#[gpu]
impl std::ops::Add for W {
    type Output = W;
    fn add(self, o: W) -> W {
        W {
            n: self.n + o.n,
            m: self.m + o.m,
        }
    }
}
#[gpu]
fn added(a: W, b: W) -> W {
    a + b
}
struct Spread;
#[gpu]
impl Reduction for Spread {
    type Input = f32;
    type State = W;
    type Output = f32;
    fn lift(x: f32) -> W {
        W { n: 1.0, m: x }
    }
    fn finish(s: W) -> f32 {
        added(s, s).ratio()
    }
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct N {
    #[reduce(sum)]
    n: u32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Above {
    threshold: f32,
}
#[gpu]
impl Reduction for Above {
    type Input = f32;
    type State = N;
    type Output = u32;
    fn lift(&self, x: f32) -> N {
        N {
            n: (x > self.threshold) as u32,
        }
    }
    fn finish(&self, s: N) -> u32 {
        s.n
    }
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = u32, finish = n, params(limit: f32))]
struct Below {
    #[reduce(sum, lift = (x < limit) as u32)]
    n: u32,
}
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(limit: f32))]
struct Results {
    #[reduce(mean)]
    mean: f32,
    #[reduce(by = Above, using = Above { threshold: limit })]
    above: u32,
    #[reduce(sum, lift = x * limit)]
    scaled: f32,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = T)]
struct Most<T: Scalar> {
    #[reduce(max)]
    most: T,
}
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
struct Low {
    #[reduce(max, lift = low(x))]
    low: f32,
}
#[test]
fn the_code_of_the_macros_is_no_unsafe_code_of_the_users() -> Result<(), Error> {
    let cpu = Cpu::new();
    assert_eq!(cpu.reduce::<Spread>(&[1.0, 3.0])?, 1.5);
    assert_eq!(cpu.reduce::<Most<f32>>(&[1.0, 3.0])?.most, 3.0);
    assert_eq!(cpu.reduce::<Low>(&[0xff])?.low, 1.0);
    assert_eq!(cpu.reducer_using(Above { threshold: 1.0 })?.reduce(&[1.0, 3.0])?, 1);
    assert_eq!(cpu.reducer_using(BelowParams { limit: 2.0 })?.reduce(&[1.0, 3.0])?, 1);
    let results = cpu.reducer_using(ResultsParams { limit: 2.0 })?.reduce(&[1.0, 3.0])?;
    assert_eq!((results.mean, results.above, results.scaled), (2.0, 1, 8.0));
    check_monoid!(Spread, cpu);
    Ok(())
}
