use reduce_wgpu::prelude::*;

const LANES: usize = 0;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Empty {
    sums: [f32; LANES],
}

fn main() {}
