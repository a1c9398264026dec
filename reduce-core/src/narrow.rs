//! u8, i8, u16, i16 and `half::f16`: elements that lie packed in memory and are widened as they are loaded.
//!
//! WGSL has no integers of these sizes, and 16-bit floats only where a device has them. In a GPU function such an
//! element is the 32-bit number of the same value.

use std::borrow::Cow;

use half::f16;

use crate::columns::Strip;
use crate::element::{Element, Part, Storage};
use crate::field::Truth;
use crate::gpu_type::{GpuType, Needs, from_bytes};
use crate::method::{Method, name};
use crate::number::Number;
use crate::wgsl::Module;

macro_rules! narrow {
    ($($t:ident in $wide:ident, $suffix:literal: |$word:ident, $bit:ident| $unpack:expr;)*) => {$(
        impl GpuType for $t {
            const NEEDS: Needs = Needs::NONE;
            const ALIGN: usize = size_of::<$wide>();
            type Columns = Strip<$t>;

            fn wgsl_name() -> String {
                stringify!($t).to_owned()
            }

            fn wgsl_type(_: &mut Module) -> String {
                stringify!($wide).to_owned()
            }

            fn wgsl_value(self, module: &mut Module) -> String {
                $wide::from(self).wgsl_value(module)
            }

            fn wgsl_shuffle_xor(value: &str, distance: &str, module: &mut Module) -> String {
                $wide::wgsl_shuffle_xor(value, distance, module)
            }

            fn wgsl_literal(digits: &str) -> String {
                $wide::wgsl_literal(digits)
            }

            fn wgsl_operator<Left: GpuType, Right: GpuType>(
                symbol: &str,
                _: &str,
                _: &str,
                module: &mut Module,
            ) -> Option<String> {
                // Rust wraps or rounds to the narrow type, which the wide one does not.
                if !["==", "!="].contains(&symbol) {
                    module.refuse(format!(
                        "`{symbol}` of {0} is not {0}'s own on a GPU, which holds a {1}: convert first, as in `x as {1}` or `x.widen()`",
                        stringify!($t),
                        stringify!($wide),
                    ));
                }
                None
            }

            fn wgsl_negation(_: &str, module: &mut Module) -> Option<String> {
                Self::wgsl_operator::<Self, Self>("-", "", "", module)
            }
        }

        impl Element for $t {
            const WIDEST: usize = size_of::<$t>();

            fn parts() -> Vec<Part> {
                vec![Part {
                    bytes: size_of::<$t>(),
                    storage: Storage::Narrow(|$word, $bit| $unpack),
                }]
            }

            fn bytes(data: &[$t]) -> Vec<Cow<'_, [u8]>> {
                vec![Cow::Borrowed(bytemuck::cast_slice(data))]
            }

            fn decode(from: &mut &[u8]) -> Option<$t> {
                from.split_off(..size_of::<$t>()).and_then(from_bytes)
            }

            fn wgsl_element(values: &mut std::vec::IntoIter<String>, _: &str, _: &mut Module) -> String {
                values.next().unwrap_or_default()
            }
        }

        impl Truth for $t {
            type Flag = u32;

            #[inline(always)]
            fn flag(self) -> u32 {
                $wide::from(self).flag()
            }

            fn wgsl_flag(x: &str, module: &mut Module) -> String {
                $wide::wgsl_flag(x, module)
            }
        }

        impl Number for $t {
            type Wide = $wide;

            #[inline(always)]
            fn widen(self) -> $wide {
                $wide::from(self)
            }

            #[inline(always)]
            fn to_f32(self) -> f32 {
                f32::from(self)
            }
        }

        impl Method<{ name("widen") }> for $t {
            fn call(arguments: &[String], _: &mut Module) -> String {
                arguments.concat()
            }
        }
    )*};
}

narrow! {
    u8 in u32, "u": |word, bit| format!("extractBits({word}, {bit}, 8u)");
    i8 in i32, "i": |word, bit| format!("extractBits(bitcast<i32>({word}), {bit}, 8u)");
    u16 in u32, "u": |word, bit| format!("extractBits({word}, {bit}, 16u)");
    i16 in i32, "i": |word, bit| format!("extractBits(bitcast<i32>({word}), {bit}, 16u)");
    f16 in f32, "f": |word, bit| format!("unpack2x16float({word} >> {bit}).x");
}

impl Method<{ name("to_f32") }> for f16 {
    fn call(arguments: &[String], _: &mut Module) -> String {
        arguments.concat()
    }
}
