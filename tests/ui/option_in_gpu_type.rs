use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
#[reduce(input = f32)]
struct Point {
    x: f32,
}

fn main() {}
