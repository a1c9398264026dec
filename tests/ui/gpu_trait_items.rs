use reduce_wgpu::prelude::*;

struct D;

#[gpu]
impl Reduction for D {
    type Input = f32;
    type State = f32;
    type Output = String;
    fn lift(x: f32) -> f32 {
        x
    }
    fn finish() -> f32 {
        1.0
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct E {
    e: f32,
}

#[gpu]
impl Monoid for E {
    fn identity() -> Self {
        E { e: 0.0 }
    }
    fn combine(a: Self, b: Self) -> E {
        E { e: a.e + b.e }
    }
    fn extra(a: Self) -> Self {
        a
    }
}

struct F;

#[gpu]
impl Reduction for F {
    type Input = bool;
    type State = f32;
    type Output = f32;
    fn lift(x: bool) -> f32 {
        if x { 1.0 } else { 0.0 }
    }
    fn finish(s: f32) -> f32 {
        s
    }
}

fn main() {}
