use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = (|s| s)(sum))]
struct A {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = format!("{sum}"))]
struct F {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = [f32; 2], finish = (sum, sum))]
struct G {
    #[reduce(sum)]
    sum: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<A>(&[1.0]);
}
