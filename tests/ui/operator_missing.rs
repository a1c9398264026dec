use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum)]
    sum: f32,
    least: f32,
    #[reduce(lift = [x, x])]
    both: [f32; 2],
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
