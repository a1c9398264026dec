use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = u32, output = u32, finish = sum % 0)]
struct Stats {
    #[reduce(sum)]
    sum: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1]);
}
