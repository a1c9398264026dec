//! Tuples with a member that keeps the order of the input: the others have to commute.

use reduce_tests::two_orders::Shifts;
use reduce_wgpu::check_monoid;
use reduce_wgpu::prelude::*;

use super::message;

/// The left one of two numbers that are not 0, which depends on the order, and does not say so.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Left {
    x: f32,
}

#[gpu]
impl Monoid for Left {
    fn identity() -> Self {
        Left { x: 0.0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        if a.x == 0.0 { b } else { a }
    }
}

#[gpu]
impl Reduction for Left {
    type Input = f32;
    type State = Self;
    type Output = f32;
    fn lift(x: f32) -> Self {
        Left { x }
    }
    fn finish(s: Self) -> f32 {
        s.x
    }
}

#[test]
fn a_member_that_does_not_commute_is_found() {
    check_monoid!((ops::Sum<f32>, Shifts), cpu);
    let said = message(|| check_monoid!((Shifts, Left), cpu));
    assert!(said.contains("combine(a, b) differs from combine(b, a)"), "{said}");
    assert!(said.contains("COMMUTATIVE: bool = false"), "{said}");
}
