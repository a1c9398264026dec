//! Functions that panic are found, beside the laws that are broken: a GPU cannot panic.

use reduce_wgpu::prelude::*;

use crate::message;

#[test]
fn an_overflow() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct Count {
        n: u32,
    }

    #[gpu]
    impl Monoid for Count {
        fn identity() -> Self {
            Count { n: 0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            Count { n: a.n + b.n }
        }
    }
    assert_eq!(
        without_place(&message(|| check_monoid!(Count))),
        "\
Count is wrong

combine panics: attempt to add with overflow (…)
    a = Count { n: 1 }
    b = Count { n: 4294967295 }
  on a GPU integers wrap around: write so that Rust does the same, as in `a.wrapping_add(b)`, of a `T: Scalar` `a.plus(b)`"
    );
}

/// The message without the place of the panic in it.
fn without_place(broken: &str) -> String {
    let start = broken.find("(tests/").expect(broken);
    let end = start + broken[start..].find(')').expect(broken);
    broken.replace(&broken[start..=end], "(…)")
}

#[test]
fn an_overflow_of_one_field_of_several() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct Tally {
        sum: f32,
        counts: [u32; 2],
    }

    #[gpu]
    impl Monoid for Tally {
        fn identity() -> Self {
            Tally {
                sum: 0.0,
                counts: [0, 0],
            }
        }
        fn combine(a: Self, b: Self) -> Self {
            Tally {
                sum: a.sum + b.sum,
                counts: [a.counts[0].wrapping_add(b.counts[0]), a.counts[1] + b.counts[1]],
            }
        }
    }
    assert_eq!(without_place(&message(|| check_monoid!(Tally))), "\
Tally is wrong

combine panics: attempt to add with overflow (…)
    a = Tally { sum: 1.0, counts: [1, 1] }
    b = Tally { sum: 1.0, counts: [1, 4294967295] }
  on a GPU integers wrap around: write so that Rust does the same, as in `a.wrapping_add(b)`, of a `T: Scalar` `a.plus(b)`

Each field was drawn on its own. If no input makes such states, check the reduction that makes them: `check_monoid!(Tally, from = ItsReduction)`");
}

#[test]
fn a_panic_beside_broken_laws() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct Gap {
        n: i32,
    }

    #[gpu]
    impl Monoid for Gap {
        fn identity() -> Self {
            Gap { n: 0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            Gap { n: a.n - b.n }
        }
    }
    assert_eq!(without_place(&message(|| check_monoid!(Gap))), "\
Gap is wrong in 4 ways

combine panics: attempt to subtract with overflow (…)
    a = Gap { n: -2147483648 }
    b = Gap { n: 1 }
  on a GPU integers wrap around: write so that Rust does the same, as in `a.wrapping_add(b)`, of a `T: Scalar` `a.plus(b)`

identity() is not neutral: combine(identity(), a) differs from a
    identity()             = Gap { n: 0 }
    a                      = Gap { n: 1 }
    combine(identity(), a) = Gap { n: -1 }
  let identity() return the state that changes nothing on either side: 0 for a sum, 1 for a product, f32::INFINITY or i32::MAX for a minimum, f32::NEG_INFINITY or i32::MIN for a maximum

combine(a, b) differs from combine(b, a)
    a             = Gap { n: 0 }
    b             = Gap { n: 1 }
    combine(a, b) = Gap { n: -1 }
    combine(b, a) = Gap { n: 1 }
  add `const COMMUTATIVE: bool = false;` to `impl Monoid for Gap`: operands are then combined in input order; or make combine treat both alike

combine(combine(a, b), c) differs from combine(a, combine(b, c))
    a                         = Gap { n: 0 }
    b                         = Gap { n: 0 }
    c                         = Gap { n: 1 }
    combine(combine(a, b), c) = Gap { n: -1 }
    combine(a, combine(b, c)) = Gap { n: 1 }
  the result would depend on how the input is cut into parts: keep in the state what can be joined in any grouping (for an average, the sum and the count) and make the result of it in `finish`; if this is rounding, state how much: `check_monoid!(…, tolerance = 1e-3)`");
}

#[test]
fn an_identity_that_panics_and_an_order_that_matters() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct First {
        n: u32,
        is_set: u32,
    }

    #[gpu]
    impl Monoid for First {
        fn identity() -> Self {
            panic!("there is none")
        }
        fn combine(a: Self, b: Self) -> Self {
            if a.is_set == 0 { b } else { a }
        }
    }
    assert_eq!(without_place(&message(|| check_monoid!(First))), "\
First is wrong in 2 ways

identity panics: there is none (…)
  a GPU cannot panic, it goes on with some value: give a result for every state

combine(a, b) differs from combine(b, a)
    a             = First { n: 1, is_set: 1 }
    b             = First { n: 1, is_set: 2 }
    combine(a, b) = First { n: 1, is_set: 1 }
    combine(b, a) = First { n: 1, is_set: 2 }
  add `const COMMUTATIVE: bool = false;` to `impl Monoid for First`: operands are then combined in input order; or make combine treat both alike

Each field was drawn on its own. If no input makes such states, check the reduction that makes them: `check_monoid!(First, from = ItsReduction)`");
}
