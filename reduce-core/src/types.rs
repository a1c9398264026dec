//! The types that Rust and WGSL share, their spelling, and their parts.

pub(crate) mod columns;
pub(crate) mod construct;
pub(crate) mod gpu_type;
pub(crate) mod kind;
pub(crate) mod stored;
pub(crate) mod stored_array;
pub(crate) mod table;
pub(crate) mod truth;
pub(crate) mod variants;
pub(crate) mod words;
