//! An operator as WGSL: its recipe for the generator, whether naga takes it, and on which devices its bits are the same.

pub(crate) mod op;
pub(crate) mod recipe;
pub(crate) mod reproducibility;
pub(crate) mod validate;
