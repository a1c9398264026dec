use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Count {
    #[reduce(sum, lift = 1)]
    count: usize,
    #[reduce(sum, lift = 1)]
    offset: isize,
}

fn main() {
    let _ = Cpu::new().reduce::<Count>(&[1.0]);
}
