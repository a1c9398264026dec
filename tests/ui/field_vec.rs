use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Heap {
    all: Vec<f32>,
    one: Box<f32>,
    standard: std::vec::Vec<u32>,
}

fn main() {}
