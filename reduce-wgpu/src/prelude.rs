//! `use reduce_wgpu::prelude::*;` brings everything that a program needs.

// For `value.lift(x)` on the host.
#[doc(no_inline)]
pub use crate::ReductionWithParameters as _;
#[cfg(feature = "laws")]
pub use crate::check_monoid;
pub use crate::{
    Along, Array, Caps, Columns, Cpu, DeviceKeys, DeviceOffsets, Element, Engine, Error, Gpu, GpuReducer, GpuType,
    Gpus, GroupBuffers, Grouping, Groups, Indexed, Kernels, Keys, Length, Masked, Monoid, NoParameters, Number,
    Operator, Partial, Policy, Reduce, ReduceEach, Reduction, Rounded, Rows, Runs, Scalar, Segments, Source, Storable,
    Strategy, Strided, Tensor, View, gpu, ops,
};
