use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct View {
    name: &'static str,
    value: &'static f32,
    pointer: *const f32,
}

fn main() {}
