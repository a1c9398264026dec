use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(GpuType)]
struct Tail {
    count: u32,
    tail: [f32],
}

fn main() {}
