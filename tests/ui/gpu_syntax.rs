use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Total {
    sum: f32,
}

#[gpu]
impl Monoid for Total {
    fn identity() -> Self {
        Total { sum: 0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Total { sum: a.sum + ; }
    }
}

#[gpu]
fn root(x: f32) -> f32 {
    x.sqrt() x
}

#[gpu]
impl Reduction for Total {
    type Input = f32;
    type State = Self;
    type Output = f32;
    fn lift(x: f32) -> Self {
        Total { sum: root(x) }
    }
    fn finish(s: Self) -> f32 {
        s.sum
    }
}

fn main() {
    let _ = Cpu::new().reduce::<Total>(&[1.0]);
}
