//! Dominant hue: which of twelve sectors of the colour wheel has most of the pixels of an image.
//!
//! Source: A. R. Smith, "Color Gamut Transform Pairs", SIGGRAPH (1978), which defines the hexcone of hue, saturation and value

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
pub struct Hues {
    #[reduce(sum)]
    pixels: [u32; 12],
}

/// From pixels, as red, green and blue from the low byte up, to a sector of 30 degrees from red on; `None` if all are grey.
pub struct DominantHue;

#[gpu]
impl Reduction for DominantHue {
    type Input = u32;
    type State = Hues;
    type Output = Option<u32>;

    fn lift(pixel: u32) -> Hues {
        let [red, green, blue] = [0, 8, 16].map(|shift| ((pixel >> shift) & 255) as i32);
        let greatest = red.max(green).max(blue);
        let chroma = greatest - red.min(green).min(blue);
        let mut pixels = [0; 12];
        if chroma > 0 {
            // Two sectors each way from the primary that is greatest.
            let (primary, offset) = match greatest {
                value if value == red => (0, green - blue),
                value if value == green => (4, blue - red),
                _ => (8, red - green),
            };
            let sector = (primary + (2 * offset).div_euclid(chroma)).rem_euclid(12);
            pixels[sector as usize] = 1;
        }
        Hues { pixels }
    }

    #[host]
    fn finish(hues: Hues) -> Option<u32> {
        let most = hues
            .pixels
            .into_iter()
            .zip(0..)
            .max_by_key(|&(pixels, sector)| (pixels, std::cmp::Reverse(sector)));
        most.filter(|&(pixels, _)| pixels > 0).map(|(_, sector)| sector)
    }
}
