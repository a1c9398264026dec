//! The methods of u8, i8, u16 and i16, which WGSL holds as the u32 or i32 of the same value.
//!
//! Most are those of the wider integer: the result of some is in range, that of others wraps to the width, as the wider integers wrap. Methods that
//! count or move bits, saturate or depend on the width are written here.

use super::{Spelling, expressions, functions, held};
use crate::hash::name;
use crate::lower::method::Method;
use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

macro_rules! spelling {
    ($($t:ident $max:literal $min:literal, $width:literal $rest:literal $spare:literal $mask:literal;)*) => {$(
        impl Spelling for $t {
            const WORDS: &'static [(&'static str, &'static str)] = &[
                ("TYPE", stringify!($t)),
                ("WIDTH", $width),
                ("REST", $rest),
                ("SPARE", $spare),
                ("MASK", $mask),
                ("MAX", $max),
                ("MIN", $min),
            ];
        }
    )*};
}

// The bits, one less, how many more a word has, and all ones.
spelling! {
    u8 "255u" "0u", "8u" "7u" "24u" "0xffu";
    i8 "127i" "-128i", "8u" "7u" "24u" "0xffu";
    u16 "65535u" "0u", "16u" "15u" "16u" "0xffffu";
    i16 "32767i" "-32768i", "16u" "15u" "16u" "0xffffu";
}

held!(u8 as u32, u16 as u32, i8 as i32, i16 as i32 => [
    "from" "min" "max" "clamp" "abs_diff" "midpoint" "wrapping_rem" "rem_euclid" "unbounded_shr" "ilog2" "isqrt"
]);
held!(u8 as u32, u16 as u32 => ["div_euclid" "div_ceil" "is_power_of_two"]);
held!(i8 as i32, i16 as i32 => ["signum" "is_negative" "is_positive" "unsigned_abs"]);

/// Methods of the wider integer whose result wraps to the width of a third type.
macro_rules! wrapped {
    (@one $t:ident as $wide:ident to $out:ident [$($method:literal)*]) => {$(
        // SAFETY: the text of the call indexes nothing.
        unsafe impl Method<{ name($method) }> for $t {
            fn call(arguments: &[String], module: &mut Module) -> String {
                $out::KIND.wrapped(&<$wide as Method<{ name($method) }>>::call(arguments, module))
            }
        }
    )*};
    ($($t:ident as $wide:ident to $out:ident),* => $methods:tt) => {$(
        wrapped!(@one $t as $wide to $out $methods);
    )*};
}

wrapped!(u8 as u32 to u8, u16 as u32 to u16, i8 as i32 to i8, i16 as i32 to i16 => [
    "wrapping_add" "wrapping_sub" "wrapping_mul" "wrapping_div" "wrapping_neg" "pow" "wrapping_pow" "unbounded_shl"
]);
wrapped!(u8 as u32 to u8, u16 as u32 to u16 => ["next_power_of_two" "next_multiple_of"]);
wrapped!(i8 as i32 to i8, i16 as i32 to i16 => ["abs" "wrapping_abs" "div_euclid"]);
wrapped!(u8 as u32 to i8, u16 as u32 to i16 => ["cast_signed"]);
wrapped!(i8 as i32 to u8, i16 as i32 to u16 => ["cast_unsigned"]);

expressions!(u8 u16 i8 i16 => {
    "wrapping_shr" => "($0 >> ($1 & REST))",
    "saturating_add" => "clamp($0 + $1, MIN, MAX)",
    "count_ones" => "countOneBits(u32($0) & MASK)",
    "count_zeros" => "(WIDTH - countOneBits(u32($0) & MASK))",
    "leading_zeros" => "(countLeadingZeros(u32($0) & MASK) - SPARE)",
    "leading_ones" => "(countLeadingZeros(u32(~$0) & MASK) - SPARE)",
    "trailing_zeros" => "min(countTrailingZeros(u32($0)), WIDTH)",
    "trailing_ones" => "min(countTrailingZeros(u32(~$0)), WIDTH)",
    "reverse_bits" => "(reverseBits($0) >> SPARE)",
});

expressions!(u8 u16 => {
    "wrapping_shl" => "(($0 << ($1 & REST)) & MASK)",
    "saturating_mul" => "min($0 * $1, MAX)",
});

expressions!(i8 i16 => {
    "wrapping_shl" => "extractBits($0 << ($1 & REST), 0u, WIDTH)",
    "saturating_sub" => "clamp($0 - $1, MIN, MAX)",
    "saturating_mul" => "clamp($0 * $1, MIN, MAX)",
    "saturating_neg" => "min(0i - $0, MAX)",
    "saturating_abs" => "min(abs($0), MAX)",
});

// Of bytes alone. An unsigned difference is great where it is below the range.
expressions!(u8 => {
    "is_ascii" => "($0 < 128u)",
    "is_ascii_digit" => "($0 - 48u < 10u)",
    "is_ascii_lowercase" => "($0 - 97u < 26u)",
    "is_ascii_uppercase" => "($0 - 65u < 26u)",
    "is_ascii_alphabetic" => "(($0 | 32u) - 97u < 26u)",
    "is_ascii_graphic" => "($0 - 33u < 94u)",
});

functions!(u8 => {
    "is_ascii_alphanumeric" => "is_ascii_alphanumeric" "(x: u32) -> bool {
    return (x - 48u < 10u) | ((x | 32u) - 97u < 26u);
}",
    "is_ascii_hexdigit" => "is_ascii_hexdigit" "(x: u32) -> bool {
    return (x - 48u < 10u) | ((x | 32u) - 97u < 6u);
}",
    "is_ascii_punctuation" => "is_ascii_punctuation" "(x: u32) -> bool {
    return (x - 33u < 94u) & !((x - 48u < 10u) | ((x | 32u) - 97u < 26u));
}",
    "is_ascii_whitespace" => "is_ascii_whitespace" "(x: u32) -> bool {
    return (x == 32u) | ((x - 9u < 5u) & (x != 11u));
}",
    "is_ascii_control" => "is_ascii_control" "(x: u32) -> bool {
    return (x < 32u) | (x == 127u);
}",
    "to_ascii_lowercase" => "to_ascii_lowercase" "(x: u32) -> u32 {
    return select(x, x + 32u, x - 65u < 26u);
}",
    "to_ascii_uppercase" => "to_ascii_uppercase" "(x: u32) -> u32 {
    return select(x, x - 32u, x - 97u < 26u);
}",
});

functions!(u8 u16 => {
    "saturating_sub" => "saturating_sub_TYPE" "(a: u32, b: u32) -> u32 {
    return max(a, b) - b;
}",
    "rotate_left" => "rotate_left_TYPE" "(x: u32, n: u32) -> u32 {
    return ((x << (n & REST)) | (x >> (WIDTH - (n & REST)))) & MASK;
}",
    "rotate_right" => "rotate_right_TYPE" "(x: u32, n: u32) -> u32 {
    return ((x >> (n & REST)) | (x << (WIDTH - (n & REST)))) & MASK;
}",
});

functions!(i8 i16 => {
    "rotate_left" => "rotate_left_TYPE" "(x: i32, n: u32) -> i32 {
    let bits = bitcast<u32>(x) & MASK;
    return extractBits(bitcast<i32>((bits << (n & REST)) | (bits >> (WIDTH - (n & REST)))), 0u, WIDTH);
}",
    "rotate_right" => "rotate_right_TYPE" "(x: i32, n: u32) -> i32 {
    let bits = bitcast<u32>(x) & MASK;
    return extractBits(bitcast<i32>((bits >> (n & REST)) | (bits << (WIDTH - (n & REST)))), 0u, WIDTH);
}",
});

expressions!(u8 i8 => {
    "swap_bytes" => "$0",
});

functions!(u16 => {
    "swap_bytes" => "swap_bytes_u16" "(x: u32) -> u32 {
    return ((x << 8u) | (x >> 8u)) & 0xffffu;
}",
});

functions!(i16 => {
    "swap_bytes" => "swap_bytes_i16" "(x: i32) -> i32 {
    return extractBits((x << 8u) | ((x >> 8u) & 0xff), 0u, 16u);
}",
});
