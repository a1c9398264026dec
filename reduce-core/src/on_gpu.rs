//! The traits that rustc names where code with `#[gpu]` or a derive uses a type for something that it does not have on a GPU.
//!
//! The message says what to write. No program names these traits: the macros implement them, and generated code asks for them.

pub use crate::builtin::number::IsNumber;
pub use crate::lower::convert::Conversion;
pub use crate::lower::elements::{HasElements, HasLength, HasSum};
pub use crate::lower::operable::{
    HasComparisons, HasConstants, HasExtrema, HasOperators, HasOrder, Negation, Operation,
};
pub use crate::lower::slot::{HasDefault, HasMethod, InWgsl};
pub use crate::monoid::held::HeldAs;
pub use crate::monoid::results::Both;
pub use crate::monoid::traits::{MonoidOnGpu, ReductionOnGpu};
pub use crate::types::gpu_type::Unpadded;
pub use crate::types::stored::Stored;

/// Asks whether a type is a monoid, of the state of a reduction.
#[doc(hidden)]
pub const fn state<S: crate::Monoid>() {}
