use reduce_wgpu::prelude::*;

#[repr(C)]
#[repr(align(16))]
#[derive(Clone, Copy, GpuType)]
struct Point {
    x: f32,
    y: f32,
}

fn main() {}
