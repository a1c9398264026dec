use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Misspelt {
    sum: f32,
}

#[gpu]
impl Monoid for Misspelt {
    fn identity() -> Self {
        Misspelt { sum: 0.0 }
    }
    fn combin(a: Self, b: Self) -> Self {
        Misspelt { sum: a.sum + b.sum }
    }
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Method {
    sum: f32,
}

#[gpu]
impl Monoid for Method {
    fn identity() -> Self {
        Method { sum: 0.0 }
    }
    fn combine(self, other: Self) -> Self {
        Method { sum: self.sum + other.sum }
    }
}

fn main() {}
