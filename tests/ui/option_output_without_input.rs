use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(output = f32, finish = sum)]
struct Mean {
    #[reduce(sum)]
    sum: f32,
}

fn main() {
    let _ = Mean::identity();
}
