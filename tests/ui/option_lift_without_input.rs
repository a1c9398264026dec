use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Stats {
    #[reduce(sum, lift = x * x)]
    squares: f32,
}

fn main() {
    let _ = Stats::identity();
}
