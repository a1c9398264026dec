//! Maximal segment: the stretch of a sequence with the highest score, such as an island of G and C.
//!
//! Source: S. Karlin and S. F. Altschul, "Methods for Assessing the Statistical Significance of Molecular Sequence Features by Using General Scoring Schemes", PNAS 87 (1990); J. Bentley, "Programming Pearls", column 8

use reduce_wgpu::prelude::*;

/// A stretch of a sequence. One without bases has the score 0, and `u32::MAX` for both places.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Segment {
    pub score: i32,
    pub begin: u32,
    pub end: u32,
}

#[gpu]
impl Segment {
    fn none() -> Self {
        Self {
            score: 0,
            begin: u32::MAX,
            end: u32::MAX,
        }
    }

    /// The higher score; among equals the earlier and then the shorter one.
    fn better(self, other: Self) -> Self {
        let by_place = (self.begin, self.end) <= (other.begin, other.end);
        if self.score > other.score || (self.score == other.score && by_place) {
            self
        } else {
            other
        }
    }
}

/// The best segment of a piece, the best ones at its two ends, and the score of all of it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Segments {
    best: Segment,
    prefix: Segment,
    suffix: Segment,
    total: i32,
}

#[gpu]
impl Monoid for Segments {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            best: Segment::none(),
            prefix: Segment::none(),
            suffix: Segment::none(),
            total: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let across = Segment {
            score: a.suffix.score + b.prefix.score,
            begin: a.suffix.begin,
            end: b.prefix.end,
        };
        let longer_prefix = Segment {
            score: a.total + b.prefix.score,
            ..b.prefix
        };
        let longer_suffix = Segment {
            score: a.suffix.score + b.total,
            ..a.suffix
        };
        Self {
            best: a.best.better(b.best).better(across),
            prefix: a.prefix.better(longer_prefix),
            suffix: b.suffix.better(longer_suffix),
            total: a.total + b.total,
        }
    }
}

/// The scores of a base that is G or C, and of any other, which is negative.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct MaximalSegment {
    pub reward: i32,
    pub penalty: i32,
}

#[gpu]
impl Reduction for MaximalSegment {
    type Input = Indexed<u8>;
    type State = Segments;
    type Output = Segment;

    fn lift(&self, base: Indexed<u8>) -> Segments {
        if matches!(base.value, b'G' | b'C') {
            let one = Segment {
                score: self.reward,
                begin: base.index,
                end: base.index + 1,
            };
            Segments {
                best: one,
                prefix: one,
                suffix: one,
                total: self.reward,
            }
        } else {
            Segments {
                total: self.penalty,
                ..Segments::identity()
            }
        }
    }

    fn finish(&self, state: Segments) -> Segment {
        state.best
    }
}
