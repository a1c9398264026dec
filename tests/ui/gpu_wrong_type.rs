use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Pair {
    a: f32,
    n: u32,
}

#[gpu]
impl Monoid for Pair {
    fn identity() -> Self {
        Pair { a: 0, n: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        let n: u32 = b.a;
        let c: u32 = 1.0;
        if a.c > 0.0 {
            return 3.0;
        }
        Pair { a: b.a, n: 1.5 }
    }
}

#[gpu]
impl Pair {
    fn grow(mut self, by: f32) -> Self {
        self.n = by;
        let by: u32 = by;
        self
    }
    fn shrink(self) -> Self {
        self.a = 1.0;
        self
    }
}

#[gpu]
fn call(x: u32) -> f32 {
    let y = Pair { a: 1.0, n: x }.grow(x);
    let z = other(y.n);
    let mut i = 0;
    while i {
        i += 1;
    }
    for j in 0..x {
        i += j;
    }
    match i {
        1.5 => 1.0,
        _ => y,
    }
}

#[gpu]
fn other(x: f32) -> f32 {
    if x { 1.0 } else { x[0] }
}

#[gpu]
fn twice(x: f32) -> f32 {
    let once = x;
    once = 2.0;
    once
}

fn main() {}
