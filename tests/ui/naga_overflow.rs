use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(max, lift = 1e39)]
    most: f32,
    #[reduce(sum, lift = 5000000000)]
    count: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
