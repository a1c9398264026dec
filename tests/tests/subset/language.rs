//! The rows of types, statements, expressions and names.

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::ring::Ring;
use crate::rows::{Narrow, Row, Rows, Words, rows, small};

const LIMIT: i32 = 7;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub(crate) struct Pair {
    a: f32,
    b: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub(crate) struct Nest {
    pair: Pair,
    list: [u32; 4],
}

#[gpu]
impl Pair {
    const SCALE: f32 = 3.0;
    fn of(a: f32) -> Self {
        Pair { a, b: 5 }
    }
    fn farther(&self, other: &Self, by: &u32) -> u32 {
        let this = *self;
        if self.near(other) {
            this.b + *by
        } else {
            other.b + by * 2
        }
    }
    fn near(&self, &other: &Pair) -> bool {
        self.a < other.a
    }
    fn between(a: &Self, b: &Self) -> Self {
        let Pair { a: x, b: n } = *a;
        match b {
            Pair { a: 0.0.., b } => Pair { a: x, b: n + *b },
            _ => *b,
        }
    }
    fn scaled(self) -> f32 {
        self.a * Self::SCALE
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, GpuType)]
pub(crate) struct Written {
    a: f32,
    b: u32,
}

impl Default for Written {
    fn default() -> Self {
        Written { a: 1.5, b: 40 }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, GpuType)]
pub(crate) struct Derived {
    list: [u32; 2],
    one: Written,
}

#[gpu]
fn most_of<T: GpuType + Default>() -> T {
    T::default()
}

/// Equal where the signs are: another meaning than a derive has.
#[repr(C)]
#[derive(Clone, Copy, Debug, GpuType)]
pub(crate) struct Sign {
    a: f32,
}

#[gpu]
impl PartialEq for Sign {
    fn eq(&self, other: &Self) -> bool {
        self.a.is_sign_negative() == other.a.is_sign_negative()
    }
}

mod other {
    use super::*;

    /// A struct with the name of the one in the module above.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    pub(super) struct Pair {
        pub(super) left: u32,
        pub(super) right: u32,
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub(crate) struct Slots<T, const N: usize> {
    slots: [T; N],
}

#[gpu]
fn largest<T: Scalar, const N: usize>(s: Slots<T, N>) -> T {
    let mut most = s.slots[0];
    for k in 1..N {
        if s.slots[k] > most {
            most = s.slots[k];
        }
    }
    most
}

/// A name that generated code might have thought of.
#[gpu]
fn named(argument_1: [u32; 2], [a, b]: [u32; 2], argument0: u32) -> u32 {
    argument_1[0] * 5 + a * b + argument0 * 3
}

#[gpu]
fn apart((a, [b, mut c]): (u32, [u32; 2]), Pair { b: d, .. }: Pair, _: f32) -> u32 {
    c += a;
    b * 3 + c * 5 + d
}

#[gpu]
fn most(values: &[u32; 3], mut least: &u32) -> u32 {
    if values[0] == 3 {
        least = &7;
    }
    let mut most = *least;
    for value in values {
        most = most.max(*value);
    }
    for (k, value) in values.iter().enumerate() {
        most += value * k as u32;
    }
    most
}

#[gpu]
fn triangle(n: u32) -> u32 {
    if n == 0 {
        return 100;
    }
    let mut sum = 0;
    for k in 1..=n {
        sum += k;
    }
    sum
}

#[gpu]
fn leaves(u: u32, v: u32) -> u32 {
    let k @ 7.. = u else {
        if v > 9 {
            return 1;
        }
        return 2;
    };
    let [(0..=20, m), (t, ..)] = [(k, v), (v, k)] else {
        return k;
    };
    k + m * 3 + t * 5
}

// rustfmt would remove what this is about.
#[rustfmt::skip]
#[gpu]
fn stray(u: u32) -> u32 {
    let mut k = u;;
    if u > 20 {
        return k;
    };
    ;
    k += 3;;
    return k * 2;
}

/// Reserved in WGSL, or used by the kernels themselves.
#[gpu]
fn texture(array: u32, sampler: u32) -> u32 {
    let ptr = array + 1;
    let handle = sampler * 2;
    let target = ptr + handle;
    let discard = target + 1;
    let active = discard * 3;
    let vec2 = active + 1;
    let var = vec2;
    let invocation = var + 1;
    invocation
}

/// A reduction in the words of an editor's stub.
struct Stub;

#[gpu]
impl Reduction for Stub {
    type Input = [u32; 3];
    type State = Words<2>;
    type Output = u32;
    fn lift(x: Self::Input) -> Self::State {
        let [a, b, ..]: Self::Input = x;
        let most = x[2] as Self::Output;
        Self::State {
            words: [a.max(b), most],
        }
    }
    fn finish(state: Self::State) -> Self::Output {
        let Self::State { words } = Self::State::combine(state, Self::State { ..state });
        let (first, second): (Self::Output, Self::Output) = (words[0], words[1]);
        first * 3 + second
    }
}

rows! {
    /// Types.
    Types of Narrow { x y i j u v n } from small;
    "bool" [{ let c = i < j; let d = u < v; (c && d) || (!c & !d) ^ (c | d) }] truth;
    "(A, B)" [{ let t = (x, u); t.0 + t.1 as f32 }] float;
    "[T; N]" [{ let a = [u, v, n, 9]; a[1] + a[3] }] unsigned;
    "[value; N]" [{ let a = [u; 3]; a[0] + a[1] * a[2] }] unsigned;
    "a[i]" [{ let a = [u, v, n, 9]; a[n as usize % 4] }] unsigned;
    "a[i] = value" [{ let mut a = [u, v, n, 9]; a[n as usize % 4] = 77; a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 }] unsigned;
    "a.swap(i, j)" [{ let mut t = ([u, v, n, 9], [[u; 2], [v; 2]]); let k = n as usize % 4; t.0.swap(k, 2); if u < v { t.0.swap((u % 4) as usize, k); } t.1[0].swap(1, 0); t.1.swap(0, 1); t.0[0] + t.0[1] * 3 + t.0[2] * 5 + t.0[3] * 7 + t.1[0][1] * 11 }] unsigned;
    "a.len()" [{ let a = [[u, v], [n, 9], [1, 2]]; let mut sum = 0; for k in 0..a.len() { for l in 0..a[k].len() { sum = sum * 3 + a[k][l]; } } sum + a.len() as u32 }] unsigned;
    "struct" [{ let p = Pair { a: x, b: u }; p.a + p.b as f32 }] float;
    "nested struct" [{ let s = Nest { pair: Pair { a: x, b: u }, list: [1, 2, 3, v] }; s.list[3] + s.pair.b }] unsigned;
    "Struct { field, ..base }" [{ let b = u; let p = Pair { b, ..Pair::of(x) }; p.a + p.b as f32 }] float;
    "s.field = value" [{ let mut s = Nest { pair: Pair::of(x), list: [u; 4] }; s.pair.a = y; s.list[2] = 3; s.pair.a + s.list[2] as f32 }] float;
    "(x, u) == (y, v)" [{ let s = (x, (u, i < j)); let t = (y, (v % 3, j > 2)); (s == t) as u32 + (s == (x, (u, i < j))) as u32 * 2 + ([s, t] == [t, s]) as u32 * 4 }] unsigned;
    "(x, u) != (y, v)" [{ let s = (f32::NAN, u); (s != s) as u32 + ((x, u) != (x, u % 7)) as u32 * 2 + ((0.0f32, -0.0) != (-0.0f32, y - y)) as u32 * 4 }] unsigned;
    "[x, y] == [y, x]" [{ let a = [x, y, 1.0]; (a == [y, x, 1.0]) as u32 + ([a; 2] == [a, [x, y.floor(), 1.0]]) as u32 * 2 }] unsigned;
    "[u, v] != [v, u]" [{ let a = [u, v]; if a != [v, u] && a != [7, 7] { 1 } else { 0 } }] unsigned;
    "(i, x) < (j, y)" [{ let (s, t) = ((i / 8, x, true), (j / 8, y, x < y)); (s < t) as u32 + (s <= t) as u32 * 2 + (s > t) as u32 * 4 + (s >= t) as u32 * 8 }] unsigned;
    "[u, v] < [v, u]" [{ let (a, b) = ([[u % 3, n], [v, 1]], [[v % 3, n], [u, 1]]); (a < b) as u32 + (a <= b) as u32 * 2 + (a > b) as u32 * 4 + (a >= b) as u32 * 8 }] unsigned;
    "generic struct" [largest(Slots { slots: [u, v, n] }) + largest(Slots { slots: [x, y] }) as u32] unsigned;
}

rows! {
    /// Statements.
    Statements of Narrow { x y i j u v n } from small;
    "let" [{ let a = u + 1; a * 2 }] unsigned;
    "let mut" [{ let mut a = u; a = a + 1; a }] unsigned;
    "let (a, b) = …" [{ let (a, b) = (u, v); a + b * 2 }] unsigned;
    "let [a, b] = …" [{ let ([a, mut b, ..], Pair { b: c, .. }) = ([u, v, n, 9], Pair::of(x)); b += 1; a + b * 2 + c }] unsigned;
    "(a, b) = (b, a)" [{ let (mut a, mut b, mut s, mut k) = (u, [v; 3], Pair::of(x), n); (a, b[1]) = (b[1], a); [a, _, ..] = [a + 1, 7, 8]; (((a), (b[2]))) = (b[2], a); (..) = (a, k); (Pair { b: b[(n % 3) as usize], .. }, s.b) = (s, b[2]); (k, b[(k % 3) as usize]) = (k + 1, 5); _ = triangle(n); a + b[0] * 3 + b[1] * 5 + b[2] * 7 + s.b * 11 + k * 13 }] unsigned;
    "std::mem::swap(&mut a, &mut b)" [{ let (mut a, mut s) = ([u, v, n], Pair::of(x)); std::mem::swap(&mut a[(n % 3) as usize], &mut s.b); core::mem::swap(&mut s.b, &mut a[2]); a[0] + a[1] * 3 + a[2] * 5 + s.b * 7 }] unsigned;
    "shadowing" [{ let a = u; let a = a + 1; let a = { let a = a * 2; a + 1 }; a }] unsigned;
    "+= -= *= /= %=" [{ let mut a = i; a += 5; a -= j; a *= 3; a /= 2; a %= 11; a }] signed;
    "&= |= ^= <<= >>=" [{ let mut a = u; a &= 29; a |= 2; a ^= v; a <<= n; a >>= 1; a }] unsigned;
    "{ … }" [{ let a = { let b = u * 2; b + 1 }; a }] unsigned;
    "if … else" [if i < j { i } else if i == j { 100 } else { j }] signed;
    "use" [{ use std::f32::consts::{PI, TAU as TURN}; use self::other::Pair as Both; let b = Both { left: u, right: v }; (PI * 100.0) as u32 + (TURN * 10.0) as u32 + b.right }] unsigned;
    "if statement" [{ let mut a = u; if i < j { a += 10; } a }] unsigned;
    "match integer" [match i { -3 => 1, 0 | 2..=4 => LIMIT, k if k > 20 => k - 20, _ => i }] signed;
    "match bool" [match i < j { true => 1, false => 2 }] unsigned;
    "match constant" [match i { LIMIT => 1, _ => 0 }] unsigned;
}

rows! {
    /// Elements of arrays, one after the other.
    Elements of Narrow { x y i j u v n } from small;
    "a.map(|x| …)" [{ let mut seen = 0; let a = [[u, v], [n, 9]].map(|[a, b]| { seen = seen * 5 + a; if a < b { (a, x) } else { (b, y) } }); let b = a.map(|t| t.0).map(triangle); b[0] + b[1] * 3 + seen + (a[1].1 > 0.0) as u32 }] unsigned;
    "std::array::from_fn(|k| …)" [{ let a: [u32; 5] = std::array::from_fn(|k| u * k as u32 + v); let b = core::array::from_fn::<_, 3, _>(|mut k| { k += 1; if k < 3 { a[k] } else { n } }); a[4] + b[0] * 3 + b[2] * 7 }] unsigned;
    "a.iter().sum()" [{ let a = [u, v, n]; let b = [x, y, 0.5]; a.iter().sum::<u32>() + a.into_iter().map(|k| k % 4 + 1).product::<u32>() + (b.iter().zip(&[2.0, y, x]).map(|(p, q)| p * q).sum::<f32>() > 3.0) as u32 * 1000 }] unsigned;
    "a.iter().fold(first, |s, x| …)" [{ let a = [i, j, 7]; a.iter().fold(0, |s, x| (s * 3 + x) % 100) + a.into_iter().fold(i32::MIN, i32::max) + a.iter().enumerate().fold((0, 1), |(mut s, t), (k, x)| { s += x * k as i32; (s, if *x > 0 { t + 1 } else { t }) }).1 * 100 }] signed;
    "a.iter().any(|x| …)" [{ let a = [i, j, 7]; let mut tried = 0; let found = a.iter().any(|x| { tried += 1; *x < -9 }); (found as u32) + a.iter().all(|&x| x > -20) as u32 * 2 + a.iter().zip(a.map(|x| -x)).any(|(x, y)| *x == y + 4) as u32 * 4 + tried * 8 }] unsigned;
    "&x, *x" [{ let a = [u, v, n]; let p = &a[1]; let q: &u32 = &u; let r = p; if p > q { *p + **&r } else { q + &n % 3 } }] unsigned;
    "for x in array" [{ let mut a = [u, v, n, 9]; let mut sum = 0; for x in a { a[1] = 7; if x == 3 { continue; } sum = sum * 3 + x; } for (k, x) in a.iter().enumerate() { sum += *x * (k as u32 + 2); } for (&x, (y, mut z)) in a.iter().zip([u; 3].map(|x| (x, x + 1))) { z += x; sum = sum % 1000 * 7 + y * z; } for Pair { a: x, b } in &[Pair::of(x), Pair { a: 2.0, b: u }] { sum += *b + (*x > 1.0) as u32; } for t in a.iter().copied().map(|x| x / 2) { if t > 9 { break; } sum += t; } sum }] unsigned;
}

rows! {
    /// Patterns.
    Patterns of Narrow { x y i j u v n } from small;
    "let [a, .., c] = …" [{ let [a, .., mut c] = [u, v, n, 9, v]; c += 1; let (t, [.., [d, _], e]) = (x, [[1, 2], [u, v], [n, 3]]); let f = match [i, j, i - j] { [.., 0] => 1, [-3..=3, .., k] if k > 0 => k as u32, [k, .., (1..)] => k as u32 % 8, _ => 5 }; a + c * 3 + d * 5 + e[1] * 7 + f * 11 + (t > 1.0) as u32 }] unsigned;
    "let (x, 0) = … else { … }" [{ let mut sum = 0; for k in 0..n { let (m, 1 | 3, mut t) = (k + u, k % 4, v) else { sum += 100; continue; }; t += m; sum += t * 3; } sum + leaves(u, v) }] unsigned;
    "if let (x, 0) = …" [{ let mut a = 3; if let (k, 0) | (0, k) = (u % 3, v % 3) { a += k; } a + if let Pair { a: 1.0.., b } = (Pair { a: x, b: v }) { b } else if u < 9 { 7 } else if let [2, k, ..] | [k, 3, ..] = [u % 4, v % 4, n] { k + 50 } else { 90 } }] unsigned;
    "while let [x, 0] = …" [{ let mut p = [u, n]; let mut sum = 0; while let [k, m @ (1..)] = p { p = [k / 2, m - 1]; if k == 5 { continue; } sum = sum * 3 + k; if m > 20 { break; } } sum + p[1] }] unsigned;
    "match (a, b) { (x, 0) => … }" [match (i % 3, (n, u < v), Pair { a: x, b: v % 4 }) { (0, (k, true), _) if k > 2 => k + 1, (LIMIT | -1, (_, t), Pair { b: 0..=1 | 3, .. }) => t as u32 + 3, (m, (0, ..), Pair { a, .. }) | (m, _, Pair { a, b: 2 }) if a > 1.0 => (m as u32 & 7) * 3 + a as u32, (_, (mut k, false), s) => { k += s.b; k * 7 } _ => n * 1000 }] unsigned;
    "name @ pattern" [match [i % 4, j % 4] { [m @ (0 | 2..=3), (LIMIT..)] => m, t @ [-1, ..] => t[1] * 10, [a @ 1, mut b @ (..=1)] => { b += a; b * 100 } all => all[0] - all[1] }] signed;
    "matches!(v, pattern if guard)" [matches!(i, -3..=4 | LIMIT) as u32 + matches!((i % 2, Pair::of(x)), (0, Pair { a, b: 5 }) if a > 2.0) as u32 * 2 + if std::matches!((u % 3, v % 3), (0, k) | (k, 0) if k > 1) { 4 } else { 8 } + (i > 0 && !matches! { n, 2 }) as u32 * 16] unsigned;
}

rows! {
    /// Loops and operators.
    Loops of Narrow { x y i j u v n } from small;
    "for k in a..b" [{ let mut a = 0; for k in 0..n { a += k * k; } a }] unsigned;
    "for k in a..=b" [{ let mut a = 0; for k in 1..=n { a += k * k; } a }] unsigned;
    "for k in (a..b).rev()" [{ let mut a = 0; for k in (0..n).rev() { a = a * 3 + k; } a }] unsigned;
    "for k in (a..b).step_by(n)" [{ let mut a = 0; for k in (0..u).step_by(3) { a = a * 2 % 1000 + k; } a }] unsigned;
    "while" [{ let mut a = v; let mut k = 0; while a > 1 { a /= 2; k += 1; } k }] unsigned;
    "loop" [{ let mut a = v; loop { a += 7; if a > 50 { break; } } a }] unsigned;
    "continue" [{ let mut a = 0; for k in 0..n { if k == 2 { continue; } a += k + 1; } a }] unsigned;
    "return" [triangle(n)] unsigned;
    "&& ||" [(i < j && u < v) || (i == 3 || j == 4)] truth;
    "(a..b).contains(&x)" [(-3..j).contains(&i) as u32 + (u..=v + 2).contains(&(n * 3)) as u32 * 2 + (0.5..).contains(&x) as u32 * 4 + !((..y).contains(&x) && (..=3).contains(&n)) as u32 * 8 + (1.0..f32::NAN).contains(&y) as u32 * 16 + (0.0f32..=y).contains(&f32::NAN) as u32 * 32] unsigned;
    "p == q" [{ let (p, q) = (Sign { a: x }, Sign { a: y }); (p == q) as u32 + (p != Sign { a: 1.0 }) as u32 * 2 + p.eq(&q) as u32 * 4 + if !(p == q) || q == p { 8 } else { 16 } }] unsigned;
    "p + q, p * k, -p" [{ let (p, q) = (Ring { a: i, b: j }, Ring { a: j, b: 3 }); let r = 5 * (p - q * p) + -q * 7; let s = if p % q { r } else { r + r }; s / n + s.a }] signed;
    "! on bool" [!(i < j)] truth;
    "& | ^ on bool" [((i < j) & (u < v)) | ((i > 0) ^ (j > 0))] truth;
    "parentheses" [(i + j) * 2 - (i - (j - 3))] signed;
    "1, 1u32, 0x1f, 1_000" [u + 1 + 1u32 + 0x1f + 1_000 + 0b11] unsigned;
    "'a' as u32" [u + 'a' as u32 * 2 + '\n' as u32 + '\u{10ffff}' as u32 / 3 + ('é' as i32 - 'z' as i32) as u32 + '語' as i8 as u32 % 128] unsigned;
    "1.0, 1e3, 1.5f32" [x + 1.0 + 1e3 + 1.5f32 + -2.5] float;
}

rows! {
    /// Constants, functions and names.
    Names of Narrow { x y i j u v n } from small;
    "const" [{ const STEP: i32 = 4; i * STEP + LIMIT }] signed;
    "T::default()" [{ let a = Written { a: x, ..Default::default() }; let b = Derived { list: [v, 3], ..Derived::default() }; let c: [[u32; 2]; 3] = Default::default(); let (d, e): (f32, bool) = <(f32, bool)>::default(); a.b + b.list[0] + b.one.b * 3 + c[2][1] + u32::default() + (d == 0.0 && !e) as u32 * 100 + most_of::<Written>().b }] unsigned;
    "Type::CONST" [Pair::of(x).a * Pair::SCALE] float;
    "function(x)" [triangle(n + 1) * 2] unsigned;
    "value.method()" [Pair::of(x).scaled()] float;
    "fn f((a, b): (A, B), _: C)" [apart((u, [v, n]), Pair::of(x), y) + named([u, 2], [v, n], 7)] unsigned;
    "fn method(&self, other: &T)" [{ let (p, q) = (Pair::of(x), Pair { a: y, b: u }); let r = &q; p.farther(&q, &v) + p.farther(r, &r.b) * 3 + Pair::between(&p, &q).b * 5 + [p, q, p].iter().map(|s| s.farther(r, &n)).sum::<u32>() + most(&[u, v, n], &2) * 7 }] unsigned;
    "Type::function(x)" [Pair::of(y).b] unsigned;
    "fn lift(x: Self::Input) -> Self::State" [Stub::finish(Stub::lift([u, v, n]))] unsigned;
    ";;" [stray(u) + { ; v }] unsigned;
    "function of T" [largest(Slots { slots: [i, j] })] signed;
    "reserved words of WGSL" [texture(u, v)] unsigned;
    "r#raw" [{ let r#loop = u; let r#fn = r#loop + 1; r#fn }] unsigned;
    "two types of one name" [{ let a = Pair::of(x); let b = other::Pair { left: u, right: v }; a.b + b.left * b.right }] unsigned;
}
