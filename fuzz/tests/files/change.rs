//! Changes that need no knowledge of a format.

use crate::random::Random;

/// Numbers at which lengths, counts and signs go wrong.
pub(crate) const NUMBERS: [u64; 22] = [
    0,
    1,
    2,
    3,
    7,
    8,
    16,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    1 << 24,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
    i64::MAX as u64,
    u64::MAX,
];

/// A number, mostly one of `NUMBERS`.
pub(crate) fn number(random: &mut Random) -> u64 {
    match random.below(4) {
        0 => random.below(1 << 12) as u64,
        1 => (random.below(1 << 32) as u64) << random.below(32),
        _ => random.pick(&NUMBERS),
    }
}

/// Changes some bytes.
pub(crate) fn some(bytes: &mut Vec<u8>, random: &mut Random) {
    if bytes.is_empty() {
        bytes.push(random.below(256) as u8);
        return;
    }
    let at = random.below(bytes.len());
    let piece = at..bytes.len().min(at + 1 + random.below(64));
    match random.below(9) {
        0 => bytes[at] ^= 1 << random.below(8),
        1 => bytes[at] = random.below(256) as u8,
        2 => number_at(bytes, at, random),
        3 => drop(bytes.drain(piece)),
        4 => bytes.truncate(at),
        5 => {
            let copy = bytes[piece].to_vec();
            let to = random.below(bytes.len() + 1);
            bytes.splice(to..to, copy);
        }
        6 => {
            let new: Vec<u8> = (0..1 + random.below(16)).map(|_| random.below(256) as u8).collect();
            bytes.splice(at..at, new);
        }
        7 => bytes[piece].fill(random.pick(&[0, 1, 0x7f, 0x80, 0xff])),
        _ => bytes[piece].reverse(),
    }
}

/// Writes a number of some width and byte order over the bytes from `at` on.
fn number_at(bytes: &mut [u8], at: usize, random: &mut Random) {
    let number = number(random);
    let width = random.pick(&[1, 2, 4, 8]).min(bytes.len() - at);
    if random.chance(50) {
        bytes[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
    } else {
        bytes[at..at + width].copy_from_slice(&number.to_be_bytes()[8 - width..]);
    }
}
