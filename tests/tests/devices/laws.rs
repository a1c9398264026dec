//! `check_monoid!` of every operator; of the two that only look like monoids it says so.

use std::panic::catch_unwind;

use reduce_tests::device::Driver;
use reduce_tests::{
    for_built_in_operators, for_operators_on_other_inputs, for_user_operators, for_wide_operators,
    for_written_operators,
};
use reduce_wgpu::check_monoid;

/// Sums of elements that SwiftShader takes for zeros below the normal range of an f32: the trials know that of elements of 32 bits alone.
const FLUSHED: [&str; 2] = ["sum_bf16", "mean_bf16"];

macro_rules! each {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            if FLUSHED.contains(&stringify!($name)) && Driver::of_this_run() == Driver::SwiftShader {
                check_monoid!($operator, cpu);
            } else {
                check_monoid!($operator);
            }
        }
    )*};
}

for_built_in_operators!(each);
for_operators_on_other_inputs!(each);
for_user_operators!(each);

macro_rules! wide {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            if Driver::of_this_run().has_64_bits() {
                check_monoid!($operator);
                return;
            }
            check_monoid!($operator, cpu);
            let refused = message(|| check_monoid!($operator));
            assert!(refused.contains("SHADER_") && refused.contains(", cpu)`"), "{refused}");
        }
    )*};
}

for_wide_operators!(wide);

/// They are there for the order of combination, which they make visible; their identities are not neutral.
const NOT_MONOIDS: [&str; 2] = ["odd", "compose"];

macro_rules! written {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            if NOT_MONOIDS.contains(&stringify!($name)) {
                let broken = message(|| check_monoid!($operator));
                assert!(broken.contains("identity() is not neutral"), "{broken}");
            } else {
                check_monoid!($operator);
            }
        }
    )*};
}

for_written_operators!(written);

/// The message that `check` panics with.
fn message(check: fn()) -> String {
    let panic = catch_unwind(check).expect_err("nothing was found");
    panic.downcast_ref::<String>().expect("a message").clone()
}
