use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Point {
    #[reduce(sum)]
    x: f32,
    #[reduce(lift = 1)]
    y: u32,
}

fn main() {}
