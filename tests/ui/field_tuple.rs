use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Pair {
    #[reduce(sum)]
    pair: (f32, f32),
    nothing: (),
}

fn main() {
    let _ = Cpu::new().reduce::<Pair>(&[1.0]);
}
