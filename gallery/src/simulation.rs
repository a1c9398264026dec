//! Operators of simulation.

use glam::Vec3;

use super::figures::{exact, near, within};
use super::inputs::{between, vectors, zip};
use super::{Case, case};

pub mod attitude;
pub mod free_energy;
pub mod inertia_tensor;
pub mod kinetic_energy;
pub mod residual_norms;
pub mod structure_factor;
pub mod time_step;
pub mod virial_pressure;

use attitude::Attitude;
use free_energy::FreeEnergy;
use inertia_tensor::InertiaTensor;
use kinetic_energy::{Body, Conserved};
use residual_norms::ResidualNorms;
use structure_factor::StructureFactorParams;
use time_step::{Cell, TimeStep};
use virial_pressure::VirialPressureParams;

fn body(velocity: [f32; 3], mass: f32) -> Body {
    Body { velocity, mass }
}

fn cell(velocity: f32, speed_of_sound: f32) -> Cell {
    Cell {
        velocity,
        speed_of_sound,
    }
}

fn places(seed: u32, n: usize) -> Vec<Vec3> {
    vectors(5.0, 9.0, seed, n).into_iter().map(Vec3::from_array).collect()
}

/// Forces along the separations.
fn forces(separations: &[[f32; 3]], seed: u32) -> Vec<[f32; 3]> {
    let strengths = between(-1.0, 3.0, seed, separations.len());
    zip(separations, &strengths, |r, strength| r.map(|r| r * strength))
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!(
            "kinetic_energy",
            100_000,
            Conserved,
            |n| &zip(&vectors(-1.0, 2.0, 1, n), &between(0.5, 2.0, 4, n), body),
            |found| [
                near("x", found.momentum[0], 1e-5),
                near("y", found.momentum[1], 1e-5),
                near("z", found.momentum[2], 1e-5),
                near("energy", found.energy, 1e-5),
            ],
        ),
        case!(
            "inertia_tensor",
            100_000,
            InertiaTensor,
            |n| (&places(5, n), &between(0.5, 2.0, 8, n)),
            // Off the diagonal are sums of both signs, of up to 4 each.
            |tensor| [
                near("xx", tensor[0][0], 1e-5),
                near("yy", tensor[1][1], 1e-5),
                near("zz", tensor[2][2], 1e-5),
                within("yz", tensor[1][2], 1.0),
                within("zx", tensor[2][0], 1.0),
                within("xy", tensor[0][1], 1.0),
            ],
        ),
        case!(
            "time_step",
            100_000,
            |_n| TimeStep {
                courant: 0.5,
                width: 0.01
            },
            |n| &zip(&between(-300.0, 300.0, 9, n), &between(300.0, 360.0, 10, n), cell),
            |limit| [exact("cell", limit.index), near("step", limit.value, 1e-6)],
        ),
        case!(
            "residual_norms",
            100_000,
            ResidualNorms,
            |n| &between(-1e-3, 1e-3, 11, n),
            |norms| [
                near("l1", norms.l1, 1e-5),
                near("l2", norms.l2, 1e-5),
                exact("greatest", norms.greatest),
                exact("finite", norms.finite),
            ],
        ),
        case!(
            "virial_pressure",
            100_000,
            |_n| VirialPressureParams {
                thermal: 2000.0,
                volume: 5000.0
            },
            |n| (&vectors(-1.0, 1.0, 12, n), &forces(&vectors(-1.0, 1.0, 12, n), 15)),
            |pressure| [near("pressure", pressure, 1e-5)],
        ),
        case!(
            "structure_factor",
            100_000,
            |_n| StructureFactorParams { wave: [1.5, 2.0, -1.0] },
            |n| &vectors(0.0, 1.0, 16, n),
            // WGSL grants a sine an error of 2^-11.
            |factor| [near("factor", factor, 1e-3)],
        ),
        case!(
            "free_energy",
            100_000,
            |_n| FreeEnergy { thermal: 0.6 },
            |n| &between(-2.0, 3.0, 19, n),
            |difference| [near("difference", difference, 1e-5)],
        ),
        case!(
            "attitude",
            100_000,
            |_n| Attitude { interval: 0.01 },
            |n| &vectors(-1.0, 1.5, 20, n),
            // Of the two quaternions of an orientation that with a positive `w`.
            |q| [
                within("w", q.w * q.w.signum(), 1e-4),
                within("x", q.x * q.w.signum(), 1e-4),
                within("y", q.y * q.w.signum(), 1e-4),
                within("z", q.z * q.w.signum(), 1e-4),
            ],
        ),
    ]
}
