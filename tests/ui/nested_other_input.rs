use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Range {
    #[reduce(min)]
    low: f32,
    #[reduce(max)]
    high: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = u32)]
struct Outer {
    #[reduce(sum, lift = 1)]
    count: u32,
    range: Range,
}

fn main() {
    let _ = Cpu::new().reduce::<Outer>(&[1]);
}
