use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Inner {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Outer {
    #[reduce(sum)]
    inner: Inner,
}

fn main() {
    let _ = Cpu::new().reduce::<Outer>(&[1.0]);
}
