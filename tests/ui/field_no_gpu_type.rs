use reduce_wgpu::prelude::*;

#[derive(Clone, Copy)]
struct Plain {
    x: f32,
}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Outer {
    plain: Plain,
    count: u32,
}

fn main() {}
