//! Enums and Option, places that functions change, and the methods of iterators.

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::{Narrow, Row, Rows, Words, rows, small};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, GpuType)]
enum Side {
    Left = 3,
    Right = 9,
    Both = 20,
}

#[gpu]
impl Side {
    fn of(u: u32) -> Self {
        match u % 3 {
            0 => Self::Left,
            1 => Side::Right,
            _ => Side::Both,
        }
    }

    fn is_one(self) -> bool {
        !matches!(self, Side::Both)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
enum Shape {
    Nothing,
    Circle(u32),
    Box { width: u32, flat: bool },
}

#[gpu]
impl Shape {
    fn of(u: u32, v: u32) -> Shape {
        match u % 3 {
            0 => Shape::Nothing,
            1 => Self::Circle(v),
            _ => Shape::Box { width: v, flat: u > v },
        }
    }

    fn size(self) -> u32 {
        use Shape::*;
        match self {
            Nothing => 1,
            Circle(radius @ 0..=9) => radius * 3,
            Circle(radius) => radius,
            Box { width, flat: true } => width + 1,
            Box { width, .. } => width * 2,
        }
    }
}

#[gpu]
fn checked(u: u32, v: u32) -> Option<u32> {
    if v % 4 == 0 { None } else { Some(u + v % 4) }
}

#[gpu]
fn both(u: u32, v: u32) -> Option<u32> {
    let first = checked(u, v)?;
    let second = checked(v, u)?;
    Some(first * 3 + second)
}

#[gpu]
fn raised(x: &mut u32, by: u32) {
    if by == 0 {
        return;
    }
    *x += by;
}

#[gpu]
fn topped(a: &mut u32, by: &u32, b: &mut u32) {
    if *a % 16 == 7 {
        let a = 0.5f32;
        *b += (a * 4.0) as u32;
        return;
    }
    *a += *by;
    *b = *a % 7;
}

#[gpu]
fn sorted(a: &mut u32, b: &mut u32) {
    if *a > *b {
        std::mem::swap(a, b);
    }
    raised(a, 1);
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Counter {
    n: u32,
    seen: [u32; 3],
}

#[gpu]
impl Counter {
    fn see(&mut self, u: u32) {
        self.n += 1;
        self.seen[(u % 3) as usize] += u;
    }

    fn reset(&mut self) {
        *self = Counter { n: 0, ..*self };
    }
}

#[gpu]
impl std::ops::AddAssign<u32> for Counter {
    fn add_assign(&mut self, by: u32) {
        self.n += by;
        for slot in self.seen.iter_mut() {
            *slot += by;
        }
    }
}

/// Another sum than that of `+=`.
#[gpu]
impl std::ops::Add<u32> for Counter {
    type Output = Counter;
    fn add(self, by: u32) -> Counter {
        Counter {
            n: self.n + by * 7,
            ..self
        }
    }
}

#[gpu]
impl std::ops::BitOr for Counter {
    type Output = Counter;
    fn bitor(self, other: Counter) -> Counter {
        Counter {
            n: self.n | other.n,
            ..self
        }
    }
}

#[gpu]
impl From<u32> for Counter {
    fn from(u: u32) -> Self {
        Counter { n: u, seen: [u; 3] }
    }
}

#[gpu]
fn least(a: [u32; 3]) -> u32 {
    let Some(k) = a.iter().min_by(|k, m| k.cmp(m)) else {
        return 9;
    };
    let Some(&m) = a.iter().min_by_key(|k| **k % 3) else {
        return 8;
    };
    *k + m
}

#[gpu]
fn above(a: [u32; 3], u: u32) -> Option<u32> {
    let k = a.iter().filter(|k| **k > u).min()?;
    Some(*k)
}

#[gpu]
fn pair(k: &u32, i: u32) -> u32 {
    *k + i * 100
}

/// One variant has no bytes in Rust, and a word in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
enum Unit {
    Metre,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Length {
    of: u32,
    unit: Unit,
    units: [Unit; 2],
    all: Units,
}

/// No bytes in Rust either.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Units {
    first: Unit,
}

#[gpu]
fn length(of: u32) -> Length {
    Length {
        of,
        unit: Unit::Metre,
        units: [Unit::Metre; 2],
        all: Units { first: Unit::Metre },
    }
}

rows! {
    /// Enums.
    Enums of Narrow { x y i j u v n } from small;
    "enum Side { Left = 3, Right = 9 }" [Side::of(u) as u32 + Side::Right as u32] unsigned;
    "Side::Left" [match Side::of(u) { Side::Left => 1, Side::Right if v > 3 => 2, Side::Right => 3, Side::Both => 4 }] unsigned;
    "a == Side::Left, a < b" [{ let (a, b) = (Side::of(u), Side::of(v)); (a == Side::Left) as u32 + (a != b) as u32 * 2 + (a < b) as u32 * 4 + (a >= b) as u32 * 8 + a.is_one() as u32 * 16 }] unsigned;
    "enum Shape { Circle(u32), Box { width: u32 } }" [Shape::of(u, v).size()] unsigned;
    "Shape::Box { width, .. }" [if let Shape::Box { width, flat } = Shape::of(u, v) { width + flat as u32 } else { n }] unsigned;
    "enum Unit { Metre }" [{ let l = length(u); match l.unit { Unit::Metre if l.units[1] == l.all.first => l.of, Unit::Metre => 7 } }] unsigned;
    "use Shape::*" [{ use Shape::*; match Shape::of(v, u) { Circle(radius) | Box { width: radius, .. } => radius, Nothing => 7 } }] unsigned;
}

rows! {
    /// Option.
    Options of Narrow { x y i j u v n } from small;
    "Some(u), None" [match checked(u, v) { Some(k) if k > 9 => k, Some(k) => k * 2, None => 5 }] unsigned;
    "if let Some(k) = o" [{ let mut k = n; if let Some(m) = checked(u, v) { k += m; } while let Some(m) = checked(k, k) { k = m * 2; if k > 99 { break; } } k }] unsigned;
    "o?" [both(u, v).unwrap_or(77)] unsigned;
    "o == Some(u), o < None" [{ let (a, b) = (checked(u, v), checked(v, u)); (a == b) as u32 + (a == None) as u32 * 2 + (a < b) as u32 * 4 + (a >= Some(4)) as u32 * 8 + (b != Some(u)) as u32 * 16 }] unsigned;
    "o.is_some()" [checked(u, v).is_some() as u32 + checked(v, u).is_none() as u32 * 2] unsigned;
    "o.unwrap_or(u)" [checked(u, v).unwrap_or(n) + checked(v, u).unwrap_or_default()] unsigned;
    "o.or(p)" [checked(u, v).or(checked(v, u)).xor(Some(3)).unwrap_or(8)] unsigned;
    "o.unwrap()" [Some(u).unwrap()] unsigned;
    "o.map(|k| …)" [checked(u, v).map(|k| k * 3 + v).unwrap_or(1)] unsigned;
    "o.map_or(u, |k| …)" [checked(u, v).map_or(n, |k| if k > 5 { k } else { v }) + checked(v, u).map_or_else(|| u, |k| k + 1)] unsigned;
    "o.and_then(|k| …)" [checked(u, v).and_then(|k| checked(k, u)).unwrap_or(2)] unsigned;
    "o.filter(|k| …)" [checked(u, v).filter(|k| *k % 2 == 0).unwrap_or(9) + { let kept = u < v; checked(u, n).filter(|_| kept).unwrap_or(7) }] unsigned;
    "o.is_some_and(|k| …)" [checked(u, v).is_some_and(|k| k > 7) as u32 + checked(u, v).is_none_or(|k| k > 9) as u32 * 2] unsigned;
    "o.or_else(|| …)" [checked(u, v).or_else(|| checked(v, u)).unwrap_or_else(|| { let k = n + 1; k * 2 })] unsigned;
    "a.then(|| …)" [(u > v).then(|| u - v).unwrap_or(3) + (u < v).then_some(v).unwrap_or(1)] unsigned;
    "Option of a tuple" [{ let o: Option<(u32, bool)> = (u % 2 == 0).then_some((v, i < j)); match o { Some((k, true)) => k, Some((_, false)) => 2, None => 3 } }] unsigned;
    "unreachable!()" [{ let mut k = u; assert!((if i < j { k = v; n } else { let one = u <= v; one as u32 }) != 1000, "never"); match u % 2 { 0 => 4 + k, 1 => { assert!(v < 1000); assert_eq!({ k += 1; k >= 1 }, true); 5 + k } _ => unreachable!() } }] unsigned;
}

rows! {
    /// Places that functions change.
    Changes of Narrow { x y i j u v n } from small;
    "fn f(a: &mut T)" [{ let mut k = u; raised(&mut k, v % 3); k }] unsigned;
    "two parameters by &mut" [{ let (mut a, mut b) = (u, v); sorted(&mut a, &mut b); topped(&mut a, &b.min(9), &mut b); a * 5 + b }] unsigned;
    "fn method(&mut self)" [{ let mut c = Counter { n: 0, seen: [u, v, n] }; c.see(u); c.see(v); let k = c.n; c.reset(); c.see(n); k + c.n * 3 + c.seen[0] * 5 + c.seen[1] * 7 + c.seen[2] * 11 }] unsigned;
    "a part by &mut" [{ let mut all = [Counter { n: 1, seen: [u; 3] }; 2]; all[(u % 2) as usize].see(v); raised(&mut all[1].seen[2], n); all[0].n + all[1].n * 2 + all[0].seen[0] + all[1].seen[2] * 3 }] unsigned;
    "let r = &mut place" [{ let mut a = [u, v, n]; let r = &mut a[(u % 3) as usize]; *r += 4; *r *= 2; a[0] + a[1] * 3 + a[2] * 5 }] unsigned;
    "for x in &mut a" [{ let mut a = [u, v, n]; for x in &mut a { *x += 2; } for (k, x) in a.iter_mut().enumerate() { if *x > 5 { *x -= k as u32; } } a[0] + a[1] * 3 + a[2] * 5 }] unsigned;
    "a.iter_mut().zip(b)" [{ let mut a = [u, v]; for (x, y) in a.iter_mut().zip([n, u]) { *x = *x * 2 + y; } a.iter_mut().for_each(|x| *x += 1); a[0] * 3 + a[1] }] unsigned;
    "std::mem::replace, take" [{ let mut k = u; let before = std::mem::replace(&mut k, v); let taken = std::mem::take(&mut k); before * 3 + taken * 5 + k }] unsigned;
    "impl AddAssign" [{ let mut c = Counter { n: u, seen: [v; 3] }; c += n; (c.n + c.seen[1] + (c + v).n) | (c | Counter { n: 64, ..c }).n }] unsigned;
    "impl From" [{ let c: Counter = v.into(); let d = Counter::from(u); c.n + c.seen[1] + d.n * 3 }] unsigned;
    "x.into()" [{ let wide: u32 = (u as u8).into(); let truth: i32 = (i < j).into(); wide + truth as u32 }] unsigned;
    "if let Some(x) = &mut o" [{ let mut o = (u > 3).then_some(u); if let Some(x) = &mut o { *x += v; } let mut s = Shape::of(u, v); if let Shape::Box { width: width, flat } = &mut s { *width += n; *flat = !*flat; } o.unwrap_or(n) + s.size() }] unsigned;
}

rows! {
    /// Methods of iterators.
    Iterators of Narrow { x y i j u v n } from small;
    "(a..b).map(|k| …).sum()" [(1..=u % 7).map(|k| k * v).sum::<u32>() + (0..3).filter(|k| k % 2 == 0).count() as u32] unsigned;
    "a.iter().filter(|x| …)" [[u, v, n, 7].iter().filter(|&&k| k > 5).map(|k| k + 1).sum::<u32>() + [u, v][..1].iter().filter(|&k| *k > 4).filter(|k| **k < 50).count() as u32 + [u, n].iter().find(|&k| *k < v).map_or(5, |&k| k) + { let mut near = v % 9; match [u, n].iter().filter(|k| **k != n).find(|k| **k > near) { Some(k) => near = k / 2, None => near += 1 } near }] unsigned;
    "a.iter().filter_map(|x| …)" [[u, v, n].iter().filter_map(|&k| checked(k, u)).fold(1, |s, k| s * 2 + k)] unsigned;
    "a.iter().rev()" [[u, v, n].iter().rev().enumerate().fold(0, |s, (k, x)| s * 3 + x * (k as u32 + 1)) + (0..4).rev().fold(0, |s, k| s * 2 + k * u)] unsigned;
    "a.iter().position(|x| …)" [[u, v, n].iter().position(|&k| k > 9).map_or(99, |k| k as u32)] unsigned;
    "a.iter().find(|x| …)" [[u, v, n].iter().find(|k| **k > 9).copied().unwrap_or(3)] unsigned;
    "match a.iter().find(|x| …) { Some(k) => *k, … }" [(match [u, v, n].iter().find(|k| **k > 9) { Some(k) if *k % 2 == 0 => *k + k, Some(&(11 | 13)) => 4, Some(&k) if k % 3 == 0 => pair(&k, k), Some(k) => k / 2, None => 3 }) + match ([u, v].iter().max(), [v, n][..1].iter().min()) { (Some(k), Some(m)) if *k != *m => *k - *m, (Some(k), _) => checked(*k, n).unwrap_or(*k), _ => 1 }] unsigned;
    "if let Some(k) = a.iter().max()" [{ let a = [u, v, n]; let most = a.iter().max(); let mut k = 0; while let Some(m) = a[1..].iter().filter(|m| **m > 2).find(|m| **m > k) { k = *m; } if let Some(m) = most { k += *m + pair(m, *m); } k += match most { Some(&m) => m, None => 0 }; k * 3 + least(a) + above(a, n).unwrap_or(4) + matches!(most, Some(m) if *m > 9) as u32 + matches!(most, Some(&m) if m > 9) as u32 }] unsigned;
    "Some((i, k)) of a.iter().enumerate()" [(match [u, v, n].iter().enumerate().max_by_key(|(_, k)| **k % 7) { Some((i, k)) => pair(k, i as u32), None => 5 }) + [u, v].iter().zip([n, 4]).min_by_key(|(k, m)| **k ^ *m).map_or(2, |(k, m)| *k * 2 + m)] unsigned;
    "*a.iter().max().unwrap()" [{ let (a, none) = ([u, v, n], 8); let most = a.iter().max().unwrap(); *a.iter().min().unwrap() + *most + *a.iter().find(|k| **k > 9).unwrap_or(&none) * 3 + a.iter().min_by_key(|k| **k % 5).map_or(4, |k| *k) + a[..2].iter().max().or(a.iter().min()).filter(|k| **k > 3).map(|k| *k).unwrap_or(6) }] unsigned;
    "a.iter().min()" [[u, v, n].into_iter().min().unwrap_or(0) + (0..u % 4).map(|k| k ^ v).max().unwrap_or(50)] unsigned;
    "a.iter().reduce(|a, b| …)" [[u, v, n].into_iter().reduce(|a, b| a * 3 + b).unwrap_or(0)] unsigned;
    "a[1..].iter()" [{ let a = [u, v, n, 4]; a[1..].iter().sum::<u32>() + a[..2].iter().zip(&a[2..]).map(|(k, m)| k * m).sum::<u32>() }] unsigned;
    "enumerate behind filter" [[u, v, n, 6].iter().filter(|k| *k % 2 == 0).enumerate().map(|(k, x)| k as u32 * 100 + x).sum::<u32>()] unsigned;
    "u.to_le_bytes()" [{ let [a, b, ..] = u.to_le_bytes(); let [c, ..] = v.to_be_bytes(); a as u32 + b as u32 * 2 + c as u32 + u32::from_le_bytes([3, 1, 0, 2]) % 1000 + u32::from_be_bytes([0, 0, 1, 7]) }] unsigned;
}
