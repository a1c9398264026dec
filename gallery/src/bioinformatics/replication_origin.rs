//! Replication origin: the place of a bacterial genome where the cumulative GC skew is least.
//!
//! Source: A. Grigoriev, "Analyzing Genomes with Cumulative Skew Diagrams", Nucleic Acids Research 26 (1998)

use reduce_wgpu::prelude::*;

/// G less C of a piece, and the least value on the way with the number of bases in front of its first place.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Skew {
    total: i32,
    least: i32,
    place: u32,
}

#[gpu]
impl Monoid for Skew {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            total: 0,
            least: 0,
            place: u32::MAX,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let later = a.total + b.least;
        let place = if a.least < later {
            a.place
        } else if later < a.least {
            b.place
        } else {
            a.place.min(b.place)
        };
        Self {
            total: a.total + b.total,
            least: a.least.min(later),
            place,
        }
    }
}

pub struct ReplicationOrigin;

#[gpu]
impl Reduction for ReplicationOrigin {
    type Input = Indexed<u8>;
    type State = Skew;
    type Output = u32;

    fn lift(base: Indexed<u8>) -> Skew {
        match base.value {
            b'G' => Skew {
                total: 1,
                least: 0,
                place: base.index,
            },
            b'C' => Skew {
                total: -1,
                least: -1,
                place: base.index + 1,
            },
            _ => Skew {
                total: 0,
                least: 0,
                place: base.index,
            },
        }
    }

    fn finish(genome: Skew) -> u32 {
        genome.place
    }
}
