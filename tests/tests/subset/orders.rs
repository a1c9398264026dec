//! Orderings, closures in variables, and what comes with them.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg as _};

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::{Narrow, Row, Rows, Words, any_bits, rows, small};

#[gpu]
fn number_of(o: Ordering) -> u32 {
    match o {
        Ordering::Less => 1,
        Ordering::Equal => 2,
        Ordering::Greater => 3,
    }
}

#[gpu]
fn number_of_partial(o: Option<Ordering>) -> u32 {
    match o {
        Some(Ordering::Less) => 1,
        Some(Ordering::Equal) => 2,
        Some(_) => 3,
        None => 4,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
struct Both<T> {
    a: T,
    b: T,
}

#[gpu]
impl<T: Add<Output = T>> Add for Both<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Both {
            a: self.a + other.a,
            b: self.b + other.b,
        }
    }
}

#[gpu]
impl<T: Copy + Add<Output = T> + Mul<Output = T>> Both<T> {
    fn squared(self) -> T {
        self.a * self.a + self.b * self.b
    }
}

/// Of which `+=` is not what `+` suggests.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Odd(u32);

#[gpu]
impl Add for Odd {
    type Output = Odd;
    fn add(self, other: Odd) -> Odd {
        Odd(self.0 + other.0)
    }
}

#[gpu]
impl std::ops::AddAssign for Odd {
    fn add_assign(&mut self, other: Odd) {
        *self = Odd(1) + *self + other + other;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Maximum {
    of: u32,
    count: u32,
}

#[gpu]
impl Monoid for Maximum {
    fn identity() -> Self {
        Maximum { of: 0, count: 5 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Maximum {
            of: a.of.max(b.of),
            count: 5,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, GpuType)]
struct Ranked {
    score: f32,
    at: (u32, bool),
}

#[gpu]
impl Ranked {
    const NONE: Ranked = Ranked {
        score: 0.0,
        at: (3, true),
    };
}

#[gpu]
fn joined(a: &Option<u32>, b: &Option<u32>) -> Option<u32> {
    match (a, b) {
        (Some(x), Some(y)) => Some(x * 2 + *y),
        (one, None) => *one,
        (None, other) => *other,
    }
}

rows! {
    /// Orderings.
    Orders of Narrow { x y i j u v n } from small;
    "i.cmp(&j)" [number_of(i.cmp(&j)) + number_of((u % 3, i).cmp(&(v % 3, j))) * 4 + number_of((u > 3).cmp(&(v > 3))) * 16] unsigned;
    "o.reverse()" [number_of(u.cmp(&v).reverse()) + number_of(Ordering::Less.reverse()) * 4] unsigned;
    "o.then(p)" [number_of((u % 3).cmp(&(v % 3)).then(i.cmp(&j))) + number_of((u % 2).cmp(&(v % 2)).then_with(|| { let k = j; i.cmp(&k).reverse() })) * 4] unsigned;
    "o.is_lt()" [{ let o = i.cmp(&j); o.is_lt() as u32 + o.is_le() as u32 * 2 + o.is_gt() as u32 * 4 + o.is_ge() as u32 * 8 + o.is_eq() as u32 * 16 + o.is_ne() as u32 * 32 }] unsigned;
    "o == Ordering::Less" [(i.cmp(&j) == Ordering::Less) as u32 + (i.cmp(&j) < u.cmp(&v)) as u32 * 2] unsigned;
    "o as i32" [i.cmp(&j) as i32 * 3 + u.cmp(&v) as i32] signed;
    "a.iter().max_by(|a, b| …)" [{ let a = [x, y, 1.0]; a.iter().copied().max_by(|p, q| p.total_cmp(q)).unwrap_or(0.0) + a.iter().min_by(|p, q| p.partial_cmp(q).unwrap_or(Ordering::Equal)).copied().unwrap_or(0.0) }] float;
    "a.iter().max_by_key(|k| …)" [{ let a = [u, v, n]; (0..3).max_by_key(|&k| a[k] % 4).unwrap_or(7) as u32 + a.iter().min_by_key(|k| (**k % 2, **k)).map_or(9, |&k| k) * 8 }] unsigned;
    "a.iter().enumerate().max_by(|a, b| …)" [[x, y, 1.0, x].iter().enumerate().max_by(|p, q| p.1.total_cmp(q.1)).map_or(9, |(k, _)| k as u32) + [u, v, u].iter().enumerate().min_by_key(|&(_, k)| k).map_or(9, |(k, _)| k as u32) * 16] unsigned;
}

rows! {
    /// Orderings of floats of any bits.
    FloatOrders of Narrow { x y i j u v n } from any_bits;
    "x.partial_cmp(&y)" [number_of_partial(x.partial_cmp(&y)) + number_of_partial((u % 2, x).partial_cmp(&(v % 2, y))) * 8] unsigned;
    "x.total_cmp(&y)" [if x.is_nan() || y.is_nan() { 0 } else { number_of(x.total_cmp(&y)) }] unsigned;
}

rows! {
    /// Closures in variables.
    Closures of Narrow { x y i j u v n } from small;
    "let f = |k| …" [{ let f = |k: u32, m: u32| k * u + m; let twice = |k| f(k, f(k, v)); twice(v) + f(n, 1) }] unsigned;
    "a closure of &T" [{ let pair = (u, v); let more = |p: &(u32, u32), by| p.0 * 3 + p.1 + by; more(&pair, n) + more(&(v, u), 2) }] unsigned;
    "a closure with statements" [{ let f = |k: u32| { let mut s = k; for m in 0..3 { s = s * 3 + m; } if s % 2 == 0 { s } else { v } }; f(u) + [u, v].map(f)[1] * 2 }] unsigned;
    "a closure that changes variables" [{ let mut total = 0; let mut add = |k: u32| total += k * 2; add(u); if v > 3 { add(v); } total + n }] unsigned;
    "a.iter().map(f)" [{ let f = |k: &u32| k * 3 + n; [u, v].iter().map(f).sum::<u32>() }] unsigned;
}

rows! {
    /// Forms that people write first.
    Natural of Narrow { x y i j u v n } from small;
    "o.zip(p)" [match (u % 2 == 0).then_some(u).zip((v % 3 > 0).then_some(v)) { Some((a, b)) if a > b => a * 3 + b, Some((_, b)) => b, None => n }] unsigned;
    "..Monoid::identity()" [{ let m = Maximum { of: u, ..Monoid::identity() }; let m: Maximum = Monoid::combine(m, Maximum { of: v, count: 1 }); m.of + m.count * 8 }] unsigned;
    "i.neg()" [i.neg() + (j % 5).neg() * 2] signed;
    "impl Add and AddAssign" [{ let mut a = Odd(u); a += Odd(v); (a + Odd(n)).0 }] unsigned;
    "impl<T: Add<Output = T>> Add" [{ let b = Both { a: u, b: v } + Both { a: n, b: 1 }; b.squared() + b.a }] unsigned;
    "a == b, a < b of structs" [{ let (a, b) = (Ranked { score: x, at: (u, i < j) }, Ranked { score: if v > 3 { x } else { y }, at: (v % 3, true) }); (a == b) as u32 + (a < b) as u32 * 2 + (a >= b) as u32 * 4 + (a != Ranked::NONE) as u32 * 8 + ([a, b] == [b, a]) as u32 * 16 + (Some(a) > None) as u32 * 32 }] unsigned;
    "match (&a, &b)" [{ let (a, b) = ((u % 2 == 0).then_some(u), (v % 2 == 0).then_some(v)); joined(&a, &b).unwrap_or(n) + match (&a, &b) { (Some(k), _) => *k, (None, p) => p.unwrap_or(3) } }] unsigned;
    "a.iter().flatten()" [{ let a = [[u, v], [n, 3]]; let o = [(u > 3).then_some(u), None, Some(v)]; let mut b = a; b.iter_mut().flatten().for_each(|k| *k += 1); a.iter().flatten().fold(0, |s, k| s * 3 + k) + o.iter().flatten().sum::<u32>() + b[1][1] + b[0][0] }] unsigned;
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Packed {
    low: u32,
    high: u32,
}

#[gpu]
impl From<Packed> for u32 {
    fn from(p: Packed) -> u32 {
        p.low + (p.high << 16)
    }
}

rows! {
    /// Arithmetic that says whether it left the range.
    Checked of Narrow { x y i j u v n } from any_bits;
    "u.checked_shl(v)" [u.checked_shl(v % 40).unwrap_or(7) ^ u.checked_shr(v % 40).unwrap_or(9) ^ (i.checked_shl(v % 40).unwrap_or(5) as u32) ^ (i.checked_shr(v).unwrap_or(4) as u32) ^ (u as u8).checked_shl(v % 12).map_or(300, |k| k as u32)] unsigned;
    "u.checked_add(v)" [u.checked_add(v).unwrap_or(7) ^ u.checked_sub(v).unwrap_or(9) ^ u.checked_mul(v).unwrap_or(5) ^ (u % 70000).checked_mul(v % 70000).unwrap_or(6) ^ u.checked_div(v % 3).unwrap_or(3) ^ u.checked_rem(v % 3).unwrap_or(4)] unsigned;
    "i.checked_add(j)" [i.checked_add(j).unwrap_or(7) ^ i.checked_sub(j).unwrap_or(9) ^ i.checked_mul(j).unwrap_or(5) ^ (i % 50000).checked_mul(j % 50000).unwrap_or(6) ^ i.checked_div(j % 2).unwrap_or(3) ^ i.checked_rem(j % 2).unwrap_or(4)] signed;
    "i.checked_mul(-1)" [i.checked_mul(-1).unwrap_or(3) ^ (-1i32).checked_mul(i).unwrap_or(5) ^ i.checked_mul(0).unwrap_or(6)] signed;
    "u.overflowing_add(v)" [{ let (a, p) = u.overflowing_add(v); let (b, q) = u.overflowing_sub(v); let (c, r) = i.overflowing_mul(j); a ^ b.rotate_left(7) ^ (c as u32).rotate_left(13) ^ (p as u32 + q as u32 * 2 + r as u32 * 4) }] unsigned;
    "b.checked_add(c)" [(u as u8).checked_add(v as u8).map_or(300, |k| k as u32) ^ ((u as u8).checked_mul(v as u8).map_or(300, |k| k as u32) << 9) ^ ((u as u16).checked_sub(v as u16).map_or(70000, |k| k as u32))] unsigned;
    "f.checked_mul(g)" [(i as i8).checked_mul(j as i8).map_or(300, |k| k as i32) ^ (i as i16).checked_add(j as i16).map_or(70000, |k| k as i32) ^ (i as i16).checked_div(j as i16).map_or(70000, |k| k as i32)] signed;
    "s.checked_sub(t)" [(u as usize).checked_sub(v as usize).map_or(9, |k| k as u32)] unsigned;
}

rows! {
    /// More of iterators, and conversions to numbers.
    More of Narrow { x y i j u v n } from small;
    "a.iter().skip(k)" [{ let a = [u, v, n, 5]; a.iter().skip((u % 6) as usize).fold(1, |s, k| s * 3 + k) + a.iter().enumerate().skip(1).map(|(k, m)| k as u32 * m).sum::<u32>() }] unsigned;
    "a.iter().take(k)" [{ let a = [u, v, n, 5]; a.iter().take((u % 6) as usize).rev().fold(1, |s, k| s * 3 + k) + (1..9).skip(2).take(3).map(|k| k * v).sum::<u32>() }] unsigned;
    "a.iter().chain(b)" [{ let a = [u, v]; let o = (u > 3).then_some(n); a.iter().chain(&[n, 4]).fold(1, |s, k| s * 3 + k) + (0..u % 3).chain(5..7).map(|k| k * v).sum::<u32>() + o.into_iter().chain(Some(v)).min().unwrap_or(0) }] unsigned;
    "impl From<T> for u32" [{ let p = Packed { low: u, high: v }; let word: u32 = p.into(); word + u32::from(Packed { low: n, high: 1 }) }] unsigned;
}

/// The best of a game: more points first, then fewer moves. Two games with equal points and moves are equal, whoever played.
#[derive(Clone, Copy, Debug, GpuType)]
struct Game {
    points: u32,
    moves: u32,
    player: u32,
}

#[gpu]
impl Ord for Game {
    fn cmp(&self, other: &Self) -> Ordering {
        self.points
            .cmp(&other.points)
            .then_with(|| other.moves.cmp(&self.moves))
    }
}

#[gpu]
impl PartialOrd for Game {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[gpu]
impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Game {}

/// Ordered by the distance from zero; of the WGSL of `partial_cmp` alone.
#[derive(Clone, Copy, Debug, GpuType)]
struct Offset(f32);

#[gpu]
impl PartialEq for Offset {
    fn eq(&self, other: &Self) -> bool {
        self.0.abs() == other.0.abs()
    }
}

#[gpu]
impl PartialOrd for Offset {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.abs().partial_cmp(&other.0.abs())
    }
}

/// As Rust derives its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GpuType)]
struct Key(u32, (i32, bool));

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GpuType)]
enum Suit {
    Clubs,
    Hearts,
    Spades,
}

#[gpu]
impl Suit {
    fn of(u: u32) -> Suit {
        match u % 3 {
            0 => Suit::Clubs,
            1 => Suit::Hearts,
            _ => Suit::Spades,
        }
    }
}

/// Of one variant with fields of another order than the next.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, GpuType)]
enum Card {
    Joker,
    Plain { suit: Suit, value: f32 },
    Trump(u32, Game2),
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, GpuType)]
struct Game2(u32);

#[gpu]
impl Card {
    fn of(u: u32, x: f32) -> Card {
        match u % 3 {
            0 => Card::Joker,
            1 => Card::Plain {
                suit: Suit::of(u / 3),
                value: x,
            },
            _ => Card::Trump(u % 2, Game2(u % 5)),
        }
    }
}

/// With methods of its own that are called like those of `Ord`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, GpuType)]
struct Range {
    low: u32,
    high: u32,
}

#[gpu]
impl Range {
    fn max(&mut self, high: u32) {
        self.high = self.high.max(high);
    }
    fn min(self) -> Range {
        Range { low: 3, ..self }
    }
}

rows! {
    /// Orders that the user wrote or Rust derives, of structs and enums.
    OwnOrders of Narrow { x y i j u v n } from small;
    "impl Ord" [{ let (a, b) = (Game { points: u % 4, moves: v % 3, player: 1 }, Game { points: v % 4, moves: u % 3, player: 2 }); number_of(a.cmp(&b)) + a.max(b).player * 4 + a.min(b).player * 16 + [a, b, a].iter().max().map_or(0, |g| g.player) * 64 + Some(a).max(Some(b)).map_or(0, |g| g.player) * 256 + std::cmp::min(a, b).player * 1024 }] unsigned;
    "impl PartialOrd" [{ let (a, b) = (Game { points: u % 4, moves: 1, player: 1 }, Game { points: v % 4, moves: 1, player: 2 }); let (c, d) = (Offset(x), Offset(if n > 3 { -x } else { y })); (a < b) as u32 + (a <= b) as u32 * 2 + (a > b) as u32 * 4 + (a >= b) as u32 * 8 + (c < d) as u32 * 16 + (c <= d) as u32 * 32 + (c > d) as u32 * 64 + (c >= d) as u32 * 128 + number_of_partial(c.partial_cmp(&d)) * 256 + number_of_partial(a.partial_cmp(&b)) * 1024 + (Some(a) < Some(b)) as u32 * 4096 + ((c, 1) < (d, u)) as u32 * 8192 }] unsigned;
    "a.cmp(&b) of structs" [{ let (a, b) = (Key(u % 3, (i % 3, x < y)), Key(v % 3, (j % 3, x > 1.0))); number_of(a.cmp(&b)) + number_of_partial(a.partial_cmp(&b)) * 4 + ([a, b].iter().min().copied() == Some(a)) as u32 * 16 + (Some(a).max(None) == Some(a)) as u32 * 32 + (a < b) as u32 * 64 }] unsigned;
    "a == b, a < b of enums" [{ let (a, b) = (Card::of(u, x), Card::of(v, y)); let (s, t) = (Suit::of(u), Suit::of(v)); (a == b) as u32 + (a < b) as u32 * 2 + (a >= b) as u32 * 4 + number_of_partial(a.partial_cmp(&b)) * 8 + number_of(s.cmp(&t)) * 64 + (Some(s).max(Some(t)) == Some(t)) as u32 * 512 + (a == Card::Joker) as u32 * 1024 + ((u % 3, s).max((v % 3, t)).1 == s) as u32 * 2048 }] unsigned;
    "a.max(b) of structs" [{ let (a, b) = (Key(u % 3, (i % 3, x < y)), Key(v % 3, (j % 3, x > 1.0))); let (s, t) = (Suit::of(u), Suit::of(v)); let mut r = Range { low: u, high: v }; r.max(n); (a.max(b) == b) as u32 + (a.min(b) == b) as u32 * 2 + (s.max(t) == s) as u32 * 4 + (s.min(Suit::Hearts) == s) as u32 * 8 + r.high * 16 + Range::min(r).low * 64 }] unsigned;
    "a.max(b) of tuples" [{ let (a, b) = ((u % 4, i), (v % 4, j)); let c = a.max(b).min((3, 2)); c.0 * 1000 + c.1.unsigned_abs() + [u, v].max([n, 3])[1] * 7 + (u > 3).max(v > 3) as u32 }] unsigned;
    "a.iter().flatten().zip(b)" [{ let mut a = [[u, v], [n, 3]]; let b = [[1, u], [v, 2]]; for (p, q) in a.iter_mut().flatten().zip(b.iter().flatten()) { *p += q * 3; } a.iter().flatten().skip(1).fold(a[0][0], |s, k| s * 3 + k) + b.iter().flatten().rev().take(3).fold(1, |s, k| s * 5 + k) }] unsigned;
}
