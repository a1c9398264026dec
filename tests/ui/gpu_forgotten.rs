use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Largest {
    x: f32,
}

impl Monoid for Largest {
    fn identity() -> Self {
        Largest { x: f32::NEG_INFINITY }
    }
    fn combine(a: Self, b: Self) -> Self {
        Largest { x: larger(a.x, b.x) }
    }
}

struct Peak;

impl Reduction for Peak {
    type Input = f32;
    type State = Largest;
    type Output = f32;
    fn lift(x: f32) -> Largest {
        Largest { x }
    }
    fn finish(s: Largest) -> f32 {
        s.x
    }
}

fn larger(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

#[gpu]
fn calls(x: f32) -> f32 {
    larger(x, x.sqrt()) + std::convert::identity(x)
}

fn main() {
    let _ = Cpu::new().reduce::<Peak>(&[1.0]);
}
