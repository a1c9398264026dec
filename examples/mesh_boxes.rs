//! The box around each of many meshes, whose vertices lie in one buffer: offsets say where a mesh begins.
//!
//! Spheres and rings lie along a line, so that the boxes are known.

use std::f32::consts::TAU;

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

/// The vertices of a torus about the z axis, in a grid of `around` by `across`; with `ring` = 0 it is a sphere, which has each vertex twice.
fn torus(centre: [f32; 3], ring: f32, tube: f32, around: u32, across: u32) -> impl Iterator<Item = [f32; 3]> {
    (0..around * across).map(move |i| {
        let (u, v) = ((i / across) as f32 / around as f32, (i % across) as f32 / across as f32);
        let ((sin_u, cos_u), (sin_v, cos_v)) = ((TAU * u).sin_cos(), (TAU * v).sin_cos());
        let from_axis = ring + tube * cos_v;
        [
            centre[0] + from_axis * cos_u,
            centre[1] + from_axis * sin_u,
            centre[2] + tube * sin_v,
        ]
    })
}

fn main() -> Result<(), Error> {
    let (mut vertices, mut offsets) = (Vec::new(), vec![0u32]);
    for k in 0..8u8 {
        let ring = if k % 2 == 0 { 0.0 } else { 2.0 };
        let centre = [10.0 * f32::from(k), -1.0, 0.5];
        // Both are multiples of four, so that a vertex lies at the extreme of each direction.
        let (around, across) = (64 << (k / 2), 32);
        vertices.extend(torus(centre, ring, 1.0, around, across));
        offsets.push(vertices.len() as u32);
    }

    let boxes = reduce_examples::engine()?.reduce_each::<Bounds>(&vertices, Segments(&offsets))?;
    for bounds in boxes {
        println!(
            "{:6} points from {:.3?} to {:.3?}",
            bounds.points, bounds.low, bounds.high
        );
    }
    Ok(())
}
