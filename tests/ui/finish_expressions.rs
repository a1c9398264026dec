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
#[reduce(input = f32, output = f32, finish = f32::sqrt(sum))]
struct B {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = match sum { s => s })]
struct C {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = sum.powi(2))]
struct D {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, finish = { let s = sum; s })]
struct E {
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
