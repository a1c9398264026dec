use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Total {
    #[reduce(sum)]
    sum: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Total>(&[1.0]);
}
