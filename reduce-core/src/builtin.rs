//! Types that need no derive: scalars, arrays, narrow integers and halves, tuples, `Option`, and the vectors of glam.

pub(crate) mod array;
pub(crate) mod boolean;
#[cfg(feature = "glam")]
pub(crate) mod glam;
pub(crate) mod narrow;
pub(crate) mod number;
pub(crate) mod option;
mod ordering;
pub(crate) mod scalar;
pub(crate) mod tuple;
