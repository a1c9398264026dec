//! The smallest box around a cloud of points: the derive is the whole program.

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [f32; 3])]
struct Bounds {
    #[reduce(min)]
    low: [f32; 3],
    #[reduce(max)]
    high: [f32; 3],
    #[reduce(sum, lift = 1)]
    points: u32,
}

fn main() -> Result<(), Error> {
    let spiral = |i: u32| {
        let t = i as f32 * 1e-3;
        [t.cos() * 3.0, t.sin() * 2.0, t]
    };
    let points: Vec<[f32; 3]> = (0..100_000).map(spiral).collect();
    let bounds = reduce_examples::engine()?.reduce::<Bounds>(&points)?;
    println!("{} points", bounds.points);
    println!("from {:.3?}", bounds.low);
    println!("to   {:.3?}", bounds.high);
    Ok(())
}
