//! The methods of f32 and f64.
//!
//! NaNs are told by their bits: WGSL lets a driver assume that a float is none. Functions that WGSL lacks for f64 (the exponential, logarithmic and
//! trigonometric ones) are missing for f64 here as well.

use super::quotient::quotient;
use super::{Spelling, expressions, functions, helper};
use crate::hash::name;
use crate::lower::method::Method;
use crate::types::gpu_type::GpuType;
use crate::wgsl::{Module, operand};

impl Spelling for f32 {
    const WORDS: &'static [(&'static str, &'static str)] = &[
        ("FLOAT", "f32"),
        ("WORD", "u32"),
        ("MAGNITUDE", "0x7fffffffu"),
        ("INFINITY", "0x7f800000u"),
        ("QUIET", "0x7fc00000u"),
        ("SIGN", "0x80000000u"),
        ("ONE", "0x3f800000u"),
        // The factors that Rust multiplies by.
        ("DEGREES", "57.29578f"),
        ("RADIANS", "0.017453292f"),
    ];
}

impl Spelling for f64 {
    const WORDS: &'static [(&'static str, &'static str)] = &[
        ("FLOAT", "f64"),
        ("WORD", "u64"),
        ("MAGNITUDE", "0x7ffffffffffffffflu"),
        ("INFINITY", "0x7ff0000000000000lu"),
        ("QUIET", "0x7ff8000000000000lu"),
        ("SIGN", "0x8000000000000000lu"),
        ("ONE", "0x3ff0000000000000lu"),
        ("DEGREES", "57.29577951308232lf"),
        ("RADIANS", "0.017453292519943295lf"),
    ];
}

expressions!(f32 f64 => {
    "neg" => "(-$0)",
    "abs" => "abs($0)",
    "sqrt" => "sqrt($0)",
    "floor" => "floor($0)",
    "ceil" => "ceil($0)",
    "mul_add" => "fma($0, $1, $2)",
    "to_degrees" => "($0 * DEGREES)",
    "to_radians" => "($0 * RADIANS)",
    "to_bits" => "bitcast<WORD>($0)",
    "from_bits" => "bitcast<FLOAT>($0)",
    // Every conversion that Rust calls `from` is exact.
    "from" => "FLOAT($0)",
    "is_nan" => "((bitcast<WORD>($0) & MAGNITUDE) > INFINITY)",
    "is_infinite" => "((bitcast<WORD>($0) & MAGNITUDE) == INFINITY)",
    "is_finite" => "((bitcast<WORD>($0) & MAGNITUDE) < INFINITY)",
    "is_sign_negative" => "((bitcast<WORD>($0) & SIGN) != 0)",
    "is_sign_positive" => "((bitcast<WORD>($0) & SIGN) == 0)",
    "copysign" => "bitcast<FLOAT>((bitcast<WORD>($0) & MAGNITUDE) | (bitcast<WORD>($1) & SIGN))",
});

functions!(f32 f64 => {
    // The replacement of `%`: WGSL's is NaN if b is infinite.
    "rem" => ["trunc" as "TRUNC"] "remainder_FLOAT" "(a: FLOAT, b: FLOAT) -> FLOAT {
    let quotient = TRUNC(a / b);
    return select(a - quotient * b, a, quotient == 0.0);
}",
    "fract" => ["trunc" as "TRUNC"] "fract_FLOAT" "(x: FLOAT) -> FLOAT {
    return x - TRUNC(x);
}",
    // WGSL rounds halves to even, Rust away from zero.
    "round" => ["trunc" as "TRUNC"] "round_FLOAT" "(x: FLOAT) -> FLOAT {
    let whole = TRUNC(x);
    return select(whole, whole + sign(x), abs(x - whole) >= 0.5);
}",
    // WGSL's sign(0) is 0.
    "signum" => "signum_FLOAT" "(x: FLOAT) -> FLOAT {
    let bits = bitcast<WORD>(x);
    return select(bitcast<FLOAT>((bits & SIGN) | ONE), x, (bits & MAGNITUDE) > INFINITY);
}",
    // Rust's min and max skip a NaN; WGSL may return either operand then.
    "min" => "lesser_FLOAT" "(a: FLOAT, b: FLOAT) -> FLOAT {
    let first = (a < b) | ((bitcast<WORD>(b) & MAGNITUDE) > INFINITY);
    return select(select(b, a, first), b, (bitcast<WORD>(a) & MAGNITUDE) > INFINITY);
}",
    "max" => "greater_FLOAT" "(a: FLOAT, b: FLOAT) -> FLOAT {
    let first = (a > b) | ((bitcast<WORD>(b) & MAGNITUDE) > INFINITY);
    return select(select(b, a, first), b, (bitcast<WORD>(a) & MAGNITUDE) > INFINITY);
}",
    "clamp" => "clamp_FLOAT" "(x: FLOAT, low: FLOAT, high: FLOAT) -> FLOAT {
    let raised = select(x, low, x < low);
    return select(select(raised, high, raised > high), x, (bitcast<WORD>(x) & MAGNITUDE) > INFINITY);
}",
    // The rounded quotient can be off by one.
    "rem_euclid" => ["trunc" as "TRUNC"] "rem_euclid_FLOAT" "(a: FLOAT, b: FLOAT) -> FLOAT {
    let size = abs(b);
    let quotient = TRUNC(a / b);
    let rest = select(fma(-quotient, b, a), a, quotient == 0.0);
    let raised = select(rest, rest + size, rest < 0.0);
    return select(raised, rest - size, rest >= size);
}",
    "div_euclid" => ["trunc" as "TRUNC"] "div_euclid_FLOAT" "(a: FLOAT, b: FLOAT) -> FLOAT {
    let quotient = TRUNC(a / b);
    let rest = select(fma(-quotient, b, a), a, quotient == 0.0);
    let up = bitcast<FLOAT>((bitcast<WORD>(b) & SIGN) | ONE);
    let lowered = select(quotient, quotient - up, rest < 0.0);
    return select(lowered, quotient + up, rest >= abs(b));
}",
    // Squares and multiplies as Rust does.
    "powi" => branches "powi_FLOAT" "(x: FLOAT, n: i32) -> FLOAT {
    var power = FLOAT(1.0);
    var square = x;
    for (var rest = bitcast<u32>(abs(n)); rest != 0u; rest >>= 1u) {
        power = select(power, power * square, (rest & 1u) != 0u);
        square *= square;
    }
    return select(power, 1.0 / power, n < 0i);
}",
    // The square of the larger one can overflow, so it is taken out.
    "hypot" => "hypot_FLOAT" "(x: FLOAT, y: FLOAT) -> FLOAT {
    let large = max(abs(x), abs(y));
    let ratio = min(abs(x), abs(y)) / large;
    let length = large * sqrt(1.0 + ratio * ratio);
    let bits = bitcast<WORD>(x) | bitcast<WORD>(y);
    let sizes = max(bitcast<WORD>(x) & MAGNITUDE, bitcast<WORD>(y) & MAGNITUDE);
    let endless = ((bitcast<WORD>(x) & MAGNITUDE) == INFINITY) | ((bitcast<WORD>(y) & MAGNITUDE) == INFINITY);
    let special = select(sizes, INFINITY, endless);
    return select(length, bitcast<FLOAT>(special), ((bits & MAGNITUDE) == 0) | (special >= INFINITY));
}",
});

expressions!(f32 => {
    "to_f32" => "$0",
    "trunc" => "trunc($0)",
    "round_ties_even" => "round($0)",
    "sin" => "sin($0)",
    "cos" => "cos($0)",
    "tan" => "tan($0)",
    "asin" => "asin($0)",
    "acos" => "acos($0)",
});

// WGSL leaves the built-ins open at infinities, NaNs and beyond their domain, and drivers differ there.
functions!(f32 => {
    "exp" => "exp_f32" "(x: f32) -> f32 {
    return select(exp(x), x, (bitcast<u32>(x) & MAGNITUDE) > INFINITY);
}",
    "exp2" => "exp2_f32" "(x: f32) -> f32 {
    return select(exp2(x), x, (bitcast<u32>(x) & MAGNITUDE) > INFINITY);
}",
    "ln" => "ln_f32" "(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let end = select(select(QUIET, bits, bits == INFINITY), SIGN | INFINITY, (bits & MAGNITUDE) == 0u);
    return select(log(x), bitcast<f32>(end), bits - 1u >= INFINITY - 1u);
}",
    "log2" => "log2_f32" "(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let end = select(select(QUIET, bits, bits == INFINITY), SIGN | INFINITY, (bits & MAGNITUDE) == 0u);
    return select(log2(x), bitcast<f32>(end), bits - 1u >= INFINITY - 1u);
}",
    "log10" => "log10_f32" "(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let end = select(select(QUIET, bits, bits == INFINITY), SIGN | INFINITY, (bits & MAGNITUDE) == 0u);
    return select(log2(x) * 0.30103f, bitcast<f32>(end), bits - 1u >= INFINITY - 1u);
}",
    "log" => "log_f32" "(x: f32, base: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let end = select(select(QUIET, bits, bits == INFINITY), SIGN | INFINITY, (bits & MAGNITUDE) == 0u);
    return select(log2(x), bitcast<f32>(end), bits - 1u >= INFINITY - 1u) / log2(base);
}",
    // Near 0 a series: of exp(x) - 1 and ln(1 + x), few digits would be left there.
    "exp_m1" => "exp_m1_f32" "(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let tail = 1.0f / 24.0f + x * (1.0f / 120.0f + x * (1.0f / 720.0f + x * (1.0f / 5040.0f + x * (1.0f / 40320.0f))));
    let series = x * (1.0f + x * (0.5f + x * (1.0f / 6.0f + x * tail)));
    let end = select(x, -1.0f, bits == (SIGN | INFINITY));
    return select(select(exp(x) - 1.0f, series, abs(x) < 0.5f), end, (bits & MAGNITUDE) >= INFINITY);
}",
    // The series of 2 atanh(s), which is ln((1 + s) / (1 - s)).
    "ln_1p" => "ln_1p_f32" "(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let s = x / (2.0f + x);
    let t = s * s;
    let tail = 1.0f / 7.0f + t * (1.0f / 9.0f + t * (1.0f / 11.0f + t * (1.0f / 13.0f)));
    let series = s * (2.0f + 2.0f * t * (1.0f / 3.0f + t * (0.2f + t * tail)));
    let logarithm = select(log(1.0f + x), series, (x > -0.5f) & (x < 1.0f));
    let end = select(select(QUIET, bits, bits == INFINITY), SIGN | INFINITY, bits == (SIGN | ONE));
    return select(logarithm, bitcast<f32>(end), (bits >= (SIGN | ONE)) | ((bits & MAGNITUDE) >= INFINITY));
}",
    // A third of the exponent, then two of Halley's steps, each of which triples the right digits. Cubes of the ends of the
    // range would leave it, so numbers there are taken to its middle first.
    "cbrt" => "cbrt_f32" "(x: f32) -> f32 {
    let size = bitcast<u32>(x) & MAGNITUDE;
    let is_small = size < 0x0d800000u;
    let is_large = size > 0x72000000u;
    let scaled = abs(x) * select(select(1.0f, 16777216.0f, is_small), 5.9604645e-8f, is_large);
    var root = bitcast<f32>(bitcast<u32>(scaled) / 3u + 709958130u);
    var ratio = root * root * root / scaled;
    root += root * ((1.0f - ratio) / (1.0f + 2.0f * ratio));
    ratio = root * root * root / scaled;
    root += root * ((1.0f - ratio) / (1.0f + 2.0f * ratio));
    let length = root * select(select(1.0f, 0.00390625f, is_small), 256.0f, is_large);
    let signed = bitcast<f32>((bitcast<u32>(length) & MAGNITUDE) | (bitcast<u32>(x) & SIGN));
    return select(signed, x, (scaled == 0.0f) | (size >= INFINITY));
}",
    "atan" => "atan_f32" "(x: f32) -> f32 {
    return select(atan(x), x, (bitcast<u32>(x) & MAGNITUDE) > INFINITY);
}",
    // Where both are infinite or both zero, the quotient says nothing, and SwiftShader gives π for atan2(-0, 1).
    "atan2" => "atan2_f32" "(y: f32, x: f32) -> f32 {
    let bits = vec2<u32>(bitcast<u32>(y), bitcast<u32>(x));
    let sizes = bits & vec2<u32>(MAGNITUDE);
    let endless = sizes == vec2<u32>(INFINITY);
    let ends = (bits & vec2<u32>(SIGN)) | select(vec2<u32>(0u), vec2<u32>(ONE), endless);
    let operands = bitcast<vec2<f32>>(select(bits, ends, endless.x | endless.y));
    let flat = (bits.x & SIGN) | select(0u, 0x40490fdbu, (bits.y & SIGN) != 0u);
    let is_flat = (sizes.x == 0u) | (endless.y & !endless.x);
    let angle = select(atan2(operands.x, operands.y), bitcast<f32>(flat), is_flat);
    let largest = max(sizes.x, sizes.y);
    return select(angle, bitcast<f32>(largest), largest > INFINITY);
}",
    "sinh" => "sinh_f32" "(x: f32) -> f32 {
    return select(sinh(x), x, (bitcast<u32>(x) & MAGNITUDE) >= INFINITY);
}",
    "cosh" => "cosh_f32" "(x: f32) -> f32 {
    let size = bitcast<u32>(x) & MAGNITUDE;
    return select(cosh(x), bitcast<f32>(size), size >= INFINITY);
}",
    // A driver may divide infinity by infinity; from 10 on, the result is 1 in any case.
    "tanh" => "tanh_f32" "(x: f32) -> f32 {
    return tanh(select(x, 10.0f * sign(x), abs(x) > 10.0f));
}",
    // The square of a large number overflows, so it is taken out.
    "asinh" => "asinh_f32" "(x: f32) -> f32 {
    let size = abs(x);
    let part = 1.0f / size;
    let large = log(size) + log(1.0f + sqrt(1.0f + part * part));
    let root = select(log(size + sqrt(size * size + 1.0f)), large, size > 1.0f);
    let bits = bitcast<u32>(x);
    return select(bitcast<f32>((bitcast<u32>(root) & MAGNITUDE) | (bits & SIGN)), x, (bits & MAGNITUDE) >= INFINITY);
}",
    "acosh" => "acosh_f32" "(x: f32) -> f32 {
    let part = 1.0f / x;
    let root = log(x) + log(1.0f + sqrt(max(1.0f - part * part, 0.0f)));
    let bits = bitcast<u32>(x);
    return select(root, bitcast<f32>(select(QUIET, bits, bits == INFINITY)), bits - ONE >= INFINITY - ONE);
}",
    "atanh" => "atanh_f32" "(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let end = select(QUIET, INFINITY | (bits & SIGN), (bits & MAGNITUDE) == ONE);
    return select(atanh(x), bitcast<f32>(end), (bits & MAGNITUDE) >= ONE);
}",
    // WGSL's pow takes no negative base; a power is exp2(y * log2(x)).
    "powf" => "powf_f32" "(x: f32, y: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let size = bits & MAGNITUDE;
    let end = select(size, SIGN | INFINITY, size == 0u);
    let exponent = y * select(log2(abs(x)), bitcast<f32>(end), (size == 0u) | (size >= INFINITY));
    let raised = select(exp2(exponent), exponent, (bitcast<u32>(exponent) & MAGNITUDE) > INFINITY);
    let power = select(raised, 1.0f, size == ONE);
    let half = y * 0.5f;
    let whole = trunc(y) == y;
    let odd = whole & (trunc(half) != half);
    let signed = select(power, -power, ((bits & SIGN) != 0u) & odd);
    let undefined = (x < 0.0f) & !whole & (size < INFINITY);
    let real = select(signed, bitcast<f32>(bits | QUIET), undefined);
    return select(real, 1.0f, (y == 0.0f) | (bits == ONE));
}",
});

// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("sin_cos") }> for f32 {
    fn call(arguments: &[String], module: &mut Module) -> String {
        let pair = <(Self, Self)>::wgsl_type(module);
        let text = format!("(x: f32) -> {pair} {{\n    return {pair}(sin(x), cos(x));\n}}");
        helper::<Self>("method sin_cos", "sin_cos_f32", &text, arguments, module)
    }
}

// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("recip") }> for f32 {
    fn call(arguments: &[String], module: &mut Module) -> String {
        operand(&quotient("1.0f", &operand(&arguments.concat()), module))
    }
}

expressions!(f64 => {
    "recip" => "(1.0 / $0)",
    "to_f32" => "f32($0)",
});

functions!(f64 => {
    // By its bits: llvmpipe of Mesa 22.3 gives 0 for -0 and cuts large numbers wrongly on a processor with AVX2 and no AVX-512 (seen
    // 2026-11-24). Of the fraction, as many bits stay as the exponent says.
    "trunc" => "trunc_f64" "(x: f64) -> f64 {
    let bits = bitcast<u64>(x);
    let exponent = u32(bits >> 52u) & 0x7ffu;
    let kept = bitcast<u64>(bitcast<i64>(0xfff0000000000000lu) >> (clamp(exponent, 1023u, 1075u) - 1023u));
    return bitcast<f64>(bits & select(kept, SIGN, exponent < 1023u));
}",
    // Drivers that get `trunc` wrong get `round` wrong as well. A number whose half is not whole is odd.
    "round_ties_even" => ["trunc" as "TRUNC"] "round_ties_even_f64" "(x: f64) -> f64 {
    let whole = TRUNC(x);
    let half = whole * 0.5;
    let rest = abs(x - whole);
    let up = (rest > 0.5) | ((rest == 0.5) & (TRUNC(half) != half));
    let rounded = select(whole, whole + sign(x), up);
    return bitcast<f64>(bitcast<u64>(rounded) | (bitcast<u64>(x) & SIGN));
}",
});

macro_rules! nearest_f32 {
    ($($t:ty)*) => {$(
        // SAFETY: the text of the call indexes nothing.
        unsafe impl Method<{ name("to_f32") }> for $t {
            fn call(arguments: &[String], module: &mut Module) -> String {
                crate::lower::cast::cast::<$t, f32>(&arguments.concat(), module)
            }
        }
    )*};
}

nearest_f32!(u32 i32 u64 i64);
