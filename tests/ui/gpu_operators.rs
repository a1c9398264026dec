use std::ops::Add;

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, PartialEq, PartialOrd, GpuType)]
struct Pair {
    a: f32,
    n: u32,
}

impl Add for Pair {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Pair { a: self.a + other.a, n: self.n + other.n }
    }
}

/// Of a type with parameters only `#[gpu] impl PartialEq` compares.
#[derive(Clone, Copy, PartialEq, PartialOrd, GpuType)]
struct Of<T> {
    a: T,
}

#[gpu]
fn equal(a: Of<f32>, b: Of<f32>) -> bool {
    a == b
}

#[gpu]
fn nested(a: Of<f32>, b: Of<f32>) -> bool {
    let c = (a, 1) != (b, 1);
    c || [a, b] == [b, a]
}

#[gpu]
fn order(a: Pair, b: Pair) -> u32 {
    match a.partial_cmp(&b) {
        Some(std::cmp::Ordering::Less) => a.n,
        _ => b.n,
    }
}

#[gpu]
fn sum(mut a: Pair, b: Pair) -> Pair {
    a = a + b;
    a
}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Two {
    a: f32,
}

#[gpu]
impl PartialEq<f32> for Two {
    fn eq(&self, other: &f32) -> bool {
        self.a == *other
    }
}

#[gpu]
impl PartialEq for Two {
    fn eq(&self, other: &Self) -> bool {
        self.a == other.a
    }
    fn ne(&self, other: &Self) -> bool {
        self.a == other.a
    }
}

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Own {
    a: f32,
}

#[gpu]
impl Add for Own {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Own { a: self.a + other.a }
    }
}

impl std::ops::AddAssign for Own {
    fn add_assign(&mut self, other: Self) {
        self.a -= other.a;
    }
}

#[gpu]
fn assigned(mut a: Own, b: Own) -> Own {
    a += b;
    a
}

impl std::ops::Mul<Own> for f32 {
    type Output = Own;
    fn mul(self, own: Own) -> Own {
        Own { a: self * own.a }
    }
}

impl std::ops::Neg for Own {
    type Output = Own;
    fn neg(self) -> Own {
        Own { a: -self.a }
    }
}

#[gpu]
fn by_number(a: Own) -> Own {
    2.0 * -a
}

fn main() {
    let (a, b) = (Pair { a: 1.0, n: 1 }, Pair { a: 2.0, n: 2 });
    let (c, d) = (Of { a: 1.0 }, Of { a: 2.0 });
    let _ = (equal(c, d), nested(c, d), order(a, b), sum(a, b));
}
