//! Inertia tensor: the resistance of a cloud of masses to rotation about its centre of mass.
//!
//! Source: H. Goldstein, C. Poole and J. Safko, "Classical Mechanics", 3rd edition, Addison-Wesley (2002), section 5.3

use glam::Vec3;
use reduce_wgpu::prelude::*;

/// A mass at a place, or a cloud of them about its centre.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Cloud {
    mass: f32,
    centre: Vec3,
    /// The sums of m x², m y² and m z².
    squares: Vec3,
    /// The sums of m y z, m z x and m x y.
    products: Vec3,
}

#[gpu]
impl Monoid for Cloud {
    fn identity() -> Self {
        Self {
            mass: 0.0,
            centre: Vec3::ZERO,
            squares: Vec3::ZERO,
            products: Vec3::ZERO,
        }
    }

    /// By the parallel axis theorem.
    fn combine(a: Self, b: Self) -> Self {
        let mass = a.mass + b.mass;
        if mass == 0.0 {
            return a;
        }
        let d = b.centre - a.centre;
        let share = b.mass / mass;
        let reduced = a.mass * share;
        Self {
            mass,
            centre: a.centre + d * share,
            squares: a.squares + b.squares + d * d * reduced,
            products: a.products + b.products + Vec3::new(d.y * d.z, d.z * d.x, d.x * d.y) * reduced,
        }
    }
}

/// From places and masses.
pub struct InertiaTensor;

#[gpu]
impl Reduction for InertiaTensor {
    type Input = (Vec3, f32);
    type State = Cloud;
    type Output = [[f32; 3]; 3];

    fn lift((place, mass): (Vec3, f32)) -> Cloud {
        Cloud {
            mass,
            centre: place,
            squares: Vec3::ZERO,
            products: Vec3::ZERO,
        }
    }

    fn finish(cloud: Cloud) -> [[f32; 3]; 3] {
        let (s, p) = (cloud.squares, cloud.products);
        [
            [s.y + s.z, -p.z, -p.y],
            [-p.z, s.z + s.x, -p.x],
            [-p.y, -p.x, s.x + s.y],
        ]
    }
}
