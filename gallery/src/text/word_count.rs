//! Word count: lines, words and bytes of a text, as `wc` prints them.
//!
//! Source: G. L. Steele Jr., "Organizing Functional Code for Parallel Execution", ICFP (2009); POSIX.1-2017, `wc`

use reduce_wgpu::prelude::*;

/// The counts of a piece of text, and whether words touch its ends.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Piece {
    lines: u32,
    words: u32,
    bytes: u32,
    begins_in_word: u32,
    ends_in_word: u32,
}

#[gpu]
impl Monoid for Piece {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            lines: 0,
            words: 0,
            bytes: 0,
            begins_in_word: 0,
            ends_in_word: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        Self {
            lines: a.lines + b.lines,
            // A word across the cut was counted on both sides.
            words: a.words + b.words - (a.ends_in_word & b.begins_in_word),
            bytes: a.bytes + b.bytes,
            begins_in_word: if a.bytes > 0 {
                a.begins_in_word
            } else {
                b.begins_in_word
            },
            ends_in_word: if b.bytes > 0 { b.ends_in_word } else { a.ends_in_word },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordCount {
    pub lines: u32,
    pub words: u32,
    pub bytes: u32,
}

#[gpu]
impl Reduction for WordCount {
    type Input = u8;
    type State = Piece;
    type Output = Self;

    fn lift(byte: u8) -> Piece {
        let word = u32::from(!byte.is_ascii_whitespace());
        Piece {
            lines: u32::from(byte == b'\n'),
            words: word,
            bytes: 1,
            begins_in_word: word,
            ends_in_word: word,
        }
    }

    #[host]
    fn finish(
        Piece {
            lines, words, bytes, ..
        }: Piece,
    ) -> Self {
        Self { lines, words, bytes }
    }
}
