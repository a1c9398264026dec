use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = if count > 0.0 { sum } else { 0 })]
struct Mean {
    #[reduce(sum)]
    sum: f32,
    #[reduce(sum, lift = 1)]
    count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = count)]
struct Count {
    #[reduce(sum, lift = 1)]
    count: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<Mean>(&[1.0]);
}
