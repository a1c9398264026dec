use reduce_wgpu::prelude::*;

type Flag = bool;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Flags {
    flag: Flag,
}

fn main() {}
