//! Arrays whose elements are taken one after the other, and the sums and products that the standard library makes of them.

use crate::lower::slot::{InWgsl, Slot};
use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

/// A type with elements; a trait of its own for the sake of rustc's messages.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements on the GPU",
    label = "is no array",
    note = "loop over an array, as in `for x in a`, or over a range of integers"
)]
pub trait HasElements: Sized {
    /// The number of elements.
    fn count(slot: &Slot<Self>) -> String;
    /// `[index]` of the element that is so many places before the end.
    fn before_the_end(slot: &Slot<Self>, places: u32) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: GpuType, const N: usize> HasElements for [T; N] {
    fn count(_: &Slot<Self>) -> String {
        format!("{N}u")
    }

    fn before_the_end(_: &Slot<Self>, places: u32) -> String {
        format!("[{}]", N.saturating_sub(places as usize))
    }
}

/// A type whose `sum` and `product` have WGSL.
#[diagnostic::on_unimplemented(
    message = "`sum` and `product` of `{Self}` have no WGSL",
    label = "is no number of 32 or 64 bits",
    note = "write a loop, or `fold`"
)]
pub trait HasSum: Sized {
    /// The value to start with, before the first element.
    fn start(slot: &Slot<Self>, symbol: &str) -> String;
    /// `total symbol next`.
    fn step(slot: &Slot<Self>, symbol: &str, total: &str, next: &str, module: &mut Module) -> String;
}

macro_rules! sums {
    ($($zero:literal: $($t:ty)*;)*) => {$($(
        impl HasSum for $t {
            fn start(_: &Slot<Self>, symbol: &str) -> String {
                <$t>::wgsl_literal(if symbol == "*" { "1" } else { $zero })
            }

            fn step(slot: &Slot<Self>, symbol: &str, total: &str, next: &str, module: &mut Module) -> String {
                InWgsl::operate(slot, slot, symbol, total, next, module)
            }
        }
    )*)*};
}

sums! {
    // That of floats is -0 in the standard library, so that a sum of -0 alone stays that.
    "-0.0": f32 f64;
    "0": i32 u32 i64 u64 usize;
}
