//! The passes of a plan on a device: at once, in pieces, in the caller's encoder, without waiting.

pub(crate) mod batches;
mod batches_on_device;
pub(crate) mod call;
pub(crate) mod dispatch;
pub(crate) mod each;
pub(crate) mod each_async;
pub(crate) mod each_on_device;
pub(crate) mod encode_keyed;
mod fetched;
pub(crate) mod future;
pub(crate) mod group_passes;
pub(crate) mod groups;
pub(crate) mod in_encoder;
pub(crate) mod keyed;
pub(crate) mod memory;
pub(crate) mod readback;
pub(crate) mod reducer;
pub(crate) mod runner;
pub(crate) mod segment_lists;
pub(crate) mod segments;
mod side_by_side;
pub(crate) mod stream;
pub(crate) mod stream_staging;
pub(crate) mod strided;
pub(crate) mod timed;
pub(crate) mod views;
