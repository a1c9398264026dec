//! Ranges that are cut into equal bins, for each scalar: the bin of a number, by a guess that comparisons with two edges correct.
//!
//! A guess alone can be wrong next to an edge, because a product is rounded, but it is off by at most one bin. The device divides nothing to find the bin:
//! the host has done the divisions.
//!
//! The inverse is here too: the number at a place inside a bin.

use crate::builtin::number::ranged::{InBin, Ranged};
use crate::builtin::number::statistic::Statistic;
use crate::gpu;
use crate::hash::name;
use crate::lower::method::Method;
use crate::wgsl::Module;
use reduce_macros::CoreGpuType as GpuType;

/// A range of floats. Its edges are `low + k * step`, two roundings each, as those of numpy.
macro_rules! floats {
    ($name:ident of $float:ident) => {
        /// A range of floats and what it takes to find a bin in it.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        #[reduce(crate = crate)]
        pub struct $name {
            low: $float,
            high: $float,
            step: $float,
            per_step: $float,
            /// The number of the last bin.
            last: $float,
        }

        impl $name {
            fn between(low: $float, high: $float, bins: u32) -> Self {
                let count = bins as $float;
                let (step, per_step) = ((high - low) / count, count / (high - low));
                // Not by `low >= high`: NaNs make no range either.
                if bins == 0 || !(low < high && step.is_finite() && per_step.is_finite()) {
                    return Self {
                        low: 1.0,
                        high: 0.0,
                        step: 0.0,
                        per_step: 0.0,
                        last: 0.0,
                    };
                }
                Self {
                    low,
                    high,
                    step,
                    per_step,
                    last: count - 1.0,
                }
            }
        }

        #[gpu(crate = crate)]
        impl $name {
            fn bin(self, x: $float) -> u32 {
                // In floats as far as it goes: a GPU converts at a quarter of the rate of other operations.
                let place = ((x - self.low) * self.per_step).floor();
                let guess = if place > self.last { self.last } else { place };
                let next = guess + 1.0;
                let before = x < guess * self.step + self.low;
                let behind = x >= next * self.step + self.low && guess < self.last;
                let bin = if before { guess - 1.0 } else { guess };
                let inside = !x.is_nan() && x >= self.low && x <= self.high;
                if inside { (if behind { next } else { bin }) as u32 } else { u32::MAX }
            }

            fn number(self, place: InBin) -> $float {
                let edge = place.bin as $float * self.step + self.low;
                let number = edge + place.share as $float * self.step;
                // Rounding may put the last edge beyond `high`.
                if number > self.high { self.high } else { number }
            }

            fn number_between(self, from: InBin, to: InBin, fraction: u32) -> $float {
                let (low, high) = (self.number(from), self.number(to));
                low + (high - low) * (fraction as $float * (1.0 / 4_294_967_296.0))
            }
        }

        ranged!($float in $name, $float, "{}", number_between);
    };
}

/// A range of integers, by the difference from the lowest. Its edges are exact: the bin of an offset is ⌊offset · bins / span⌋.
macro_rules! integers {
    ($name:ident of $word:ident, $signed:ident) => {
        /// A range of integers and what it takes to find a bin in it.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
        #[reduce(crate = crate)]
        pub struct $name {
            low: $word,
            span: $word,
            /// Of `span`, divided by `bins`.
            quotient: $word,
            rest: $word,
            per_step: f32,
            bins: u32,
        }

        impl $name {
            /// The range from `low` on, if it `ascends`.
            fn between(low: $word, high: $word, bins: u32, ascends: bool) -> Self {
                if bins == 0 || !ascends {
                    return Self {
                        low,
                        span: 0,
                        quotient: 0,
                        rest: 0,
                        per_step: 0.0,
                        bins: 0,
                    };
                }
                let span = high.wrapping_sub(low);
                let (quotient, rest) = (span / $word::from(bins), span % $word::from(bins));
                Self {
                    low,
                    span,
                    quotient,
                    rest,
                    per_step: bins as f32 / span as f32,
                    bins,
                }
            }
        }

        #[gpu(crate = crate)]
        impl $name {
            /// Whether the lower edge of bin `k`, which is k · span / bins rounded up, is at most `offset`.
            fn reaches(self, k: $word, offset: $word) -> bool {
                let whole = k * self.quotient;
                // More than 256 beyond the whole part is beyond any rest.
                whole <= offset && k * self.rest <= offset.wrapping_sub(whole).min(256) * (self.bins as $word)
            }

            fn bin(self, x: $word) -> u32 {
                let offset = x.wrapping_sub(self.low);
                let guess = ((offset as f32 * self.per_step) as u32).min(self.bins.wrapping_sub(1));
                let next = guess.wrapping_add(1);
                let back = !self.reaches(guess as $word, offset) as u32;
                let forth = (next < self.bins && self.reaches(next as $word, offset)) as u32;
                let inside = offset <= self.span && self.bins > 0;
                if inside {
                    guess.wrapping_add(forth).wrapping_sub(back)
                } else {
                    u32::MAX
                }
            }

            /// The least offset in bin `k`.
            fn edge(self, k: $word) -> $word {
                let bins = self.bins as $word;
                k * self.quotient + (k * self.rest + bins.wrapping_sub(1)) / bins
            }

            /// The distance from the first integer of a bin to its last.
            fn width(self, bin: u32) -> $word {
                let next = bin.wrapping_add(1);
                let last = if next < self.bins {
                    self.edge(next as $word).wrapping_sub(1)
                } else {
                    self.span
                };
                last.wrapping_sub(self.edge(bin as $word))
            }

            fn beyond_first(self, place: InBin) -> f64 {
                place.share as f64 * self.width(place.bin) as f64
            }

            fn unsigned_number(self, place: InBin) -> f64 {
                let first = self.low.wrapping_add(self.edge(place.bin as $word));
                first as f64 + self.beyond_first(place)
            }

            fn signed_number(self, place: InBin) -> f64 {
                let first = self.low.wrapping_add(self.edge(place.bin as $word));
                first as $signed as f64 + self.beyond_first(place)
            }

            fn unsigned_between(self, from: InBin, to: InBin, fraction: u32) -> f64 {
                let (low, high) = (self.unsigned_number(from), self.unsigned_number(to));
                low + (high - low) * (fraction as f64 * (1.0 / 4_294_967_296.0))
            }

            fn signed_between(self, from: InBin, to: InBin, fraction: u32) -> f64 {
                let (low, high) = (self.signed_number(from), self.signed_number(to));
                low + (high - low) * (fraction as f64 * (1.0 / 4_294_967_296.0))
            }
        }
    };
}

/// `Ranged` for a number whose range is that of `$as`.
macro_rules! ranged {
    ($number:ident in $name:ident, $as:ident, $cast:literal, $between:ident $(, if $low:ident < $high:ident)?) => {
        impl Ranged for $number {
            type Range = $name;
            type Real = <Self as Statistic>::Real;

            fn range(low: Self, high: Self, bins: u32) -> $name {
                $name::between(low as $as, high as $as, bins $(, { let ($low, $high) = (low, high); $low < $high })?)
            }

            #[inline(always)]
            fn bin_in(self, range: $name) -> u32 {
                range.bin(self as $as)
            }

            #[inline(always)]
            fn number_between(range: $name, from: InBin, to: InBin, fraction: u32) -> Self::Real {
                range.$between(from, to, fraction)
            }
        }

        // SAFETY: the call is that of a function with `#[gpu]`.
        unsafe impl Method<{ name("bin_in") }> for $number {
            fn call(arguments: &[String], module: &mut Module) -> String {
                let [number, range] = arguments else { return String::new() };
                <$name as Method<{ name("bin") }>>::call(&[range.clone(), format!($cast, number)], module)
            }
        }

        // SAFETY: the call is that of a function with `#[gpu]`.
        unsafe impl Method<{ name("number_between") }> for $number {
            fn call(arguments: &[String], module: &mut Module) -> String {
                <$name as Method<{ name(stringify!($between)) }>>::call(arguments, module)
            }
        }
    };
}

floats!(Floats of f32);
floats!(Floats64 of f64);
integers!(Integers of u32, i32);
integers!(Integers64 of u64, i64);
ranged!(u32 in Integers, u32, "{}", unsigned_between, if low < high);
ranged!(i32 in Integers, u32, "bitcast<u32>({})", signed_between, if low < high);
ranged!(u64 in Integers64, u64, "{}", unsigned_between, if low < high);
ranged!(i64 in Integers64, u64, "bitcast<u64>({})", signed_between, if low < high);

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence that looks random.
    fn words(count: usize) -> impl Iterator<Item = u64> {
        let mut word = 7u64;
        std::iter::repeat_with(move || {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            word ^ word >> 29
        })
        .take(count)
    }

    /// ⌊(x − low) · bins / (high − low)⌋ in integers, and the last bin for `high`.
    fn exact(x: i128, low: i128, high: i128, bins: u32) -> u32 {
        if low >= high || x < low || x > high {
            return u32::MAX;
        }
        let bin = (x - low) * i128::from(bins) / (high - low);
        (bin as u32).min(bins - 1)
    }

    /// Every bin of integers, in ranges of every width, beside the edges and anywhere.
    #[test]
    fn bins_of_integers_are_exact() {
        fn of<T: Ranged + Copy + Into<i128> + TryFrom<i128>>(mask: u64, words: &[u64]) {
            let number = |word: u64, shift: u64| i128::from((word & mask) >> (shift % 64));
            let least = i128::from(mask) + 1;
            for pair in words.windows(3) {
                let bins = (pair[2] % 256) as u32 + 1;
                // Signed types take half of their numbers from below.
                let shift = if T::try_from(-1).is_ok() { least / 2 } else { 0 };
                let low = number(pair[0], pair[1] >> 8) - shift;
                let high = (low + number(pair[1], pair[2] >> 8)).min(least - 1 - shift);
                let (Ok(from), Ok(to)) = (T::try_from(low), T::try_from(high)) else {
                    continue;
                };
                let range = T::range(from, to, bins);
                for k in [0, 1, i128::from(bins / 2), i128::from(bins) - 1, i128::from(bins)] {
                    let edge = low + k * (high - low) / i128::from(bins);
                    for x in edge - 1..=edge + 2 {
                        if let Ok(number) = T::try_from(x) {
                            let found = number.bin_in(range);
                            assert_eq!(found, exact(x, low, high, bins), "{x} in {low}..={high}, {bins} bins");
                        }
                    }
                }
            }
        }
        let words: Vec<u64> = words(3000).collect();
        of::<u32>(u32::MAX.into(), &words);
        of::<i32>(u32::MAX.into(), &words);
        of::<u64>(u64::MAX, &words);
        of::<i64>(u64::MAX, &words);
    }

    /// The bin of a float is the last whose edge it reaches, for edges as numpy has them.
    #[test]
    fn bins_of_floats_lie_between_their_edges() {
        for (low, high) in [
            (0.0, 1.0),
            (-3.5, 12.25),
            (-1e-3, 1e-3),
            (1e6, 1e6 + 7.0),
            (-3e37, 2e38),
        ] {
            for bins in [1, 2, 3, 7, 10, 49, 100, 255, 256] {
                let range = f64::range(low, high, bins);
                let step = (high - low) / f64::from(bins);
                let edges: Vec<f64> = (0..bins).map(|k| f64::from(k) * step + low).collect();
                let inside = words(200).map(|word| low + (high - low) * (word >> 11) as f64 / (1u64 << 53) as f64);
                let near = edges.iter().flat_map(|edge| [edge.next_down(), *edge, edge.next_up()]);
                for x in inside
                    .chain(near)
                    .chain([high, high.next_up(), f64::NAN, f64::INFINITY])
                {
                    let expected = match low <= x && x <= high {
                        true => edges.partition_point(|edge| *edge <= x) as u32 - 1,
                        false => u32::MAX,
                    };
                    assert_eq!(x.bin_in(range), expected, "{x} in {low}..={high}, {bins} bins");
                }
            }
        }
    }

    #[test]
    fn what_is_no_range_holds_nothing() {
        let ends = [
            (1.0, 1.0),
            (1.0, 0.0),
            (f32::NAN, 1.0),
            (0.0, f32::NAN),
            (f32::MIN, f32::MAX),
            (0.0, f32::INFINITY),
        ];
        for (low, high) in ends {
            let range = f32::range(low, high, 8);
            for x in [low, high, 0.0, 0.5, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                assert_eq!(x.bin_in(range), u32::MAX, "{x} in {low}..={high}");
            }
        }
        for (low, high, bins) in [(5, 5, 8), (5, 4, 8), (i32::MAX, i32::MIN, 8), (0, 10, 0)] {
            let range = i32::range(low, high, bins);
            for x in [low, high, 0, 5, i32::MIN, i32::MAX] {
                assert_eq!(x.bin_in(range), u32::MAX, "{x} in {low}..={high}, {bins} bins");
            }
        }
        assert_eq!(0.5f32.bin_in(f32::range(0.0, 1.0, 0)), u32::MAX);
    }
}
