//! Programs of a review of the language, a module for each.

#![allow(dead_code, unused)]

mod b26_semicolon {
use reduce_wgpu::prelude::*;
#[gpu]
fn f(x: f32) -> f32 { let y = x * 2.0; y; }
#[gpu]
fn g(x: f32) -> f32 { x.sqrt() x }
}

mod c07_syntax {
use reduce_wgpu::prelude::*;
#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct A { sum: f32 }
#[gpu]
impl Monoid for A {
    fn identity() -> Self { A { sum: 0.0 } }
    fn combine(a: Self, b: Self) -> Self { A { sum: a.sum + ; } }
}
#[gpu]
impl Reduction for A { type Input = f32; type State = Self; type Output = f32; fn lift(x: f32) -> Self { A { sum: x } } fn finish(s: Self) -> f32 { s.sum } }
fn run() { let _ = Cpu::new().reduce::<A>(&[1.0]); }
}

fn main() {}
