use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Mixed {
    #[reduce(sum)]
    sum: f64,
    #[reduce(sum)]
    count: u32,
}

fn main() {}
