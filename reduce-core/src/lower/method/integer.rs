//! The methods of integers, of 32 and of 64 bits alike, and those of 32 bits alone.
//!
//! WGSL's integers wrap, shift counts are taken modulo the width, `x / 0` is x, and the magnitude of the least integer is
//! itself: where Rust panics, this is what a GPU gives.

use super::{Spelling, expressions, functions};

macro_rules! spelling {
    ($($t:ty, $unsigned:literal $signed:literal, $suffix:literal $width:literal $rest:literal $max:literal;)*) => {$(
        impl Spelling for $t {
            const WORDS: &'static [(&'static str, &'static str)] = &[
                ("UINT", $unsigned),
                ("SINT", $signed),
                ("INT", stringify!($t)),
                ("WIDTH", $width),
                ("REST", $rest),
                ("MAX", $max),
                ("#", $suffix),
            ];
        }
    )*};
}

spelling! {
    u32, "u32" "i32", "u" "32u" "31u" "0xffffffffu";
    i32, "u32" "i32", "i" "32u" "31u" "0x7fffffffi";
    u64, "u64" "i64", "lu" "64u" "63u" "0xfffffffffffffffflu";
    i64, "u64" "i64", "li" "64u" "63u" "0x7fffffffffffffffli";
}

/// For indices, which are below 2^32: only methods whose result does not depend on the width.
impl Spelling for usize {
    const WORDS: &'static [(&'static str, &'static str)] =
        &[("UINT", "u32"), ("INT", "u32"), ("REST", "31u"), ("#", "u")];
}

expressions!(u32 i32 u64 i64 => {
    "min" => "min($0, $1)",
    "max" => "max($0, $1)",
    "clamp" => "clamp($0, $1, $2)",
    "wrapping_add" => "($0 + $1)",
    "wrapping_sub" => "($0 - $1)",
    "wrapping_mul" => "($0 * $1)",
    "wrapping_div" => "($0 / $1)",
    "wrapping_rem" => "($0 % $1)",
    "wrapping_neg" => "(0# - $0)",
    "wrapping_shl" => "($0 << ($1 & REST))",
    "wrapping_shr" => "($0 >> ($1 & REST))",
    // Every conversion that Rust calls `from` is exact.
    "from" => "INT($0)",
});

functions!(u32 i32 u64 i64 => {
    "pow" => branches "pow_INT" "(x: INT, n: u32) -> INT {
    var power = 1#;
    var square = x;
    for (var rest = n; rest != 0u; rest >>= 1u) {
        power = select(power, power * square, (rest & 1u) != 0u);
        square *= square;
    }
    return power;
}",
    "wrapping_pow" => branches "wrapping_pow_INT" "(x: INT, n: u32) -> INT {
    var power = 1#;
    var square = x;
    for (var rest = n; rest != 0u; rest >>= 1u) {
        power = select(power, power * square, (rest & 1u) != 0u);
        square *= square;
    }
    return power;
}",
    "rotate_left" => "rotate_left_INT" "(x: INT, n: u32) -> INT {
    let bits = bitcast<UINT>(x);
    return bitcast<INT>((bits << (n & REST)) | (bits >> ((WIDTH - n) & REST)));
}",
    "rotate_right" => "rotate_right_INT" "(x: INT, n: u32) -> INT {
    let bits = bitcast<UINT>(x);
    return bitcast<INT>((bits >> (n & REST)) | (bits << ((WIDTH - n) & REST)));
}",
    // WGSL takes the count of a shift modulo the width.
    "unbounded_shl" => "unbounded_shl_INT" "(x: INT, n: u32) -> INT {
    return select(x << (n & REST), 0#, n > REST);
}",
    "abs_diff" => "abs_diff_INT" "(a: INT, b: INT) -> UINT {
    return bitcast<UINT>(max(a, b)) - bitcast<UINT>(min(a, b));
}",
    // The mean is rounded down by the shift; Rust rounds it towards zero.
    "midpoint" => "midpoint_INT" "(a: INT, b: INT) -> INT {
    let low = (a & b) + ((a ^ b) >> 1u);
    return low + select(0#, (a ^ b) & 1#, low < 0#);
}",
});

// An array of u8 is one of u32 in WGSL.
functions!(u32 i32 => {
    "to_le_bytes" => "to_le_bytes_INT" "(x: INT) -> array<u32, 4> {
    let bits = bitcast<u32>(x);
    return array<u32, 4>(bits & 0xffu, (bits >> 8u) & 0xffu, (bits >> 16u) & 0xffu, bits >> 24u);
}",
    "to_be_bytes" => "to_be_bytes_INT" "(x: INT) -> array<u32, 4> {
    let bits = bitcast<u32>(x);
    return array<u32, 4>(bits >> 24u, (bits >> 16u) & 0xffu, (bits >> 8u) & 0xffu, bits & 0xffu);
}",
    "from_le_bytes" => "from_le_bytes_INT" "(bytes: array<u32, 4>) -> INT {
    return bitcast<INT>(bytes[0] | (bytes[1] << 8u) | (bytes[2] << 16u) | (bytes[3] << 24u));
}",
    "from_be_bytes" => "from_be_bytes_INT" "(bytes: array<u32, 4>) -> INT {
    return bitcast<INT>(bytes[3] | (bytes[2] << 8u) | (bytes[1] << 16u) | (bytes[0] << 24u));
}",
});

functions!(u32 u64 => {
    "unbounded_shr" => "unbounded_shr_INT" "(x: INT, n: u32) -> INT {
    return select(x >> (n & REST), 0#, n > REST);
}",
    "saturating_add" => "saturating_add_INT" "(a: INT, b: INT) -> INT {
    return a + min(b, ~a);
}",
    "saturating_sub" => "saturating_sub_INT" "(a: INT, b: INT) -> INT {
    return max(a, b) - b;
}",
    "saturating_mul" => "saturating_mul_INT" "(a: INT, b: INT) -> INT {
    return select(a * b, MAX, a > MAX / max(b, 1#));
}",
    "next_power_of_two" => "next_power_of_two_INT" "(x: INT) -> INT {
    var below = x - 1#;
    below |= below >> 1u;
    below |= below >> 2u;
    below |= below >> 4u;
    below |= below >> 8u;
    below |= below >> 16u;
    below |= below >> (WIDTH >> 1u);
    return select(below + 1#, 1#, x <= 1#);
}",
    "div_ceil" => "div_ceil_INT" "(a: INT, b: INT) -> INT {
    return a / b + select(1#, 0#, a % b == 0#);
}",
    "next_multiple_of" => "next_multiple_of_INT" "(a: INT, b: INT) -> INT {
    let rest = a % b;
    return a + select(b - rest, 0#, rest == 0#);
}",
});

expressions!(u32 u64 => {
    "rem_euclid" => "($0 % $1)",
    "div_euclid" => "($0 / $1)",
    "cast_signed" => "bitcast<SINT>($0)",
});

functions!(u32 u64 usize => {
    "is_power_of_two" => "is_power_of_two_INT" "(x: INT) -> bool {
    return (x != 0#) & ((x & (x - 1#)) == 0#);
}",
});

expressions!(i32 i64 => {
    "abs" => "abs($0)",
    "wrapping_abs" => "abs($0)",
    "unsigned_abs" => "bitcast<UINT>(abs($0))",
    "signum" => "sign($0)",
    "is_negative" => "($0 < 0#)",
    "is_positive" => "($0 > 0#)",
    "cast_unsigned" => "bitcast<UINT>($0)",
    "unbounded_shr" => "($0 >> min($1, REST))",
});

expressions!(i32 i64 => {
    "neg" => "(0# - $0)",
});

functions!(i32 i64 => {
    "rem_euclid" => "rem_euclid_INT" "(a: INT, b: INT) -> INT {
    let rest = a % b;
    return rest + select(0#, abs(b), rest < 0#);
}",
    "div_euclid" => "div_euclid_INT" "(a: INT, b: INT) -> INT {
    let up = select(-1#, 1#, b > 0#);
    return a / b - select(0#, up, a % b < 0#);
}",
    // The sum of operands with one sign has the other sign if it overflows.
    "saturating_add" => "saturating_add_INT" "(a: INT, b: INT) -> INT {
    let sum = a + b;
    return select(sum, (a >> REST) ^ MAX, ((a ^ sum) & (b ^ sum)) < 0#);
}",
    "saturating_sub" => "saturating_sub_INT" "(a: INT, b: INT) -> INT {
    let difference = a - b;
    return select(difference, (a >> REST) ^ MAX, ((a ^ b) & (a ^ difference)) < 0#);
}",
    // The least integer is one further from zero than the largest.
    "saturating_mul" => "saturating_mul_INT" "(a: INT, b: INT) -> INT {
    let negative = (a ^ b) >> REST;
    let first = bitcast<UINT>(abs(a));
    let second = bitcast<UINT>(abs(b));
    let limit = bitcast<UINT>(negative ^ MAX);
    let fits = first <= limit / max(second, UINT(1));
    let most = bitcast<INT>(select(limit, first * second, fits));
    return select((most ^ negative) - negative, negative ^ MAX, !fits);
}",
    "saturating_neg" => "saturating_neg_INT" "(x: INT) -> INT {
    let opposite = 0# - x;
    return select(opposite, MAX, (x & opposite) < 0#);
}",
    "saturating_abs" => "saturating_abs_INT" "(x: INT) -> INT {
    let size = abs(x);
    return select(size, MAX, size < 0#);
}",
});

expressions!(usize => {
    "from" => "u32($0)",
    "min" => "min($0, $1)",
    "max" => "max($0, $1)",
    "clamp" => "clamp($0, $1, $2)",
    "rem_euclid" => "($0 % $1)",
    "div_euclid" => "($0 / $1)",
    "count_ones" => "countOneBits($0)",
    "ilog2" => "(31u - countLeadingZeros($0))",
});

functions!(usize => {
    "abs_diff" => "abs_diff_usize" "(a: u32, b: u32) -> u32 {
    return max(a, b) - min(a, b);
}",
    "saturating_sub" => "saturating_sub_usize" "(a: u32, b: u32) -> u32 {
    return max(a, b) - b;
}",
    "div_ceil" => "div_ceil_usize" "(a: u32, b: u32) -> u32 {
    return a / b + select(1u, 0u, a % b == 0u);
}",
});

expressions!(u32 i32 => {
    "count_ones" => "u32(countOneBits($0))",
    "count_zeros" => "u32(countOneBits(~$0))",
    "leading_zeros" => "u32(countLeadingZeros($0))",
    "leading_ones" => "u32(countLeadingZeros(~$0))",
    "trailing_zeros" => "u32(countTrailingZeros($0))",
    "trailing_ones" => "u32(countTrailingZeros(~$0))",
    "reverse_bits" => "reverseBits($0)",
    "ilog2" => "(31u - u32(countLeadingZeros($0)))",
});

functions!(u32 i32 => {
    "swap_bytes" => "swap_bytes_INT" "(x: INT) -> INT {
    let bits = bitcast<u32>(x);
    let pairs = ((bits & 0x00ff00ffu) << 8u) | ((bits >> 8u) & 0x00ff00ffu);
    return bitcast<INT>((pairs << 16u) | (pairs >> 16u));
}",
    // The root of a float is off by one at most.
    "isqrt" => "isqrt_INT" "(x: INT) -> INT {
    let square = bitcast<u32>(x);
    var root = min(u32(sqrt(f32(square))), 65535u);
    root -= select(0u, 1u, root * root > square);
    root += select(0u, 1u, square - root * root > 2u * root);
    return bitcast<INT>(min(root, 65535u));
}",
});
