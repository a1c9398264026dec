//! Mistakes are found, shown with the smallest counterexample, and reported with a remedy.

#![allow(clippy::manual_midpoint, reason = "the mistake as people write it")]

use reduce_wgpu::laws::{Check, Itself};
use reduce_wgpu::prelude::*;
use reduce_wgpu::private::{Module, MonoidOnGpu, ReductionOnGpu};

use crate::message;

/// A state of one float with this name, identity and combine step.
macro_rules! float {
    ($name:ident, $identity:expr, |$a:ident, $b:ident| $combine:expr $(, $claim:item)*) => {
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        struct $name {
            x: f32,
        }

        #[gpu]
        impl Monoid for $name {
            $($claim)*
            fn identity() -> Self {
                $name { x: $identity }
            }
            fn combine($a: Self, $b: Self) -> Self {
                $name { x: $combine }
            }
        }
    };
}

#[test]
fn an_identity_that_is_above_some_elements() {
    float!(Greatest, 0.0, |a, b| if b.x > a.x { b.x } else { a.x });
    assert_eq!(message(|| check_monoid!(Greatest)), "\
Greatest is wrong

identity() is not neutral: combine(identity(), a) differs from a
    identity()             = Greatest { x: 0.0 }
    a                      = Greatest { x: -1.0 }
    combine(identity(), a) = Greatest { x: 0.0 }
  let identity() return the state that changes nothing on either side: 0 for a sum, 1 for a product, f32::INFINITY or i32::MAX for a minimum, f32::NEG_INFINITY or i32::MIN for a maximum");
}

#[test]
fn an_identity_that_is_finite() {
    float!(Greatest, -1e30, |a, b| if b.x > a.x { b.x } else { a.x });
    assert_eq!(message(|| check_monoid!(Greatest)), "\
Greatest is wrong

identity() is not neutral: combine(identity(), a) differs from a
    identity()             = Greatest { x: -1e30 }
    a                      = Greatest { x: -inf }
    combine(identity(), a) = Greatest { x: -1e30 }
  let identity() return the state that changes nothing on either side: 0 for a sum, 1 for a product, f32::INFINITY or i32::MAX for a minimum, f32::NEG_INFINITY or i32::MIN for a maximum");
}

#[test]
fn an_identity_that_is_the_least_float() {
    float!(Greatest, f32::MIN, |a, b| if b.x > a.x { b.x } else { a.x });
    assert_eq!(message(|| check_monoid!(Greatest)), "\
Greatest is wrong

identity() is not neutral: combine(identity(), a) differs from a
    identity()             = Greatest { x: -3.4028235e38 }
    a                      = Greatest { x: -inf }
    combine(identity(), a) = Greatest { x: -3.4028235e38 }
  let identity() return the state that changes nothing on either side: 0 for a sum, 1 for a product, f32::INFINITY or i32::MAX for a minimum, f32::NEG_INFINITY or i32::MIN for a maximum");
}

/// The mistake: the later one wins among equals.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Lowest {
    place: u32,
    value: i32,
}

#[gpu]
impl Monoid for Lowest {
    const EXACT: bool = true;
    fn identity() -> Self {
        Lowest {
            place: u32::MAX,
            value: i32::MAX,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        if b.value < a.value || b.value == a.value && b.place < a.place {
            b
        } else {
            a
        }
    }
    fn combine_in_order(a: Self, b: Self) -> Self {
        if b.value <= a.value { b } else { a }
    }
}

#[gpu]
impl Reduction for Lowest {
    type Input = Indexed<i32>;
    type State = Self;
    type Output = Self;
    fn lift(x: Indexed<i32>) -> Self {
        Lowest {
            place: x.index,
            value: x.value,
        }
    }
    fn finish(state: Self) -> Self {
        state
    }
}

#[test]
fn a_wrong_step_in_order() {
    assert_eq!(message(|| check_monoid!(Lowest)), "\
Lowest is wrong

combine_in_order(a, b) differs from combine(a, b), though all elements of a come before those of b
    a                      = Lowest { place: 0, value: -2 } = lift(Indexed { index: 0, value: -2 })
    b                      = Lowest { place: 1, value: -2 } = lift(Indexed { index: 1, value: -2 })
    combine_in_order(a, b) = Lowest { place: 1, value: -2 }
    combine(a, b)          = Lowest { place: 0, value: -2 }
  let it give the bits of combine where the positions in a are smaller than those in b and where one is identity(), or leave it out: it is combine then");
}

/// The highest value, whose step in order keeps the place of the identity.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Highest {
    place: u32,
    value: u32,
}

#[gpu]
impl Monoid for Highest {
    const EXACT: bool = true;
    fn identity() -> Self {
        Highest {
            place: u32::MAX,
            value: 0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        if b.value > a.value || b.value == a.value && b.place < a.place {
            b
        } else {
            a
        }
    }
    fn combine_in_order(a: Self, b: Self) -> Self {
        if b.value > a.value { b } else { a }
    }
}

#[gpu]
impl Reduction for Highest {
    type Input = Indexed<u32>;
    type State = Self;
    type Output = Self;
    fn lift(x: Indexed<u32>) -> Self {
        Highest {
            place: x.index,
            value: x.value,
        }
    }
    fn finish(state: Self) -> Self {
        state
    }
}

#[test]
fn a_step_in_order_that_keeps_the_identity() {
    assert_eq!(message(|| check_monoid!(Highest)), "\
Highest is wrong

combine_in_order(a, b) differs from combine(a, b), though all elements of a come before those of b
    a                      = Highest { place: 4294967295, value: 0 }
    b                      = Highest { place: 0, value: 0 } = lift(Indexed { index: 0, value: 0 })
    combine_in_order(a, b) = Highest { place: 4294967295, value: 0 }
    combine(a, b)          = Highest { place: 0, value: 0 }
  let it give the bits of combine where the positions in a are smaller than those in b and where one is identity(), or leave it out: it is combine then");
}

#[test]
fn subtraction() {
    float!(Difference, 0.0, |a, b| a.x - b.x);
    assert_eq!(message(|| check_monoid!(Difference)), "\
Difference is wrong in 3 ways

identity() is not neutral: combine(identity(), a) differs from a
    identity()             = Difference { x: 0.0 }
    a                      = Difference { x: 1.0 }
    combine(identity(), a) = Difference { x: -1.0 }
  let identity() return the state that changes nothing on either side: 0 for a sum, 1 for a product, f32::INFINITY or i32::MAX for a minimum, f32::NEG_INFINITY or i32::MIN for a maximum

combine(a, b) differs from combine(b, a)
    a             = Difference { x: 0.0 }
    b             = Difference { x: 1.0 }
    combine(a, b) = Difference { x: -1.0 }
    combine(b, a) = Difference { x: 1.0 }
  add `const COMMUTATIVE: bool = false;` to `impl Monoid for Difference`: operands are then combined in input order; or make combine treat both alike

combine(combine(a, b), c) differs from combine(a, combine(b, c))
    a                         = Difference { x: 0.0 }
    b                         = Difference { x: 0.0 }
    c                         = Difference { x: 1.0 }
    combine(combine(a, b), c) = Difference { x: -1.0 }
    combine(a, combine(b, c)) = Difference { x: 1.0 }
  the result would depend on how the input is cut into parts: keep in the state what can be joined in any grouping (for an average, the sum and the count) and make the result of it in `finish`; if this is rounding, state how much: `check_monoid!(…, tolerance = 1e-3)`");
}

#[test]
fn an_average_of_averages() {
    float!(Average, 0.0, |a, b| (a.x + b.x) / 2.0);
    assert_eq!(message(|| check_monoid!(Average)), "\
Average is wrong in 2 ways

identity() is not neutral: combine(identity(), a) differs from a
    identity()             = Average { x: 0.0 }
    a                      = Average { x: 1.0 }
    combine(identity(), a) = Average { x: 0.5 }
  let identity() return the state that changes nothing on either side: 0 for a sum, 1 for a product, f32::INFINITY or i32::MAX for a minimum, f32::NEG_INFINITY or i32::MIN for a maximum

combine(combine(a, b), c) differs from combine(a, combine(b, c))
    a                         = Average { x: 0.0 }
    b                         = Average { x: 0.0 }
    c                         = Average { x: 1.0 }
    combine(combine(a, b), c) = Average { x: 0.5 }
    combine(a, combine(b, c)) = Average { x: 0.25 }
  the result would depend on how the input is cut into parts: keep in the state what can be joined in any grouping (for an average, the sum and the count) and make the result of it in `finish`; if this is rounding, state how much: `check_monoid!(…, tolerance = 1e-3)`");
}

#[test]
fn an_order_that_matters() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct Affine {
        scale: f32,
        shift: f32,
    }

    #[gpu]
    impl Monoid for Affine {
        fn identity() -> Self {
            Affine { scale: 1.0, shift: 0.0 }
        }
        fn combine(a: Self, b: Self) -> Self {
            Affine {
                scale: a.scale * b.scale,
                shift: a.shift * b.scale + b.shift,
            }
        }
    }
    assert_eq!(message(|| check_monoid!(Affine)), "\
Affine is wrong

combine(a, b) differs from combine(b, a)
    a             = Affine { scale: 2.0, shift: 1.0 }
    b             = Affine { scale: 1.0, shift: 1.0 }
    combine(a, b) = Affine { scale: 2.0, shift: 2.0 }
    combine(b, a) = Affine { scale: 2.0, shift: 3.0 }
  add `const COMMUTATIVE: bool = false;` to `impl Monoid for Affine`: operands are then combined in input order; or make combine treat both alike

Each field was drawn on its own. If no input makes such states, check the reduction that makes them: `check_monoid!(Affine, from = ItsReduction)`");
}

#[test]
fn a_sum_that_claims_to_be_exact() {
    float!(Total, 0.0, |a, b| a.x + b.x, const EXACT: bool = true;);
    assert_eq!(message(|| check_monoid!(Total)), "\
Total is wrong in 2 ways

EXACT is claimed, but combine(identity(), a) is not a to the last bit
    identity()             = Total { x: 0.0 }
    a                      = Total { x: -0.0 }
    combine(identity(), a) = Total { x: 0.0 }
  remove `const EXACT: bool = true;` from `impl Monoid for Total`, or let combine give the same bits for these values as well: in any order, NaN and -0.0 included

EXACT is claimed, but combine(combine(a, b), c) is not combine(a, combine(b, c)) to the last bit
    a                         = Total { x: 1.0 }
    b                         = Total { x: -14.770539 }
    c                         = Total { x: -2.0 }
    combine(combine(a, b), c) = Total { x: -15.770539 }
    combine(a, combine(b, c)) = Total { x: -15.770538 }
  remove `const EXACT: bool = true;` from `impl Monoid for Total`, or let combine give the same bits for these values as well: in any order, NaN and -0.0 included");
}

/// Its WGSL, written by hand as no user would, subtracts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Torn {
    x: f32,
    n: u32,
}

// SAFETY: the WGSL that it would emit is wrong on purpose, and reads and writes nothing.
unsafe impl MonoidOnGpu for Torn {}

impl Monoid for Torn {
    fn identity() -> Self {
        Self { x: 0.0, n: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Self {
            x: a.x + b.x,
            n: a.n.wrapping_add(b.n),
        }
    }
    fn wgsl_combine(module: &mut Module) -> String {
        module.function::<Self>("combine", "torn_combine", &|module, name| {
            let kind = Self::wgsl_type(module);
            format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {kind}(a.x - b.x, a.n + b.n);\n}}")
        })
    }
}

#[test]
fn wgsl_that_says_something_else() {
    let broken = message(|| check_monoid!(Torn));
    let gpu = Gpu::new().unwrap();
    assert_eq!(broken.replace(gpu.name(), "THE GPU"), "\
Torn is wrong

the states of 2 elements differ between the CPU and THE GPU
    input = [Torn { x: 1.0, n: 1 }, Torn { x: 1.0, n: 1 }]
    CPU   = Torn { x: 2.0, n: 2 }
    GPU   = Torn { x: 0.0, n: 2 }
  compare the WGSL with the Rust (`reducer.kernels().combine()` shows it); if the WGSL is generated, this is a bug of the framework or of the driver: please report it");
}

/// Its WGSL stops counting at nine; its state has no `Debug`.
struct Late;

// SAFETY: the WGSL that it would emit is wrong on purpose, and reads and writes nothing.
unsafe impl ReductionOnGpu for Late {}

impl Reduction for Late {
    type Input = u32;
    type State = Later;
    type Output = Later;
    fn lift(x: u32) -> Later {
        Later { n: x & 1 }
    }
    fn finish(s: Later) -> Later {
        s
    }
    fn wgsl_lift(module: &mut Module) -> String {
        module.function::<Self>("lift", "late_lift", &|module, name| {
            let kind = Later::wgsl_type(module);
            format!("fn {name}(x: u32) -> {kind} {{\n    return {kind}(x & 1u);\n}}")
        })
    }
    fn wgsl_finish(module: &mut Module) -> String {
        Later::wgsl_identity(module)
    }
}

#[repr(C)]
#[derive(Clone, Copy, PartialEq, GpuType)]
struct Later {
    n: u32,
}

// SAFETY: the WGSL that it would emit is wrong on purpose, and reads and writes nothing.
unsafe impl MonoidOnGpu for Later {}

impl Monoid for Later {
    const EXACT: bool = true;
    fn identity() -> Self {
        Self { n: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Self { n: a.n + b.n }
    }
    fn wgsl_combine(module: &mut Module) -> String {
        module.function::<Self>("combine", "later_combine", &|module, name| {
            let kind = Self::wgsl_type(module);
            format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {kind}(min(a.n + b.n, 9u));\n}}")
        })
    }
}

#[test]
fn an_input_is_made_as_short_as_it_can_be() {
    let broken = message(|| check_monoid!(Late));
    let gpu = Gpu::new().unwrap();
    assert_eq!(broken.replace(gpu.name(), "THE GPU"), "\
Late is wrong

the states of 10 elements differ between the CPU and THE GPU
    input = [1, 1, 1, 1, 1, 1, 1, 1, …]
    CPU   = Later { n: 10 }
    GPU   = Later { n: 9 }
  compare the WGSL with the Rust (`reducer.kernels().combine()` shows it); if the WGSL is generated, this is a bug of the framework or of the driver: please report it");
}

/// Its WGSL does not compile.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Misspelt {
    n: u32,
}

// SAFETY: the WGSL that it would emit is wrong on purpose, and reads and writes nothing.
unsafe impl MonoidOnGpu for Misspelt {}

impl Monoid for Misspelt {
    fn identity() -> Self {
        Self { n: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Self { n: a.n ^ b.n }
    }
    fn wgsl_combine(module: &mut Module) -> String {
        module.function::<Self>("combine", "misspelt_combine", &|module, name| {
            let kind = Self::wgsl_type(module);
            format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {kind}(a.n ^ c.n);\n}}")
        })
    }
}

#[test]
fn wgsl_that_naga_refuses() {
    assert_eq!(
        message(|| check_monoid!(Misspelt)),
        "\
Misspelt is wrong

there is no valid kernel for a device without subgroups
  the WGSL of Misspelt is not valid:
error: no definition in scope for identifier: `c`
   ┌─ wgsl:10:27
   │
10 │     return Misspelt(a.n ^ c.n);
   │                           ^ unknown identifier"
    );
}

/// It counts its calls.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Moody {
    n: u32,
}

// SAFETY: the WGSL that it would emit is wrong on purpose, and reads and writes nothing.
unsafe impl MonoidOnGpu for Moody {}

impl Monoid for Moody {
    fn identity() -> Self {
        Self { n: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        use std::sync::atomic::{AtomicU32, Ordering};
        static CALLS: AtomicU32 = AtomicU32::new(0);
        Self {
            n: (a.n ^ b.n).wrapping_add(CALLS.fetch_add(1, Ordering::Relaxed)),
        }
    }
    fn wgsl_combine(module: &mut Module) -> String {
        Misspelt::wgsl_combine(module)
    }
}

#[test]
fn a_step_that_depends_on_more_than_its_arguments() {
    let check: Check<Itself<Moody>> = Check::monoid("Moody");
    let found = check.laws().unwrap_err().found;
    assert_eq!(
        found.last().unwrap().to_string(),
        "\
combine gives another result when it is called again with the same arguments
  let the result depend on the arguments alone"
    );
}

/// An infinity that every lifted state has, to say that there is nothing yet, excuses nothing in the fields beside it.
#[test]
fn a_gap_that_is_forgotten_beside_an_infinity() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct Gap {
        n: u32,
        first: f32,
        last: f32,
        gap: f32,
    }

    #[gpu]
    impl Monoid for Gap {
        const COMMUTATIVE: bool = false;
        fn identity() -> Self {
            Gap {
                n: 0,
                first: 0.0,
                last: 0.0,
                gap: f32::NEG_INFINITY,
            }
        }
        fn combine(a: Self, b: Self) -> Self {
            if a.n == 0 {
                return b;
            }
            if b.n == 0 {
                return a;
            }
            let between = b.first - a.last;
            let gap = if b.n == 1 {
                between
            } else {
                a.gap.max(b.gap).max(between)
            };
            Gap {
                n: a.n + b.n,
                first: a.first,
                last: b.last,
                gap,
            }
        }
    }

    struct LargestGap;
    #[gpu]
    impl Reduction for LargestGap {
        type Input = f32;
        type State = Gap;
        type Output = f32;
        fn lift(x: f32) -> Gap {
            Gap {
                n: 1,
                first: x,
                last: x,
                gap: f32::NEG_INFINITY,
            }
        }
        fn finish(s: Gap) -> f32 {
            s.gap
        }
    }
    let said = message(|| check_monoid!(LargestGap, cpu));
    assert!(
        said.contains("combine(combine(a, b), c) differs from combine(a, combine(b, c))"),
        "{said}"
    );
}

#[test]
fn the_last_one_beside_a_bound_does_not_commute() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct Last {
        v: f32,
        bound: f32,
    }

    #[gpu]
    impl Monoid for Last {
        fn identity() -> Self {
            Last {
                v: 0.0,
                bound: f32::INFINITY,
            }
        }
        fn combine(a: Self, b: Self) -> Self {
            Last {
                v: if b.v != 0.0 { b.v } else { a.v },
                bound: a.bound.min(b.bound),
            }
        }
    }

    struct LastNonZero;
    #[gpu]
    impl Reduction for LastNonZero {
        type Input = f32;
        type State = Last;
        type Output = f32;
        fn lift(v: f32) -> Last {
            Last {
                v,
                bound: f32::INFINITY,
            }
        }
        fn finish(s: Last) -> f32 {
            s.v
        }
    }
    let said = message(|| check_monoid!(LastNonZero, cpu));
    assert!(said.contains("combine(a, b) differs from combine(b, a)"), "{said}");
}

#[test]
fn a_nan_that_is_lost() {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct At {
        value: f32,
        index: u32,
    }

    #[gpu]
    impl Monoid for At {
        fn identity() -> Self {
            At {
                value: f32::NEG_INFINITY,
                index: u32::MAX,
            }
        }
        fn combine(a: Self, b: Self) -> Self {
            if b.value > a.value || (b.value == a.value && b.index < a.index) {
                b
            } else {
                a
            }
        }
    }

    struct Highest;
    #[gpu]
    impl Reduction for Highest {
        type Input = Indexed<f32>;
        type State = At;
        type Output = u32;
        fn lift(x: Indexed<f32>) -> At {
            At {
                value: x.value,
                index: x.index,
            }
        }
        fn finish(s: At) -> u32 {
            s.index
        }
    }
    let said = message(|| check_monoid!(Highest, cpu));
    assert!(
        said.contains("combine loses the NaN of an operand: let it win"),
        "{said}"
    );
}
