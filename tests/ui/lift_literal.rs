use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = "one")]
    a: f32,
    #[reduce(sum, lift = 'c')]
    b: f32,
    #[reduce(sum, lift = b'a')]
    c: f32,
    #[reduce(sum, lift = b"ab")]
    d: f32,
    #[reduce(sum, lift = c"ab")]
    e: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
