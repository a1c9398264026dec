use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(add)]
    a: f32,
    #[reduce(mul)]
    b: f32,
    #[reduce(minimum)]
    c: f32,
    #[reduce(Max)]
    d: f32,
    #[reduce(bitxor, lift = 1)]
    e: u32,
    #[reduce(mean)]
    f: f32,
    #[reduce(summ)]
    g: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
