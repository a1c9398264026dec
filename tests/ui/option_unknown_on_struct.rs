use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(inputs = f32, name = "stats", serial)]
struct Stats {
    #[reduce(sum)]
    sum: f32,
}

fn main() {
    let _ = Stats::identity();
}
