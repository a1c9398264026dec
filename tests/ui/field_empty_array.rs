use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Empty {
    #[reduce(sum, lift = 1)]
    count: u32,
    #[reduce(sum)]
    sums: [f32; 0],
    #[reduce(sum)]
    grid: [[f32; 0x0]; 2],
}

fn main() {
    let _ = Cpu::new().reduce::<Empty>(&[1.0]);
}
