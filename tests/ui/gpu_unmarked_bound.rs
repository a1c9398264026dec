//! Generic code that calls a function of a trait without `#[gpu]`.

use reduce_wgpu::prelude::*;

trait Metric {
    fn dist(a: f32, b: f32) -> f32;
}

#[gpu]
fn farther<M: Metric>(a: f32, b: f32, limit: f32) -> bool {
    M::dist(a, b) > limit
}

trait Shape {
    fn area(self) -> f32;
}

#[gpu]
fn doubled<T: Shape>(shape: T) -> f32 {
    2.0 * shape.area()
}

fn main() {}
