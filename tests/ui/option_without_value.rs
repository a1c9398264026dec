use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input, output, finish)]
struct Stats {
    #[reduce(sum, lift)]
    sum: f32,
}

fn main() {
    let _ = Stats::identity();
}
