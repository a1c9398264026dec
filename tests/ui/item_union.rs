use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
union Bits {
    float: f32,
    word: u32,
}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Pair {
    bits: Bits,
}

fn main() {}
