use reduce_wgpu::prelude::*;

#[derive(Clone, Copy)]
struct Plain {
    x: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Stats {
    #[reduce(sum)]
    plain: Plain,
}

fn main() {}
