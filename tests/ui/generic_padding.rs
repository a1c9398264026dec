//! Padding of a generic struct shows where its parameters are known: here as a field of another struct.
use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Pair<T: Number + Scalar> {
    a: u32,
    b: T,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Even {
    pair: Pair<f32>,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Odd {
    pair: Pair<f64>,
}

fn main() {}
