use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Step {
    step: fn(f32) -> f32,
}

fn main() {}
