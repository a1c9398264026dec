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
        Total { sum: 0.0f64, count: 0i32 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Total {
            sum: a.sum + b.sum,
            count: a.count + 1i32,
        }
    }
}

#[gpu]
fn doubled(x: f32) -> f32 {
    x * 2
}

#[gpu]
fn indexed(a: [f32; 4], i: u32) -> f32 {
    a[i]
}

fn main() {}
