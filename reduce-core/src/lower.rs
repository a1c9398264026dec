//! Rust expressions in WGSL: methods, operators, casts and comparisons, for the types that rustc infers.

pub(crate) mod calls;
pub(crate) mod cast;
pub(crate) mod comparison;
pub(crate) mod convert;
pub(crate) mod derived;
pub(crate) mod elements;
pub(crate) mod in_generic;
pub(crate) mod method;
pub(crate) mod operable;
pub(crate) mod order;
pub(crate) mod slot;
pub(crate) mod variables;
mod words;
pub(crate) mod written;
