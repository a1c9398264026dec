use reduce_wgpu::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Largest {
    x: f32,
}

#[gpu]
impl Monoid for Largest {
    fn identity() -> Self {
        Largest { x: f32::NEG_INFINITY }
    }
    fn combine(a: Self, b: Self) -> Self {
        Largest { x: a.x.max(b.x) }
    }
}

struct Peak;

#[gpu]
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

fn main() {
    let _ = Cpu::new().reduce::<Peak>(&[1.0]);
}
