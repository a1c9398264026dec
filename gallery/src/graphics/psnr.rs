//! PSNR: how near a compressed image of 8 bits is to its original, in decibels.
//!
//! Source: Q. Huynh-Thu and M. Ghanbari, "Scope of Validity of PSNR in Image/Video Quality Assessment", Electronics Letters 44 (2008)

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (u8, u8), output = f32, finish = 10.0 * (255.0 * 255.0 * samples as f32 / error).log10())]
pub struct Psnr {
    #[reduce(sum, lift = {
        let difference = x.0 as f32 - x.1 as f32;
        difference * difference
    })]
    error: f32,
    #[reduce(sum, lift = 1)]
    samples: u32,
}
