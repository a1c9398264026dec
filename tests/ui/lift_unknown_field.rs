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
struct Dot {
    #[reduce(sum, lift = x.a * x.c)]
    sum: f32,
}

fn main() {
    let _ = Dot::identity();
}
