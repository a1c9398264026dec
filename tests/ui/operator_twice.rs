use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, max)]
    both: f32,
    #[reduce(min)]
    #[reduce(min)]
    least: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
