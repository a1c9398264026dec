//! `use reduce_wgpu::prelude::*;` brings everything that a program needs.

#[cfg(feature = "laws")]
pub use crate::check_monoid;
pub use crate::{
    Array, Caps, Cpu, Element, Engine, Error, Gpu, GpuReducer, GpuType, Gpus, Indexed, Kernels, Length, Monoid,
    NoParameters, Number, Operator, Partial, Policy, Reduce, Reduction, Rounded, Scalar, Source, Storable, Strategy,
    Strided, gpu, ops,
};
