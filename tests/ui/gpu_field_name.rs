use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Total {
    sum: f32,
    count: u32,
}

#[gpu]
impl Monoid for Total {
    fn identity() -> Self {
        Total { sum: 0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Total {
            sum: a.smu + b.sum,
            count: a.count + b.count,
            extra: 1,
        }
    }
}

#[gpu]
fn local(x: f32) -> f32 {
    let value = x * 2.0;
    vlaue + 1.0
}

fn main() {}
