//! Free energy: the difference between two states of a system, by perturbation, without overflow of the Boltzmann factors.
//!
//! Source: R. W. Zwanzig, "High-Temperature Equation of State by a Perturbation Method", Journal of Chemical Physics 22 (1954); M. Milakov and N. Gimelshein, "Online Normalizer Calculation for Softmax", arXiv:1805.02867 (2018)

use reduce_wgpu::prelude::*;

/// A sum of exponentials, relative to the greatest one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Boltzmann {
    greatest: f32,
    sum: f32,
    samples: u32,
}

#[gpu]
impl Monoid for Boltzmann {
    fn identity() -> Self {
        Self {
            greatest: f32::NEG_INFINITY,
            sum: 0.0,
            samples: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        if a.samples == 0 {
            return b;
        }
        if b.samples == 0 {
            return a;
        }
        let greatest = a.greatest.max(b.greatest);
        Self {
            greatest,
            sum: a.sum * (a.greatest - greatest).exp() + b.sum * (b.greatest - greatest).exp(),
            samples: a.samples + b.samples,
        }
    }
}

/// The thermal energy kT, in the unit of the energies.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct FreeEnergy {
    pub thermal: f32,
}

#[gpu]
impl Reduction for FreeEnergy {
    type Input = f32;
    type State = Boltzmann;
    type Output = f32;

    /// Of the difference of the energies in one sample.
    fn lift(&self, difference: f32) -> Boltzmann {
        Boltzmann {
            greatest: -difference / self.thermal,
            sum: 1.0,
            samples: 1,
        }
    }

    fn finish(&self, all: Boltzmann) -> f32 {
        -self.thermal * (all.greatest + (all.sum / all.samples as f32).ln())
    }
}
