use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, GpuType)]
struct Point {
    x: f32,
    y: f32,
}

fn main() {}
