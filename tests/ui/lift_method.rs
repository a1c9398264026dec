use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = x.powi(2))]
    a: f32,
    #[reduce(sum, lift = x.max(0.0))]
    b: f32,
    #[reduce(sum, lift = x.sin().sqrt())]
    c: f32,
    #[reduce(sum, lift = x.clamp(0.0, 1.0).powf(2.0))]
    d: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
