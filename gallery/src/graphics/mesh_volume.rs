//! Mesh volume: the volume and the surface of a closed mesh, from its triangles in any order.
//!
//! Source: C. Zhang and T. Chen, "Efficient Feature Extraction for 2D/3D Objects in Mesh Representation", ICIP (2001)

use glam::Vec3;
use reduce_wgpu::prelude::*;

/// Its corners, counterclockwise as seen from outside.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Triangle {
    pub a: Vec3,
    pub b: Vec3,
    pub c: Vec3,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Triangle)]
pub struct MeshVolume {
    /// Each triangle spans a tetrahedron with the origin, of a sign.
    #[reduce(sum, lift = x.a.dot(x.b.cross(x.c)) / 6.0)]
    pub volume: f32,
    #[reduce(sum, lift = (x.b - x.a).cross(x.c - x.a).length() / 2.0)]
    pub surface: f32,
}
