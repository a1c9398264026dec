use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType, Reduce)]
struct Total {
    #[reduce(sum)]
    sum: f32,
}

fn main() {}
