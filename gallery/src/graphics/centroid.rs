//! Centroid: the centre of brightness of an image, from its moments of order 0 and 1.
//!
//! Source: M.-K. Hu, "Visual Pattern Recognition by Moment Invariants", IRE Transactions on Information Theory 8 (1962)

use reduce_wgpu::prelude::*;

/// The pixels lie row by row; the width is a parameter, for images of any size.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(
    input = Indexed<u8>,
    params(width: u32),
    output = (f32, f32),
    finish = (moments[1] / moments[0], moments[2] / moments[0])
)]
pub struct Centroid {
    #[reduce(sum, lift = {
        let brightness = x.value as f32;
        [brightness, brightness * (x.index % width) as f32, brightness * (x.index / width) as f32]
    })]
    moments: [f32; 3],
}
