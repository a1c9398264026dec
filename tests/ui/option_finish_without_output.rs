use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, finish = sum / 2.0)]
struct Mean {
    #[reduce(sum)]
    sum: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Mean>(&[1.0]);
}
