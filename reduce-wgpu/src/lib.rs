//! Reductions of any monoid on any GPU, with the same bits as on the CPU.
//!
//! Declare what is combined; the derive makes WGSL of it, naga validates it, wgpu runs it.
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
//! The path of a call: `adapter` (which device, what it can do) → [`Gpu`] → `pipeline` (kernels compiled once) →
//! [`Array`] (the input on the device) → `dispatch` (the plan's passes) → the last state → `finish` on the host.

mod adapter;
mod array;
mod bound;
mod ceiling;
#[doc(hidden)]
pub mod check;
mod dispatch;
mod elements;
mod encode;
mod engine;
mod future;
mod gpu;
mod gpus;
mod input;
mod length;
mod litmus;
mod measure;
mod pipeline;
mod poller;
mod pool;
pub mod prelude;
mod recent;
mod reducer;
mod runner;
mod scope;
mod scratch;
mod source;
mod stream;
mod strided;
mod subgroups;
mod tried;
mod view;
mod watch;

/// The wgpu that this crate is built with, for buffers and encoders of your own.
pub use wgpu;

pub use reduce_core::{
    Arithmetic, Caps, Choice, Cpu, CpuReducer, CpuStream, Element, Error, HostSource, Indexed, Integer, Kernel,
    Kernels, LoopLimit, Monoid, Needs, Number, OpSource, Partial, Pass, Plan, Policy, Reduction, Reproducibility,
    Resources, Rounded, Scalar, Seen, Shape, Source as PassSource, Step, Storable, Strategy, Strided, Subgroups, field,
    finish, laws, ops,
};
#[doc(hidden)]
pub use reduce_core::{private, probe};
// The trait alone: reduce-core's own derive of that name writes `::reduce_core` paths.
#[doc(inline)]
pub use reduce_core::private::GpuType;
#[doc(inline)]
pub use reduce_macros::{GpuType, Reduce, gpu};

pub use array::Array;
pub use engine::{Engine, EngineReducer, EngineStream};
pub use future::Reducing;
pub use gpu::Gpu;
pub use gpus::{Gpus, GpusReducer, Spread};
pub use length::Length;
pub use reducer::Reducer;
pub use scratch::Scratch;
pub use source::Source;
pub use stream::Stream;
pub use view::{DeviceSource, Place};
