use reduce_wgpu::prelude::*;

#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32, output = f32, inputs = u32)]
struct Stats {
    #[reduce(add)]
    sum: f32,
    #[reduce(any)]
    seen: bool,
    #[reduce(max, lift = x.iter())]
    most: f32,
    least: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Reduce)]
#[reduce(input = f32)]
struct Outer {
    stats: Stats,
    #[reduce(sum, lift = 1)]
    count: u32,
}

fn main() {
    let _ = Cpu::new().reduce::<Stats>(&[1.0]);
    let _ = Cpu::new().reduce::<Outer>(&[1.0]);
    let cpu = Cpu::new();
    let sum: f32 = cpu.reduce::<Outer>(&[1.0]).unwrap().stats.sum;
    println!("{sum} {}", <Stats as GpuType>::wgsl_name());
    let _ = Outer::combine(Outer::identity(), Outer::identity());
}
