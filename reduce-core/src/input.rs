//! The input of a reduction: elements, their positions, and how they lie in buffers.

pub(crate) mod element;
pub(crate) mod indexed;
pub(crate) mod mapped;
pub(crate) mod source;
pub(crate) mod strided;
