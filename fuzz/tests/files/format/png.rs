//! Images: chunks with lengths and checksums, and a header of dimensions.

use std::path::Path;

use png::{BitDepth, ColorType, Encoder, Info};
use reduce_cli::reading::Options;

use super::{BASE, read};
use crate::change;
use crate::random::Random;
use crate::run::Format;

/// Names that a chunk may be given.
const NAMES: [&[u8; 4]; 14] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"acTL", b"fcTL", b"fdAT", b"iCCP", b"zTXt", b"iTXt", b"gAMA",
    b"sBIT", b"eXIf",
];

pub(crate) struct Png;

impl Format for Png {
    fn name(&self) -> &'static str {
        "png"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        use BitDepth::{Eight, Four, One, Sixteen};
        use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
        let mut seeds = Vec::new();
        for (color, depth) in [
            (Grayscale, One),
            (Grayscale, Eight),
            (Grayscale, Sixteen),
            (GrayscaleAlpha, Eight),
            (Indexed, Four),
            (Rgb, Eight),
            (Rgba, Sixteen),
        ] {
            seeds.push(image(color, depth));
            let mut interlaced = image(color, depth);
            // The bytes of the rows have another meaning then, which is enough for a first pixel or all of them.
            interlaced[28] = 1;
            seal(&mut interlaced);
            if Png.readable(&interlaced) {
                seeds.push(interlaced);
            }
        }
        seeds.push(interlaced_pixel());
        seeds
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let chunks = chunks(bytes);
        let Some((at, length)) = (!chunks.is_empty()).then(|| random.pick(&chunks)) else {
            return change::some(bytes, random);
        };
        match random.below(8) {
            0 | 1 if bytes.len() > 29 => header(bytes, random),
            2 => {
                let name = random.pick(&NAMES);
                bytes[at + 4..at + 8].copy_from_slice(name);
            }
            3 => {
                let mut data: Vec<u8> = bytes[at + 8..at + 8 + length].to_vec();
                for _ in 0..1 + random.below(3) {
                    change::some(&mut data, random);
                }
                bytes[at..at + 4].copy_from_slice(&(data.len() as u32).to_be_bytes());
                bytes.splice(at + 8..at + 8 + length, data);
            }
            4 => {
                let copy = bytes[at..at + 12 + length].to_vec();
                let to = random.pick(&chunks).0;
                bytes.splice(to..to, copy);
            }
            5 => drop(bytes.drain(at..at + 12 + length)),
            6 => bytes[at..at + 4].copy_from_slice(&(change::number(random) as u32).to_be_bytes()),
            _ => change::some(bytes, random),
        }
        if random.chance(90) {
            seal(bytes);
        }
    }

    fn read(&self, bytes: &[u8], path: &Path, random: &mut Random) -> Result<(), String> {
        let options = Options {
            format: Some("png"),
            column: random
                .chance(10)
                .then(|| random.pick(&["g", "red", "alpha"]).to_owned()),
            ..Options::default()
        };
        read(bytes, path, &options)
    }

    fn most(&self, bytes: usize) -> usize {
        BASE + 33 * 1032 * bytes
    }
}

impl Png {
    fn readable(&self, bytes: &[u8]) -> bool {
        let mut reader = match png::Decoder::new(std::io::Cursor::new(bytes)).read_info() {
            Ok(reader) => reader,
            Err(_) => return false,
        };
        let mut values = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut values).is_ok()
    }
}

/// An image of 16 by 16 pixels.
fn image(color: ColorType, depth: BitDepth) -> Vec<u8> {
    let row = (16 * color.samples() * depth as usize).div_ceil(8);
    let values: Vec<u8> = (0..16 * row).map(|at| (at * at % 251) as u8).collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 16, 16);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == ColorType::Indexed {
        encoder.set_palette((0..48).collect::<Vec<u8>>());
        encoder.set_trns((0..16).collect::<Vec<u8>>());
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&values).unwrap();
    writer.finish().unwrap();
    bytes
}

/// An interlaced image of one pixel, whose only pass is a row of it.
fn interlaced_pixel() -> Vec<u8> {
    let mut info = Info::with_size(1, 1);
    (info.color_type, info.bit_depth, info.interlaced) = (ColorType::Grayscale, BitDepth::Eight, true);
    let mut bytes = Vec::new();
    let mut writer = Encoder::with_info(&mut bytes, info).unwrap().write_header().unwrap();
    // Stored as they are: no filter, and the pixel 9. The checksum of both follows.
    let stored = [0x78, 1, 1, 2, 0, 0xfd, 0xff, 0, 9, 0, 11, 0, 10];
    writer.write_chunk(png::chunk::IDAT, &stored).unwrap();
    writer.write_chunk(png::chunk::IEND, &[]).unwrap();
    drop(writer);
    bytes
}

/// Another width, height, depth, colour, compression, filter or interlacing.
fn header(bytes: &mut [u8], random: &mut Random) {
    let side = random.pick(&[16, 20]);
    match random.below(5) {
        0 | 1 => bytes[side..side + 4].copy_from_slice(&(change::number(random) as u32).to_be_bytes()),
        2 => bytes[24] = random.pick(&[0, 1, 2, 3, 4, 8, 16, 32]),
        3 => bytes[25] = random.pick(&[0, 1, 2, 3, 4, 5, 6, 7]),
        _ => bytes[26 + random.below(3)] ^= 1,
    }
}

/// The chunks that are whole: where each begins, and the bytes of its data.
fn chunks(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 8usize;
    while let Some(&[a, b, c, d]) = bytes.get(at..at + 4) {
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        if at + 12 + length > bytes.len() {
            break;
        }
        found.push((at, length));
        at += 12 + length;
    }
    found
}

/// Makes the checksum of each chunk right.
fn seal(bytes: &mut [u8]) {
    for (at, length) in chunks(bytes) {
        let end = at + 8 + length;
        let sum = crc(&bytes[at + 4..end]);
        bytes[end..end + 4].copy_from_slice(&sum.to_be_bytes());
    }
}

/// The checksum of PNG.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
        })
    })
}
