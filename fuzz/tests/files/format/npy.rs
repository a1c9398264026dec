//! Arrays that numpy wrote: their header is a text, whose length stands before it.

use std::path::Path;

use reduce_cli::reading::Options;

use super::{BASE, read};
use crate::change;
use crate::random::Random;
use crate::run::Format;

const TYPES: [&str; 20] = [
    "<f4", ">f4", "<f8", ">f8", "<f2", ">f2", "|i1", "|u1", "|b1", "<i2", ">i2", "<u2", "<i4", "<u4", "<i8", ">u8",
    "<c8", "|O", "<U7", "",
];

const SHAPES: [&str; 16] = [
    "()",
    "(0,)",
    "(1,)",
    "(5, 7)",
    "(35,)",
    "(36,)",
    "(4611686018427387904,)",
    "(18446744073709551615,)",
    "(18446744073709551616,)",
    "(4294967296, 4294967296)",
    "(2147483648, 2147483647, 4)",
    "(-1,)",
    "(3L, 4L)",
    "(1, 2",
    "((((",
    "(1e9,)",
];

pub(crate) struct Npy;

impl Format for Npy {
    fn name(&self) -> &'static str {
        "npy"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        vec![
            include_bytes!("../seeds/f4.npy").to_vec(),
            include_bytes!("../seeds/f2.npy").to_vec(),
            include_bytes!("../seeds/i2_fortran.npy").to_vec(),
            include_bytes!("../seeds/b1_version_3.npy").to_vec(),
        ]
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        match random.below(6) {
            0 => value(bytes, "'shape': ", ", }", random.pick(&SHAPES)),
            1 => value(bytes, "'descr': '", "'", random.pick(&TYPES)),
            2 if bytes.len() > 12 => {
                let length = change::number(random).to_le_bytes();
                let width = random.pick(&[2, 4]);
                bytes[8..8 + width].copy_from_slice(&length[..width]);
            }
            3 if bytes.len() > 6 => bytes[6] = random.below(6) as u8,
            4 => {
                let end = bytes.len().min(128);
                let mut header: Vec<u8> = bytes.drain(..end).collect();
                change::some(&mut header, random);
                bytes.splice(0..0, header);
            }
            _ => change::some(bytes, random),
        }
    }

    fn read(&self, bytes: &[u8], path: &Path, random: &mut Random) -> Result<(), String> {
        let options = Options {
            format: Some("npy"),
            column: random.chance(2).then(|| "a".to_owned()),
            ..Options::default()
        };
        read(bytes, path, &options)
    }

    fn most(&self, _: usize) -> usize {
        BASE
    }
}

/// Puts another value between `begin` and `end`, and mostly takes the difference from the spaces behind.
fn value(bytes: &mut Vec<u8>, begin: &str, end: &str, value: &str) {
    let find = |within: &[u8], text: &str| within.windows(text.len()).position(|part| part == text.as_bytes());
    let Some(from) = find(bytes, begin).map(|at| at + begin.len()) else {
        return;
    };
    let Some(length) = find(&bytes[from..], end) else {
        return;
    };
    bytes.splice(from..from + length, value.bytes());
    let Some(closing) = find(bytes, "}") else {
        return;
    };
    let at = closing + 1;
    for _ in length..value.len() {
        if bytes.get(at) == Some(&b' ') {
            bytes.remove(at);
        }
    }
    for _ in value.len()..length {
        bytes.insert(at, b' ');
    }
}
