//! The options behind the type: where states come from, how much may differ, and whether a GPU is asked.

use reduce_tests::written::{Places, Spread, Welford};
use reduce_tests::{child, ops};
use reduce_wgpu::prelude::*;

use crate::message;

#[test]
fn a_monoid_alone() {
    check_monoid!(Welford);
    check_monoid!(Places);
}

#[test]
fn options_in_any_order() {
    check_monoid!(Welford, from = Spread);
    check_monoid!(Welford, tolerance = 1e-3, from = Spread, cpu);
    check_monoid!(
        Spread,
        states = [Spread::lift(1e6), Spread::lift(-2.5)],
        tolerance = 1e-4,
    );
    check_monoid!(ops::Sum<f32>, cpu);
}

/// A greatest value whose identity is wrong for negative ones, which a monoid alone does not say are states.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Peak {
    value: f32,
    count: u32,
}

#[gpu]
impl Monoid for Peak {
    const EXACT: bool = true;
    fn identity() -> Self {
        Peak { value: 0.0, count: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Peak {
            value: if b.value > a.value { b.value } else { a.value },
            count: a.count.wrapping_add(b.count),
        }
    }
}

#[test]
fn states_of_your_own() {
    check_monoid!(Peak, cpu);
    let negative = Peak { value: -1.0, count: 1 };
    assert_eq!(message(|| check_monoid!(Peak, cpu, states = [negative])), "\
Peak is wrong

identity() is not neutral: combine(identity(), a) differs from a
    identity()             = Peak { value: 0.0, count: 0 }
    a                      = Peak { value: -1.0, count: 1 }
    combine(identity(), a) = Peak { value: 0.0, count: 1 }
  let identity() return the state that changes nothing on either side: 0 for a sum, 1 for a product, f32::INFINITY or i32::MAX for a minimum, f32::NEG_INFINITY or i32::MIN for a maximum");
}

/// A greatest value that a NaN replaces from one side, and whose identity hides one.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Top {
    value: f32,
    count: u32,
}

#[gpu]
impl Monoid for Top {
    fn identity() -> Self {
        Top {
            value: f32::NEG_INFINITY,
            count: 0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        Top {
            value: if b.value > a.value { b.value } else { a.value },
            count: a.count.wrapping_add(b.count),
        }
    }
}

#[test]
fn nothing_is_left_out_of_states_of_your_own() {
    check_monoid!(Top, cpu);
    let endless = |value| Top { value, count: 1 };
    check_monoid!(Top, cpu, states = [endless(f32::INFINITY), endless(f32::NEG_INFINITY)]);
    assert_eq!(message(|| check_monoid!(Top, cpu, states = [endless(f32::NAN)])), "\
Top is wrong in 3 ways

identity() is not neutral: combine(identity(), a) differs from a
    identity()             = Top { value: -inf, count: 0 }
    a                      = Top { value: NaN, count: 1 }
    combine(identity(), a) = Top { value: -inf, count: 1 }
  combine loses the NaN of an operand: let it win, as in `if b.x > a.x || b.x.is_nan() { b } else { a }`, or let `lift` keep NaN out of the states

combine(a, b) differs from combine(b, a)
    a             = Top { value: 1.0, count: 1 }
    b             = Top { value: NaN, count: 1 }
    combine(a, b) = Top { value: 1.0, count: 2 }
    combine(b, a) = Top { value: NaN, count: 2 }
  add `const COMMUTATIVE: bool = false;` to `impl Monoid for Top`: operands are then combined in input order; or make combine treat both alike

combine(combine(a, b), c) differs from combine(a, combine(b, c))
    a                         = Top { value: 1.0, count: 1 }
    b                         = Top { value: NaN, count: 1 }
    c                         = Top { value: 2.0, count: 1 }
    combine(combine(a, b), c) = Top { value: 2.0, count: 3 }
    combine(a, combine(b, c)) = Top { value: 1.0, count: 3 }
  the result would depend on how the input is cut into parts: keep in the state what can be joined in any grouping (for an average, the sum and the count) and make the result of it in `finish`; if this is rounding, state how much: `check_monoid!(…, tolerance = 1e-3)`");
}

#[test]
fn states_of_a_reduction() {
    struct Peaks;

    #[gpu]
    impl Reduction for Peaks {
        type Input = f32;
        type State = Peak;
        type Output = f32;
        fn lift(x: f32) -> Peak {
            Peak { value: x, count: 1 }
        }
        fn finish(s: Peak) -> f32 {
            s.value
        }
    }
    let said = message(|| check_monoid!(Peaks, cpu));
    assert_eq!(
        message(|| check_monoid!(Peak, cpu, from = Peaks)),
        said.replacen("Peaks", "Peak", 1)
    );
    assert_eq!(said, "\
Peaks is wrong in 3 ways

identity() is not neutral: combine(identity(), a) differs from a
    identity()             = Peak { value: 0.0, count: 0 }
    a                      = Peak { value: -1.0, count: 1 } = lift(-1.0)
    combine(identity(), a) = Peak { value: 0.0, count: 1 }
  let identity() return the state that changes nothing on either side: 0 for a sum, 1 for a product, f32::INFINITY or i32::MAX for a minimum, f32::NEG_INFINITY or i32::MIN for a maximum

EXACT is claimed, but combine(a, b) is not combine(b, a) to the last bit
    a             = Peak { value: 0.0, count: 1 } = lift(0.0)
    b             = Peak { value: NaN, count: 1 } = lift(NaN)
    combine(a, b) = Peak { value: 0.0, count: 2 }
    combine(b, a) = Peak { value: NaN, count: 2 }
  remove `const EXACT: bool = true;` from `impl Monoid for Peak`, or let combine give the same bits for these values as well: in any order, NaN and -0.0 included

EXACT is claimed, but combine(combine(a, b), c) is not combine(a, combine(b, c)) to the last bit
    a                         = Peak { value: 0.0, count: 1 } = lift(0.0)
    b                         = Peak { value: NaN, count: 1 } = lift(NaN)
    c                         = Peak { value: 1.0, count: 1 } = lift(1.0)
    combine(combine(a, b), c) = Peak { value: 1.0, count: 3 }
    combine(a, combine(b, c)) = Peak { value: 0.0, count: 3 }
  remove `const EXACT: bool = true;` from `impl Monoid for Peak`, or let combine give the same bits for these values as well: in any order, NaN and -0.0 included");
}

/// The deepest place, whose `combine_in_order` takes the wrong operand of two that are equally deep.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Deepest {
    place: u32,
    depth: i32,
}

#[gpu]
impl Monoid for Deepest {
    const EXACT: bool = true;
    fn identity() -> Self {
        Deepest {
            place: u32::MAX,
            depth: i32::MIN,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        if b.depth > a.depth || b.depth == a.depth && b.place < a.place {
            b
        } else {
            a
        }
    }
    fn combine_in_order(a: Self, b: Self) -> Self {
        if b.depth >= a.depth { b } else { a }
    }
}

#[test]
fn an_order_that_no_reduction_gives() {
    struct Depths;

    #[gpu]
    impl Reduction for Depths {
        type Input = Indexed<i32>;
        type State = Deepest;
        type Output = u32;
        fn lift(x: Indexed<i32>) -> Deepest {
            Deepest {
                place: x.index,
                depth: x.value,
            }
        }
        fn finish(s: Deepest) -> u32 {
            s.place
        }
    }
    assert_eq!(message(|| check_monoid!(Deepest, cpu)), "\
the laws of Deepest hold, but its combine_in_order was not tried: a monoid alone does not say which states come before which in an input
  name a reduction that makes its states: `check_monoid!(Deepest, from = ItsReduction)`");
    let said = message(|| check_monoid!(Deepest, cpu, from = Depths));
    assert!(
        said.starts_with("Deepest is wrong\n\ncombine_in_order(a, b) differs from combine(a, b)"),
        "{said}"
    );
}

#[test]
fn a_tolerance_that_is_too_small() {
    assert_eq!(message(|| check_monoid!(ops::Sum<f32>, cpu, tolerance = 0.0)), "\
ops::Sum<f32> is wrong

combine(combine(a, b), c) differs from combine(a, combine(b, c))
    a                         = Sum { sum: 1.0 } = lift(1.0)
    b                         = Sum { sum: -14.770539 } = lift(-14.770539)
    c                         = Sum { sum: -2.0 } = lift(-2.0)
    combine(combine(a, b), c) = Sum { sum: -15.770539 }
    combine(a, combine(b, c)) = Sum { sum: -15.770538 }
    allowed                   = a difference of `sum` up to 0.0e0, 0.0e0 of the largest magnitude
  the result would depend on how the input is cut into parts: keep in the state what can be joined in any grouping (for an average, the sum and the count) and make the result of it in `finish`; if this is rounding, state how much: `check_monoid!(…, tolerance = 1e-3)`");
}

#[test]
fn no_gpu_is_an_error_that_says_what_to_install() {
    let said = child::run(
        "options::no_gpu_is_an_error_that_says_what_to_install",
        &[
            ("VK_DRIVER_FILES", Some("/nonexistent.json")),
            ("VK_ICD_FILENAMES", Some("/nonexistent.json")),
        ],
        || message(|| check_monoid!(ops::Sum<f32>)),
    );
    let Some(said) = said else { return };
    assert_eq!(said, "\
the laws of ops::Sum<f32> hold, but it cannot be compared on a GPU: no GPU adapter was found (backends searched: vulkan); install a Vulkan, Metal or DX12 driver, or `mesa-vulkan-drivers` for a software one, or use Cpu::new() or Engine::auto()
  or leave the comparison out: `check_monoid!(ops::Sum<f32>, cpu)`");
}
