//! Exposure: the histogram of an image's luminance, an array for a state, and the luminance in its middle.

use std::fs::File;
use std::io::BufReader;

use reduce_wgpu::prelude::*;
use zune_jpeg::JpegDecoder;

const BINS: usize = 64;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct Histogram {
    #[reduce(sum)]
    bins: [u32; BINS],
}

/// From pixels, as red, green, blue and alpha from the low byte up, to the middle luminance.
struct Exposure;

#[gpu]
impl Reduction for Exposure {
    type Input = u32;
    type State = Histogram;
    type Output = f32;
    fn lift(pixel: u32) -> Histogram {
        // Rec. 709 in 1/1024, so that all of it is whole numbers.
        let luminance = (pixel & 255) * 218 + ((pixel >> 8) & 255) * 732 + ((pixel >> 16) & 255) * 74;
        let mut bins = [0; BINS];
        bins[(luminance >> 12) as usize] = 1;
        Histogram { bins }
    }
    fn finish(histogram: Histogram) -> f32 {
        let mut pixels = 0;
        for bin in 0..BINS {
            pixels += histogram.bins[bin];
        }
        let mut below = 0;
        let mut middle = 0;
        while middle < BINS - 1 && 2 * (below + histogram.bins[middle]) < pixels {
            below += histogram.bins[middle];
            middle += 1;
        }
        (middle as f32 + 0.5) / BINS as f32
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/data/earth.jpg"))?;
    let mut image = JpegDecoder::new(BufReader::new(file));
    let rgb = image.decode()?;
    let pixels = rgb
        .chunks_exact(3)
        .map(|rgb| u32::from_le_bytes([rgb[0], rgb[1], rgb[2], 255]));
    let pixels: Vec<u32> = pixels.collect();
    let middle = reduce_examples::engine()?.reduce::<Exposure>(&pixels)?;
    println!(
        "{} pixels, middle luminance {middle:.3}, exposure {:+.2} EV",
        pixels.len(),
        (0.18 / middle).log2()
    );
    Ok(())
}
