use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Extremes<T> {
    low: T,
    high: T,
}

#[gpu]
impl<T: Number> Monoid for Extremes<T> {
    fn identity() -> Self {
        loop {}
    }
    fn combine(a: Self, b: Self) -> Self {
        Extremes {
            low: if b.low < a.low { b.low } else { a.low },
            high: if b.high > a.high { b.high } else { a.high },
        }
    }
}

fn main() {}
