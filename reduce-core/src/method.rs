//! Methods in WGSL, with Rust's meaning: where a WGSL built-in means something else, a helper stands in.
//!
//! A macro does not know the type of a receiver, so a call `x.round()` becomes `T::call` of `Method<{name("round")}>`
//! for whatever T rustc infers. Methods that users write with `#[gpu]` implement the same trait.

use crate::gpu_type::GpuType;
use crate::wgsl::Module;

/// A method name at the type level: its 64-bit FNV-1a hash.
#[must_use]
pub(crate) const fn name(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut index = 0;
    while index < bytes.len() {
        hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0100_0000_01b3);
        index += 1;
    }
    hash
}

/// The type has the method (or associated function) of this name on the GPU.
#[diagnostic::on_unimplemented(
    message = "this method of `{Self}` has no WGSL",
    label = "not available on the GPU",
    note = "write `#[gpu]` on the impl block that defines it; for numbers, the methods that WGSL has are listed in the documentation of `gpu`"
)]
pub trait Method<const NAME: u64>: GpuType {
    /// The WGSL expression of the call; the receiver is the first argument.
    fn call(arguments: &[String], module: &mut Module) -> String;
}

/// `pattern` with `$0`, `$1`, … replaced by the arguments, in parentheses where something else could tear them apart.
fn fill(pattern: &str, arguments: &[String]) -> String {
    let mut text = String::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    while let Some(at) = rest.find('$') {
        text.push_str(&rest[..at]);
        let index = rest[at + 1..]
            .chars()
            .next()
            .and_then(|digit| digit.to_digit(10))
            .unwrap_or(0) as usize;
        let after = &rest[at + 2..];
        let alone = (text.ends_with('(') || text.ends_with(", ")) && after.starts_with([',', ')']);
        let argument = arguments.get(index).map_or("", String::as_str);
        if alone {
            text.push_str(argument)
        } else {
            text.push_str(&operand(argument))
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

/// `text` as an operand: in parentheses if it is an operation itself.
pub(crate) fn operand(text: &str) -> String {
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ' ' if depth == 0 => return format!("({text})"),
            _ => {}
        }
    }
    text.to_owned()
}

/// Methods that are one WGSL expression.
macro_rules! expressions {
    ($($t:ty: $($method:literal => $pattern:literal),* ;)*) => {$($(
        impl Method<{ name($method) }> for $t {
            fn call(arguments: &[String], _: &mut Module) -> String {
                fill($pattern, arguments)
            }
        }
    )*)*};
}

/// Methods that take a function of their own: its name and what follows it.
macro_rules! functions {
    ($($t:ty: $($method:literal => $function:literal $text:literal),* ;)*) => {$($(
        impl Method<{ name($method) }> for $t {
            fn call(arguments: &[String], module: &mut Module) -> String {
                let function = module.function::<$t>(concat!("method ", $method), $function, |_, name| {
                    format!("fn {name}{}", $text)
                });
                format!("{function}({})", arguments.join(", "))
            }
        }
    )*)*};
}

expressions! {
    f32:
        "abs" => "abs($0)", "sqrt" => "sqrt($0)", "floor" => "floor($0)", "ceil" => "ceil($0)", "trunc" => "trunc($0)",
        "exp" => "exp($0)", "exp2" => "exp2($0)", "ln" => "log($0)", "log2" => "log2($0)",
        "sin" => "sin($0)", "cos" => "cos($0)", "tan" => "tan($0)", "asin" => "asin($0)", "acos" => "acos($0)",
        "atan" => "atan($0)", "atan2" => "atan2($0, $1)", "sinh" => "sinh($0)", "cosh" => "cosh($0)",
        "tanh" => "tanh($0)", "mul_add" => "fma($0, $1, $2)", "recip" => "(1.0f / $0)", "to_f32" => "$0",
        "fract" => "($0 - trunc($0))", "to_bits" => "bitcast<u32>($0)", "from_bits" => "bitcast<f32>($0)",
        "is_nan" => "((bitcast<u32>($0) & 0x7fffffffu) > 0x7f800000u)",
        "is_infinite" => "((bitcast<u32>($0) & 0x7fffffffu) == 0x7f800000u)",
        "is_finite" => "((bitcast<u32>($0) & 0x7fffffffu) < 0x7f800000u)",
        "is_sign_negative" => "((bitcast<u32>($0) & 0x80000000u) != 0u)",
        "copysign" => "bitcast<f32>((bitcast<u32>($0) & 0x7fffffffu) | (bitcast<u32>($1) & 0x80000000u))";
    f64:
        "abs" => "abs($0)", "sqrt" => "sqrt($0)", "floor" => "floor($0)", "ceil" => "ceil($0)",
        "trunc" => "trunc($0)", "to_f32" => "f32($0)", "to_bits" => "bitcast<u64>($0)", "from_bits" => "bitcast<f64>($0)";
    u32:
        "min" => "min($0, $1)", "max" => "max($0, $1)", "clamp" => "clamp($0, $1, $2)",
        "wrapping_add" => "($0 + $1)", "wrapping_sub" => "($0 - $1)", "wrapping_mul" => "($0 * $1)",
        "wrapping_neg" => "(0u - $0)", "wrapping_shl" => "($0 << ($1 & 31u))", "wrapping_shr" => "($0 >> ($1 & 31u))",
        "count_ones" => "countOneBits($0)", "count_zeros" => "countOneBits(~$0)",
        "leading_zeros" => "countLeadingZeros($0)", "trailing_zeros" => "countTrailingZeros($0)",
        "reverse_bits" => "reverseBits($0)", "abs_diff" => "(max($0, $1) - min($0, $1))",
        "saturating_sub" => "(max($0, $1) - $1)", "saturating_add" => "($0 + min($1, ~$0))",
        "rem_euclid" => "($0 % $1)", "div_euclid" => "($0 / $1)", "is_power_of_two" => "(countOneBits($0) == 1u)";
    i32:
        "min" => "min($0, $1)", "max" => "max($0, $1)", "clamp" => "clamp($0, $1, $2)",
        "abs" => "abs($0)", "signum" => "sign($0)", "unsigned_abs" => "bitcast<u32>(abs($0))",
        "wrapping_add" => "($0 + $1)", "wrapping_sub" => "($0 - $1)", "wrapping_mul" => "($0 * $1)",
        "wrapping_neg" => "(0i - $0)", "wrapping_abs" => "abs($0)",
        "wrapping_shl" => "($0 << ($1 & 31u))", "wrapping_shr" => "($0 >> ($1 & 31u))",
        "count_ones" => "u32(countOneBits($0))", "count_zeros" => "u32(countOneBits(~$0))",
        "leading_zeros" => "u32(countLeadingZeros($0))", "trailing_zeros" => "u32(countTrailingZeros($0))",
        "reverse_bits" => "reverseBits($0)", "is_negative" => "($0 < 0i)", "is_positive" => "($0 > 0i)";
    u64:
        "min" => "min($0, $1)", "max" => "max($0, $1)", "to_f32" => "f32($0)",
        "wrapping_add" => "($0 + $1)", "wrapping_sub" => "($0 - $1)", "wrapping_mul" => "($0 * $1)";
    i64:
        "min" => "min($0, $1)", "max" => "max($0, $1)", "to_f32" => "f32($0)", "abs" => "abs($0)",
        "wrapping_add" => "($0 + $1)", "wrapping_sub" => "($0 - $1)", "wrapping_mul" => "($0 * $1)";
}

functions! {
    f32:
        // WGSL rounds halves to even, Rust away from zero.
        "round" => "round_f32" "(x: f32) -> f32 {
    let whole = trunc(x);
    return select(whole, whole + sign(x), abs(x - whole) >= 0.5f);
}",
        // WGSL's sign(0) is 0.
        "signum" => "signum_f32" "(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    return select(bitcast<f32>((bits & 0x80000000u) | 0x3f800000u), x, (bits & 0x7fffffffu) > 0x7f800000u);
}",
        // Rust's min and max skip a NaN; WGSL may return either operand then.
        "min" => "lesser_f32" "(a: f32, b: f32) -> f32 {
    let bits = vec2<u32>(bitcast<u32>(a), bitcast<u32>(b)) & vec2<u32>(0x7fffffffu);
    if (bits.x > 0x7f800000u) { return b; }
    if (bits.y > 0x7f800000u) { return a; }
    return select(b, a, a < b);
}",
        "max" => "greater_f32" "(a: f32, b: f32) -> f32 {
    let bits = vec2<u32>(bitcast<u32>(a), bitcast<u32>(b)) & vec2<u32>(0x7fffffffu);
    if (bits.x > 0x7f800000u) { return b; }
    if (bits.y > 0x7f800000u) { return a; }
    return select(b, a, a > b);
}",
        "clamp" => "clamp_f32" "(x: f32, low: f32, high: f32) -> f32 {
    if ((bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u) { return x; }
    return select(select(x, high, x > high), low, x < low);
}",
        "rem_euclid" => "rem_euclid_f32" "(a: f32, b: f32) -> f32 {
    let rest = a % b;
    return select(rest, rest + abs(b), rest < 0.0f);
}",
        // WGSL's pow takes no negative base.
        "powi" => "powi_f32" "(x: f32, n: i32) -> f32 {
    var power = 1.0f;
    var square = x;
    for (var rest = bitcast<u32>(abs(n)); rest != 0u; rest >>= 1u) {
        if ((rest & 1u) != 0u) { power *= square; }
        square *= square;
    }
    return select(power, 1.0f / power, n < 0i);
}",
        "powf" => "powf_f32" "(x: f32, y: f32) -> f32 {
    if (y == 0.0f) { return 1.0f; }
    if (x >= 0.0f) { return pow(x, y); }
    let zero = bitcast<f32>(bitcast<u32>(x) & 0u);
    if (trunc(y) != y) { return zero / zero; }
    let power = pow(-x, y);
    return select(power, -power, abs(y % 2.0f) == 1.0f);
}";
    u32:
        "rotate_left" => "rotate_left_u32" "(x: u32, n: u32) -> u32 {
    return (x << (n & 31u)) | (x >> ((32u - n) & 31u));
}",
        "rotate_right" => "rotate_right_u32" "(x: u32, n: u32) -> u32 {
    return (x >> (n & 31u)) | (x << ((32u - n) & 31u));
}",
        "pow" => "pow_u32" "(x: u32, n: u32) -> u32 {
    var power = 1u;
    var square = x;
    for (var rest = n; rest != 0u; rest >>= 1u) {
        if ((rest & 1u) != 0u) { power *= square; }
        square *= square;
    }
    return power;
}";
    i32:
        "rotate_left" => "rotate_left_i32" "(x: i32, n: u32) -> i32 {
    let bits = bitcast<u32>(x);
    return bitcast<i32>((bits << (n & 31u)) | (bits >> ((32u - n) & 31u)));
}",
        "rotate_right" => "rotate_right_i32" "(x: i32, n: u32) -> i32 {
    let bits = bitcast<u32>(x);
    return bitcast<i32>((bits >> (n & 31u)) | (bits << ((32u - n) & 31u)));
}",
        "abs_diff" => "abs_diff_i32" "(a: i32, b: i32) -> u32 {
    return bitcast<u32>(max(a, b)) - bitcast<u32>(min(a, b));
}",
        "rem_euclid" => "rem_euclid_i32" "(a: i32, b: i32) -> i32 {
    let rest = a % b;
    return select(rest, rest + abs(b), rest < 0i);
}",
        "pow" => "pow_i32" "(x: i32, n: u32) -> i32 {
    var power = 1i;
    var square = x;
    for (var rest = n; rest != 0u; rest >>= 1u) {
        if ((rest & 1u) != 0u) { power *= square; }
        square *= square;
    }
    return power;
}";
}
