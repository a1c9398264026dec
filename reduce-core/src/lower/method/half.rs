//! The operators and methods of `half::f16`, which WGSL holds as the f32 of the same value.
//!
//! `half` computes in f32 and rounds to the nearest f16; so does this. The rounding is a computation with integers:
//! WGSL leaves the one of `pack2x16float` open and lets a driver simplify `(x + big) - big`. Every f16 but zero is a
//! normal f32, so it does not matter whether a driver flushes smaller numbers.

use half::f16;

use super::{Spelling, expressions, functions, held, helper};
use crate::hash::name;
use crate::lower::method::Method;
use crate::types::gpu_type::GpuType as _;
use crate::wgsl::Module;

impl Spelling for f16 {
    const WORDS: &'static [(&'static str, &'static str)] = &[
        ("MAGNITUDE", "0x7fffffffu"),
        ("INFINITY", "0x7f800000u"),
        ("QUIET", "0x7fc00000u"),
        ("SIGN", "0x80000000u"),
        // The least normal f16 and the number that is twice the largest power of two.
        ("NORMAL", "0x38800000u"),
        ("BEYOND", "0x47800000u"),
        // The least f16 above zero: as bits, as a number, and the bits of half of it.
        ("LEAST", "0x33800000u"),
        ("UNIT", "5.9604644775390625e-8f"),
        ("HALF", "0x33000000u"),
    ];
}

/// `left symbol right`, where WGSL's own operator is not enough.
pub(crate) fn operator(symbol: &str, left: &str, right: &str, module: &mut Module) -> Option<String> {
    match symbol {
        "+" | "-" | "*" => Some(nearest(&format!("{left} {symbol} {right}"), module)),
        "/" => {
            let arguments = [left.to_owned(), right.to_owned()];
            let quotient = helper::<f16>("quotient", "quotient_f16", QUOTIENT, &arguments, module);
            module.vouch_for(quotient.split('(').next().unwrap_or_default());
            Some(nearest(&quotient, module))
        }
        "%" => {
            let arguments = [left.to_owned(), right.to_owned()];
            Some(helper::<f16>(
                "remainder",
                "remainder_f16",
                REMAINDER,
                &arguments,
                module,
            ))
        }
        // naga's is false where an operand is a NaN.
        "!=" => f32::wgsl_operator::<f16, f16>(symbol, left, right, module),
        _ => None,
    }
}

/// The f32 expression `value` rounded to the nearest f16.
fn nearest(value: &str, module: &mut Module) -> String {
    helper::<f16>("nearest", "nearest_f16", NEAREST, &[value.to_owned()], module)
}

/// An f32 has 13 bits more than a normal f16, and below 2^-14 one more with each power of two. Half of the last bit that
/// stays is added, or a little less where that bit is 0, so that ties go to even; then the rest is cleared.
const NEAREST: &str = "(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let size = bits & MAGNITUDE;
    let spare = 126u - clamp(size >> 23u, 103u, 113u);
    let half = (1u << (spare - 1u)) - 1u + ((size >> spare) & 1u);
    let near = ((size + half) >> spare) << spare;
    let tiny = select(0u, LEAST, size > HALF);
    let finite = select(near, tiny, size < LEAST);
    let rounded = select(finite, INFINITY, finite >= BEYOND);
    return bitcast<f32>(select(rounded, QUIET, size > INFINITY) | (bits & SIGN));
}";

/// WGSL's quotient may be off by 2.5 units in the last place, which can be the other side of a tie. Rounded to 13 bits, it
/// times `b` is exact, and so is what remains of `a`: its sign says on which side the exact quotient lies, and a unit in
/// the last place more or less brings it there. A quotient of no more than 13 bits, as every tie is, is exact already.
const QUOTIENT: &str = "(a: f32, b: f32) -> f32 {
    let bits = bitcast<u32>(a / b);
    let near = (bits + 0x400u) & 0xfffff800u;
    let rest = abs(a) - bitcast<f32>(near & MAGNITUDE) * abs(b);
    let moved = near + select(0u, 1u, rest > 0.0f) - select(0u, 1u, rest < 0.0f);
    return bitcast<f32>(select(moved, bits, (bits & MAGNITUDE) - 1u >= INFINITY - 1u));
}";

/// Both are an integer of 11 bits times a power of two: that of `a` is shifted as far as the powers differ, 20 bits at a
/// time, and reduced modulo that of `b`.
const REMAINDER: &str = "(a: f32, b: f32) -> f32 {
    let bits = vec2<u32>(bitcast<u32>(a), bitcast<u32>(b));
    let size = bits & vec2<u32>(MAGNITUDE);
    let digits = ((bits & vec2<u32>(0x7fffffu)) | vec2<u32>(0x800000u)) >> vec2<u32>(13u);
    let power = size >> vec2<u32>(23u);
    let up = power.x - min(power.x, power.y);
    let down = power.y - min(power.x, power.y);
    let modulus = digits.y << min(down, 20u);
    let first = digits.x % modulus;
    let second = (first << min(up, 20u)) % modulus;
    let third = (second << (up - min(up, 20u))) % modulus;
    // 2^-137 is the unit of what has the exponent 0.
    let scale = bitcast<f32>((clamp(min(power.x, power.y), 11u, 200u) - 10u) << 23u);
    let rest = bitcast<u32>(f32(third) * scale);
    let whole = (size.x == 0u) | (size.y == INFINITY);
    let none = (size.x >= INFINITY) | (size.y > INFINITY) | (size.y == 0u);
    return bitcast<f32>(select(select(rest, size.x, whole), QUIET, none) | (bits.x & SIGN));
}";

held!(f16 as f32 => [
    "is_nan" "is_infinite" "is_finite" "is_sign_negative" "is_sign_positive" "signum" "copysign" "clamp"
]);

expressions!(f16 => {
    // Every conversion that Rust calls `from` is exact.
    "from" => "f32($0)",
    "to_f64" => "f64($0)",
    "is_normal" => "((bitcast<u32>($0) & MAGNITUDE) - NORMAL < INFINITY - NORMAL)",
});

// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("from_f32") }> for f16 {
    fn call(arguments: &[String], module: &mut Module) -> String {
        nearest(&arguments.concat(), module)
    }
}

functions!(f16 => {
    // A NaN is skipped; between zeros, the first one stands.
    "min" => "lesser_f16" "(a: f32, b: f32) -> f32 {
    return select(a, b, (b < a) | ((bitcast<u32>(a) & MAGNITUDE) > INFINITY));
}",
    "max" => "greater_f16" "(a: f32, b: f32) -> f32 {
    return select(a, b, (b > a) | ((bitcast<u32>(a) & MAGNITUDE) > INFINITY));
}",
    "to_bits" => "bits_of_f16" "(x: f32) -> u32 {
    let bits = bitcast<u32>(x);
    let size = bits & MAGNITUDE;
    let normal = (size >> 13u) - 0x1c000u;
    let small = ((size & 0x7fffffu) | 0x800000u) >> (126u - clamp(size >> 23u, 95u, 112u));
    let finite = select(normal, small, size < NORMAL);
    let magnitude = select(finite, select(0x7c00u, 0x7e00u, size > INFINITY), size >= INFINITY);
    return magnitude | ((bits >> 31u) << 15u);
}",
    "from_bits" => "f16_from_bits" "(bits: u32) -> f32 {
    let size = bits & 0x7fffu;
    let normal = select((size << 13u) + 0x38000000u, (size << 13u) | INFINITY, size >= 0x7c00u);
    let small = bitcast<u32>(f32(size) * UNIT);
    return bitcast<f32>(select(normal, small, size < 0x400u) | ((bits >> 15u) << 31u));
}",
});
