//! Longest line: its length in bytes, to make room for a table or to find minified code.
//!
//! Source: GNU coreutils, `wc --max-line-length`, which counts columns; the monoid is that of segments of R. Bird, "Introduction to the Theory of Lists" (1987)

use reduce_wgpu::prelude::*;

/// The lengths of the first, the last and the longest line of a piece of text that is cut anywhere.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct LongestLine {
    first: u32,
    last: u32,
    longest: u32,
    /// Without one, the first line is the last as well.
    newlines: u32,
}

#[gpu]
impl Monoid for LongestLine {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            first: 0,
            last: 0,
            longest: 0,
            newlines: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let across = a.last + b.first;
        let (first, last) = match (a.newlines, b.newlines) {
            (0, 0) => (across, across),
            (0, _) => (across, b.last),
            (_, 0) => (a.first, across),
            (_, _) => (a.first, b.last),
        };
        Self {
            first,
            last,
            longest: a.longest.max(b.longest).max(across),
            newlines: a.newlines + b.newlines,
        }
    }
}

#[gpu]
impl Reduction for LongestLine {
    type Input = u8;
    type State = Self;
    type Output = u32;

    fn lift(byte: u8) -> Self {
        if byte == b'\n' {
            Self {
                newlines: 1,
                ..Self::identity()
            }
        } else {
            Self {
                first: 1,
                last: 1,
                longest: 1,
                newlines: 0,
            }
        }
    }

    fn finish(text: Self) -> u32 {
        text.longest
    }
}
