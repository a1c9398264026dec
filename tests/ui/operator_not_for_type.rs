use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(xor)]
    bits: f32,
    #[reduce(any)]
    seen: f32,
    #[reduce(and)]
    lanes: [f32; 2],
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
