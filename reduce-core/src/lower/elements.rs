//! Arrays whose elements are taken one after the other, and the sums and products that the standard library makes of them.

use crate::lower::slot::{InWgsl, Slot};
use crate::types::gpu_type::GpuType;
use crate::types::variants::{SOME_VALUE, VARIANT};
use crate::wgsl::Module;

/// A type with elements; a trait of its own for the sake of rustc's messages.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no elements on the GPU",
    label = "neither an array nor an Option",
    note = "loop over an array, as in `for x in a`, or over a range of integers"
)]
pub trait HasElements: Sized {
    /// The number of elements of the variable `name`.
    #[doc(hidden)]
    fn count(slot: &Slot<Self>, name: &str) -> String;
    /// The most elements that a variable has.
    #[doc(hidden)]
    fn most(slot: &Slot<Self>) -> String;
    /// Whether the variable `name` lacks the element of a turn.
    #[doc(hidden)]
    fn absent(slot: &Slot<Self>, name: &str, turn: &str) -> String;
    /// The path of the element of a turn, behind the name of the variable.
    #[doc(hidden)]
    fn element(slot: &Slot<Self>, turn: &str) -> String;
    /// The statement that gives the element of a turn its value.
    #[doc(hidden)]
    fn put(slot: &Slot<Self>, name: &str, turn: &str, value: &str, module: &mut Module) -> String;
    /// `[index]` of the element that is so many places before the end.
    #[doc(hidden)]
    fn before_the_end(slot: &Slot<Self>, places: u32) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: GpuType, const N: usize> HasElements for [T; N] {
    fn count(_: &Slot<Self>, _: &str) -> String {
        format!("{N}u")
    }

    fn most(_: &Slot<Self>) -> String {
        format!("{N}u")
    }

    fn absent(_: &Slot<Self>, _: &str, _: &str) -> String {
        "false".to_owned()
    }

    fn element(_: &Slot<Self>, turn: &str) -> String {
        format!("[{turn}]")
    }

    fn put(_: &Slot<Self>, name: &str, turn: &str, value: &str, _: &mut Module) -> String {
        format!("{name}[{turn}] = {value};")
    }

    fn before_the_end(_: &Slot<Self>, places: u32) -> String {
        format!("[{}]", N.saturating_sub(places as usize))
    }
}

/// A type with as many elements in each value; a trait of its own for the sake of rustc's messages.
#[diagnostic::on_unimplemented(
    message = "each `{Self}` may have another number of elements on the GPU",
    label = "is no array",
    note = "behind `flatten` of Options there is no `zip`, `chain`, `skip`, `take` or `rev`: write a loop with `if let`"
)]
pub trait HasLength: Sized {
    /// The number of elements.
    #[doc(hidden)]
    fn most(slot: &Slot<Self>) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: GpuType, const N: usize> HasLength for [T; N] {
    fn most(slot: &Slot<Self>) -> String {
        HasElements::most(slot)
    }
}

/// An Option has one element, or none.
#[diagnostic::do_not_recommend]
impl<T: GpuType> HasElements for Option<T> {
    fn count(_: &Slot<Self>, name: &str) -> String {
        format!("{name}.{VARIANT}")
    }

    fn most(_: &Slot<Self>) -> String {
        "1u".to_owned()
    }

    fn absent(_: &Slot<Self>, name: &str, _: &str) -> String {
        format!("{name}.{VARIANT} == 0u")
    }

    fn element(_: &Slot<Self>, _: &str) -> String {
        format!(".{SOME_VALUE}")
    }

    fn put(_: &Slot<Self>, name: &str, _: &str, value: &str, module: &mut Module) -> String {
        let some = Self::wgsl_variant("Some", &[("0", value.to_owned())], module);
        format!("{name} = {};", some.unwrap_or_default())
    }

    fn before_the_end(_: &Slot<Self>, _: u32) -> String {
        format!(".{SOME_VALUE}")
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
    #[doc(hidden)]
    fn start(slot: &Slot<Self>, symbol: &str) -> String;
    /// `total symbol next`.
    #[doc(hidden)]
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
