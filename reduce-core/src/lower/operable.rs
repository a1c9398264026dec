//! The types that have operators in WGSL, so that rustc refuses `a + b` of a struct at the user's own tokens.
//!
//! The meaning of a struct's operators is not known: `#[gpu]` on an impl of `Add` and its kin says what they mean. Comparisons may be those that
//! Rust derives (`derived`).

use crate::hash;
use crate::lower::method::Method;
use crate::lower::order::extremum;
use crate::lower::slot::{InWgsl, Slot, operate};
use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

/// A type whose operators have WGSL, where Rust has them at all.
pub trait Operable: GpuType {}

/// The operators of an expression whose type is known; a trait of its own for the sake of rustc's messages.
///
/// Generic functions ask [`InWgsl`] instead: their types are known when the WGSL is made, and refused there.
///
/// # Safety
/// The text reaches drivers without bounds checks, so only `#[gpu]` implements this trait.
#[diagnostic::on_unimplemented(
    message = "the operators of `{Self}` have no WGSL",
    label = "is a struct or holds one",
    note = "compare or compute with the fields, as in `a.x == b.x`, or call a function or method with `#[gpu]`; instead of `a += b` of a struct write `a = a + b`"
)]
pub unsafe trait HasOperators: Sized {
    /// `left symbol right`; both texts stand beside the operator as they are.
    #[doc(hidden)]
    fn operate<Right: GpuType>(
        left_slot: &Slot<Self>,
        right_slot: &Slot<Right>,
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> String;
}

// SAFETY: the text is that of this crate's operators.
#[diagnostic::do_not_recommend]
unsafe impl<T: Operable> HasOperators for T {
    fn operate<Right: GpuType>(
        left_slot: &Slot<T>,
        right_slot: &Slot<Right>,
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> String {
        <T as InWgsl>::operate(left_slot, right_slot, symbol, left, right, module)
    }
}

/// An operator between two types, known by its symbol in one character (`⊕` for `+=`): of numbers, arrays and tuples, or of the user's by `#[gpu]`.
///
/// # Safety
/// As for [`HasOperators`].
#[diagnostic::on_unimplemented(
    message = "this operator of `{Self}` has no WGSL",
    label = "is a struct or holds one",
    note = "write `#[gpu]` on its impl, of `Add`, `Sub`, `Mul`, `Div`, `Rem` or `Neg`, of `AddAssign` or its kin for `+=`; or compute with the fields, as in `a.x + b.x`"
)]
pub unsafe trait Operation<const SYMBOL: char, Right>: Sized {
    /// `left symbol right`; both texts stand beside the operator as they are.
    #[doc(hidden)]
    fn operate(
        left_slot: &Slot<Self>,
        right_slot: &Slot<Right>,
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> String;
}

// SAFETY: the text is that of this crate's operators.
#[diagnostic::do_not_recommend]
unsafe impl<T: Operable, Right: Operable, const SYMBOL: char> Operation<SYMBOL, Right> for T {
    fn operate(
        left_slot: &Slot<T>,
        right_slot: &Slot<Right>,
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> String {
        <T as InWgsl>::operate(left_slot, right_slot, symbol, left, right, module)
    }
}

/// A type whose `==` and `<` have WGSL, where Rust has them at all.
pub trait Comparable: GpuType {
    /// `left symbol right`.
    #[doc(hidden)]
    fn compare(symbol: &str, left: &str, right: &str, module: &mut Module) -> String {
        operate::<Self, Self>(symbol, left, right, module)
    }
}

/// `==`, `<` and the other comparisons of two values of a type; a trait of its own for the sake of rustc's messages.
#[diagnostic::on_unimplemented(
    message = "this operator of `{Self}` has no WGSL",
    label = "is no type of the GPU, or one with parameters",
    note = "derive `GpuType`; of a type with parameters write `#[gpu]` on its `impl PartialEq` (by hand, not derived), or compare its fields, as in `a.x == b.x`"
)]
pub trait HasComparisons: Sized {
    /// `left symbol right`; both texts stand beside the operator as they are.
    #[doc(hidden)]
    fn compare(
        left_slot: &Slot<Self>,
        right_slot: &Slot<Self>,
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Comparable> HasComparisons for T {
    fn compare(_: &Slot<T>, _: &Slot<T>, symbol: &str, left: &str, right: &str, module: &mut Module) -> String {
        <T as Comparable>::compare(symbol, left, right, module)
    }
}

/// The minus in front of a value, likewise.
///
/// # Safety
/// As for [`HasOperators`].
#[diagnostic::on_unimplemented(
    message = "the `-` in front of `{Self}` has no WGSL",
    label = "is a struct or holds one",
    note = "write `#[gpu]` on its `impl Neg`, or compute with the fields"
)]
pub unsafe trait Negation: Sized {
    /// `-value`; the text stands beside the operator as it is.
    #[doc(hidden)]
    fn negate(slot: &Slot<Self>, value: &str, module: &mut Module) -> String;
}

// SAFETY: the text is that of this crate's operators.
#[diagnostic::do_not_recommend]
unsafe impl<T: Operable> Negation for T {
    fn negate(slot: &Slot<T>, value: &str, module: &mut Module) -> String {
        <T as InWgsl>::negate(slot, value, module)
    }
}

/// A type whose constants can stand in patterns.
pub trait Matched: GpuType {}

/// The test whether a value is a constant, or a variant without fields; a trait of its own for the sake of rustc's messages.
#[diagnostic::on_unimplemented(
    message = "constants of `{Self}` cannot stand in patterns",
    label = "is a struct or holds one",
    note = "compare its fields, or take it apart in the pattern"
)]
pub trait HasConstants: Sized {
    /// Whether `value` is the constant of that name and text.
    #[doc(hidden)]
    fn is_constant(slot: &Slot<Self>, name: &str, value: &str, constant: &str, module: &mut Module) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Matched> HasConstants for T {
    fn is_constant(slot: &Slot<T>, name: &str, value: &str, constant: &str, module: &mut Module) -> String {
        <T as InWgsl>::is_constant(slot, name, value, constant, module)
    }
}

/// A type whose `std::cmp::min` and `std::cmp::max`, and those of iterators, have WGSL.
#[diagnostic::on_unimplemented(
    message = "`min` and `max` of `{Self}` have no WGSL",
    label = "is no type of the GPU, or one with parameters",
    note = "compare and write `if`, or call a function or method with `#[gpu]`"
)]
pub trait HasExtrema: Sized {
    /// `std::cmp::min(…)`, or the function of that module that `name` says.
    #[doc(hidden)]
    fn extremum(slot: &Slot<Self>, name: &str, arguments: &[String], module: &mut Module) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Comparable> HasExtrema for T {
    fn extremum(_: &Slot<T>, name: &str, arguments: &[String], module: &mut Module) -> String {
        extremum::<T>(name, arguments, module)
    }
}

/// A type whose `cmp`, `partial_cmp` and `total_cmp` have WGSL, where Rust has them at all.
#[diagnostic::on_unimplemented(
    message = "`cmp` and its kin of `{Self}` have no WGSL",
    label = "is no type of the GPU, or one with parameters",
    note = "derive `GpuType`; of a type with parameters compare the fields, as in `a.x.cmp(&b.x)`"
)]
pub trait HasOrder: Sized {
    /// `left.cmp(&right)`, or the method that `name` says.
    #[doc(hidden)]
    fn order(slot: &Slot<Self>, name: &str, left: &str, right: &str, module: &mut Module) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Comparable> HasOrder for T {
    fn order(slot: &Slot<T>, name: &str, left: &str, right: &str, module: &mut Module) -> String {
        <T as InWgsl>::order(slot, name, left, right, module)
    }
}

macro_rules! operable {
    ($($t:ty)*) => {$(
        impl Operable for $t {}
        impl Comparable for $t {}
        impl Matched for $t {}
    )*};
}

operable!(bool f32 f64 i32 u32 i64 u64 usize u8 i8 u16 i16 half::f16);

#[cfg(feature = "glam")]
mod vectors {
    use glam::{IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};

    use super::{Comparable, Matched, Operable};

    operable!(Vec2 Vec3 Vec4 IVec2 IVec3 IVec4 UVec2 UVec3 UVec4);
}

/// `a.max(b)` and `a.min(b)` of types that Rust orders, where it does.
macro_rules! extrema {
    ([$($generics:tt)*] $t:ty) => {
        // SAFETY: the text of the call indexes nothing.
        unsafe impl<$($generics)*> Method<{ hash::name("max") }> for $t {
            fn call(arguments: &[String], module: &mut Module) -> String {
                extremum::<Self>("max", arguments, module)
            }
        }

        // SAFETY: the text of the call indexes nothing.
        unsafe impl<$($generics)*> Method<{ hash::name("min") }> for $t {
            fn call(arguments: &[String], module: &mut Module) -> String {
                extremum::<Self>("min", arguments, module)
            }
        }
    };
}

impl<T: Operable, const N: usize> Operable for [T; N] {}
impl<T: Comparable, const N: usize> Comparable for [T; N] {}
extrema!([T: Comparable, const N: usize] [T; N]);
impl<T: Operable, const N: usize> Matched for [T; N] {}
impl<T: Operable> Operable for Option<T> {}
impl<T: Comparable> Comparable for Option<T> {}
extrema!([T: Comparable] Option<T>);
extrema!([] std::cmp::Ordering);
extrema!([] bool);
impl<T: GpuType> Matched for Option<T> {}

macro_rules! tuples {
    ($($($t:ident)*;)*) => {$(
        impl<$($t: Operable),*> Operable for ($($t,)*) {}
        impl<$($t: Comparable),*> Comparable for ($($t,)*) {}
        extrema!([$($t: Comparable),*] ($($t,)*));
        impl<$($t: Operable),*> Matched for ($($t,)*) {}
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}
