use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Mixed {
    count: u32,
    sum: f64,
}

fn main() {}
