//! `From` and `into`: exact conversions of numbers, and those that users write with `#[gpu]`.

use crate::lower::cast::cast;
use crate::lower::slot::Slot;
use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

/// A type that values of another are converted to.
///
/// # Safety
/// The text reaches drivers without bounds checks, so only `#[gpu]` implements this trait.
#[diagnostic::on_unimplemented(
    message = "the conversion of `{From}` to `{Self}` has no WGSL",
    label = "not available on the GPU",
    note = "write `#[gpu]` on its `impl From`"
)]
pub unsafe trait Conversion<From>: Sized {
    /// The WGSL expression of the converted value.
    #[doc(hidden)]
    fn convert(to: &Slot<Self>, from: &Slot<From>, value: &str, module: &mut Module) -> String;
}

/// A type of the language's that others are converted from.
pub trait Given: GpuType {}

macro_rules! given {
    ($($t:ty)*) => {$(
        impl Given for $t {}
    )*};
}

given!(bool f32 f64 i32 u32 i64 u64 u8 i8 u16 i16 usize half::f16);

macro_rules! numbers {
    ($($t:ty)*) => {$(
        // SAFETY: the text is that of a cast; Rust sees to it that it is exact.
        #[diagnostic::do_not_recommend]
        unsafe impl<From: Given> Conversion<From> for $t {
            fn convert(_: &Slot<Self>, _: &Slot<From>, value: &str, module: &mut Module) -> String {
                cast::<From, Self>(value, module)
            }
        }
    )*};
}

numbers!(f32 f64 i32 u32 i64 u64 u8 i8 u16 i16 usize);

// SAFETY: the text is that of an f32 of the same value, which an f16 is held as; Rust converts integers of 8 bits alone.
#[diagnostic::do_not_recommend]
unsafe impl<From: Given> Conversion<From> for half::f16 {
    fn convert(_: &Slot<Self>, _: &Slot<From>, value: &str, _: &mut Module) -> String {
        format!("f32({value})")
    }
}
