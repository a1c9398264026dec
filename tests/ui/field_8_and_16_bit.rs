use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Pixel {
    red: u8,
    green: i8,
    blue: u16,
    alpha: i16,
    depth: half::f16,
    history: [u8; 4],
}

fn main() {}
