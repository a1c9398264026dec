//! Homopolymer: the longest run of one base, where sequencers insert and delete.
//!
//! Source: L. M. Bragg et al., "Shining a Light on Dark Sequencing: Characterising Errors in Ion Torrent PGM Data", PLoS Computational Biology 9 (2013)

use reduce_wgpu::prelude::*;

/// The bases at the two ends of a piece, the runs there, and the longest run.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Homopolymer {
    first: u32,
    last: u32,
    leading: u32,
    trailing: u32,
    longest: u32,
    length: u32,
}

#[gpu]
impl Monoid for Homopolymer {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            first: 0,
            last: 0,
            leading: 0,
            trailing: 0,
            longest: 0,
            length: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        if a.length == 0 {
            return b;
        }
        if b.length == 0 {
            return a;
        }
        let joins = a.last == b.first;
        let across = if joins { a.trailing + b.leading } else { 0 };
        Self {
            first: a.first,
            last: b.last,
            leading: if joins && a.leading == a.length {
                across
            } else {
                a.leading
            },
            trailing: if joins && b.trailing == b.length {
                across
            } else {
                b.trailing
            },
            longest: a.longest.max(b.longest).max(across),
            length: a.length + b.length,
        }
    }
}

#[gpu]
impl Reduction for Homopolymer {
    type Input = u8;
    type State = Self;
    type Output = u32;

    fn lift(base: u8) -> Self {
        Self {
            first: base as u32,
            last: base as u32,
            leading: 1,
            trailing: 1,
            longest: 1,
            length: 1,
        }
    }

    fn finish(sequence: Self) -> u32 {
        sequence.longest
    }
}
