use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = return x)]
    a: f32,
    #[reduce(sum, lift = x?)]
    b: f32,
    #[reduce(sum, lift = break)]
    c: f32,
    #[reduce(sum, lift = continue)]
    d: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
