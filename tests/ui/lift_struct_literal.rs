use reduce_wgpu::prelude::*;

struct Pair {
    a: f32,
    b: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = Pair { a: x, b: x }.a)]
    a: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
