use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(GpuType)]
struct Total {
    sum: f32,
}

#[gpu]
impl Monoid for Total {
    fn identity() -> Self {
        Total { sum: 0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Total { sum: a.sum + b.sum }
    }
}

fn main() {}
