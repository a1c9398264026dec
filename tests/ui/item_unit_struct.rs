use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Nothing;

fn main() {
    let _ = Cpu::new().reduce::<Nothing>(&[1.0]);
}
