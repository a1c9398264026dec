use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = bool)]
struct A {
    #[reduce(any)]
    any: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = ())]
struct B {
    #[reduce(sum, lift = 1)]
    count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = usize)]
struct C {
    #[reduce(sum, lift = 1)]
    count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = [f32; 0])]
struct D {
    #[reduce(sum, lift = 1)]
    count: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<A>(&[true]);
}
