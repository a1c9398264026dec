//! The rows of u8 and i8, for all pairs of them, and beside each the same of u16 and i16.

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::map::map;
use crate::rows::{EDGES, Narrow, Row, Rows, Words, rows};
use reduce_tests::device::{adapter, request};
use reduce_tests::inputs::Random;

/// All pairs of bytes in the lower halves of `u` and `v`, special and random numbers in the upper halves.
pub(crate) fn pairs(_: bool) -> Vec<Narrow> {
    let mut random = Random(17);
    let mut short = || {
        let bits = random.bits();
        match bits % 4 {
            0 => EDGES[(bits >> 8) as usize % EDGES.len()] & 0xffff,
            1 => (bits >> 8) as u32 % 9 + 0x7ffc,
            _ => (bits >> 16) as u32 & 0xffff,
        }
    };
    let floats = [
        300.5,
        -300.5,
        127.4,
        -128.6,
        65_535.9,
        65_536.0,
        -0.9,
        1e20,
        -1e20,
        f32::NAN,
        f32::INFINITY,
    ];
    let all = (0..0x1_0000).map(|pair: u32| Narrow {
        x: floats
            .get(pair as usize)
            .copied()
            .unwrap_or(pair as f32 * 3.25 - 70_000.0),
        y: 0.0,
        z: 0.0,
        i: (short() << 16 | pair) as i32,
        j: (short() << 16 | short()) as i32,
        u: pair & 0xff | short() << 16,
        v: pair >> 8 | short() << 16,
        n: pair % 35,
    });
    all.collect()
}

rows! {
    /// Operators of u8 and u16.
    Unsigned of Narrow { u v n } with {
        b = u as u8;
        c = v as u8;
        o = (u >> 16) as u16;
        r = (v >> 16) as u16;
    } from pairs;
    "b + c" [b / 2 + c / 2, o / 2 + r / 2] unsigned_pair;
    "b - c" [b.max(c) - c, o.max(r) - r] unsigned_pair;
    "b * c" [b % 16 * (c % 16), o % 256 * (r % 256)] unsigned_pair;
    "b / c" [b / c.max(1), o / r.max(1)] unsigned_pair;
    "b % c" [b % c.max(1), o % r.max(1)] unsigned_pair;
    "b & c" [b & c, o & r] unsigned_pair;
    "b | c" [b | c, o | r] unsigned_pair;
    "b ^ c" [b ^ c, o ^ r] unsigned_pair;
    "!b" [!b, !o] unsigned_pair;
    "b << n" [b << (n % 8), o << (r % 16)] unsigned_pair;
    "b >> n" [b >> (c % 8), o >> (n % 16)] unsigned_pair;
    "b == c" [b == c, o == r] truths;
    "b != c" [b != c, o != r] truths;
    "b < c" [b < c, o <= r] truths;
    "b >= c" [b >= c, o > r] truths;
    "b += c" [{ let mut a = b / 2; a += c / 2; a ^= 3; a <<= 1u8; a }, { let mut a = o; a >>= 3; a -= a / 2; a |= r; a }] unsigned_pair;
    "match byte" [match b { 0 => c, 1..=9 | 200 => 3, u8::MAX => 7, a => a / 2 }, match o { 0xffff => 1, _ => r }] unsigned_pair;
    "b'\\n'" [if b == b'\n' || b == b'\\' { b ^ b'\x7f' } else { b / 2 + b'~' - (b'z' - b'a') }, o ^ b'\xff' as u16] unsigned_pair;
    "match b { b'a'..=b'z' => …, b' ' => … }" [match b { b'a'..=b'z' => b - b'a', b' ' | b'\n' | b'\'' => 1, k if k == b'\0' => k + 7, ..b'0' => 2, _ => 3 }, match o as u8 { b'\xff' => 1, b'0' => 2, _ => 3 }] unsigned_pair;
    "for k in a..=u8::MAX" [{ let mut a = 0u8; for k in b.max(250)..=u8::MAX { a ^= k; } a }, { let mut a = 0u16; for k in (0..c as u16 / 8).step_by(3) { a += k; } a }] unsigned_pair;
}

rows! {
    /// Methods of u8 and u16.
    UnsignedMethods of Narrow { u v n } with {
        b = u as u8;
        c = v as u8;
        o = (u >> 16) as u16;
        r = (v >> 16) as u16;
    } from pairs;
    "b.min(c)" [b.min(c), o.min(r)] unsigned_pair;
    "b.max(c)" [b.max(c), o.max(r)] unsigned_pair;
    "b.clamp(low, high)" [b.clamp(7, 200), o.clamp(7, 60_000)] unsigned_pair;
    "b.wrapping_add(c)" [b.wrapping_add(c), o.wrapping_add(r)] unsigned_pair;
    "b.wrapping_sub(c)" [b.wrapping_sub(c), o.wrapping_sub(r)] unsigned_pair;
    "b.wrapping_mul(c)" [b.wrapping_mul(c), o.wrapping_mul(r)] unsigned_pair;
    "b.wrapping_div(c)" [b.wrapping_div(c | 1), o.wrapping_div(r | 1)] unsigned_pair;
    "b.wrapping_rem(c)" [b.wrapping_rem(c | 1), o.wrapping_rem(r | 1)] unsigned_pair;
    "b.wrapping_neg()" [b.wrapping_neg(), o.wrapping_neg()] unsigned_pair;
    "b.wrapping_shl(n)" [b.wrapping_shl(n), o.wrapping_shl(n)] unsigned_pair;
    "b.wrapping_shr(n)" [b.wrapping_shr(n), o.wrapping_shr(n)] unsigned_pair;
    "b.unbounded_shl(n)" [b.unbounded_shl(n), o.unbounded_shl(n)] unsigned_pair;
    "b.unbounded_shr(n)" [b.unbounded_shr(n), o.unbounded_shr(n)] unsigned_pair;
    "b.wrapping_pow(n)" [b.wrapping_pow(n), o.wrapping_pow(n)] unsigned_pair;
    "b.pow(n)" [(b % 6).pow(n % 4), (o % 16).pow(n % 4)] unsigned_pair;
    "b.saturating_add(c)" [b.saturating_add(c), o.saturating_add(r)] unsigned_pair;
    "b.saturating_sub(c)" [b.saturating_sub(c), o.saturating_sub(r)] unsigned_pair;
    "b.saturating_mul(c)" [b.saturating_mul(c), o.saturating_mul(r)] unsigned_pair;
    "b.abs_diff(c)" [b.abs_diff(c), o.abs_diff(r)] unsigned_pair;
    "b.midpoint(c)" [b.midpoint(c), o.midpoint(r)] unsigned_pair;
    "b.rem_euclid(c)" [b.rem_euclid(c | 1), o.rem_euclid(r | 1)] unsigned_pair;
    "b.div_euclid(c)" [b.div_euclid(c | 1), o.div_euclid(r | 1)] unsigned_pair;
}

rows! {
    /// Methods of u8 and u16 on bits.
    UnsignedBits of Narrow { u v n } with {
        b = u as u8;
        c = v as u8;
        o = (u >> 16) as u16;
        r = (v >> 16) as u16;
    } from pairs;
    "b.count_ones()" [b.count_ones(), o.count_ones()] counts;
    "b.count_zeros()" [b.count_zeros(), o.count_zeros()] counts;
    "b.leading_zeros()" [b.leading_zeros(), o.leading_zeros()] counts;
    "b.leading_ones()" [b.leading_ones(), o.leading_ones()] counts;
    "b.trailing_zeros()" [b.trailing_zeros(), o.trailing_zeros()] counts;
    "b.trailing_ones()" [b.trailing_ones(), o.trailing_ones()] counts;
    "b.reverse_bits()" [b.reverse_bits(), o.reverse_bits()] unsigned_pair;
    "b.swap_bytes()" [b.swap_bytes(), o.swap_bytes()] unsigned_pair;
    "b.rotate_left(n)" [b.rotate_left(n), o.rotate_left(n)] unsigned_pair;
    "b.rotate_right(n)" [b.rotate_right(n), o.rotate_right(n)] unsigned_pair;
    "b.ilog2()" [b.max(1).ilog2(), o.max(1).ilog2()] counts;
    "b.isqrt()" [b.isqrt(), o.isqrt()] unsigned_pair;
    "b.is_power_of_two()" [b.is_power_of_two(), o.is_power_of_two()] truths;
    "b.is_ascii_digit()" [b.is_ascii_digit() as u32 + b.is_ascii() as u32 * 2 + b.is_ascii_lowercase() as u32 * 4 + b.is_ascii_uppercase() as u32 * 8 + b.is_ascii_alphabetic() as u32 * 16 + b.is_ascii_graphic() as u32 * 32] unsigned;
    "b.is_ascii_whitespace()" [b.is_ascii_whitespace() as u32 + b.is_ascii_alphanumeric() as u32 * 2 + b.is_ascii_hexdigit() as u32 * 4 + b.is_ascii_punctuation() as u32 * 8 + b.is_ascii_control() as u32 * 16] unsigned;
    "b.to_ascii_lowercase()" [b.to_ascii_lowercase() as u32 + b.to_ascii_uppercase() as u32 * 256] unsigned;
    "b.next_power_of_two()" [(b / 2).next_power_of_two(), (o / 2).next_power_of_two()] unsigned_pair;
    "b.div_ceil(c)" [b.div_ceil(c | 1), o.div_ceil(r | 1)] unsigned_pair;
    "b.next_multiple_of(c)" [(b / 2).next_multiple_of(c / 2 | 1), (o / 2).next_multiple_of(r / 2 | 1)] unsigned_pair;
    "b.cast_signed()" [b.cast_signed(), o.cast_signed()] signed_pair;
    "u8::MIN, u8::MAX, u8::BITS" [b ^ u8::MAX ^ u8::MIN, o ^ u16::MAX ^ u16::BITS as u16] unsigned_pair;
}

rows! {
    /// Operators of i8 and i16.
    Signed of Narrow { u v n } with {
        f = u as i8;
        g = v as i8;
        k = (u >> 16) as i16;
        w = (v >> 16) as i16;
    } from pairs;
    "f + g" [f / 2 + g / 2, k / 2 + w / 2] signed_pair;
    "f - g" [f / 2 - g / 2, k / 2 - w / 2] signed_pair;
    "f * g" [f % 12 * (g % 11), k % 182 * (w % 181)] signed_pair;
    "f / g" [f.max(-127) / (g | 1), k.max(-32_767) / (w | 1)] signed_pair;
    "f % g" [f.max(-127) % (g | 1), k.max(-32_767) % (w | 1)] signed_pair;
    "-f" [-f.max(-127), -k.max(-32_767)] signed_pair;
    "f & g" [f & g, k & w] signed_pair;
    "f | g" [f | g, k | w] signed_pair;
    "f ^ g" [f ^ g, k ^ w] signed_pair;
    "!f" [!f, !k] signed_pair;
    "f << n" [f << (n % 8), k << (n % 16)] signed_pair;
    "f >> n" [f >> (n % 8), k >> (n % 16)] signed_pair;
    "f == g" [f == g, k != w] truths;
    "f < g" [f < g, k < w] truths;
    "f >= g" [f >= g, k >= w] truths;
    "f.min(g)" [f.min(g), k.min(w)] signed_pair;
    "f.max(g)" [f.max(g), k.max(w)] signed_pair;
    "f.clamp(low, high)" [f.clamp(-7, 100), k.clamp(-30_000, 7)] signed_pair;
    "i8::MIN, i8::MAX" [f ^ i8::MAX ^ i8::MIN, k ^ i16::MAX ^ i16::MIN] signed_pair;
}

rows! {
    /// Methods of i8 and i16.
    SignedMethods of Narrow { u v n } with {
        f = u as i8;
        g = v as i8;
        k = (u >> 16) as i16;
        w = (v >> 16) as i16;
    } from pairs;
    "f.wrapping_add(g)" [f.wrapping_add(g), k.wrapping_add(w)] signed_pair;
    "f.wrapping_sub(g)" [f.wrapping_sub(g), k.wrapping_sub(w)] signed_pair;
    "f.wrapping_mul(g)" [f.wrapping_mul(g), k.wrapping_mul(w)] signed_pair;
    "f.wrapping_div(g)" [f.wrapping_div(g | 1), k.wrapping_div(w | 1)] signed_pair;
    "f.wrapping_rem(g)" [f.wrapping_rem(g | 1), k.wrapping_rem(w | 1)] signed_pair;
    "f.wrapping_neg()" [f.wrapping_neg(), k.wrapping_neg()] signed_pair;
    "f.wrapping_abs()" [f.wrapping_abs(), k.wrapping_abs()] signed_pair;
    "f.wrapping_shl(n)" [f.wrapping_shl(n), k.wrapping_shl(n)] signed_pair;
    "f.wrapping_shr(n)" [f.wrapping_shr(n), k.wrapping_shr(n)] signed_pair;
    "f.unbounded_shl(n)" [f.unbounded_shl(n), k.unbounded_shl(n)] signed_pair;
    "f.unbounded_shr(n)" [f.unbounded_shr(n), k.unbounded_shr(n)] signed_pair;
    "f.wrapping_pow(n)" [f.wrapping_pow(n), k.wrapping_pow(n)] signed_pair;
    "f.pow(n)" [(f % 5).pow(n % 4), (k % 31).pow(n % 4)] signed_pair;
    "f.saturating_add(g)" [f.saturating_add(g), k.saturating_add(w)] signed_pair;
    "f.saturating_sub(g)" [f.saturating_sub(g), k.saturating_sub(w)] signed_pair;
    "f.saturating_mul(g)" [f.saturating_mul(g), k.saturating_mul(w)] signed_pair;
    "f.saturating_neg()" [f.saturating_neg(), k.saturating_neg()] signed_pair;
    "f.saturating_abs()" [f.saturating_abs(), k.saturating_abs()] signed_pair;
    "f.midpoint(g)" [f.midpoint(g), k.midpoint(w)] signed_pair;
    "f.rem_euclid(g)" [f.max(-127).rem_euclid(g | 1), k.max(-32_767).rem_euclid(w | 1)] signed_pair;
    "f.div_euclid(g)" [f.max(-127).div_euclid(g | 1), k.max(-32_767).div_euclid(w | 1)] signed_pair;
}

rows! {
    /// Methods of i8 and i16 on signs and bits.
    SignedBits of Narrow { u v n } with {
        f = u as i8;
        g = v as i8;
        k = (u >> 16) as i16;
        w = (v >> 16) as i16;
    } from pairs;
    "f.abs()" [f.max(-127).abs(), k.max(-32_767).abs()] signed_pair;
    "f.signum()" [f.signum(), k.signum()] signed_pair;
    "f.is_negative()" [f.is_negative(), k.is_negative()] truths;
    "f.is_positive()" [f.is_positive(), k.is_positive()] truths;
    "f.unsigned_abs()" [f.unsigned_abs(), k.unsigned_abs()] unsigned_pair;
    "f.abs_diff(g)" [f.abs_diff(g), k.abs_diff(w)] unsigned_pair;
    "f.cast_unsigned()" [f.cast_unsigned(), k.cast_unsigned()] unsigned_pair;
    "f.count_ones()" [f.count_ones(), k.count_ones()] counts;
    "f.count_zeros()" [f.count_zeros(), k.count_zeros()] counts;
    "f.leading_zeros()" [f.leading_zeros(), k.leading_zeros()] counts;
    "f.leading_ones()" [f.leading_ones(), k.leading_ones()] counts;
    "f.trailing_zeros()" [f.trailing_zeros(), k.trailing_zeros()] counts;
    "f.trailing_ones()" [f.trailing_ones(), k.trailing_ones()] counts;
    "f.reverse_bits()" [f.reverse_bits(), k.reverse_bits()] signed_pair;
    "f.swap_bytes()" [f.swap_bytes(), k.swap_bytes()] signed_pair;
    "f.rotate_left(n)" [f.rotate_left(n), k.rotate_left(n)] signed_pair;
    "f.rotate_right(n)" [f.rotate_right(n), k.rotate_right(n)] signed_pair;
    "f.ilog2()" [f.max(1).ilog2(), k.max(1).ilog2()] counts;
    "f.isqrt()" [f.max(0).isqrt(), k.max(0).isqrt()] signed_pair;
}

const WIDE: i32 = -1000;

rows! {
    /// Casts and conversions from and to 8 and 16 bits.
    Casts of Narrow { x i j u v n } with {
        b = u as u8;
        f = v as i8;
        o = (u >> 16) as u16;
        k = (v >> 16) as i16;
    } from pairs;
    "u as u8" [j as u8, j as u16] unsigned_pair;
    "i as i8" [i as i8, (i / 256) as i16] signed_pair;
    "b as i8" [b as i8, o as i16] signed_pair;
    "f as u8" [f as u8, k as u16] unsigned_pair;
    "b as u16" [o as u8, b as u16 | f as u16] unsigned_pair;
    "f as i16" [o as i8, f as i16] signed_pair;
    "b as u32" [b as u32 | (o as u32) << 8] unsigned;
    "f as i32" [f as i32 ^ (k as i32) << 8 ^ f as u32 as i32] signed;
    "b as f32" [b as f32 + f as f32 * 256.0] float;
    "o as f32" [o as f32 + k as f32 * 256.0] float;
    "x as u8" [x as u8, x as u16] unsigned_pair;
    "'a' as u8" ['é' as u8 ^ b, '語' as u16 ^ o] unsigned_pair;
    "x as i8" [x as i8, x as i16] signed_pair;
    "b as usize" [[3, 1, 4, 1][b as usize % 4] + o as usize as u32] unsigned;
    "u as usize as u8" [u as usize as u8, v as usize as u16] unsigned_pair;
    "(b < c) as u8" [(b > 7) as u8, (k < 7) as u16] unsigned_pair;
    "u8::from(b < c)" [u8::from(b > 7), u16::from(k < 7)] unsigned_pair;
    "u16::from(b)" [i8::from(f < 0), i16::from(b) + i16::from(f)] signed_pair;
    "u32::from(b)" [u32::from(b) + u32::from(o) * 3 + u32::from(u16::from(b))] unsigned;
    "i32::from(f)" [i32::from(f) + i32::from(k) * 3 + i32::from(b)] signed;
    "f32::from(b)" [f32::from(b) + f32::from(f) * 256.0 + f32::from(o) - f32::from(k)] float;
    "usize::from(b)" [usize::from(b) + usize::from(o) + usize::from(f < 0)] index;
    "200, 200u8, -7i8" [200 ^ b ^ 7u8, -7i16 ^ k as i16] mixed_pair;
    "constants of other types" [WIDE as u8 ^ b, WIDE as i16 as u16 ^ o] unsigned_pair;
}

/// 1 where an operator that panics in Rust does what the table says. For the device alone.
struct Wraps;

#[gpu]
impl Reduction for Wraps {
    type Input = Narrow;
    type State = Words<12>;
    type Output = Words<12>;
    fn lift(input: Narrow) -> Words<12> {
        let (b, c) = (input.u as u8, input.v as u8);
        let (f, g) = (input.u as i8, input.v as i8);
        let (o, r) = ((input.u >> 16) as u16, (input.v >> 16) as u16);
        let (k, w) = ((input.u >> 16) as i16, (input.v >> 16) as i16);
        let mut sum = b;
        sum += c;
        sum -= 200;
        let quotient = if c == 0 { b } else { b.wrapping_div(c) };
        Words {
            words: [
                (b + c == b.wrapping_add(c) && o + r == o.wrapping_add(r)) as u32,
                (b - c == b.wrapping_sub(c) && o - r == o.wrapping_sub(r)) as u32,
                (b * c == b.wrapping_mul(c) && o * r == o.wrapping_mul(r)) as u32,
                (f + g == f.wrapping_add(g) && k + w == k.wrapping_add(w)) as u32,
                (f - g == f.wrapping_sub(g) && k - w == k.wrapping_sub(w)) as u32,
                (f * g == f.wrapping_mul(g) && k * w == k.wrapping_mul(w)) as u32,
                (-f == f.wrapping_neg() && -k == k.wrapping_neg()) as u32,
                (f / -1 == f.wrapping_neg() && f % -1 == 0) as u32,
                (b / c == quotient && (c != 0 || b % c == 0)) as u32,
                (b << input.n == b.wrapping_shl(input.n) && k >> input.n == k.wrapping_shr(input.n)) as u32,
                (f.abs() == f.wrapping_abs() && b.pow(3) == b.wrapping_pow(3)) as u32,
                (sum == b.wrapping_add(c).wrapping_add(56)) as u32,
            ],
        }
    }
    fn finish(s: Words<12>) -> Words<12> {
        s
    }
}

#[test]
fn what_panics_in_rust_wraps() {
    let inputs = pairs(false);
    let (device, queue) = request(&adapter(), |_, _| ());
    let found = map::<Wraps>(&device, &queue, &inputs);
    for (input, found) in inputs.iter().zip(found) {
        assert_eq!(found.words, [1; 12], "{input:?}");
    }
}
