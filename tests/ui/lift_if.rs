use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = if x > 0.0 { x })]
    a: f32,
    #[reduce(sum, lift = if x > 0.0 { x } else { println!(); x })]
    c: f32,
    #[reduce(sum, lift = if let 1.0 = x { x } else { 0.0 })]
    d: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
