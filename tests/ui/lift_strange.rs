use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = async { x })]
    a: f32,
    #[reduce(sum, lift = x.await)]
    b: f32,
    #[reduce(sum, lift = const { 1.0 })]
    c: f32,
    #[reduce(sum, lift = let y = x)]
    d: f32,
    #[reduce(sum, lift = _)]
    e: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
