//! The input of a reduction: elements, their positions, and how they lie in buffers.

pub(crate) mod adapters;
pub(crate) mod dims;
pub(crate) mod element;
pub(crate) mod indexed;
pub(crate) mod placed;
