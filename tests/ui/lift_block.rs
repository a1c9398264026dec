use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = unsafe { x })]
    b: f32,
    #[reduce(sum, lift = 'a: { break 'a x })]
    c: f32,
    #[reduce(sum, lift = { fn f() {} x })]
    d: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
