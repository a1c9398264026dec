use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Point {
    x: f32,
    y: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Outer {
    #[reduce(sum)]
    count: u32,
    point: Point,
}

fn main() {
    let _ = Outer::identity();
}
