//! Reductions of any monoid on any GPU, with the same bits as on the CPU.
//!
//! Declare how values are combined; the derive turns it into WGSL, naga validates it, wgpu runs it.
//!
//! ```
//! use reduce_wgpu::prelude::*;
//!
//! #[repr(C)]
//! #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
//! #[reduce(input = f32)]
//! struct Stats {
//!     #[reduce(sum, lift = 1)]
//!     count: u32,
//!     #[reduce(sum)]
//!     sum: f32,
//!     #[reduce(min)]
//!     min: f32,
//!     #[reduce(max)]
//!     max: f32,
//! }
//!
//! let engine = Engine::auto()?; // a hardware GPU, else the CPU
//! let stats = engine.reduce::<Stats>(&[2.0, -1.0, 4.5])?;
//! assert_eq!(stats, Stats { count: 3, sum: 5.5, min: -1.0, max: 4.5 });
//! # Ok::<(), reduce_wgpu::Error>(())
//! ```
//!
//! The path of a call: `device` (which one, its abilities, kernels compiled once) → [`Gpu`] → `input` (where the elements are) →
//! `run` (the plan's passes) → the last state → `finish` on the host.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "laws")]
#[doc(hidden)]
pub mod check_monoid;
mod device;
mod engine;
mod gpu;
mod gpus;
mod input;
mod measure;
pub mod prelude;
mod run;
mod trial;

/// The wgpu that this crate is built with, for buffers and encoders of your own.
pub use wgpu;

#[cfg(feature = "laws")]
pub use reduce_core::laws;
pub use reduce_core::{
    Along, Arithmetic, Caps, Choice, Columns, Cpu, CpuReducer, CpuStream, DeviceOutput, Element, Error, GroupElements,
    GroupLanes, GroupPlaces, GroupRows, GroupStates, Grouping, Groups, Indexed, Integer, Kernel, Kernels, Key,
    KeySource, Keys, LoopLimit, Masked, Monoid, Needs, NoParameters, Number, Offsets, Operator, OperatorValue,
    OperatorWgsl, Parameters, ParamsOf, Partial, Pass, PassInput, Plan, Policy, ReduceEach, Reduction,
    ReductionWithParameters, Reproducibility, Resources, Rounded, Rows, Runs, Scalar, Seen, Segments, Shape, Source,
    Step, Storable, Strategy, Strided, Subgroups, Tensor, View, field, finish, on_gpu, ops,
};
#[doc(hidden)]
pub use reduce_core::{finish_with, private, probe};
// The trait alone: reduce-core's own derive of that name writes `::reduce_core` paths.
#[doc(inline)]
pub use reduce_core::private::GpuType;
#[doc(inline)]
pub use reduce_macros::{GpuType, Reduce, gpu};
// Derives that are none, and say so.
#[doc(hidden)]
pub use reduce_macros::{Monoid, Reduction};

pub use device::scratch::Scratch;
pub use device::shared::Gpu;
pub use engine::{Engine, EngineEachFuture, EngineFuture, EngineReducer, EngineStream};
pub use gpus::{Gpus, GpusReducer};
pub use input::array::Array;
pub use input::device_keys::{DeviceKeys, GroupBuffers, GroupOutput};
pub use input::device_offsets::DeviceOffsets;
pub use input::device_source::{BufferRange, DeviceSource};
pub use input::length::Length;
pub use input::sharded::ShardedArray;
pub use run::each_async::ReduceEachFuture;
pub use run::future::ReduceFuture;
pub use run::reducer::GpuReducer;
pub use run::stream::GpuStream;
