use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Total {
    #[reduce(sum)]
    sum: f32,
    #[reduce(sum, lift = 1)]
    tag: std::marker::PhantomData<u32>,
}

fn main() {}
