//! Depth range: the nearest and the farthest distance in a depth buffer, for tight cascades of shadow maps.
//!
//! Source: A. Lauritzen, M. Salvi and A. Lefohn, "Sample Distribution Shadow Maps", I3D (2011)

use reduce_wgpu::prelude::*;

/// The planes of the projection are parameters. A depth of 1 is background.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, params(near: f32, far: f32))]
pub struct DepthRange {
    #[reduce(min, lift = if x < 1.0 { distance(x, near, far) } else { f32::INFINITY })]
    pub nearest: f32,
    #[reduce(max, lift = if x < 1.0 { distance(x, near, far) } else { 0.0 })]
    pub farthest: f32,
}

/// The distance from the camera, of a depth between 0 at the near plane and 1 at the far one.
#[gpu]
fn distance(depth: f32, near: f32, far: f32) -> f32 {
    near * far / (far - depth * (far - near))
}
