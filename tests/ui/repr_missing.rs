use reduce_wgpu::prelude::*;

#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Total {
    #[reduce(sum)]
    sum: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Total>(&[1.0]);
}
