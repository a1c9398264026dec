//! UTF-8 length: the number of characters of a text, if its bytes are valid UTF-8.
//!
//! Source: W. D. Hillis and G. L. Steele Jr., "Data Parallel Algorithms", CACM 29 (1986), on automata; the Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences"

use reduce_wgpu::prelude::*;

const INVALID: u32 = 8;

/// A finite automaton run over a piece of text from each of eight states at once: functions of states compose.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Utf8Length {
    /// Four bits for each state that it may begin in: the state that it ends in.
    ends_in: u32,
    characters: u32,
}

#[gpu]
fn behind(ends_in: u32, begin: u32) -> u32 {
    if begin == INVALID {
        INVALID
    } else {
        (ends_in >> (4 * begin)) & 15
    }
}

/// The state behind a byte. In state 0 a character begins; 1, 2 and 3 expect so many more bytes; 4 to 7 restrict the second byte.
#[gpu]
fn next(state: u32, byte: u8) -> u32 {
    match (state, byte) {
        (0, 0x00..=0x7f) => 0,
        (0, 0xc2..=0xdf) => 1,
        (0, 0xe0) => 4,
        (0, 0xed) => 5,
        (0, 0xe1..=0xef) => 2,
        (0, 0xf0) => 6,
        (0, 0xf4) => 7,
        (0, 0xf1..=0xf3) => 3,
        (1..=3, 0x80..=0xbf) => state - 1,
        (4, 0xa0..=0xbf) | (5, 0x80..=0x9f) => 1,
        (6, 0x90..=0xbf) | (7, 0x80..=0x8f) => 2,
        _ => INVALID,
    }
}

#[gpu]
impl Monoid for Utf8Length {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            ends_in: 0x7654_3210,
            characters: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let mut ends_in = 0;
        for state in 0..8 {
            ends_in |= behind(b.ends_in, behind(a.ends_in, state)) << (4 * state);
        }
        Self {
            ends_in,
            characters: a.characters + b.characters,
        }
    }
}

#[gpu]
impl Reduction for Utf8Length {
    type Input = u8;
    type State = Self;
    type Output = Option<u32>;

    fn lift(byte: u8) -> Self {
        let mut ends_in = 0;
        for state in 0..8 {
            ends_in |= next(state, byte) << (4 * state);
        }
        Self {
            ends_in,
            characters: (byte & 0xc0 != 0x80) as u32,
        }
    }

    #[host]
    fn finish(text: Self) -> Option<u32> {
        (behind(text.ends_in, 0) == 0).then_some(text.characters)
    }
}
