use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct Range {
    #[reduce(min)]
    low: f32,
    #[reduce(max)]
    high: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct Grid {
    cells: [Range; 4],
}

fn main() {}
