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

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(feature = "strategies"),
    allow(
        dead_code,
        reason = "parts that only strategies use, such as columns of their table, stay where they belong; with all features none is unused"
    )
)]

// The derive names this crate by its path also where it is used inside it.
extern crate self as reduce_core;

mod arithmetic;
mod builtin;
mod caps;
mod choice;
mod cpu;
mod error;
#[cfg(test)]
mod every_byte;
mod group;
mod hash;
mod input;
mod kernel;
mod large_pages;
#[cfg(feature = "laws")]
pub mod laws;
mod loop_limit;
mod lower;
mod monoid;
mod needs;
pub mod on_gpu;
mod operator;
pub mod ops;
mod order;
mod plan;
#[doc(hidden)]
pub mod private;
#[doc(hidden)]
pub mod probe;
mod source;
mod tuning;
mod types;
mod wgsl;

pub use arithmetic::{Arithmetic, Seen};
pub use builtin::number::{Integer, Number, Rounded, Scalar};
pub use caps::{Caps, Subgroups};
pub use choice::policy::{Choice, Policy};
pub use choice::strategy::Strategy;
pub use cpu::{Cpu, CpuReducer, CpuStream};
pub use error::Error;
pub use group::key::Key;
#[doc(hidden)]
pub use group::key::{KeyKind, KeyOrder};
#[doc(hidden)]
pub use group::keys::check_len as check_keys;
pub use group::keys::{Groups, KeySource, Keys};
#[doc(hidden)]
pub use group::layout::{Arrangement, Layout};
pub use group::regular::{Along, Columns, Rows, Tensor};
pub use group::runs::Runs;
pub use group::segments::{Offsets, Segments};
#[doc(hidden)]
pub use group::{Arranged, Keyed, arranged, arranged_by, room_for};
pub use group::{Grouping, ReduceEach};
pub use input::element::Element;
#[doc(hidden)]
pub use input::element::Plain;
pub use input::indexed::Indexed;
#[doc(hidden)]
pub use input::indexed::Positions;
pub use kernel::inspect::Kernels;
pub use kernel::resources::Resources;
#[doc(hidden)]
pub use kernel::segments::BAD_WORD;
pub use kernel::{GatherStep, KeyStep, KeysAt};
pub use kernel::{GroupBounds, GroupElements, GroupLanes, GroupPlaces, GroupRows, GroupStates, SegmentBegins};
#[doc(hidden)]
pub use kernel::{KIND_WORD, PassKind, PassParams};
pub use kernel::{Kernel, Step};
pub use loop_limit::LoopLimit;
pub use monoid::call::finish;
#[doc(hidden)]
pub use monoid::call::{caught, finish_with};
pub use monoid::field;
#[doc(hidden)]
pub use monoid::masked::OfMasked;
pub use monoid::operator::{Operator, ReductionWithParameters};
pub use monoid::output::DeviceOutput;
#[doc(hidden)]
pub use monoid::parameters::words as param_words;
pub use monoid::parameters::{NoParameters, Parameters};
pub use monoid::traits::{Monoid, Reduction};
pub use monoid::value::{OperatorValue, ParamsOf};
pub use needs::Needs;
pub use operator::op::OperatorWgsl;
pub use operator::reproducibility::Reproducibility;
pub use operator::validate::Valid;
pub use order::canonical::{ORDER, Shape};
#[doc(hidden)]
pub use order::forest::fold_tree;
pub use order::partial::Partial;
#[doc(hidden)]
pub use plan::groups::{
    Among, BatchElements, BatchRoom, Finishing, GROUP_OUTPUT, GROUP_RESULTS, Gather, GroupBatch, GroupNumbers,
    GroupPass, GroupPlan, SegmentLists, Segmented,
};
#[doc(hidden)]
pub use plan::keys::{KeyBank, KeyPass, KeyPlan};
#[doc(hidden)]
pub use plan::stream::StreamPlan;
#[doc(hidden)]
pub use plan::{NODE, chunk};
pub use plan::{Pass, PassInput, Plan};
pub use reduce_macros::{CoreGpuType as GpuType, CoreReduce as Reduce, core_gpu as gpu};
pub use source::Source;
pub use source::masked::Masked;
pub use source::strided::Strided;
pub use source::view::View;
#[doc(hidden)]
pub use source::{EnginePart, HostPart, SourcePart, extend_by_host_parts, host_parts};
#[doc(hidden)]
pub use tuning::{COPY_BYTES, COPY_THREADS, FEW_COPIES, MOST_COPIES, POOL_BYTES, READ_WORKGROUPS, SPIN, UPLOAD_BYTES};
pub use types::gpu_type::{GpuType, Storable};
#[doc(hidden)]
pub use types::stored::{Stored, from_bytes};
