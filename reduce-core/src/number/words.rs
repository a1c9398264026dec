//! Numbers that take more than one word: sums of 64 bits, and floats with what was rounded away.

use super::Number;
use crate::gpu_type::GpuType;
use crate::method::{Method, name, operand};
use crate::wgsl::Module;

/// A float as it was rounded, which no compiler looks through.
pub(crate) trait Rounded {
    /// The same number.
    fn rounded(self) -> Self;
}

impl Rounded for f32 {
    #[inline(always)]
    fn rounded(self) -> Self {
        self
    }
}

/// WGSL has no way to say that `(a + b) - a` is not `b`, and Mesa takes it for that. Turning the bits round and back is
/// no arithmetic of floats, and nothing that shader compilers simplify.
impl Method<{ name("rounded") }> for f32 {
    fn call(arguments: &[String], module: &mut Module) -> String {
        let call = module.function::<f32>("rounded", "rounded_f32", |_, name| {
            format!(
                "fn {name}(x: f32) -> f32 {{\n    \
                 let bits = bitcast<u32>(x);\n    \
                 let turned = (bits << 1u) | (bits >> 31u);\n    \
                 return bitcast<f32>((turned >> 1u) | (turned << 31u));\n}}"
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
