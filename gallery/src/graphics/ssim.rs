//! SSIM: how alike two windows of 8-bit images are in luminance, contrast and structure.
//!
//! Source: Z. Wang, A. C. Bovik, H. R. Sheikh and E. P. Simoncelli, "Image Quality Assessment: From Error Visibility to Structural Similarity", IEEE Transactions on Image Processing 13 (2004), equation 13

use reduce_wgpu::prelude::*;

/// Whole numbers, which are exact for windows of up to 66 051 pixels.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Sums {
    #[reduce(sum)]
    of_each: [u32; 2],
    #[reduce(sum)]
    of_squares: [u32; 2],
    #[reduce(sum)]
    of_products: u32,
    #[reduce(sum)]
    pixels: u32,
}

pub struct Ssim;

#[gpu]
impl Reduction for Ssim {
    type Input = (u8, u8);
    type State = Sums;
    type Output = f64;

    fn lift(pixel: (u8, u8)) -> Sums {
        let (x, y) = (u32::from(pixel.0), u32::from(pixel.1));
        Sums {
            of_each: [x, y],
            of_squares: [x * x, y * y],
            of_products: x * y,
            pixels: 1,
        }
    }

    #[host]
    fn finish(sums: Sums) -> f64 {
        const C1: f64 = 6.5025; // (0.01 * 255)²
        const C2: f64 = 58.5225; // (0.03 * 255)²
        let mean = |sum: u32| f64::from(sum) / f64::from(sums.pixels);
        let [x, y] = sums.of_each.map(mean);
        let [xx, yy] = sums.of_squares.map(mean);
        let covariance = mean(sums.of_products) - x * y;
        let variances = (xx - x * x) + (yy - y * y);
        (2.0 * x * y + C1) * (2.0 * covariance + C2) / ((x * x + y * y + C1) * (variances + C2))
    }
}
