//! The inputs that every body runs on: special values, then random ones.

use crate::generate::Random;
use crate::shared::Probe;

/// Numbers at which integer code turns.
const SPECIAL: [u32; 16] = [
    0,
    1,
    2,
    3,
    5,
    7,
    31,
    32,
    33,
    255,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
    0x0100_0001,
];

/// 40 special and 160 random inputs, the same on every run.
pub fn probes() -> Vec<Probe> {
    let mut random = Random(1);
    let mut word = |turn: usize| {
        let special = turn < 40 || random.chance(25);
        if special {
            random.pick(&SPECIAL)
        } else {
            random.within(0, i64::from(u32::MAX)) as u32
        }
    };
    let quarters = |word: u32| f32::from((word % 2049) as i16 - 1024) / 4.0;
    (0..200)
        .map(|turn| Probe {
            u: word(turn),
            v: word(turn),
            i: word(turn) as i32,
            f: quarters(word(turn)),
            g: quarters(word(turn)),
        })
        .collect()
}
