//! Operators whose combine step is written in ordinary Rust with `#[gpu]`: control flow, calls, and order.

#![allow(
    missing_docs,
    reason = "each item is a case and says which; its fields are what the case consists of"
)]
#![allow(
    clippy::let_and_return,
    clippy::manual_clamp,
    clippy::manual_is_multiple_of,
    clippy::needless_late_init,
    reason = "the roundabout forms are the cases"
)]

use reduce_wgpu::prelude::*;

/// Calls the macro `$callback` with `name: Type,` for every operator written with `#[gpu]`.
#[macro_export]
macro_rules! for_written_operators {
    ($callback:ident) => {
        $callback! {
            spread: $crate::written::Spread,
            odd: $crate::written::Odd,
            digits: $crate::written::Digits,
            compose: $crate::written::Compose,
            brackets: $crate::written::Brackets,
            numbers: $crate::written::Numbers,
            most_f32: $crate::written::Most<f32>,
            most_i32: $crate::written::Most<i32>,
            histogram: $crate::written::Spectrum<5>,
            raw: $crate::written::Table,
            first: $crate::in_order::First,
            crossings: $crate::in_order::Crossings,
            overview: $crate::in_order::Overview,
            several_in_order: ($crate::in_order::First, $crate::ops::ArgMin<f32>),
            two_orders: $crate::two_orders::Two,
            two_orders_of_many: $crate::two_orders::Many,
            two_orders_of_bytes: $crate::two_orders::Bytes,
            two_orders_of_places: $crate::two_orders::Places,
            names: $crate::names::texture,
            names_derived: $crate::names::vec2,
            word_count: $crate::variants::WordCount,
            runner_up: $crate::variants::RunnerUp,
            flags: $crate::variants::Flags,
            mixed_fields: $crate::variants::OfMixed,
            composition: $crate::variants::Composition,
            largest: $crate::variants::Largest<3>,
        }
    };
}

/// The running mean and squared deviations of Welford, joined as Chan does: the example of the design, word for word.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Welford {
    n: f32,
    mean: f32,
    m2: f32,
}

#[gpu]
impl Monoid for Welford {
    fn identity() -> Self {
        Welford {
            n: 0.0,
            mean: 0.0,
            m2: 0.0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        let n = a.n + b.n;
        if n == 0.0 {
            return a;
        }
        let d = b.mean - a.mean;
        let w = b.n / n;
        Welford {
            n,
            mean: a.mean + d * w,
            m2: a.m2 + b.m2 + d * d * a.n * w,
        }
    }
}

/// Lift, combine and finish of different types, and a free function.
pub struct Spread;

#[gpu]
impl Reduction for Spread {
    type Input = f32;
    type State = Welford;
    type Output = f32;
    fn lift(x: f32) -> Welford {
        Welford {
            n: 1.0,
            mean: x,
            m2: 0.0,
        }
    }
    fn finish(s: Welford) -> f32 {
        root(s.m2 / s.n)
    }
}

#[gpu]
pub fn root(v: f32) -> f32 {
    v.sqrt()
}

/// Arrays, loops of every kind, `match`, shadowing, reserved names, methods of its own, tuples and generics.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Bins {
    bins: [u32; 4],
    var: i32,
}

const LIMIT: i32 = 7;

#[gpu]
impl Bins {
    fn new(var: i32) -> Self {
        Bins { bins: [0; 4], var }
    }
    fn bump(mut self, at: u32, by: u32) -> Self {
        self.bins[at as usize] = self.bins[at as usize].wrapping_add(by);
        self
    }
}

#[gpu]
fn pick<T: Scalar>(a: T, b: T, first: bool) -> T {
    if first { a } else { b }
}

#[gpu]
fn collatz(mut n: u32) -> (u32, u32) {
    let mut steps = 0;
    let mut peak = n;
    while n > 1 && steps < 9 {
        n = if n % 2 == 0 {
            n / 2
        } else {
            n.wrapping_mul(3).wrapping_add(1)
        };
        peak = peak.max(n);
        steps += 1;
    }
    (steps, peak)
}

#[gpu]
impl Monoid for Bins {
    fn identity() -> Self {
        Bins::new(0)
    }
    fn combine(a: Self, b: Self) -> Self {
        let mut out = Bins::new(a.var);
        for i in 0..4 {
            out.bins[i] = a.bins[i].wrapping_add(b.bins[i]);
        }
        for i in (0..3).rev() {
            if i == 1 {
                continue;
            }
            out = out.bump(i as u32, 2);
        }
        for i in (0..=3).step_by(2) {
            out.bins[i] ^= 1 << i;
        }
        let x = match a.var {
            -1 => 3,
            0 | 2..=4 => LIMIT,
            n if n > 9 => n.wrapping_sub(1),
            _ => {
                let x = b.var;
                let x = x.wrapping_mul(2);
                x
            }
        };
        let (steps, peak) = collatz(x as u32);
        out.var = pick(x, b.var, steps > peak || x < 0);
        Bins {
            var: out.var.wrapping_add(steps as i32),
            ..out
        }
    }
}

pub struct Odd;

#[gpu]
impl Reduction for Odd {
    type Input = f32;
    type State = Bins;
    type Output = Bins;
    fn lift(x: f32) -> Bins {
        Bins::new(x as i32).bump((x.abs() as u32) % 4, 1)
    }
    fn finish(s: Bins) -> Bins {
        s
    }
}

/// Numbers in base 3, composed from left to right: exact, and wrong at once if two operands change places.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Places {
    pub value: u32,
    pub scale: u32,
}

#[gpu]
impl Monoid for Places {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;
    fn identity() -> Self {
        Places { value: 0, scale: 1 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Places {
            value: a.value.wrapping_mul(b.scale).wrapping_add(b.value),
            scale: a.scale.wrapping_mul(b.scale),
        }
    }
}

pub struct Digits;

#[gpu]
impl Reduction for Digits {
    type Input = u32;
    type State = Places;
    type Output = Places;
    fn lift(x: u32) -> Places {
        Places { value: x, scale: 3 }
    }
    fn finish(s: Places) -> Places {
        s
    }
}

/// Affine maps applied one after the other: ordered, with floats.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Affine {
    a: f32,
    b: f32,
}

#[gpu]
impl Monoid for Affine {
    const COMMUTATIVE: bool = false;
    fn identity() -> Self {
        Affine { a: 1.0, b: 0.0 }
    }
    fn combine(first: Self, second: Self) -> Self {
        Affine {
            a: first.a * second.a,
            b: second.a * first.b,
        }
    }
}

pub struct Compose;

#[gpu]
impl Reduction for Compose {
    type Input = f32;
    type State = Affine;
    type Output = Affine;
    fn lift(x: f32) -> Affine {
        let sign = if x < 0.0 { -1.0 } else { 1.0 };
        Affine { a: sign, b: x }
    }
    fn finish(s: Affine) -> Affine {
        s
    }
}

/// Unmatched closing and opening brackets: ordered, over whole structs as input.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Depth {
    closed: u32,
    open: u32,
}

#[gpu]
impl Monoid for Depth {
    const COMMUTATIVE: bool = false;
    const EXACT: bool = true;
    fn identity() -> Self {
        Depth { closed: 0, open: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        let matched = a.open.min(b.closed);
        Depth {
            closed: a.closed + (b.closed - matched),
            open: a.open - matched + b.open,
        }
    }
}

pub struct Brackets;

#[gpu]
impl Reduction for Brackets {
    type Input = u32;
    type State = Depth;
    type Output = bool;
    fn lift(x: u32) -> Depth {
        if x & 1 == 0 {
            Depth { closed: 0, open: 1 }
        } else {
            Depth { closed: 1, open: 0 }
        }
    }
    fn finish(s: Depth) -> bool {
        s.open == 0 && s.closed == 0
    }
}

/// The methods of integers and the exact ones of floats, one field each.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Mix {
    u: u32,
    i: i32,
    f: u32,
}

#[gpu]
fn of_unsigned(x: u32) -> u32 {
    let a = x.rotate_left(5) ^ x.rotate_right(x % 32) ^ x.reverse_bits();
    let b = x.count_ones() + x.leading_zeros() * 3 + x.trailing_zeros() * 5 + x.count_zeros() * 7;
    let c = x.wrapping_shl(x) ^ x.wrapping_shr(35) ^ x.saturating_sub(1 << 31) ^ x.saturating_add(1 << 31);
    let d = x.abs_diff(77).min(x.max(3)).clamp(5, 1 << 30) ^ x.wrapping_neg() ^ 3u32.pow(x % 8);
    a ^ b ^ c ^ d ^ (!x >> 3) ^ (x << 2 | 1)
}

#[gpu]
fn of_signed(x: i32) -> i32 {
    let a = x.rotate_left(7) ^ x.wrapping_abs() ^ x.signum() ^ x.reverse_bits() ^ x.wrapping_neg();
    let b = x.count_ones() as i32 + x.leading_zeros() as i32 * 3 + x.trailing_zeros() as i32 * 5;
    let c = (x % 1000).rem_euclid(7) ^ (x / 3) ^ (x % 7) ^ (x >> 4) ^ x.abs_diff(-9) as i32;
    let d = x.min(12).max(-40).clamp(-30, 9) ^ (x as u32 as i32) ^ if x.is_negative() { 1 } else { 2 };
    a ^ b ^ c ^ d
}

#[gpu]
fn of_float(x: f32) -> u32 {
    let a = x.floor().to_bits() ^ x.ceil().to_bits() ^ x.trunc().to_bits() ^ x.round().to_bits() ^ x.abs().to_bits();
    let b = x.signum().to_bits() ^ x.copysign(-1.0).to_bits() ^ x.min(3.0).to_bits() ^ x.max(0.5).to_bits();
    let c = x.clamp(-2.0, 2.0).to_bits() ^ (x as i32) as u32 ^ x as u32 ^ f32::from_bits(x.to_bits() ^ 1).to_bits();
    let d = x.is_nan() as u32 + x.is_infinite() as u32 * 2 + x.is_finite() as u32 * 4 + x.is_sign_negative() as u32 * 8;
    a ^ b ^ c ^ d
}

#[gpu]
impl Monoid for Mix {
    const EXACT: bool = true;
    fn identity() -> Self {
        Mix { u: 0, i: 0, f: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Mix {
            u: a.u ^ b.u,
            i: a.i ^ b.i,
            f: a.f ^ b.f,
        }
    }
}

pub struct Numbers;

#[gpu]
impl Reduction for Numbers {
    type Input = u32;
    type State = Mix;
    type Output = Mix;
    fn lift(x: u32) -> Mix {
        // In quarters around zero, so that every rounding happens and nothing is subnormal or NaN.
        let f = (x as i32 % 1000) as f32 / 4.0;
        Mix {
            u: of_unsigned(x),
            i: of_signed(x as i32),
            f: of_float(f),
        }
    }
    fn finish(s: Mix) -> Mix {
        s
    }
}

/// A trait of the user's with a constant, for a generic operator.
pub trait Least: Scalar {
    const LOWEST: Self;
}

impl Least for f32 {
    const LOWEST: Self = f32::NEG_INFINITY;
}

impl Least for i32 {
    const LOWEST: Self = i32::MIN;
}

/// The greatest element and how many times it occurs, of any number: structs are selected without a branch.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Best<T: Scalar> {
    value: T,
    times: u32,
}

#[gpu]
impl<T: Least> Best<T> {
    const ONCE: u32 = 1;

    fn of(value: T) -> Self {
        Best {
            value,
            times: Self::ONCE,
        }
    }

    fn joined(self, other: Self) -> Self {
        let both = Best {
            value: self.value,
            times: self.times + other.times,
        };
        if self.value > other.value {
            self
        } else if other.value > self.value {
            other
        } else {
            both
        }
    }
}

#[gpu]
impl<T: Least> Monoid for Best<T> {
    fn identity() -> Self {
        Best {
            value: T::LOWEST,
            times: 0,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        a.joined(b)
    }
}

pub struct Most<T>(std::marker::PhantomData<T>);

#[gpu]
impl<T: Least> Reduction for Most<T> {
    type Input = T;
    type State = Best<T>;
    type Output = Best<T>;
    fn lift(x: T) -> Best<T> {
        Best::<T>::of(x)
    }
    fn finish(s: Best<T>) -> Best<T> {
        s
    }
}

/// A length as a parameter, a constant that depends on it, variables without a first value, nested tuples.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Histogram<const N: usize> {
    bins: [u32; N],
}

#[gpu]
impl<const N: usize> Histogram<N> {
    const WIDTH: u32 = 1 << (32 - N as u32);

    fn with(mut self, x: u32) -> Self {
        let at;
        if x / Self::WIDTH < N as u32 {
            at = (x / Self::WIDTH) as usize;
        } else {
            at = N - 1;
        }
        let ((one, _), more) = ((1, x), (0, (0, 0)));
        self.bins[at] += one + more.1.0;
        self
    }
}

#[gpu]
impl<const N: usize> Monoid for Histogram<N> {
    fn identity() -> Self {
        Histogram { bins: [0; N] }
    }
    fn combine(a: Self, b: Self) -> Self {
        let mut bins = [0; N];
        for mut i in 0..N {
            bins[i] = a.bins[i] + b.bins[i];
            i += 7;
            bins[0] += (i == 0) as u32;
        }
        Histogram { bins }
    }
}

pub struct Spectrum<const N: usize>;

#[gpu]
impl<const N: usize> Reduction for Spectrum<N> {
    type Input = u32;
    type State = Histogram<N>;
    type Output = Histogram<N>;
    fn lift(x: u32) -> Histogram<N> {
        Histogram { bins: [0; N] }.with(x)
    }
    fn finish(s: Histogram<N>) -> Histogram<N> {
        s
    }
}

/// WGSL by hand, with a helper, a constant and an index beyond the array, which the driver's checks make harmless.
#[gpu(wgsl = "
    const bias: u32 = 3u;

    // Renamed with what it calls; `bias` here is not.
    fn mixed(x: u32) -> u32 {
        return (x ^ bias) * 2u;
    }

    fn looked_up(table: array<u32, 4>, at: u32) -> u32 {
        var copy = table;
        let beyond = copy[at] & 0u;
        copy[at] = beyond;
        return mixed(table[at & 3u]) + beyond;
    }
")]
fn looked_up(table: [u32; 4], at: u32) -> u32 {
    (table[(at & 3) as usize] ^ 3).wrapping_mul(2)
}

/// A helper of that name in another text.
#[gpu(wgsl = "fn mixed(x: u32) -> u32 { return extractBits(x, 3u, 5u); } fn bits(x: u32) -> u32 { return mixed(x); }")]
fn bits(x: u32) -> u32 {
    (x >> 3) & 31
}

pub struct Table;

#[gpu]
impl Reduction for Table {
    type Input = u32;
    type State = ops::Sum<u32>;
    type Output = u32;
    fn lift(x: u32) -> ops::Sum<u32> {
        ops::Sum::<u32>::lift(looked_up([x, 1, 2, x ^ 5], x) ^ bits(x))
    }
    fn finish(s: ops::Sum<u32>) -> u32 {
        ops::Sum::<u32>::finish(s)
    }
}
