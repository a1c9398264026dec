//! Sounds: chunks whose lengths stand before them.

use std::io::Cursor;
use std::path::Path;

use hound::{SampleFormat, WavSpec, WavWriter};
use reduce_cli::reading::Options;

use super::{BASE, read};
use crate::change;
use crate::random::Random;
use crate::run::Format;

pub(crate) struct Wav;

impl Format for Wav {
    fn name(&self) -> &'static str {
        "wav"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        [
            (1, 8, SampleFormat::Int),
            (2, 16, SampleFormat::Int),
            (3, 24, SampleFormat::Int),
            (1, 32, SampleFormat::Int),
            (2, 32, SampleFormat::Float),
        ]
        .map(|(channels, bits_per_sample, sample_format)| {
            let mut file = Cursor::new(Vec::new());
            let spec = WavSpec {
                channels,
                sample_rate: 8000,
                bits_per_sample,
                sample_format,
            };
            let mut writer = WavWriter::new(&mut file, spec).unwrap();
            for sample in 0..60i8 {
                match sample_format {
                    SampleFormat::Int => writer.write_sample(sample).unwrap(),
                    SampleFormat::Float => writer.write_sample(f32::from(sample)).unwrap(),
                }
            }
            writer.finalize().unwrap();
            file.into_inner()
        })
        .to_vec()
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let chunks = chunks(bytes);
        let Some(&at) = chunks.get(random.below(chunks.len().max(1))) else {
            return change::some(bytes, random);
        };
        match random.below(6) {
            0 => {
                let length = change::number(random) as u32;
                bytes[at + 4..at + 8].copy_from_slice(&length.to_le_bytes());
            }
            1 => bytes[at..at + 4].copy_from_slice(random.pick(&[b"fmt ", b"data", b"fact", b"LIST", b"\0\0\0\0"])),
            2 | 3 => {
                // A field of the format, of 16 bits.
                let field = chunks[0] + 8 + 2 * random.below(20);
                if field + 2 <= bytes.len() {
                    let number = random.pick(&[0, 1, 2, 3, 4, 8, 16, 24, 32, 64, 255, 65534, 65535]);
                    bytes[field..field + 2].copy_from_slice(&u16::to_le_bytes(number));
                    if random.chance(70) {
                        agree(bytes, chunks[0]);
                    }
                }
            }
            4 => {
                let copy = bytes[at..].to_vec();
                let to = random.pick(&chunks);
                bytes.splice(to..to, copy);
            }
            _ => change::some(bytes, random),
        }
    }

    fn read(&self, bytes: &[u8], path: &Path, random: &mut Random) -> Result<(), String> {
        let options = Options {
            format: Some("wav"),
            column: random.chance(20).then(|| "1".to_owned()),
            ..Options::default()
        };
        read(bytes, path, &options)
    }

    fn most(&self, _: usize) -> usize {
        BASE
    }
}

/// The beginnings of the chunks that have a length at least.
fn chunks(bytes: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 12usize;
    while let Some(&[a, b, c, d]) = bytes.get(at + 4..at + 8) {
        found.push(at);
        at = at
            .saturating_add(8)
            .saturating_add(u32::from_le_bytes([a, b, c, d]) as usize);
        if at > bytes.len() {
            break;
        }
    }
    found
}

/// Makes the bytes of a second those of this many samples, as readers ask for.
fn agree(bytes: &mut [u8], format: usize) {
    let Some(fields) = bytes.get_mut(format + 8..format + 24) else {
        return;
    };
    let frame = u16::from_le_bytes([fields[12], fields[13]]);
    let rate = u32::from_le_bytes([fields[4], fields[5], fields[6], fields[7]]);
    fields[8..12].copy_from_slice(&rate.wrapping_mul(frame.into()).to_le_bytes());
}
