use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = match [x] { [ref y] => x })]
    a: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
