//! The mean of each channel of an image: a view gives the bytes their shape, and the rows and columns of pixels are reduced.

use std::fs::File;
use std::io::BufReader;

use reduce_wgpu::prelude::*;
use zune_jpeg::JpegDecoder;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/data/earth.jpg"))?;
    let mut image = JpegDecoder::new(BufReader::new(file));
    let pixels = image.decode()?;
    let (width, height) = image.dimensions().ok_or("an image without a size")?;

    let view = View::new(&pixels, [height, width, 3])?;
    let means = reduce_examples::engine()?.reduce_each::<ops::Mean<u8>>(view, Along([0, 1]))?;
    for (channel, mean) in ["red", "green", "blue"].into_iter().zip(means.values) {
        println!("{channel:5} {mean:.4}");
    }
    Ok(())
}
