use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Seen {
    #[reduce(any)]
    seen: bool,
}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Flags {
    flags: [bool; 4],
}

fn main() {
    let _ = Cpu::new().reduce::<Seen>(&[1.0]);
}
