use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct A {
    a: f32,
}

#[gpu]
impl Monoid for A {
    fn identity() -> Self {
        A { a: 0.0 }
    }
    fn combine(a: &Self, b: &Self) -> Self {
        A { a: a.a + b.a }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct B {
    b: f32,
}

#[gpu]
impl Monoid for B {
    fn combine(a: Self) -> Self {
        a
    }
}

struct C;

#[gpu]
impl Reduction for C {
    type Input = f32;
    type State = B;
    fn lift(x: u32) -> B {
        B { b: x as f32 }
    }
    fn finish(s: B, t: B) -> f32 {
        s.b + t.b
    }
}

fn main() {
    let _ = Cpu::new().reduce::<C>(&[1.0]);
}
