use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = (f32, f32, f32, f32, f32, f32, f32, u32))]
struct TooMany {
    #[reduce(sum, lift = 1)]
    count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = (f32, String))]
struct Unfit {
    #[reduce(sum, lift = x.0)]
    sum: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = (f32, u8))]
struct Pair {
    #[reduce(sum, lift = x.0)]
    sum: f32,
}

fn main() {
    let (a, b) = (vec![1.0f32], vec![2u8]);
    let _ = Cpu::new().reduce::<Pair>((&a, &b));
    let _ = Cpu::new().reduce::<Pair>(&a);
    let _ = Cpu::new().reduce::<Pair>((&b, &a));
    let _ = Cpu::new().reduce::<(ops::Sum<f32>, ops::Max<u32>)>(&a);
}
