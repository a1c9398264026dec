//! One monoid in Rust, its WGSL, and the order in which it is combined on every device.
//!
//! This crate knows no GPU: it has no wgpu, no input or output, no clock and no environment. It turns a [`Reduction`] into
//! validated kernels ([`Kernels`]) and into a [`Plan`] for n elements, and runs the same definition on the CPU
//! ([`Cpu`]). `reduce-wgpu` runs the kernels.
//!
//! ```
//! use reduce_core::{Cpu, Reduce};
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
//! let stats = Cpu::new().reduce::<Stats>(&[2.0, -1.0, 4.5])?;
//! assert_eq!(stats, Stats { count: 3, sum: 5.5, min: -1.0, max: 4.5 });
//! # Ok::<(), reduce_core::Error>(())
//! ```

// The derive names this crate by its path also where it is used inside it.
extern crate self as reduce_core;

mod any_order;
mod arithmetic;
mod caps;
mod cast;
mod column_form;
mod columns;
mod comparison;
mod cpu;
mod element;
mod emit;
mod error;
#[cfg(test)]
mod every_byte;
pub mod field;
mod forest;
#[cfg(feature = "glam")]
mod glam;
mod gpu_type;
mod indexed;
mod inspect;
mod kernel;
mod kind;
mod ladder;
pub mod laws;
mod loop_limit;
mod method;
mod monoid;
mod narrow;
mod number;
mod op;
mod operable;
pub mod ops;
mod partial;
mod plan;
mod policy;
#[doc(hidden)]
pub mod private;
#[doc(hidden)]
pub mod probe;
mod recipe;
mod reproducibility;
mod resources;
mod scalar;
mod several;
mod shape;
mod slot;
mod split;
mod strategy;
mod strided;
mod tuning;
mod tuple;
mod validate;
mod wgsl;

pub use arithmetic::{Arithmetic, Seen};
pub use caps::{Caps, Subgroups};
pub use cpu::{Cpu, CpuReducer, CpuStream};
pub use element::{Element, HostSource};
pub use error::Error;
#[doc(hidden)]
pub use gpu_type::from_bytes;
pub use gpu_type::{GpuType, Needs, Storable};
pub use indexed::Indexed;
pub use inspect::Kernels;
#[doc(hidden)]
pub use kernel::{KIND_WORD, PassKind};
pub use kernel::{Kernel, Step};
pub use loop_limit::LoopLimit;
#[doc(hidden)]
pub use monoid::caught;
pub use monoid::{Monoid, Reduction, finish};
pub use number::{Integer, Number, Rounded, Scalar};
pub use op::OpSource;
pub use partial::Partial;
pub use plan::{NODE, Pass, Plan, Source, chunk};
pub use policy::{Choice, Policy};
pub use reduce_macros::{CoreGpuType as GpuType, CoreReduce as Reduce, core_gpu as gpu};
pub use reproducibility::Reproducibility;
pub use resources::Resources;
pub use shape::{ORDER, Shape};
pub use strategy::Strategy;
pub use strided::Strided;
pub use tuning::{COPY_BYTES, COPY_THREADS, POOL_BYTES, READ_WORKGROUPS, SPIN, UPLOAD_BYTES};
pub use validate::Valid;
