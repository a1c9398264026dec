//! Ranges of numbers that are cut into equal bins.

use crate::hash::name;
use crate::lower::method::Method;
use crate::types::gpu_type::Unpadded;
use reduce_macros::CoreGpuType as GpuType;

/// A place inside a bin.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct InBin {
    /// The bin.
    pub bin: u32,
    /// How far into the bin: 0 at its lower end, 1 at its upper end.
    pub share: f32,
}

/// A number with a bin in a range.
#[doc(hidden)]
pub trait Ranged: Sized + Method<{ name("bin_in") }> + Method<{ name("number_between") }> {
    /// A range, with the numbers that it takes to find a bin.
    type Range: Unpadded + Copy + std::fmt::Debug + PartialEq;

    /// The type of float that holds a number between two values of `Self`.
    type Real;

    /// The range from `low` to `high`, cut into `bins` equal bins. A pair that is no range gives one that holds nothing.
    fn range(low: Self, high: Self, bins: u32) -> Self::Range;
    /// The bin that holds this number; `u32::MAX` where none does.
    fn bin_in(self, range: Self::Range) -> u32;
    /// The number between two places in a range, `fraction` / 2^32 of the way from the first to the second.
    fn number_between(range: Self::Range, from: InBin, to: InBin, fraction: u32) -> Self::Real;
}
