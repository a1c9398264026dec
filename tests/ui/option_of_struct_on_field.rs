use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Stats {
    #[reduce(sum, input = f32)]
    sum: f32,
    #[reduce(max, output = f32, finish = max)]
    max: f32,
    #[reduce(min, crate = reduce_wgpu)]
    min: f32,
}

fn main() {
    let _ = Stats::identity();
}
