//! Seeded inputs of every element type: ordinary numbers and the special ones that reductions stumble over.

use half::{bf16, f16};
use reduce_wgpu::{Element, Indexed};

/// The kind of numbers in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Floats of both signs between 2^-20 and 2^20; integers of any bits.
    Ordinary,
    /// Any bits: NaNs, infinities and subnormals among them.
    AnyBits,
    /// Ordinary floats and among them NaNs of several payloads and both signs. Integers: zeros, rarely another number.
    Nans,
    /// Ordinary floats and among them both infinities. Integers: anything, rarely zero.
    Infinities,
    /// Zeros alone; floats of both signs.
    Zeros,
    /// One number throughout, whose sum is not exact.
    Equal,
    /// Floats below the normal range, of both signs. Integers: small ones of both signs.
    Subnormal,
    /// Numbers near the ends of their type, where integers wrap and floats overflow.
    NearLimits,
    /// Floats so near to 1 that the product of thousands is a normal number. Integers: 1 and -1.
    NearOne,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Ordinary,
        Self::AnyBits,
        Self::Nans,
        Self::Infinities,
        Self::Zeros,
        Self::Equal,
        Self::Subnormal,
        Self::NearLimits,
        Self::NearOne,
    ];
}

/// `len` elements of a kind, the same on every run.
pub fn input<T: Sample>(kind: Kind, len: usize) -> Vec<T> {
    let mut random = Random(0x5eed ^ ((kind as u64) << 32));
    (0..len).map(|_| T::sample(kind, &mut random)).collect()
}

/// SplitMix64: random enough, and small enough to be read.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// True once in `n` times.
    fn once_in(&mut self, n: u64) -> bool {
        self.bits().is_multiple_of(n)
    }
}

/// An element type that inputs can consist of.
pub trait Sample: Element {
    /// The next element.
    fn sample(kind: Kind, random: &mut Random) -> Self;
}

/// A float format, to build its special values from.
macro_rules! float {
    ($t:ident, $word:ident, mantissa $mantissa:literal, exponent of one $one:literal) => {
        impl Sample for $t {
            fn sample(kind: Kind, random: &mut Random) -> Self {
                let bits = random.bits() as $word;
                let sign = bits & (1 << ($word::BITS - 1));
                let fraction = bits & ((1 << $mantissa) - 1);
                let exponent = |e: $word| e << $mantissa;
                let infinity = $t::INFINITY.to_bits();
                let ordinary = sign | exponent($one - 20 + (bits >> $mantissa) % 40) | fraction;
                $t::from_bits(match kind {
                    Kind::Ordinary => ordinary,
                    Kind::AnyBits => bits,
                    Kind::Nans if random.once_in(50) => {
                        let quiet = 1 << ($mantissa - 1);
                        let payloads = [1, quiet, quiet | 1, quiet - 1, 2 * quiet - 1];
                        sign | infinity | payloads[random.bits() as usize % payloads.len()]
                    }
                    Kind::Infinities if random.once_in(50) => sign | infinity,
                    Kind::Nans | Kind::Infinities => ordinary,
                    Kind::Zeros => sign,
                    Kind::Equal => (0.1 as $t).to_bits(),
                    Kind::Subnormal => sign | fraction.max(1),
                    Kind::NearLimits => sign | (infinity - exponent(1)) | fraction,
                    // 1 to 1 + 2^-10, or down to 1 - 2^-11.
                    Kind::NearOne if random.once_in(3) => exponent($one) | (fraction >> 10),
                    Kind::NearOne => exponent($one) - (fraction >> 10),
                })
            }
        }
    };
}

float!(f32, u32, mantissa 23, exponent of one 127);
float!(f64, u64, mantissa 52, exponent of one 1023);

macro_rules! integer {
    ($($t:ident)*) => {$(
        impl Sample for $t {
            fn sample(kind: Kind, random: &mut Random) -> Self {
                let any = random.bits() as Self;
                match kind {
                    Kind::Ordinary | Kind::AnyBits => any,
                    Kind::Nans if random.once_in(5000) => any,
                    Kind::Infinities if random.once_in(5000) => 0,
                    Kind::Nans | Kind::Zeros => 0,
                    Kind::Infinities => any | 1,
                    Kind::Equal => Self::MAX / 3,
                    Kind::Subnormal => (any & 0x7f).wrapping_sub(60),
                    Kind::NearLimits if any & 1 == 0 => Self::MAX - (any & 0x7f),
                    Kind::NearLimits => Self::MIN + (any & 0x7f),
                    Kind::NearOne => (any & 2).wrapping_sub(1),
                }
            }
        }
    )*};
}

integer!(i32 u32 i64 u64 i16 u16 i8 u8);

impl Sample for f16 {
    fn sample(kind: Kind, random: &mut Random) -> Self {
        match kind {
            Kind::AnyBits => Self::from_bits(random.bits() as u16),
            Kind::Subnormal => Self::from_bits(random.bits() as u16 & 0x83ff),
            // Beyond the range of an f16 lies infinity.
            kind => Self::from_f32(f32::sample(kind, random)),
        }
    }
}

impl Sample for bf16 {
    fn sample(kind: Kind, random: &mut Random) -> Self {
        match kind {
            Kind::AnyBits => Self::from_bits(random.bits() as u16),
            Kind::Subnormal => Self::from_bits(random.bits() as u16 & 0x807f),
            kind => Self::from_f32(f32::sample(kind, random)),
        }
    }
}

impl Sample for bool {
    fn sample(kind: Kind, random: &mut Random) -> Self {
        match kind {
            Kind::Zeros => false,
            Kind::Equal => true,
            Kind::Nans | Kind::Infinities => random.once_in(5000),
            _ => random.bits() & 1 == 1,
        }
    }
}

impl<T: Sample> Sample for Indexed<T> {
    fn sample(kind: Kind, random: &mut Random) -> Self {
        Self {
            index: 0,
            value: T::sample(kind, random),
        }
    }
}

impl<A: Sample, B: Sample> Sample for (A, B) {
    fn sample(kind: Kind, random: &mut Random) -> Self {
        (A::sample(kind, random), B::sample(kind, random))
    }
}

impl<A: Sample, B: Sample, C: Sample> Sample for (A, B, C) {
    fn sample(kind: Kind, random: &mut Random) -> Self {
        (
            A::sample(kind, random),
            B::sample(kind, random),
            C::sample(kind, random),
        )
    }
}

impl<T: Sample, const N: usize> Sample for [T; N]
where
    Self: Element,
{
    fn sample(kind: Kind, random: &mut Random) -> Self {
        std::array::from_fn(|_| T::sample(kind, random))
    }
}
