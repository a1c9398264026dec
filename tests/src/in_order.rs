//! Operators that are told which operand comes first, alone and as members of others.

#![allow(
    missing_docs,
    reason = "each item is a case and says which; its fields are what the case consists of"
)]

use reduce_wgpu::prelude::*;

/// The first element above a bound, and its place: the operand that comes first needs no comparison of places.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct First {
    place: u32,
    value: f32,
}

#[gpu]
impl Monoid for First {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            place: u32::MAX,
            value: f32::INFINITY,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        // No two elements have one place, but the laws are tried on any states.
        let is_first = b.place < a.place || b.place == a.place && b.value < a.value;
        if is_first { b } else { a }
    }

    fn combine_in_order(a: Self, b: Self) -> Self {
        if a.place == u32::MAX { b } else { a }
    }
}

#[gpu]
impl Reduction for First {
    type Input = Indexed<f32>;
    type State = Self;
    type Output = Indexed<f32>;

    fn lift(x: Indexed<f32>) -> Self {
        if x.value > 0.75 {
            Self {
                place: x.index,
                value: x.value,
            }
        } else {
            Self::identity()
        }
    }

    fn finish(state: Self) -> Indexed<f32> {
        Indexed::<f32> {
            index: state.place,
            value: state.value,
        }
    }
}

/// A member of a state that defines itself how it is combined in order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Crossings {
    first: First,
    bits: u32,
}

#[gpu]
impl Monoid for Crossings {
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            first: First::identity(),
            bits: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        Self {
            first: First::combine(a.first, b.first),
            bits: a.bits ^ b.bits,
        }
    }

    fn combine_in_order(a: Self, b: Self) -> Self {
        Self {
            first: First::combine_in_order(a.first, b.first),
            bits: a.bits ^ b.bits,
        }
    }
}

#[gpu]
impl Reduction for Crossings {
    type Input = Indexed<f32>;
    type State = Self;
    type Output = (u32, u32);

    fn lift(x: Indexed<f32>) -> Self {
        Self {
            first: First::lift(x),
            bits: x.value.to_bits().rotate_left(x.index & 31),
        }
    }

    fn finish(state: Self) -> (u32, u32) {
        (state.first.place, state.bits)
    }
}

/// A member of a derived state: beside a float minimum, whose columns have a form of their own, and a sum, whose order counts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Indexed<f32>)]
pub struct Overview {
    #[reduce(lift = First::lift(x))]
    first: First,
    #[reduce(min, lift = x.value)]
    least: f32,
    #[reduce(sum, lift = x.value)]
    sum: f32,
}
