use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Pair {
    a: f32,
    b: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = Pair)]
struct Seen {
    #[reduce(any)]
    any: u32,
    #[reduce(all, lift = x)]
    all: u32,
}

fn main() {
    let _ = Seen::identity();
}
