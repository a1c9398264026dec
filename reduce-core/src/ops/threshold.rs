//! Operators with parameters: a threshold.

use super::Words;
use crate::builtin::number::Integer as _;
use crate::{Number, Reduction, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The number of elements above a threshold, in 64 bits. A NaN is above nothing, and nothing is above a NaN. Empty: 0.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let bright = Cpu::new().reducer_using(ops::CountAbove::<u8> { threshold: 200 })?;
/// assert_eq!(bright.reduce(&[10, 200, 201, 255])?, 2);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct CountAbove<T: Number> {
    /// The threshold, in the type that states hold for `T`: u32 for u8.
    pub threshold: T::Wide,
}

#[gpu(crate = crate)]
impl<T: Number> Reduction for CountAbove<T> {
    type Input = T;
    type State = Words;
    type Output = u64;

    fn lift(&self, x: T) -> Words {
        Words {
            low: (x.widen() > self.threshold) as u32,
            high: 0,
        }
    }

    fn finish(&self, state: Words) -> u64 {
        u32::long(state.low, state.high)
    }
}
