//! What Rust and WGSL share: types, how they are spelled, and what they are made of.

pub(crate) mod columns;
pub(crate) mod construct;
pub(crate) mod gpu_type;
pub(crate) mod kind;
pub(crate) mod truth;
pub(crate) mod words;
