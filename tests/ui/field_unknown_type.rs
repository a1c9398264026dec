use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Total {
    #[reduce(sum)]
    sum: Sum,
}

fn main() {}
