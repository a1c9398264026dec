//! Ranges of numbers that are cut into equal bins.

use crate::hash::name;
use crate::lower::method::Method;
use crate::types::gpu_type::Unpadded;

/// A number with a bin in a range.
#[doc(hidden)]
pub trait Ranged: Sized + Method<{ name("bin_in") }> {
    /// A range, with the numbers that it takes to find a bin.
    type Range: Unpadded + Copy + std::fmt::Debug + PartialEq;

    /// The range from `low` to `high`, cut into `bins` equal bins; one that holds nothing if it is none.
    fn range(low: Self, high: Self, bins: u32) -> Self::Range;
    /// The bin that holds this number; `u32::MAX` where none does.
    fn bin_in(self, range: Self::Range) -> u32;
}
