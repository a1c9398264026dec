use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Total {
    sum: f32,
}

#[gpu]
impl Monoid for Total {
    fn identity() -> Self {
        Total { sum: 0.0 };
    }
    fn combine(a: Self, b: Self) -> Self {
        Total { sum: a.sum + b.sum };
    }
}

#[gpu]
fn name(x: f32) -> f32 {
    let y = x * 2.0;
    y;
}

#[gpu]
fn declaration(x: f32) -> f32 {
    let y = x * 2.0;
}

#[gpu]
fn nothing(x: f32) -> f32 {}

#[gpu]
fn branches(x: f32) -> f32 {
    if x > 1.0 { 1.0 } else { x };
}

#[gpu]
fn arms(x: u32) -> f32 {
    match x {
        0 => 1.0,
        1 => return 2.0,
        _ => 3.0,
    };
}

#[gpu]
fn rounds(x: f32) -> f32 {
    let mut y = x;
    while y > 1.0 {
        y -= 1.0;
    }
}

#[gpu]
fn generic<T: Scalar>(x: T) -> T {
    (x * x);
}

fn main() {
    let _ = name(generic(1.0));
}
