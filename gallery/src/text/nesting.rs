//! Nesting: whether the parentheses of a text are balanced, and how deep they nest.
//!
//! Source: I. Bar-On and U. Vishkin, "Optimal Parallel Generation of a Computation Tree Form", ACM TOPLAS 7 (1985); the two counts are the bicyclic monoid

use reduce_wgpu::prelude::*;

/// A piece of text without its matched pairs: so many that close what was open before, then so many that stay open.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Nesting {
    closing: u32,
    opening: u32,
    /// Of all places, relative to the beginning.
    deepest: i32,
}

#[gpu]
impl Monoid for Nesting {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;

    fn identity() -> Self {
        Self {
            closing: 0,
            opening: 0,
            deepest: 0,
        }
    }

    fn combine(a: Self, b: Self) -> Self {
        let depth_between = a.opening as i32 - a.closing as i32;
        Self {
            closing: a.closing + b.closing.saturating_sub(a.opening),
            opening: b.opening + a.opening.saturating_sub(b.closing),
            deepest: a.deepest.max(depth_between + b.deepest),
        }
    }
}

#[gpu]
impl Reduction for Nesting {
    type Input = u8;
    type State = Self;
    type Output = Option<u32>;

    fn lift(byte: u8) -> Self {
        match byte {
            b'(' => Self {
                closing: 0,
                opening: 1,
                deepest: 1,
            },
            b')' => Self {
                closing: 1,
                opening: 0,
                deepest: 0,
            },
            _ => Self::identity(),
        }
    }

    #[host]
    fn finish(text: Self) -> Option<u32> {
        let balanced = text.closing == 0 && text.opening == 0;
        balanced.then(|| text.deepest.unsigned_abs())
    }
}
