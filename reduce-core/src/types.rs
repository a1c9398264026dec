//! The types that Rust and WGSL share, their spelling, and their parts.

pub(crate) mod columns;
pub(crate) mod construct;
pub(crate) mod gpu_type;
pub(crate) mod kind;
pub(crate) mod truth;
pub(crate) mod words;
