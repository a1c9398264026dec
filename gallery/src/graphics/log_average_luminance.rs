//! Log-average luminance: the key of a scene, from which a tone mapper takes its exposure.
//!
//! Source: E. Reinhard, M. Stark, P. Shirley and J. Ferwerda, "Photographic Tone Reproduction for Digital Images", SIGGRAPH (2002), equation 1

use reduce_wgpu::prelude::*;

/// Pixels are linear red, green and blue.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [f32; 3], output = f32, finish = (logarithms / pixels as f32).exp())]
pub struct LogAverageLuminance {
    /// The small offset keeps black pixels from making it 0.
    #[reduce(sum, lift = (1e-4 + luminance(x)).ln())]
    logarithms: f32,
    #[reduce(sum, lift = 1)]
    pixels: u32,
}

/// That of the primaries of ITU-R BT.709.
#[gpu]
fn luminance([red, green, blue]: [f32; 3]) -> f32 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}
