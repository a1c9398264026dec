use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Inner {
    #[reduce(sum)]
    sum: f64,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Outer {
    #[reduce(sum)]
    count: [u32; 3],
    inner: Inner,
}

fn main() {}
