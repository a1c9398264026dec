//! `use reduce_wgpu::prelude::*;` brings everything that a program needs.

pub use crate::{
    Array, Caps, Cpu, Element, Engine, Error, Gpu, GpuReducer, GpuType, Gpus, Indexed, Kernels, Length, Monoid, Number,
    Partial, Policy, Reduce, Reduction, Rounded, Scalar, Source, Storable, Strategy, Strided, check_monoid, gpu, ops,
};
