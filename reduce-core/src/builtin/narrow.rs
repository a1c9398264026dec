//! u8, i8, u16, i16, `half::f16` and `half::bf16`: numbers that lie packed in memory and are widened as they are loaded.
//!
//! WGSL has no integers of these sizes, and 16-bit floats only where a device has them. In a GPU function such a
//! number is held as the 32-bit one of the same value, and the result of an operator on two is brought back to the width:
//! integers wrap ([`Kind::wrapped`]), f16 rounds (`half`), bf16 has no operators: it is a format to read, and is computed with as an f32. In a buffer they are 32-bit numbers too, and packed in arrays that fill words.

use std::borrow::Cow;

use half::{bf16, f16};

use crate::builtin::number::Number;
use crate::hash::name;
use crate::input::element::{Element, Part, Storage};
use crate::lower::cast::cast;
use crate::lower::method::Method;
use crate::needs::Needs;
use crate::types::columns::Strip;
use crate::types::gpu_type::GpuType;
use crate::types::kind::Kind;
use crate::types::stored::{Case, Stored};
use crate::types::truth::Truth;
use crate::wgsl::Module;

/// The operators of integers, for `impl GpuType`.
macro_rules! wrapping {
    () => {
        fn wgsl_operator<Left: GpuType, Right: GpuType>(
            symbol: &str,
            left: &str,
            right: &str,
            _: &mut Module,
        ) -> Option<String> {
            // A quotient leaves the width where the least integer is divided by -1, and nothing else does.
            let leaves = match Self::KIND {
                Kind::Signed(_) => ["+", "-", "*", "/"].contains(&symbol),
                _ => ["+", "-", "*"].contains(&symbol),
            };
            leaves.then(|| Self::KIND.wrapped(&format!("{left} {symbol} {right}")))
        }

        fn wgsl_negation(value: &str, _: &mut Module) -> Option<String> {
            Some(Self::KIND.wrapped(&format!("-{value}")))
        }
    };
}

/// The operators of f16, for `impl GpuType`, and its canonical NaN.
macro_rules! rounding {
    () => {
        fn wgsl_operator<Left: GpuType, Right: GpuType>(
            symbol: &str,
            left: &str,
            right: &str,
            module: &mut Module,
        ) -> Option<String> {
            crate::lower::method::half::operator(symbol, left, right, module)
        }

        fn canonical(self) -> Self {
            if self.is_nan() { Self::NAN } else { self }
        }
    };
}

/// Nothing but the canonical NaN of bf16, for `impl GpuType`.
macro_rules! read_only {
    () => {
        fn canonical(self) -> Self {
            if self.is_nan() { Self::NAN } else { self }
        }
    };
}

/// The f32 of the same value: a bf16 is its upper half.
#[inline(always)]
fn f32_of_upper_half(half: bf16) -> f32 {
    f32::from_bits(u32::from(half.to_bits()) << 16)
}

/// The f32 of the same value, with no branch, so that loops over f16 become vectors.
///
/// The exponent of an f16 is put where an f32 has its own, which makes the number 2^112 times too small; a subnormal one becomes a subnormal
/// f32, and the product is exact. This is an old trick (Fabian Giesen, "Half to float done quick", 2012). The conversion of `half`, which
/// asks for one kind of number after the other, made a sum of 2^26 take 55 to 80 ms on two cores.
#[inline(always)]
fn f32_of(half: f16) -> f32 {
    const SCALE: f32 = f32::from_bits((127 + 112) << 23);
    let (bits, infinity) = (u32::from(half.to_bits()), u32::from(f16::INFINITY.to_bits()));
    let magnitude = bits & 0x7fff;
    let finite = f32::from_bits(magnitude << 13) * SCALE;
    let exponent = if magnitude >= infinity {
        f32::INFINITY.to_bits()
    } else {
        0
    };
    let quiet = if magnitude > infinity { 1 << 22 } else { 0 };
    f32::from_bits(finite.to_bits() | exponent | quiet | (bits & 0x8000) << 16)
}

/// Widens by integer operations, unless the device was seen to keep them all: `unpack2x16float` may take numbers below the normal range for zeros, as
/// WGSL 15.7 allows a driver.
fn widened_f16(word: &str, bit: &str, module: &mut Module) -> String {
    if module.arithmetic().is_some_and(|seen| !seen.flushes_f16) {
        return format!("unpack2x16float({word} >> {bit}).x");
    }
    let bits = format!("extractBits({word}, {bit}, 16u)");
    <f16 as Method<{ name("from_bits") }>>::call(&[bits], module)
}

macro_rules! narrow {
    ($($t:ident in $wide:ident by $widen:path, $narrow:expr, $kind:expr, $operators:ident: |$word:ident, $bit:ident, $module:pat_param| $unpack:expr, |$held:ident, $holder:pat_param| $bits:expr;)*) => {$(
        // SAFETY: the text names types and indexes within their bounds.
        unsafe impl GpuType for $t {
            const NEEDS: Needs = Needs::NONE;
            const ALIGN: usize = size_of::<$wide>();
            const FINGERPRINT: u64 = name(stringify!($t));
            const KIND: Kind = $kind;
            const PACKED: usize = size_of::<$t>();
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

            fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
                $wide::wgsl_shuffle(value, distance, module)
            }

            fn wgsl_literal(digits: &str) -> String {
                $wide::wgsl_literal(digits)
            }

            fn wgsl_bits(value: &str, module: &mut Module) -> String {
                let ($held, $holder) = (value, module);
                $bits
            }

            fn wgsl_unpacked(word: &str, bit: usize, module: &mut Module) -> String {
                let ($word, $bit, $module) = (word, format!("{bit}u"), module);
                let $bit = $bit.as_str();
                $unpack
            }

            $operators!();
        }

        // SAFETY: it is not plain, and has no twin.
        unsafe impl Stored for $t {
            const PLAIN: bool = false;
            const BYTES: usize = 4;
            const ALIGNED: usize = 4;

            fn write(&self, to: &mut [u8]) {
                $widen(*self).write(to);
            }

            fn read(from: &[u8], case: Case) -> Option<Self> {
                $wide::read(from, case).map($narrow)
            }
        }

        // SAFETY: the parts are those of the bytes, and the text reads no others.
        unsafe impl Element for $t {
            const WIDEST: usize = size_of::<$t>();

            fn parts() -> Vec<Part> {
                vec![Part {
                    bytes: size_of::<$t>(),
                    storage: Storage::Narrow(|$word, $bit, $module| $unpack),
                }]
            }

            fn bytes(data: &[$t]) -> Vec<Cow<'_, [u8]>> {
                vec![Cow::Borrowed(bytemuck::cast_slice(data))]
            }

            fn decode(from: &mut &[u8]) -> Option<$t> {
                from.split_off(..size_of::<$t>()).map(bytemuck::pod_read_unaligned)
            }

            fn wgsl_element(values: &mut std::vec::IntoIter<String>, _: &str, _: &mut Module) -> String {
                values.next().unwrap_or_default()
            }
        }

        impl Truth for $t {
            type Flag = u32;

            #[inline(always)]
            fn flag(self) -> u32 {
                self.widen().flag()
            }

            fn wgsl_flag(x: &str, module: &mut Module) -> String {
                $wide::wgsl_flag(x, module)
            }
        }

        impl Number for $t {
            type Wide = $wide;

            #[inline(always)]
            fn widen(self) -> $wide {
                $widen(self)
            }

            #[inline(always)]
            fn to_f32(self) -> f32 {
                // Exact: all of them have at most 16 bits.
                $widen(self) as f32
            }
        }

        // SAFETY: the text of the call indexes nothing.
        unsafe impl Method<{ name("widen") }> for $t {
            fn call(arguments: &[String], _: &mut Module) -> String {
                arguments.concat()
            }
        }
    )*};
}

narrow! {
    u8 in u32 by u32::from, |word| word as u8, Kind::Unsigned(8), wrapping:
        |word, bit, _| format!("extractBits({word}, {bit}, 8u)"), |x, _| x.to_owned();
    i8 in i32 by i32::from, |word| word as i8, Kind::Signed(8), wrapping:
        |word, bit, _| format!("extractBits(bitcast<i32>({word}), {bit}, 8u)"), |x, _| format!("(bitcast<u32>({x}) & 0xffu)");
    u16 in u32 by u32::from, |word| word as u16, Kind::Unsigned(16), wrapping:
        |word, bit, _| format!("extractBits({word}, {bit}, 16u)"), |x, _| x.to_owned();
    i16 in i32 by i32::from, |word| word as i16, Kind::Signed(16), wrapping:
        |word, bit, _| format!("extractBits(bitcast<i32>({word}), {bit}, 16u)"), |x, _| format!("(bitcast<u32>({x}) & 0xffffu)");
    f16 in f32 by f32_of, f16::from_f32, Kind::Float(16), rounding:
        |word, bit, module| widened_f16(word, bit, module), |x, module| <f16 as Method<{ name("to_bits") }>>::call(&[x.to_owned()], module);
    bf16 in f32 by f32_of_upper_half, bf16::from_f32, Kind::Float(16), read_only:
        |word, bit, _| format!("bitcast<f32>(extractBits({word}, {bit}, 16u) << 16u)"), |x, _| format!("(bitcast<u32>({x}) >> 16u)");
}

macro_rules! nearest_f32 {
    ($($t:ident)*) => {$(
        // SAFETY: the text of the call indexes nothing.
        unsafe impl Method<{ name("to_f32") }> for $t {
            fn call(arguments: &[String], module: &mut Module) -> String {
                cast::<$t, f32>(&arguments.concat(), module)
            }
        }
    )*};
}

nearest_f32!(u8 i8 u16 i16 f16 bf16);

#[cfg(test)]
mod tests {
    use half::f16;

    #[test]
    fn every_bf16_becomes_the_f32_that_half_makes_of_it() {
        for bits in 0..=u16::MAX {
            let half = half::bf16::from_bits(bits);
            let (ours, theirs) = (super::f32_of_upper_half(half), f32::from(half));
            assert!(
                ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan(),
                "{bits:#06x}"
            );
        }
    }

    #[test]
    fn every_f16_becomes_the_f32_that_half_makes_of_it() {
        for bits in 0..=u16::MAX {
            let half = f16::from_bits(bits);
            assert_eq!(super::f32_of(half).to_bits(), f32::from(half).to_bits(), "{bits:#06x}");
        }
    }
}
