use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduces(input = f32)]
struct Misspelt {
    #[reduce(sum)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Monoid)]
struct NoDerive {
    #[reduce(sum)]
    sum: f32,
}

fn main() {}
