//! Several reductions of one pass, under names of their own, over elements that are structs.

use reduce_wgpu::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Particle {
    position: [f32; 3],
    mass: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Particle)]
struct Summary {
    #[reduce(count)]
    n: u64,
    #[reduce(mean, lift = x.mass)]
    mean_mass: f32, // `lift` gives a number of this type
    #[reduce(argmax, lift = x.position[2])]
    highest: Indexed<f32>, // .index, .value
    #[reduce(sum, lift = (x.mass > 1.0) as u32)]
    heavy: u32,
    #[reduce(by = ops::KahanSum<f32>, lift = energy(x))]
    energy: f32, // any reduction
}

#[gpu]
fn energy(of: Particle) -> f32 {
    of.mass * 9.81 * of.position[2]
}

fn main() -> Result<(), Error> {
    let engine = if std::env::args().any(|argument| argument == "--gpu") {
        Engine::Gpu(Gpu::new()?)
    } else {
        Engine::auto()?
    };
    let particles: Vec<Particle> = (0..100_000u32)
        .map(|index| Particle {
            position: [0.5, 1.0, (index * 7919 % 100_003) as f32 * 0.001],
            mass: 0.25 + (index % 8) as f32 * 0.25,
        })
        .collect();
    let summary = engine.reduce::<Summary>(&particles)?;
    println!("particles  {}", summary.n);
    println!("mean mass  {}", summary.mean_mass);
    println!("highest    {} at {}", summary.highest.value, summary.highest.index);
    println!("heavy      {}", summary.heavy);
    println!("energy     {}", summary.energy);
    Ok(())
}
