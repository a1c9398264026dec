//! Numbers that take more than one word: sums of 64 bits, and floats with their rounding errors.

use super::Number;
use crate::hash::name;
use crate::lower::method::Method;
use crate::types::gpu_type::GpuType;
use crate::wgsl::{Module, operand};

/// A float as it was rounded, which no shader compiler looks through.
///
/// Drivers may take `(a + b) - a` for `b`, as NVIDIA's and Mesa's do, and a compensated sum then compensates nothing.
/// `(a + b).rounded() - a` is what it says on every device. On the CPU this is the number itself.
///
/// Costs one integer operation on a GPU.
///
/// ```
/// use reduce_core::{Rounded, gpu};
///
/// /// What `a + b` rounds away, by Knuth's TwoSum.
/// #[gpu(crate = reduce_core)]
/// fn lost(a: f32, b: f32) -> f32 {
///     let sum = (a + b).rounded();
///     let of_b = (sum - a).rounded();
///     (a - (sum - of_b)) + (b - of_b)
/// }
/// assert_eq!(lost(1e8, 1.0), 1.0);
/// ```
pub trait Rounded {
    /// This number, as it was rounded.
    #[must_use]
    fn rounded(self) -> Self;
}

impl Rounded for f32 {
    #[inline(always)]
    fn rounded(self) -> Self {
        self
    }
}

impl Rounded for f64 {
    #[inline(always)]
    fn rounded(self) -> Self {
        self
    }
}

/// WGSL has no way to say that `(a + b) - a` is not `b`. An exclusive or with a zero that only the host knows is no
/// arithmetic of floats. Turning the bits round and back is none either, but NVIDIA's compiler sees through that: on an
/// H200 the rest of every compensated sum was 0.
// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("rounded") }> for f32 {
    fn call(arguments: &[String], module: &mut Module) -> String {
        let zero = module.opaque_zero();
        let call = module.function::<f32>("rounded", "rounded_f32", &|_, name| {
            format!(
                "fn {name}(x: f32) -> f32 {{\n    \
                 return bitcast<f32>(bitcast<u32>(x) ^ {zero});\n}}"
            )
        });
        format!("{call}({})", arguments.concat())
    }
}

/// The zero that only the host knows has 32 bits.
// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("rounded") }> for f64 {
    fn call(arguments: &[String], module: &mut Module) -> String {
        let zero = module.opaque_zero();
        let call = module.function::<f64>("rounded", "rounded_f64", &|_, name| {
            format!(
                "fn {name}(x: f64) -> f64 {{\n    \
                 return bitcast<f64>(bitcast<u64>(x) ^ u64({zero}));\n}}"
            )
        });
        format!("{call}({})", arguments.concat())
    }
}

/// An integer of at most 32 bits, which [`WideSum`](crate::ops::WideSum) adds up in 64.
pub trait Integer:
    Number + Method<{ name("low_word") }> + Method<{ name("high_word") }> + Method<{ name("long") }>
{
    /// u64 or i64.
    type Long: GpuType;

    /// The lower half of the number in 64 bits.
    fn low_word(self) -> u32;
    /// The upper half: its sign throughout.
    fn high_word(self) -> u32;
    /// The number of these halves.
    fn long(low: u32, high: u32) -> Self::Long;
}

macro_rules! long {
    ($($t:ident in $long:ident: $low:literal $high:literal;)*) => {$(
        impl Integer for $t {
            type Long = $long;

            #[inline(always)]
            fn low_word(self) -> u32 {
                $long::from(self) as u32
            }

            #[inline(always)]
            fn high_word(self) -> u32 {
                ($long::from(self) >> 32) as u32
            }

            #[inline(always)]
            fn long(low: u32, high: u32) -> $long {
                $long::from(high) << 32 | $long::from(low)
            }
        }

        method!($t "low_word" |a, _| format!($low, a[0]));
        method!($t "high_word" |a, _| format!($high, a[0]));
        method!($t "long" |a, _| format!("((bitcast<{0}>(u64({2})) << 32u) | bitcast<{0}>(u64({1})))", stringify!($long), a[0], a[1]));
    )*};
}

long! {
    u8 in u64: "{0}" "({0} & 0u)";
    u16 in u64: "{0}" "({0} & 0u)";
    u32 in u64: "{0}" "({0} & 0u)";
    i8 in i64: "bitcast<u32>({0})" "bitcast<u32>({0} >> 31u)";
    i16 in i64: "bitcast<u32>({0})" "bitcast<u32>({0} >> 31u)";
    i32 in i64: "bitcast<u32>({0})" "bitcast<u32>({0} >> 31u)";
}
