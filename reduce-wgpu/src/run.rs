//! The passes of a plan on a device: at once, in pieces, in the caller's encoder, without waiting.

pub(crate) mod bound;
pub(crate) mod dispatch;
pub(crate) mod encode;
pub(crate) mod future;
pub(crate) mod memory;
pub(crate) mod reducer;
pub(crate) mod runner;
pub(crate) mod segments;
pub(crate) mod stream;
pub(crate) mod strided;
