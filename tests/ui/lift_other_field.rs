use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum)]
    sum: f32,
    #[reduce(sum, lift = sum * sum)]
    squares: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
