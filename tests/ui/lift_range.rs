use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = if (0.0..1.0).contains(&x) { x } else { 0.0 })]
    a: f32,
    #[reduce(sum, lift = 0..1)]
    b: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
