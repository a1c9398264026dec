//! The run of neighbouring elements with the greatest sum: a monoid that keeps the order of the input.
//!
//! The best run of two halves lies in one of them, or across: it is a suffix of the left and a prefix of the right
//! (Bentley, Programming Pearls, column 8).

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
struct Best {
    sum: i32,
    prefix: i32,
    suffix: i32,
    total: i32,
}

#[gpu]
impl Monoid for Best {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;
    fn identity() -> Self {
        Best {
            sum: 0,
            prefix: 0,
            suffix: 0,
            total: 0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        Best {
            sum: a.sum.max(b.sum).max(a.suffix + b.prefix),
            prefix: a.prefix.max(a.total + b.prefix),
            suffix: b.suffix.max(b.total + a.suffix),
            total: a.total + b.total,
        }
    }
}

#[gpu]
impl Reduction for Best {
    type Input = i32;
    type State = Self;
    type Output = i32;
    fn lift(change: i32) -> Self {
        let gain = change.max(0);
        Best {
            sum: gain,
            prefix: gain,
            suffix: gain,
            total: change,
        }
    }
    fn finish(best: Self) -> i32 {
        best.sum
    }
}

fn main() -> Result<(), Error> {
    // The daily changes of a price.
    let changes: Vec<i32> = (0..1_000_000u32)
        .map(|day| (day.wrapping_mul(2_654_435_769) >> 25) as i32 - 64)
        .collect();
    println!(
        "buy and sell once: {}",
        reduce_examples::engine()?.reduce::<Best>(&changes)?
    );
    Ok(())
}
