//! Tuples with a member that keeps the order of the input and another whose bits depend on the canonical order: two kernels fold their tiles.

#![allow(missing_docs, reason = "each item is a case and says which")]

use reduce_wgpu::prelude::*;

use crate::operators::FirstAndLast;

/// A number in base 257, composed from left to right.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Hash {
    value: u32,
    scale: u32,
}

#[gpu]
impl Monoid for Hash {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;
    fn identity() -> Self {
        Hash { value: 0, scale: 1 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Hash {
            value: a.value.wrapping_mul(b.scale).wrapping_add(b.value),
            scale: a.scale.wrapping_mul(b.scale),
        }
    }
}

/// The hash of bytes.
#[derive(Debug)]
pub struct HashOfBytes;

#[gpu]
impl Reduction for HashOfBytes {
    type Input = u8;
    type State = Hash;
    type Output = Hash;
    fn lift(x: u8) -> Hash {
        Hash {
            value: x as u32,
            scale: 257,
        }
    }
    fn finish(s: Hash) -> Hash {
        s
    }
}

/// A sum of bytes that rounds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u8)]
pub struct Level {
    #[reduce(sum, lift = x as f32 + 0.3)]
    sum: f32,
    #[reduce(max, lift = x as u32)]
    most: u32,
}

/// A sum over elements in two buffers that rounds, beside a position.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Indexed<(u8, i16)>)]
pub struct Place {
    #[reduce(sum, lift = x.value.1 as f32 + 0.3)]
    sum: f32,
    #[reduce(max, lift = x.index)]
    last: u32,
}

macro_rules! shifts {
    ($state:ident, $reduction:ident, $t:ident) => {
        /// Reflections and shifts, one after the other: ordered, with sums that round.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        pub struct $state {
            pub sign: $t,
            pub by: $t,
        }

        #[gpu]
        impl Monoid for $state {
            const COMMUTATIVE: bool = false;
            fn identity() -> Self {
                $state { sign: 1.0, by: -0.0 }
            }
            fn combine(a: Self, b: Self) -> Self {
                $state {
                    sign: if b.sign < 0.0 { -a.sign } else { a.sign },
                    by: (if b.sign < 0.0 { -a.by } else { a.by }) + b.by,
                }
            }
        }

        /// The shifts of elements; negative ones reflect.
        #[derive(Debug)]
        pub struct $reduction;

        #[gpu]
        impl Reduction for $reduction {
            type Input = $t;
            type State = $state;
            type Output = $state;
            fn lift(x: $t) -> $state {
                $state {
                    sign: if x < 0.0 { -1.0 } else { 1.0 },
                    by: x,
                }
            }
            fn finish(s: $state) -> $state {
                s
            }
        }
    };
}

shifts!(Shift, Shifts, f32);
shifts!(WideShift, WideShifts, f64);

/// One member of each kind: no struct is made for either kernel.
pub type Two = (ops::Sum<f32>, Shifts);

/// Tuples in tuples, one of which is folded as a whole by runs, because its other member is exact; minima and maxima, whose columns are integers; an
/// ordered member in front.
pub type Many = (
    (Shifts, ops::Mean<f32>, (ops::Max<f32>, ops::Sum<f32>)),
    ops::MinMax<f32>,
    (Shifts, ops::Min<f32>),
);

/// Packed elements; one invocation takes 16 of them.
pub type Bytes = (HashOfBytes, Level);

/// Elements in two buffers with their positions.
pub type Places = (Place, FirstAndLast);

/// 64 bits; the members in memory lie apart.
pub type Wide = (ops::Sum<f64>, WideShifts, ops::Count<f64>);
