use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
struct Letter {
    #[reduce(max)]
    letter: char,
}

fn main() {}
