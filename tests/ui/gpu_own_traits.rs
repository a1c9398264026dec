//! Traits of the user's: what a function of such a trait cannot be, and which types can have it.

use reduce_wgpu::prelude::*;

#[gpu]
trait Metric {
    fn dist(a: f32, b: f32) -> f32;
    fn near(a: f32, b: f32) -> bool {
        Self::dist(a, b) < 1.0
    }
}

#[gpu]
trait Cast {
    fn cast<T: Number>(self, to: T) -> f32;
}

#[gpu]
trait Merge {
    fn combine(self, other: Self) -> Self;
}

#[gpu]
trait Size {
    fn size(self) -> f32;
}

#[gpu]
impl<T: Number> Size for T {
    fn size(self) -> f32 {
        self.to_f32()
    }
}

#[gpu]
trait Magnitude {
    fn abs(self) -> Self;
}

#[gpu]
impl Magnitude for f32 {
    fn abs(self) -> Self {
        self * self
    }
}

#[gpu]
trait Score {
    fn score(x: f32) -> f32;
}

struct Plain;

impl Score for Plain {
    fn score(x: f32) -> f32 {
        x
    }
}

#[gpu]
impl Iterator for Plain {
    type Item = f32;
    fn next(&mut self) -> Option<f32> {
        None
    }
}

fn main() {}
