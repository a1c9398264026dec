//! `use reduce_wgpu::prelude::*;` brings everything that a program needs.

pub use crate::{
    Array, Caps, Cpu, Engine, Error, Gpu, GpuType, Gpus, Indexed, Kernels, Length, Monoid, Number, Partial, Reduce,
    Reducer, Reduction, Rounded, Scalar, Source, check_monoid, gpu, ops,
};
