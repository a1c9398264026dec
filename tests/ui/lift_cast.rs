use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = x as i128)]
    a: u32,
    #[reduce(sum, lift = x as bool)]
    c: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
