use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, input = u32)]
struct Stats {
    #[reduce(sum, lift = 1, lift = 2)]
    count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = sum)]
#[reduce(finish = sum)]
struct Again {
    #[reduce(sum)]
    sum: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
