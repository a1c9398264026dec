//! Operators with parameters: a threshold, an exponent, a point.

use super::{ArgMin, Sum, Words};
use crate::builtin::number::Integer as _;
use crate::{Indexed, Number, Reduction, gpu};
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

/// The sum of powers of magnitudes, Σ |x|^p, in f32. Its root of degree p is the norm of that degree. Empty: −0.
///
/// An exponent that is NaN gives NaN where an element is not 1; one of 0 counts the elements. Error: that of [`Sum`], and of `powf`, of which a device
/// has some ten bits at large powers; the CPU has all.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let cubes = Cpu::new().reducer_using(ops::PowerSum { exponent: 3.0 })?;
/// assert_eq!(cubes.reduce(&[1.0, -2.0])?, 9.0);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct PowerSum {
    /// The exponent.
    pub exponent: f32,
}

#[gpu(crate = crate)]
impl Reduction for PowerSum {
    type Input = f32;
    type State = Sum<f32>;
    type Output = f32;

    fn lift(&self, x: f32) -> Sum<f32> {
        Sum::<f32> {
            sum: x.abs().powf(self.exponent),
        }
    }

    fn finish(&self, state: Sum<f32>) -> f32 {
        state.sum
    }
}

/// The element that is nearest to a point: its position, and its Euclidean distance. The first among equals wins, and the first whose distance is NaN.
///
/// Distances are compared as squares, in f32: beyond 1.8e19 they are infinite. Empty: index `u32::MAX`, distance ∞.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let nearest = Cpu::new().reducer_using(ops::DistanceTo { point: [1.0, 1.0] })?;
/// let found = nearest.reduce(&[[9.0, 9.0], [4.0, 5.0], [-9.0, 0.0]])?;
/// assert_eq!((found.index, found.value), (1, 5.0));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct DistanceTo<const D: usize> {
    /// The point.
    pub point: [f32; D],
}

#[gpu(crate = crate)]
impl<const D: usize> Reduction for DistanceTo<D> {
    type Input = Indexed<[f32; D]>;
    type State = ArgMin<f32>;
    type Output = Indexed<f32>;

    fn lift(&self, x: Indexed<[f32; D]>) -> ArgMin<f32> {
        let mut square = 0.0;
        for axis in 0..D {
            let along = x.value[axis] - self.point[axis];
            square += along * along;
        }
        ArgMin::<f32>::lift(Indexed::<f32> {
            index: x.index,
            value: square,
        })
    }

    fn finish(&self, state: ArgMin<f32>) -> Indexed<f32> {
        let nearest = ArgMin::<f32>::finish(state);
        Indexed::<f32> {
            index: nearest.index,
            value: nearest.value.sqrt(),
        }
    }
}
