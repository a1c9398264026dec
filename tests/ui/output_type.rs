use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = usize, finish = count as usize)]
struct Count {
    #[reduce(sum, lift = 1)]
    count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = Option<f32>, finish = sum)]
struct Name {
    #[reduce(sum)]
    sum: f32,
}

fn main() {
    let _ = Cpu::new().reduce::<Count>(&[1.0]);
}
