//! Structure factor: how strongly a configuration of particles scatters a wave, as neutron and X-ray experiments see it.
//!
//! Source: J.-P. Hansen and I. R. McDonald, "Theory of Simple Liquids", 4th edition, Academic Press (2013), section 4.1

use reduce_wgpu::prelude::*;

/// The wave vector is a parameter.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(
    input = [f32; 3],
    params(wave: [f32; 3]),
    output = f32,
    finish = (amplitude[0] * amplitude[0] + amplitude[1] * amplitude[1]) / particles as f32
)]
pub struct StructureFactor {
    #[reduce(sum, lift = {
        let (sine, cosine) = (wave[0] * x[0] + wave[1] * x[1] + wave[2] * x[2]).sin_cos();
        [cosine, sine]
    })]
    amplitude: [f32; 2],
    #[reduce(sum, lift = 1)]
    particles: u32,
}
