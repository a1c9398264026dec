//! `#[gpu]` on an impl of a trait that lacks it.

use reduce_wgpu::prelude::*;

trait Metric {
    fn dist(a: f32, b: f32) -> f32;
}

struct Square;

#[gpu]
impl Metric for Square {
    fn dist(a: f32, b: f32) -> f32 {
        (a - b) * (a - b)
    }
}

fn main() {}
