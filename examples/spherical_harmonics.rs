//! The light of a lat-long image in spherical harmonics of order 2: nine coefficients of three colours.
//!
//! The basis and its constants are those of Ramamoorthi and Hanrahan, "An Efficient Representation for Irradiance
//! Environment Maps" (2001), equation 3. Each pixel counts with the solid angle that it covers.

use std::f32::consts::PI;
use std::fs::File;
use std::io::BufReader;

use reduce_wgpu::prelude::*;
use zune_jpeg::JpegDecoder;

const WIDTH: u32 = 2048;
const HEIGHT: u32 = 1024;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct Harmonics {
    #[reduce(sum)]
    coefficients: [[f32; 3]; 9],
}

/// From pixels, as red, green, blue and alpha from the low byte up, in rows from the north pole to the south.
struct Project;

#[gpu]
impl Reduction for Project {
    type Input = Indexed<u32>;
    type State = Harmonics;
    type Output = Harmonics;
    fn lift(pixel: Indexed<u32>) -> Harmonics {
        let polar = ((pixel.index / WIDTH) as f32 + 0.5) * (PI / HEIGHT as f32);
        let around = ((pixel.index % WIDTH) as f32 + 0.5) * (2.0 * PI / WIDTH as f32);
        let (x, y, z) = (polar.sin() * around.cos(), polar.sin() * around.sin(), polar.cos());
        let basis = [
            0.282_095,
            0.488_603 * y,
            0.488_603 * z,
            0.488_603 * x,
            1.092_548 * x * y,
            1.092_548 * y * z,
            0.315_392 * (3.0 * z * z - 1.0),
            1.092_548 * x * z,
            0.546_274 * (x * x - y * y),
        ];
        let angle = polar.sin() * (PI / HEIGHT as f32) * (2.0 * PI / WIDTH as f32) / 255.0;
        let colour = [
            (pixel.value & 255) as f32 * angle,
            ((pixel.value >> 8) & 255) as f32 * angle,
            ((pixel.value >> 16) & 255) as f32 * angle,
        ];
        let mut coefficients = [[0.0; 3]; 9];
        for k in 0..9 {
            coefficients[k] = [basis[k] * colour[0], basis[k] * colour[1], basis[k] * colour[2]];
        }
        Harmonics { coefficients }
    }
    fn finish(light: Harmonics) -> Harmonics {
        light
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/data/earth.jpg"))?;
    let mut image = JpegDecoder::new(BufReader::new(file));
    let rgb = image.decode()?;
    assert_eq!(image.dimensions(), Some((WIDTH as usize, HEIGHT as usize)));
    let pixels = rgb
        .chunks_exact(3)
        .map(|rgb| u32::from_le_bytes([rgb[0], rgb[1], rgb[2], 255]));
    let pixels: Vec<u32> = pixels.collect();
    for [red, green, blue] in reduce_examples::engine()?.reduce::<Project>(&pixels)?.coefficients {
        println!("{red:8.4} {green:8.4} {blue:8.4}");
    }
    Ok(())
}
