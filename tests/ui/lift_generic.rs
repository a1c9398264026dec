use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = T)]
struct Squares<T> {
    #[reduce(sum, lift = x * x)]
    squares: T,
}

fn main() {
    let _ = Cpu::new().reduce::<Squares<f32>>(&[1.0]);
}
