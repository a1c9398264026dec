//! `use reduce_wgpu::prelude::*;` brings everything that a program needs.

pub use crate::{
    Array, Caps, Cpu, Engine, Error, Gpu, GpuType, Kernels, Monoid, Reduce, Reducer, Reduction, Source, ops,
};
