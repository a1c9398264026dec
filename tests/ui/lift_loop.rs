use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = loop { break x })]
    a: f32,
    #[reduce(sum, lift = while x > 0.0 {})]
    b: f32,
    #[reduce(sum, lift = for _ in 0..3 {})]
    c: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
