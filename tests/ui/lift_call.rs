use reduce_wgpu::prelude::*;

fn square(x: f32) -> f32 {
    x * x
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = square(x))]
    b: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
