//! The input of a reduction: elements, their positions, and how they lie in buffers.

pub(crate) mod dims;
pub(crate) mod element;
pub(crate) mod indexed;
pub(crate) mod masked;
#[cfg(feature = "ndarray")]
mod ndarray;
pub(crate) mod placed;
pub(crate) mod source;
pub(crate) mod strided;
pub(crate) mod values;
pub(crate) mod view;
