use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = [f32; 2], output = f32, finish = sums[2])]
struct Stats {
    #[reduce(sum, lift = x[2])]
    a: f32,
    #[reduce(sum)]
    sums: [f32; 2],
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[[1.0, 2.0]]);
}
