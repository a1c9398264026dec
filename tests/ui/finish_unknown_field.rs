use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = total / count as f32)]
struct Mean {
    #[reduce(sum)]
    sum: f32,
    #[reduce(sum, lift = 1)]
    count: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<Mean>(&[1.0]);
}
