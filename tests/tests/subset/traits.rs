//! Traits of the user's, and functions whose parameters are known by a turbofish alone.

use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::{Narrow, Row, Rows, Words, rows, small};

/// A measure of the distance of two numbers, as a strategy: the types that have it hold nothing.
#[gpu]
trait Metric {
    const SCALE: u32;
    type Near: Copy;
    fn dist(a: u32, b: u32) -> u32;
    fn near(a: u32, b: u32) -> Self::Near;
    fn number_of(near: Self::Near) -> u32;
}

struct Absolute;

#[gpu]
impl Metric for Absolute {
    const SCALE: u32 = 3;
    type Near = bool;
    fn dist(a: u32, b: u32) -> u32 {
        a.abs_diff(b)
    }
    fn near(a: u32, b: u32) -> Self::Near {
        let near: Self::Near = Self::dist(a, b) < Self::SCALE;
        near
    }
    fn number_of(near: Self::Near) -> u32 {
        near as u32
    }
}

struct Squared<const POWER: u32>;

#[gpu]
impl<const POWER: u32> Metric for Squared<POWER> {
    const SCALE: u32 = POWER * 2;
    type Near = Option<u32>;
    fn dist(a: u32, b: u32) -> u32 {
        a.abs_diff(b).pow(POWER)
    }
    fn near(a: u32, b: u32) -> Option<u32> {
        (a != b).then_some(Self::dist(a, b))
    }
    fn number_of(near: Option<u32>) -> u32 {
        near.unwrap_or(5)
    }
}

#[gpu]
fn far<M: Metric>(a: u32, b: u32) -> u32 {
    M::dist(a, b) * M::SCALE + 1
}

#[gpu]
fn nearness<M: Metric>(a: u32, b: u32) -> u32 {
    let near: M::Near = M::near(a, b);
    M::number_of(near) * 2
}

/// One function for each pair of parameters, which no value of it has.
#[gpu]
fn raised<M: Metric, const BY: u32>(a: u32) -> u32 {
    M::dist(a, BY) + BY
}

/// Methods: the types that have it are values.
#[gpu]
trait Shape {
    fn area(&self) -> u32;
    fn grown(self, by: u32) -> Self;
    fn grow(&mut self, by: u32);
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Square {
    side: u32,
}

#[gpu]
impl Shape for Square {
    fn area(&self) -> u32 {
        self.side * self.side
    }
    fn grown(self, by: u32) -> Self {
        Square { side: self.side + by }
    }
    fn grow(&mut self, by: u32) {
        self.side += by;
    }
}

#[gpu]
impl Shape for u32 {
    fn area(&self) -> u32 {
        *self
    }
    fn grown(self, by: u32) -> Self {
        self * by
    }
    fn grow(&mut self, by: u32) {
        *self = *self * 2 + by;
    }
}

#[gpu]
impl<T: Shape, U: Shape> Shape for (T, U) {
    fn area(&self) -> u32 {
        self.0.area() + self.1.area() * 7
    }
    fn grown(self, by: u32) -> Self {
        (self.0.grown(by), self.1.grown(by + 1))
    }
    fn grow(&mut self, by: u32) {
        self.1.grow(by);
    }
}

/// A function of the name of one of `Shape`: a call says of which trait it is.
#[gpu]
trait Field {
    fn area(&self) -> u32;
}

#[gpu]
impl Field for u32 {
    fn area(&self) -> u32 {
        *self * 10
    }
}

#[gpu]
fn both_areas<T: Shape + Field>(of: T) -> u32 {
    <T as Shape>::area(&of) + <T as Field>::area(&of) * 3
}

#[gpu]
fn larger<T: Shape>(a: T, b: T) -> T {
    if a.area() < b.area() { b } else { a }
}

#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, GpuType)]
struct Point {
    x: u32,
}

#[gpu]
impl std::ops::Mul<u32> for Point {
    type Output = Self;
    fn mul(self, by: u32) -> Self {
        Point { x: self.x * by }
    }
}

#[gpu]
impl std::ops::AddAssign for Point {
    fn add_assign(&mut self, other: Self) {
        self.x += other.x + 1;
    }
}

#[gpu]
impl std::ops::Neg for Point {
    type Output = Self;
    fn neg(self) -> Self {
        Point { x: self.x ^ 5 }
    }
}

/// Operators of a type that is known, beside those of a parameter.
#[gpu]
fn scaled<T: Shape + Number + PartialOrd>(of: T, other: T, by: u32) -> u32 {
    let mut point = -(Point { x: of.area() } * by);
    point += Point { x: 3 } * 2;
    if point == (Point { x: 12 }) {
        4
    } else if point < (Point { x: 30 }) && of < other {
        point.x
    } else {
        point.x * 3 + 2
    }
}

#[gpu]
fn grown_twice<T: Shape>(shape: T, by: u32) -> u32 {
    let mut shape = shape.grown(by);
    shape.grow(by);
    shape.area()
}

rows! {
    /// Traits of the user's.
    OwnTraits of Narrow { x y i j u v n } from small;
    "M::function(a, b)" [far::<Absolute>(u, v) + far::<Squared<2>>(u, n) * 5 + far::<Squared<3>>(v, n) * 11 + Absolute::dist(u, n)] unsigned;
    "M::CONST" [Absolute::SCALE * u + <Squared<4> as Metric>::SCALE * v] unsigned;
    "M::Type" [nearness::<Absolute>(u, v) + nearness::<Squared<1>>(u, v) * 3] unsigned;
    "shape.area() of a trait" [{ let s = Square { side: u }; s.area() + <u32 as Shape>::area(&v) * 3 + larger(s, Square { side: v }).side * 5 + larger(u, n) * 7 }] unsigned;
    "shape.grow(x) of a trait" [grown_twice(Square { side: u }, v) + grown_twice(u, n) * 3 + grown_twice((v, Square { side: n }), u)] unsigned;
    "<T as Trait>::function(x)" [<u32 as Shape>::area(&u) + <u32 as Field>::area(&v) * 3 + both_areas(n) * 5] unsigned;
    "a * b of a struct beside T" [scaled(u, n, v) + scaled(n, v, 2) * 3] unsigned;
    "function::<T, 3>(x)" [raised::<Absolute, 3>(u) + raised::<Absolute, 4>(u) * 3 + raised::<Squared<2>, 4>(u) * 5] unsigned;
}
