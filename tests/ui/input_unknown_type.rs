use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = F32, output = Total, finish = sum)]
struct Stats {
    #[reduce(sum, lift = x as f32)]
    sum: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
