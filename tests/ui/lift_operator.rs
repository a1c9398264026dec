use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = !x)]
    not: u32,
    #[reduce(sum, lift = -(x as u32))]
    negative: u32,
    #[reduce(sum, lift = x ^ 1.0)]
    xor: f32,
    #[reduce(sum, lift = x[0])]
    first: f32,
    #[reduce(sum, lift = (x as u32).sqrt())]
    root: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
