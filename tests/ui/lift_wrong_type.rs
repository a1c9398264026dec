use reduce_wgpu::prelude::*;

const LIMIT: u32 = 10;

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Stats {
    #[reduce(sum, lift = x * 2.0)]
    count: u32,
    #[reduce(sum, lift = 1)]
    weight: f32,
    #[reduce(max, lift = x > 0.0)]
    flag: u32,
    #[reduce(max, lift = LIMIT)]
    limit: f32,
    #[reduce(sum, lift = if x > 0 { 1 } else { 2 })]
    positive: u32,
    #[reduce(sum, lift = [x, 1])]
    both: [f32; 2],
    #[reduce(sum, lift = [x; 3])]
    three: [f32; 2],
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
}
