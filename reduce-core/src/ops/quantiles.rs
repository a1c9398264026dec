//! Quantiles, from the counts of equal bins of a range that is given as a value.

use super::Words;
use super::histogram::{MOST_BINS, Tallies};
use crate::builtin::number::ranged::{InBin, Ranged};
use crate::monoid::binned::Binned;
use crate::{Monoid, Number, Reduction, Scalar, gpu};
use reduce_macros::CoreGpuType as GpuType;

/// `Q` quantiles of the elements from `low` to `high`, each accurate to the width of one of `N` equal bins, of which there are 1 to 256. A quantile is an
/// f32 for f32 and f16, and an f64 for all other types.
///
/// The quantile of probability q is that of `numpy.quantile` (its method `linear`): of n elements in ascending order, the one of rank q · (n − 1), counted
/// from 0, interpolated between two elements if that rank is not a whole number. The elements are counted as in a [`Histogram`](super::Histogram), and those
/// of a bin are taken to be spread evenly over it, each in the middle of its share. So the error is at most (high − low) / `N`, plus rounding: a few roundings
/// of f32 if the result is f32, and 2^-22 of the width of a bin if it is f64. Integers are spread from the first integer of their bin to its last: if no bin
/// has two integers, as in `Quantiles::<u8, 256, Q>::new(0, 255, …)`, only the interpolation between two elements is rounded.
///
/// Elements outside of the range, and NaNs, are not counted: give a range that holds all elements, such as that of [`MinMax`](super::MinMax), or the
/// quantiles leave the others out. All quantiles are NaN if no element is in the range; a quantile is NaN if its probability is below 0, above 1 or NaN. A
/// range that holds nothing for a histogram holds nothing here. The count of a bin wraps around at 2^32.
///
/// The state is that of the histogram: 4 · `N` bytes, which do not depend on the order of the elements. It takes as long, and one kernel serves all ranges
/// and probabilities. `finish` takes `N` steps per quantile, and gives the same bits on the host and on every device that has the type of the result.
///
/// ```
/// use reduce_core::{Cpu, ops};
/// let quartiles = Cpu::new().reducer_using(ops::Quantiles::<f32, 256, 3>::new(0.0, 1000.0, [0.25, 0.5, 0.75]))?;
/// let data: Vec<f32> = (0..=1000).map(|x| x as f32).collect();
/// for (found, exact) in quartiles.reduce(&data)?.into_iter().zip([250.0, 500.0, 750.0]) {
///     assert!((found - exact).abs() <= 1000.0 / 256.0);
/// }
/// let median = Cpu::new().reducer_using(ops::Quantiles::<u8, 256, 1>::new(0, 255, [0.5]))?;
/// assert_eq!(median.reduce(&[3, 200, 4, 0])?, [3.5]);
/// assert!(median.reduce(&[])?[0].is_nan());
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
pub struct Quantiles<T: Number, const N: usize, const Q: usize> {
    range: <T::Wide as Ranged>::Range,
    /// The upper and the lower word of each probability times 2^63, in a type that leaves no padding.
    probabilities: [[<T::Wide as Scalar>::Place; 2]; Q],
}

impl<T: Number, const N: usize, const Q: usize> Quantiles<T, N, Q> {
    /// The quantiles of these probabilities, from 0 to 1, of the elements from `low` to `high`, which have the type that states hold for `T`: u32 for u8.
    #[must_use]
    pub fn new(low: T::Wide, high: T::Wide, probabilities: [f64; Q]) -> Self {
        const { assert!(0 < N && N <= MOST_BINS, "quantiles are found in 1 to 256 bins") };
        const { assert!(0 < Q, "there is at least one quantile") };
        Self {
            range: Ranged::range(low, high, N as u32),
            probabilities: probabilities.map(|probability| fixed(probability).map(T::Wide::place)),
        }
    }
}

/// The upper word of a number that is not a probability.
const NONE: u32 = u32::MAX;

/// The words of `probability` times 2^63, rounded to the nearest integer.
fn fixed(probability: f64) -> [u32; 2] {
    const UNIT: f64 = (1u64 << 63) as f64;
    if !(0.0..=1.0).contains(&probability) {
        return [NONE, 0];
    }
    let fixed = (probability * UNIT).round() as u64;
    [(fixed >> 32) as u32, fixed as u32]
}

/// The product of two words.
#[gpu(crate = crate)]
fn product(a: u32, b: u32) -> Words {
    let (a_high, a_low) = (a >> 16, a & 0xffff);
    let (b_high, b_low) = (b >> 16, b & 0xffff);
    let outer = Words {
        low: a_low * b_low,
        high: a_high * b_high,
    };
    Words::combine(outer, Words::combine(middle(a_high * b_low), middle(a_low * b_high)))
}

/// `x` times 2^16.
#[gpu(crate = crate)]
fn middle(x: u32) -> Words {
    Words {
        low: x << 16,
        high: x >> 16,
    }
}

/// The rank of a quantile among elements in ascending order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
struct Rank {
    whole: Words,
    /// The fractional part, times 2^32.
    fraction: u32,
}

#[gpu(crate = crate)]
impl Rank {
    /// The product of `last`, which has at most 40 bits, and a probability, given by its words. It is of integers: the rank in a long input has more bits than a float.
    fn of(last: Words, upper: u32, lower: u32) -> Self {
        let least = product(last.low, lower);
        let middle = Words::combine(
            Words::combine(product(last.low, upper), product(last.high, lower)),
            Words::of_u32(least.high),
        );
        let most = Words::combine(product(last.high, upper), Words::of_u32(middle.high));
        // Shifted to the left by one bit: the product has 63 bits behind the point.
        Self {
            whole: Words {
                low: (most.low << 1) | (middle.low >> 31),
                high: (most.high << 1) | (most.low >> 31),
            },
            fraction: (middle.low << 1) | (least.low >> 31),
        }
    }
}

/// Looks for the element of a rank, bin by bin.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[reduce(crate = crate)]
struct Search {
    /// The rank, counted from the first element of the next bin.
    left: Words,
    place: InBin,
    found: bool,
}

#[gpu(crate = crate)]
impl Search {
    fn of(rank: Words) -> Self {
        Self {
            left: rank,
            place: InBin { bin: 0, share: 0.0 },
            found: false,
        }
    }

    /// Takes the next bin, which has `count` elements.
    fn pass(&mut self, bin: u32, count: u32) {
        if !self.found {
            if self.left.high == 0 && self.left.low < count {
                let share = (self.left.low as f32 + 0.5) / count as f32;
                self.place = InBin { bin, share };
                self.found = true;
            } else {
                let borrow = (self.left.low < count) as u32;
                self.left.low = self.left.low.wrapping_sub(count);
                self.left.high = self.left.high.wrapping_sub(borrow);
            }
        }
    }
}

#[gpu(crate = crate)]
impl<T: Number, const N: usize, const Q: usize> Quantiles<T, N, Q> {
    fn bin(self, x: T) -> u32 {
        x.widen().bin_in(self.range)
    }
}

#[gpu(crate = crate)]
impl<T: Number, const N: usize, const Q: usize> Reduction for Quantiles<T, N, Q> {
    type Input = T;
    type State = Tallies<N>;
    type Output = [T::Real; Q];

    const BINNED: Option<Binned<Self, T, Tallies<N>>> = Some(Binned::of::<Self>(
        N as u32,
        |quantiles, x| quantiles.bin(x),
        Tallies::add,
        false,
    ));

    fn lift(&self, x: T) -> Tallies<N> {
        Tallies::<N>::of(self.bin(x))
    }

    fn finish(&self, state: Tallies<N>) -> [T::Real; Q] {
        let mut count = Words::identity();
        for counted in state.counts {
            count = Words::combine(count, Words::of_u32(counted));
        }
        // The last rank: 2^64 - 1 if there are no elements.
        let last = Words::combine(
            count,
            Words {
                low: u32::MAX,
                high: u32::MAX,
            },
        );
        let mut quantiles = [T::Real::GREATEST_OF_NONE; Q];
        for (quantile, words) in quantiles.iter_mut().zip(self.probabilities) {
            let (upper, lower) = (T::Wide::position(words[0]), T::Wide::position(words[1]));
            if upper != NONE && (count.low | count.high) != 0 {
                let rank = Rank::of(last, upper, lower);
                // The last element has none behind it, and needs none: its rank has no fraction.
                let next = (rank.whole.low != last.low || rank.whole.high != last.high) as u32;
                let mut from = Search::of(rank.whole);
                let mut to = Search::of(Words::combine(rank.whole, Words::of_u32(next)));
                for bin in 0..N {
                    from.pass(bin as u32, state.counts[bin]);
                    to.pass(bin as u32, state.counts[bin]);
                }
                *quantile = T::Wide::number_between(self.range, from.place, to.place, rank.fraction);
            }
        }
        quantiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::private::ReductionWithParameters as _;

    /// Compares the ranks among up to as many elements as counts can hold with products of 128 bits.
    #[test]
    fn ranks_are_products() {
        let lasts = [0u64, 1, 6, 999, u32::MAX.into(), 1 << 32, (256 << 32) - 257];
        for last in lasts {
            for probability in [0.0, 1e-30, 0.1, 0.25, 1.0 / 3.0, 0.5, 0.9, 1.0 - f64::EPSILON, 1.0] {
                let [upper, lower] = fixed(probability);
                let words = Words {
                    low: last as u32,
                    high: (last >> 32) as u32,
                };
                let found = Rank::of(words, upper, lower);
                let exact = (u128::from(last) * (u128::from(upper) << 32 | u128::from(lower))) >> 31;
                let found = u128::from(found.whole.unsigned()) << 32 | u128::from(found.fraction);
                assert_eq!(found, exact, "{probability} of {last}");
            }
        }
    }

    #[test]
    fn probabilities_have_63_bits() {
        assert_eq!([0.0, 0.5, 1.0].map(fixed), [[0, 0], [1 << 30, 0], [1 << 31, 0]]);
        assert_eq!(fixed(2f64.powi(-63)), [0, 1]);
        for none in [-1e-300, 1.0 + f64::EPSILON, f64::NAN, f64::INFINITY] {
            assert_eq!(fixed(none)[0], NONE, "{none}");
        }
    }

    /// There are more elements than an input of a test can have: all but one are in two bins, whose counts are full.
    #[test]
    fn counts_are_added_up_in_64_bits() {
        let quantiles = Quantiles::<f64, 3, 4>::new(0.0, 3.0, [0.0, 0.5, 0.75, 1.0]);
        let state = Tallies {
            counts: [u32::MAX, 1, u32::MAX],
        };
        let [least, median, upper, most] = quantiles.finish(state);
        assert!(
            (0.0..1e-9).contains(&least) && (3.0 - 1e-6..=3.0).contains(&most),
            "{least} {most}"
        );
        assert_eq!(median, 1.5);
        assert!((upper - 2.5).abs() < 1e-6, "{upper}");
    }
}
