//! Virial pressure: the pressure of a simulated fluid, from the pairs of particles that interact.
//!
//! Source: M. P. Allen and D. J. Tildesley, "Computer Simulation of Liquids", 2nd edition, Oxford University Press (2017), section 2.4

use reduce_wgpu::prelude::*;

/// Of each pair, the vector between the particles and the force along it. `thermal` is the number of particles times kT.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(
    input = ([f32; 3], [f32; 3]),
    params(thermal: f32, volume: f32),
    output = f32,
    finish = (thermal + virial / 3.0) / volume
)]
pub struct VirialPressure {
    #[reduce(sum, lift = dot(x.0, x.1))]
    virial: f32,
}

#[gpu]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    let mut sum = 0.0;
    for (a, b) in a.iter().zip(&b) {
        sum += a * b;
    }
    sum
}
