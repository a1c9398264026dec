use reduce_wgpu::prelude::*;

#[derive(Clone, Copy)]
struct Plain {
    x: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = Plain)]
struct Sum {
    #[reduce(sum, lift = x.x)]
    sum: f32,
}

fn main() {
    let _ = Sum::identity();
}
