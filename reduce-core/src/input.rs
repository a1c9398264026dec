//! What a reduction reads: elements, their positions, and how they lie in buffers.

pub(crate) mod element;
pub(crate) mod indexed;
pub(crate) mod strided;
