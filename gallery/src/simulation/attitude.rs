//! Attitude: the orientation of a body after the turns that its gyroscope measured, in their order.
//!
//! Source: K. Shoemake, "Animating Rotation with Quaternion Curves", SIGGRAPH (1985); P. G. Savage, "Strapdown Inertial Navigation Integration Algorithm Design Part 1", Journal of Guidance, Control, and Dynamics 21 (1998)

use std::ops::Mul;

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Quaternion {
    pub w: f32,
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

#[gpu]
impl Mul for Quaternion {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (a, b) = (self, other);
        Self {
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        }
    }
}

#[gpu]
impl Monoid for Quaternion {
    const COMMUTATIVE: bool = false;

    fn identity() -> Self {
        Self {
            w: 1.0,
            x: 0.0,
            y: 0.0,
            z: 0.0,
        }
    }

    /// Turns about axes of the body come behind one another.
    fn combine(first: Self, then: Self) -> Self {
        first * then
    }
}

/// The time between two measurements of the angular velocity, in seconds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Attitude {
    pub interval: f32,
}

#[gpu]
impl Reduction for Attitude {
    type Input = [f32; 3];
    type State = Quaternion;
    type Output = Quaternion;

    fn lift(&self, rate: [f32; 3]) -> Quaternion {
        let [x, y, z] = rate.map(|r| 0.5 * r * self.interval);
        // Sine and cosine of half an angle below 0.2, by their series: those of a GPU have few digits, and the errors of all turns add up.
        let square = x * x + y * y + z * z;
        let cosine = 1.0 - square * (0.5 - square * 0.041_666_67);
        let sine = 1.0 - square * (0.166_666_67 - square * 0.008_333_333);
        Quaternion {
            w: cosine,
            x: x * sine,
            y: y * sine,
            z: z * sine,
        }
    }

    /// Takes back what rounding did to the length.
    fn finish(&self, q: Quaternion) -> Quaternion {
        let scale = (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z).sqrt().recip();
        Quaternion {
            w: q.w * scale,
            x: q.x * scale,
            y: q.y * scale,
            z: q.z * scale,
        }
    }
}
