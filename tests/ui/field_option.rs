use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Maybe {
    #[reduce(max)]
    value: Option<f32>,
}

fn main() {}
