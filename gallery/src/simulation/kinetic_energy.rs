//! Kinetic energy and momentum: the conserved quantities that tell whether an integrator drifts.
//!
//! Source: M. P. Allen and D. J. Tildesley, "Computer Simulation of Liquids", 2nd edition, Oxford University Press (2017), chapter 2

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Body {
    pub velocity: [f32; 3],
    pub mass: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Body)]
pub struct Conserved {
    #[reduce(sum, lift = x.velocity.map(|v| v * x.mass))]
    pub momentum: [f32; 3],
    #[reduce(sum, lift = 0.5 * x.mass * x.velocity.iter().fold(0.0, |sum, v| sum + v * v))]
    pub energy: f32,
}
