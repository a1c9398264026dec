use reduce_wgpu::prelude::*;

const LEN: u128 = 3;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = LEN as u32)]
    a: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
