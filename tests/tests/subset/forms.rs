//! Legal forms that once gave another value than Rust, or were refused: no rows of the table of their own.

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::{Narrow, Row, Rows, Words, rows, small};

#[gpu]
fn three(u: u32) -> [u32; 3] {
    [u, u + 1, u * 2]
}

#[gpu]
fn twice(u: u32) -> u32 {
    u * 2
}

/// Functions with the names that loops and kept values get in WGSL.
#[gpu]
fn total(u: u32) -> u32 {
    u * 3
}

#[gpu]
fn mapped(u: u32) -> u32 {
    u + 5
}

#[gpu]
fn chosen<T: GpuType>(a: T, _: u32) -> T {
    a
}

#[gpu]
fn both(a: bool, b: bool) -> bool {
    a && !b
}

#[gpu]
fn root(u: u32) -> u32 {
    let mut k = 0;
    loop {
        k += 1;
        if k * k > u {
            return k;
        }
    }
}

#[gpu]
fn root_by_statements(u: u32) -> u32 {
    let mut k = 0;
    loop {
        k += 1;
        if k * k > u {
            return k;
        }
    }
}

#[gpu]
fn either_loop(u: u32, v: u32) -> u32 {
    let mut k = 0;
    if u < v {
        loop {
            k += 2;
            if k > u {
                return k;
            }
        }
    } else if u == 3 {
        return 8;
    } else {
        match u % 3 {
            1 => loop {
                k += 3;
                if k > v {
                    return k + 1;
                }
            },
            _ => {
                return 9;
            }
        };
    };
}

#[gpu]
fn a_block_at_the_end(u: u32) -> u32 {
    {
        let k = u + 1;
        return k * 3;
    };
}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Meter {
    count: u32,
    step: u32,
}

#[gpu]
impl Meter {
    fn next(self, this: u32) -> u32 {
        let that = self.count + this;
        let this = that * self.step;
        this + self.count
    }
}

rows! {
    /// Order of evaluation and counters.
    Order of Narrow { x y i j u v n } from small;
    "a changed counter" [{ let mut a = 0; for mut k in 0..4u32 { k += 1; a += k; } a + u }] unsigned;
    "a wide range" [{ let mut a = i; for k in (-2_000_000_000..2_000_000_000i32).step_by(1_000_000_000) { a = a.wrapping_mul(3) + k / 1000; } a }] signed;
    "a wide closed range" [{ let mut a = i; for k in (-2_000_000_000..=2_000_000_000i32).step_by(1_000_000_000) { a = a.wrapping_mul(3) + k / 1000; } a }] signed;
    "a wide range backwards" [{ let mut a = i; for k in (-2_000_000_000..=2_000_000_000i32).rev().step_by(1_000_000_000) { a = a.wrapping_mul(3) + k / 1000; } a }] signed;
    "a stride beyond i32" [{ let mut a = i; for k in (-2_000_000_000..2_000_000_000i32).step_by(3_000_000_000) { a = a.wrapping_mul(3) + k / 1000; } a }] signed;
    "an index that changes the array" [{ let mut a = [u, v, n]; a[{ a[0] = 77; 0 }] }] unsigned;
    "an index that changes an index" [{ let mut a = [[u, v], [n, 9]]; let mut k = 0; a[k][{ k = 1; a[0][1] = 5; k }] + k as u32 }] unsigned;
    "a place that changes the value" [{ let mut a = [u, v, n]; let mut b = v; a[{ b += 1; 2 }] = b; a[2] * 3 + b }] unsigned;
    "a place that changes the operand" [{ let mut a = [u, v, n]; let mut b = v; a[{ b += 1; 2 }] += b; a[2] * 3 + b }] unsigned;
}

rows! {
    /// Forms that naga or rustc refused.
    Refused of Narrow { x y i j u v n } from small;
    "a result used at once" [twice(u).min(7) + three(v)[1]] unsigned;
    "a result in a variable" [{ let r = three(u); r[0] + r[2] }] unsigned;
    "a comparison assigned" [{ let mut b = i < 3; b |= x > y; b &= u != v; b ^= u < 7; b }] truth;
    "this" [Meter { count: u, step: 3 }.next(v)] unsigned;
    "order of bools" [{ let (a, b) = (i < j, u < v); (a < b) as u32 + (a <= b) as u32 * 2 + (a > b) as u32 * 4 + (a >= b) as u32 * 8 }] unsigned;
    "functions called like locals" [{ let a = [u, v, n]; let k = a.iter().sum::<u32>() + total(u); let t = { let total = k % 7; total }; t + self::total(v) + a.map(mapped)[1] + (u > 3).then(|| chosen(v, 1)).unwrap_or(2) + chosen::<u32>(n, u) }] unsigned;
    "comparisons in calls" [both(i < j, u > v)] truth;
    "comparisons in tuples" [{ let t = (i < j, u > v, x < y); (t.0 | t.1) ^ t.2 }] truth;
    "comparisons in arrays" [{ let t = [i < j, u > v, x < y && i > 1, x > 1.0]; (t[0] | t[1]) ^ t[2] & t[3] }] truth;
    "the least literal" [(i & -2147483648) ^ j] signed;
    "a loop at the end" [root(u)] unsigned;
    "a loop and a semicolon" [root_by_statements(u)] unsigned;
    "loops in branches and a semicolon" [either_loop(u, v)] unsigned;
    "a block and a semicolon" [a_block_at_the_end(u)] unsigned;
    "an arm behind all others" [match u { 1 => 2, n => n + 4, _ => 3 }] unsigned;
    "a struct in a guard" [{ let m = Meter { count: v, step: 3 }; match u { k if (Meter { count: k, ..m }).next(n) > 30 => 4, k => k } }] unsigned;
    "a number that an arm changes" [match u { mut k if k > 7 => { k += v; k } mut k => { k *= 3; k } }] unsigned;
    "names for different parts" [match (u % 4, v % 4, n % 3) { (a, 0, b) | (0, b, a) | (a, b, 0) if a > b => a * 5 + b, (0, k, _) | (k, _, 1) => k * 7, (_, k, 0 | 2) => k + 100, _ => 9 }] unsigned;
    "guards of several sides" [match (i % 5, j % 5) { (k, _) | (_, k) if k > 2 => k, _ => 0 }] signed;
    "part of a changing value" [{ let mut p = (u % 3, v); match p { (1, k) => { p.1 = 7; k + p.1 } (k @ 2, ref_) => { p = (5, k); p.0 + p.1 + ref_ } (k, m) => k + m } }] unsigned;
    "tests of a changing value" [{ let mut k = u % 4; matches!(k, 0 | 1) as u32 + matches!({ k += 1; k }, 1..=2) as u32 * 2 + matches!(k, 2) as u32 * 4 + k * 8 }] unsigned;
    "floats in patterns" [match (x, y) { (0.0, f) | (f, 0.25..=3.5) => f, (-1.0..1.0, _) => 3.0, (f32::INFINITY, _) => 4.0, (a, b) => a - b }] float;
    "narrow numbers in patterns" [match (u as u8, i as i8 as i16) { (b'\n', -3) => 1, (0..=9, k) if k < 0 => 2, (k, -40..=-1) => k as u32, (k, 0..) => k as u32 + 300, _ => 5 }] unsigned;
    "the type of a part" [{ let k = 3; match (k, v) { (3, m @ 0..=20) => m + k, (k, _) => k } }] unsigned;
    "a name for the whole" [{ let mut all @ (a, [b, ..]) = (u, [v, n]); all.0 += a; all.0 + all.1[1] * 3 + b * 5 }] unsigned;
    "a block in a guard" [match (u % 5, v) { (0, k) => k, (1, k) if { let t = k * 2; t > 40 } => k + 1, (mut k, m) if match m % 3 { 0 => true, s => s + k > 4 } => { k += 50; k } (2, _) => 60, (k, m) if matches!(k + m, t if { let r = t % 4; r > 1 }) => k + m * 3, (k, _) if k > 3 => 80, (_, m) => m * 4 }] unsigned;
    "effects of guards" [{ let mut k = 0; let r = match u % 4 { 0 | 1 if { k += 1; false } => 1, 1..=2 if { k += 10; v > 20 } => 2, _ if { k += 100; n > 3 } => 3, _ => 4 }; r + k * 10 }] unsigned;
    "a constant array" [match [u % 2, v % 2] { CORNER => 7, [a, b] => a * 2 + b }] unsigned;
    "an empty arm" [{ let mut a = u; match i { 0 => (), 1 => a += 4, _ => {} } a }] unsigned;
}

const CORNER: [u32; 2] = [1, 0];
const MANY: u32 = 4_000_000_000;

rows! {
    /// Constants that WGSL would compute before it runs, where nothing may overflow.
    Constants of Narrow { x y i j u v n } from small;
    "wrapping_add" [i32::MAX.wrapping_add(1) ^ i] signed;
    "wrapping_shl" [i32::MAX.wrapping_shl(7) ^ i] signed;
    "wrapping_mul" [i32::MAX.wrapping_mul(3) ^ i] signed;
    "wrapping_neg" [i32::MIN.wrapping_neg() ^ i] signed;
    "wrapping_abs" [i32::MIN.wrapping_abs() ^ i] signed;
    "of a constant" [MANY.wrapping_add(MANY).wrapping_mul(MANY) ^ u] unsigned;
    "shift" [(i32::MAX << 7) ^ i] signed;
    "product of floats" [f32::MAX * 2.0 + x] float;
    "quotient by zero" [0.0 / 0.0 + x] float;
    "literals" [x * (1.0 / 3.0)] float;
    "from_bits" [f32::from_bits(0x7f80_0000) + x] float;
    "sqrt" [(-4.0f32).sqrt() + x] float;
    "negated" [-(-5.0) + x * -(-2.0)] float;
    "negated twice" [-(-i) + -(-7)] signed;
    "a constant match" [match 3 { 3 => u, _ => 1 }] unsigned;
    "a constant if" [if MANY > 7 { u + 1 } else { let a = v; a * 2 }] unsigned;
    "a field of a constant" [(Meter { count: 0x4000_0000, step: 3 }.count << 3) ^ u] unsigned;
    "a part of a constant" [((7, 1_000_000_000).1 << 5) + [i32::MAX, 3][0].wrapping_add(2) ^ i] signed;
    "bits of a constant" [(!5i32).wrapping_mul(0x7000_0000) ^ (3i32 ^ 0x7fff_0000).wrapping_mul(9) ^ i] signed;
    "truth as a number" [(true as u32).wrapping_sub(2) ^ ((3 > 2) as u32).wrapping_sub(5) ^ u] unsigned;
    "a selected constant" [(if true { i32::MAX } else { 3 }).wrapping_add(9) ^ i] signed;
    "as" [-1i32 as u32 / 2 + MANY as i32 as u32 / 16] unsigned;
}
