//! The quotient of two floats: for f32 it is rounded to the nearest on every device.
//!
//! WGSL and Vulkan let a quotient be off by 2.5 units in the last place. A quotient of the digits alone, both taken as numbers between 1 and 4, is
//! a guess that no driver gets wrong by more. The remainder of the dividend is an integer then, exact in 32 bits: they wrap, and it is a few
//! divisors at most. So it says which integer the quotient is, and how it rounds, below the normal range as well.
//!
//! Where `fma` was seen to round once, the remainder of a quotient is exact in f32 as well, between 2^-47 and 2^48. Two corrections by it (Markstein
//! 1990, "Computation of elementary functions on the IBM RISC System/6000 processor") give the nearest float if the inverse `y` of the divisor is good enough.
//! Let the divisor be an integer `b` of 24 digits. No midpoint of two floats is nearer to a quotient than 1/(2b) units of its last place, since the remainder
//! there is a multiple of half a unit. The first correction leaves an error of half a unit and hardly more, and the second one multiplies it by the relative error
//! of `y`, which has to be less than 1/(b + 1) therefore. The nearest float to 1/b is that good, and so is the device's own inverse after `y (1 + e + e²)`, where `e` is
//! 1 - b y: this was tried for every divisor, with inverses that are off by up to three units (the tests try some of them).
//!
//! A tree of quotients by integers alone took a variance of 2^28 f32 277 µs on an H200, and takes 255. Halves alone need no
//! correction: Welford's moments of rows of 256 and 1024 took 302 and 306, and take 275 and 285 (2026-11-30). Results are seldom halves, so functions that finish do not look for
//! them: mean and deviation of rows of 3 took 665 with the question, and 595 to 616 without. An inverse that is good enough needs no look at the last remainder: mean and deviation of rows
//! of 1025 took 349, and take 342 (2026-12-01).

use super::helper;
use crate::wgsl::{Counting, Module};

/// `left / right`; by the device's own operator where that was seen to round to the nearest.
pub(crate) fn quotient(left: &str, right: &str, module: &mut Module) -> String {
    let seen = module.arithmetic();
    if seen.is_some_and(|seen| seen.divides) {
        return format!("{left} / {right}");
    }
    let arguments = [left.to_owned(), right.to_owned()];
    if seen.is_some_and(|seen| seen.fma) {
        return corrected(&arguments, module);
    }
    exact(&arguments, module)
}

/// The quotient, corrected by the remainders of `fma`.
pub(crate) fn corrected(arguments: &[String], module: &mut Module) -> String {
    module.branches();
    // Declares what it calls, whose name the user may have taken.
    let otherwise = exact(&["a".to_owned(), "b".to_owned()], module);
    let (key, begin) = match module.finishes() {
        true => ("corrected quotient of a result", "(a: f32, b: f32) -> f32 {\n"),
        false => ("corrected quotient", WITH_HALVES),
    };
    let text = begin.to_owned() + &CORRECTED.replace("OTHERWISE", &otherwise);
    vouched(
        helper::<f32>(key, "corrected_quotient_f32", &text, arguments, module),
        module,
    )
}

/// The quotient by integers, on any device.
pub(crate) fn exact(arguments: &[String], module: &mut Module) -> String {
    vouched(
        helper::<f32>("quotient", "quotient_f32", QUOTIENT, arguments, module),
        module,
    )
}

/// The call of a function that rounds to the nearest.
fn vouched(call: String, module: &mut Module) -> String {
    module.vouch_for(call.split('(').next().unwrap_or_default());
    call
}

/// `left / right` of f64, by the device's own operator.
///
/// A division takes as long as ten sums. In a variance and other operators that update a mean, the weight of an element beside those above it in its
/// column is 1 divided by their number, and the weight of half a node is 1/2: a kernel that knows how many elements lie below each operand has the
/// quotient as a constant. [`are_weights`](crate::operator::validate::are_weights) says whether counts are divided for nothing else. A variance of
/// 2^27 f64 took 273 µs on an H200, 254 with the weights of columns. (In f32 a compiler finds the counts itself.)
pub(crate) fn quotient_f64(left: &str, right: &str, module: &mut Module) -> String {
    let Some(counting) = module.counting(left) else {
        return format!("{left} / {right}");
    };
    let text = match counting {
        Counting::Always => KNOWN,
        Counting::InFullTiles => {
            module.branches();
            KNOWN_IN_FULL_TILES
        }
    };
    let arguments = [left.to_owned(), right.to_owned()];
    let call = helper::<f64>("weight", "weight_f64", text, &arguments, module);
    module.weigh(call.split('(').next().unwrap_or_default());
    call
}

const KNOWN: &str = "(a: f64, b: f64) -> f64 {
    return known_weight;
}";

const KNOWN_IN_FULL_TILES: &str = "(a: f64, b: f64) -> f64 {
    if (counting) {
        return known_weight;
    }
    return a / b;
}";

/// The quotients of states are weights, and that of one of two nodes with as many elements is 1/2. Most nodes have as many, so that whole subgroups end here.
const WITH_HALVES: &str = "(a: f32, b: f32) -> f32 {
    if (b == a + a && (bitcast<u32>(a) & INFINITY) - 0x28000000u <= 0x2f000000u) {
        return 0.5f;
    }
";

const CORRECTED: &str = "    let inverse = 1.0f / b;
    let off = fma(-b, inverse, 1.0f);
    // A little more than off * off: else the inverse of the greatest divisor, 2^24 - 1, may be a tie that rounds to the wrong side.
    let nearest = fma(fma(off, off * 1.0000001f, off), inverse, inverse);
    let guess = a * nearest;
    let closer = fma(fma(-b, guess, a), nearest, guess);
    let near = fma(fma(-b, closer, a), nearest, closer);
    // Both from 2^-47 to 2^48, so nothing above leaves the normal range.
    let sizes = vec2<u32>(bitcast<u32>(a), bitcast<u32>(b)) << vec2<u32>(1u);
    if (all(sizes - vec2<u32>(0x50000000u) < vec2<u32>(0x5f000000u))) {
        return near;
    }
    return OTHERWISE;
}";

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

#[cfg(test)]
mod tests {
    /// The inverse of [`CORRECTED`](super::CORRECTED), made of one that is off by some units in the last place.
    fn nearest_inverse(b: f32, units: i32) -> f32 {
        let inverse = f32::from_bits((1.0 / b).to_bits().wrapping_add_signed(units));
        let off = (-b).mul_add(inverse, 1.0);
        off.mul_add(off * 1.000_000_1, off).mul_add(inverse, inverse)
    }

    /// [`CORRECTED`](super::CORRECTED), where integers do not divide.
    fn corrected(a: f32, b: f32, units: i32) -> f32 {
        let nearest = nearest_inverse(b, units);
        let guess = a * nearest;
        let closer = (-b).mul_add(guess, a).mul_add(nearest, guess);
        (-b).mul_add(closer, a).mul_add(nearest, closer)
    }

    fn expect(a: f32, b: f32) {
        for units in -3..=3 {
            assert_eq!(
                corrected(a, b, units).to_bits(),
                (a / b).to_bits(),
                "{a:e} / {b:e}, {units}"
            );
        }
    }

    fn random() -> impl FnMut() -> u64 {
        let mut word = 1u64;
        move || {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            word
        }
    }

    #[test]
    fn a_corrected_quotient_is_the_nearest() {
        let mut random = random();
        for round in 0..200_000 {
            let word = random();
            let exponent = |shift: u32| (80 + (word >> shift) as u32 % 95) << 23;
            let sign = (word as u32 & 1) << 31;
            let b = f32::from_bits(exponent(8) | (word >> 40) as u32 & 0x7f_ffff);
            // The quotient of every third pair is a float, or next to one.
            let a = match round % 3 {
                0 => b * f32::from_bits(0x3f80_0000 | (word >> 20) as u32 & 0x7f_ffff),
                _ => f32::from_bits(exponent(3) | sign | (word >> 17) as u32 & 0x7f_ffff),
            };
            if (80..=174).contains(&(a.to_bits() >> 23 & 0xff)) {
                expect(a, b);
            }
        }
    }

    /// Quotients that are as near to the middle between two floats as there are.
    #[test]
    fn a_quotient_between_two_floats_is_rounded_to_the_nearest() {
        let (mut random, mut tried) = (random(), 0);
        for _ in 0..20_000 {
            let b = 1 << 23 | random() >> 41 | 1;
            // By how many units of the last place of b the 24 digits of the dividend, times 2^24, are off a multiple of it: half of b, or one more.
            let inverse = (0..24).fold(1, |power, _| power * b.div_ceil(2) % b);
            for rest in [b / 2, b / 2 + 1] {
                let a = rest * inverse % b;
                if a >= 1 << 23 {
                    tried += 1;
                    expect(a as f32, b as f32);
                }
            }
        }
        assert!(tried > 1000, "{tried}");
    }

    /// The relative error of an inverse is less than 1 / (b + 1), for all of the greatest divisors of 24 digits, which ask for the best inverses, and for some others.
    #[test]
    fn an_inverse_is_near_enough() {
        let greatest = (1u64 << 24) - 5000..1 << 24;
        for b in greatest.chain((1 << 23..1 << 24).step_by(127)) {
            for units in -3..=3 {
                let inverse = f64::from(nearest_inverse(b as f32, units)) * (1u64 << 47) as f64;
                let product = u128::from(b) * inverse as u128;
                assert!(
                    product.abs_diff(1 << 47) * u128::from(b + 1) < 1 << 47,
                    "1 / {b}, {units}"
                );
            }
        }
    }
}
