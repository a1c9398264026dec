#![allow(unused)]
use reduce_wgpu::prelude::*;

#[gpu]
fn lifetime<'a>(x: &'a f32) -> f32 {
    *x
}

#[gpu]
fn anonymous(x: impl Number) -> f32 {
    x.to_f32()
}

#[gpu]
fn pointers(y: *const f32, z: fn(f32) -> f32) -> f32 {
    z(1.0)
}

#[gpu]
fn reference(x: f32) -> &'static f32 {
    &1.0
}

#[gpu]
fn opaque(x: f32) -> impl Number {
    x
}

#[gpu]
extern "C" fn foreign(x: f32) -> f32 {
    x
}

#[gpu]
fn by_reference(ref x: f32) -> f32 {
    *x
}

#[gpu]
fn types(x: u8, y: String, z: Vec<f32>) -> Option<f32> {
    None
}

fn main() {
    let _ = lifetime(&1.0) + anonymous(1.0) + foreign(1.0) + by_reference(1.0) + *reference(1.0);
}
