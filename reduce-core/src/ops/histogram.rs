//! Histograms: the counts of equal bins of a range that is given as a value.

use crate::builtin::number::ranged::Ranged;
use crate::monoid::binned::Binned;
use crate::{Number, Reduce, Reduction, Scalar, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// The most bins of a histogram: their counts take 1 KiB, which is as much as software drivers take.
pub(super) const MOST_BINS: usize = 256;

/// A histogram: the counts of `N` equal bins of the range from `low` to `high`, 1 to 256 of them.
///
/// As in `numpy.histogram`, a bin holds its lower edge and not its upper one, but for the last, which holds `high` too; elements outside of the range,
/// and NaNs, are counted nowhere. A count wraps around at 2^32. Empty: zeros.
///
/// The edges of floats are low + k · ((high − low) / N), each operation rounded in their type; those of integers are exact. A range whose `low` is not
/// below `high`, or whose difference is no finite number, holds nothing, and so does one that is NaN at an end.
///
/// On a GPU, workgroups count in their own memory, which takes about as long as reading the elements; so they do for each row, column or other group of one
/// shape. Beside others in a tuple the state is combined
/// as any other is, with the same results.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let quarters = Cpu::new().reducer_using(ops::Histogram::<f32, 4>::new(0.0, 1.0))?;
/// assert_eq!(quarters.reduce(&[0.1, 0.25, 0.3, 0.9, 1.0, 1.5, f32::NAN])?, [1, 2, 0, 2]);
/// quarters.set(ops::Histogram::new(0.0, 2.0));
/// assert_eq!(quarters.reduce(&[0.1, 0.25, 0.3, 0.9, 1.0, 1.5, f32::NAN])?, [3, 1, 1, 1]);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct Histogram<T: Number, const N: usize> {
    range: <T::Wide as Ranged>::Range,
}

impl<T: Number, const N: usize> Histogram<T, N> {
    /// The bins of the range from `low` to `high`, in the type that states hold for `T`: u32 for u8.
    #[must_use]
    pub fn new(low: T::Wide, high: T::Wide) -> Self {
        const { assert!(0 < N && N <= MOST_BINS, "a histogram has 1 to 256 bins") };
        Self {
            range: Ranged::range(low, high, N as u32),
        }
    }
}

/// A [`Histogram`] whose number of bins is a value too, up to `N` of them, and whose result has as many counts.
///
/// One kernel serves all numbers of bins, and takes as long as one for `N`. The host makes the result: where `encode` is to write it, take [`Histogram`].
/// With `bins` = 0 the result is empty, and more than `N` bins are taken as `N`.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let thirds = Cpu::new().reducer_using(ops::HistogramUpTo::<u8, 256>::new(0, 9, 3))?;
/// assert_eq!(thirds.reduce(&[0, 2, 3, 5, 6, 9, 10])?, [2, 2, 2]);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct HistogramUpTo<T: Number, const N: usize> {
    range: <T::Wide as Ranged>::Range,
    /// The number of bins, in a type that leaves no padding.
    bins: <T::Wide as Scalar>::Place,
}

impl<T: Number, const N: usize> HistogramUpTo<T, N> {
    /// `bins` equal bins of the range from `low` to `high`, in the type that states hold for `T`: u32 for u8.
    #[must_use]
    pub fn new(low: T::Wide, high: T::Wide, bins: u32) -> Self {
        const { assert!(0 < N && N <= MOST_BINS, "a histogram has 1 to 256 bins") };
        let bins = bins.min(N as u32);
        Self {
            range: Ranged::range(low, high, bins),
            bins: T::Wide::place(bins),
        }
    }
}

/// The counts of bins: the state of [`Histogram`] and [`Quantiles`](super::Quantiles).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(crate = crate)]
pub struct Tallies<const N: usize> {
    #[reduce(sum)]
    pub(super) counts: [u32; N],
}

#[gpu(crate = crate)]
impl<const N: usize> Tallies<N> {
    /// One in `bin`, if there is such a bin.
    pub(super) fn of(bin: u32) -> Self {
        let mut counts = [0; N];
        if (bin as usize) < N {
            counts[bin as usize] = 1;
        }
        Self { counts }
    }
}

impl<const N: usize> Tallies<N> {
    #[inline(always)]
    pub(super) fn add(&mut self, bin: u32) {
        if let Some(count) = self.counts.get_mut(bin as usize) {
            *count = count.wrapping_add(1);
        }
    }
}

/// The functions of a histogram, whose `finish` is given, and whether that returns all counts as they are.
macro_rules! histogram {
    ($name:ident gives $output:ty, all counts: $is_result:literal { $($finish:tt)* }) => {
        #[gpu(crate = crate)]
        impl<T: Number, const N: usize> $name<T, N> {
            fn bin(self, x: T) -> u32 {
                x.widen().bin_in(self.range)
            }
        }

        #[gpu(crate = crate)]
        impl<T: Number, const N: usize> Reduction for $name<T, N> {
            type Input = T;
            type State = Tallies<N>;
            type Output = $output;

            const BINNED: Option<Binned<Self, T, Tallies<N>>> = Some(Binned::of::<Self>(
                N as u32,
                |histogram, x| histogram.bin(x),
                Tallies::add,
                $is_result,
            ));

            fn lift(&self, x: T) -> Tallies<N> {
                Tallies::<N>::of(self.bin(x))
            }

            $($finish)*
        }
    };
}

histogram!(Histogram gives [u32; N], all counts: true {
    fn finish(&self, state: Tallies<N>) -> [u32; N] {
        state.counts
    }
});

histogram!(HistogramUpTo gives Vec<u32>, all counts: false {
    #[host]
    fn finish(&self, state: Tallies<N>) -> Vec<u32> {
        let bins = T::Wide::position(self.bins) as usize;
        state.counts.into_iter().take(bins).collect()
    }
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Caps, Kernels};

    /// Several copies in workgroup memory, one for programs on the CPU; no kernel holds states.
    #[test]
    fn kernels_count_in_copies_of_the_counts() -> Result<(), crate::Error> {
        let bytes = |kernels: &Kernels| {
            kernels
                .all()
                .iter()
                .map(crate::Kernel::workgroup_bytes)
                .collect::<Vec<_>>()
        };
        let caps = Caps::nvidia();
        assert_eq!(bytes(&Kernels::of::<Histogram<f32, 10>>(&caps)?), [10 * 8 * 4, 40]);
        assert_eq!(bytes(&Kernels::of::<Histogram<f32, 200>>(&caps)?), [200 * 8 * 4, 800]);
        let narrow = Caps {
            max_workgroup_bytes: 5000,
            ..Caps::nvidia()
        };
        assert_eq!(
            bytes(&Kernels::of::<Histogram<f32, 256>>(&narrow)?),
            [256 * 4 * 4, 1024]
        );
        let software = Caps {
            software: true,
            ..Caps::webgpu()
        };
        assert_eq!(bytes(&Kernels::of::<Histogram<f32, 256>>(&software)?), [257 * 4, 1024]);
        for caps in [caps, software] {
            let text = Kernels::of::<Histogram<u8, 256>>(&caps)?.wgsl();
            assert!(text.contains("atomicAdd(") && !text.contains("_combine("), "{text}");
        }
        Ok(())
    }
}
