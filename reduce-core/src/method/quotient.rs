//! The quotient of two f32, rounded to the nearest on every device.
//!
//! WGSL and Vulkan let a quotient be off by 2.5 units in the last place. A quotient of the digits alone, both taken as numbers between 1 and 4, is
//! a guess that no driver gets wrong by more. What remains of the dividend is an integer then, exact in 32 bits: they wrap, and it is a few
//! divisors at most. So it says which integer the quotient is, and how it rounds, below the normal range as well.

use super::helper;
use crate::wgsl::Module;

/// `left / right`; by the device's own operator where that was seen to round to the nearest.
pub(crate) fn quotient(left: &str, right: &str, module: &mut Module) -> String {
    if module.arithmetic().is_some_and(|seen| seen.divides) {
        module.divide();
        return format!("{left} / {right}");
    }
    exact(&[left.to_owned(), right.to_owned()], module)
}

/// The same by integers, whatever the device.
pub(crate) fn exact(arguments: &[String], module: &mut Module) -> String {
    let call = helper::<f32>("quotient", "quotient_f32", QUOTIENT, arguments, module);
    module.vouch_for(call.split('(').next().unwrap_or_default());
    call
}

const QUOTIENT: &str = "(a: f32, b: f32) -> f32 {
    let bits = vec2<u32>(bitcast<u32>(a), bitcast<u32>(b));
    let size = bits & vec2<u32>(MAGNITUDE);
    // Digits below the normal range move up to where the others are.
    let up = max(countLeadingZeros(size), vec2<u32>(8u)) - vec2<u32>(8u);
    let digits = ((size << up) & vec2<u32>(0x7fffffu)) | vec2<u32>(0x800000u);
    let powers = vec2<i32>(max(size >> vec2<u32>(23u), vec2<u32>(1u))) - vec2<i32>(up);
    // As an integer of 24 digits, the quotient is near + rest / digits.y.
    let less = digits.x < digits.y;
    let dividend = bitcast<f32>((digits.x & 0x7fffffu) + select(ONE, 0x40000000u, less));
    let divisor = bitcast<f32>((digits.y & 0x7fffffu) | ONE);
    let near = u32(dividend / divisor * 8388608.0f);
    let rest = bitcast<i32>((digits.x << select(23u, 24u, less)) - near * digits.y);
    let one = bitcast<i32>(digits.y);
    let above = select(0i, 1i, rest >= one) + select(0i, 1i, rest >= 2i * one) + select(0i, 1i, rest >= 3i * one);
    let below = select(0i, 1i, rest < 0i) + select(0i, 1i, rest < -one) + select(0i, 1i, rest < -2i * one) + select(0i, 1i, rest < -3i * one);
    let moved = above - below;
    let whole = near + bitcast<u32>(moved);
    // Two more digits, of which the last says that something is left.
    let twice = 2i * (rest - moved * one);
    let more = select(0u, 2u, twice >= one) + select(0u, 1u, (twice != 0i) & (twice != one));
    let digits_and_more = (whole << 2u) | more;
    let power = powers.x - powers.y + select(127i, 126i, less);
    let drop = u32(clamp(3i - power, 2i, 27i));
    let half = (1u << (drop - 1u)) - 1u + ((digits_and_more >> drop) & 1u);
    let rounded = ((digits_and_more + half) >> drop) + (u32(max(power, 1i) - 1i) << 23u);
    // Zeros, infinities and NaNs.
    let zero = size == vec2<u32>(0u);
    let endless = size >= vec2<u32>(INFINITY);
    let end = select(0u, INFINITY, endless.x | zero.y);
    let finite = select(min(rounded, INFINITY), end, zero.x | zero.y | endless.x | endless.y);
    let undefined = any(size > vec2<u32>(INFINITY)) | (zero.x & zero.y) | (endless.x & endless.y);
    return bitcast<f32>(select(finite, QUIET, undefined) | ((bits.x ^ bits.y) & SIGN));
}";
