use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Wide {
    #[reduce(sum)]
    sum: u128,
    #[reduce(sum)]
    signed: i128,
}

fn main() {}
