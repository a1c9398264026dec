//! Types of keys: the order of their values, and their bits in the memory of a device.

/// A type of keys that [`Keys`](crate::Keys) sorts: an integer or a float of up to 64 bits, or `bool`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no key",
    label = "keys are integers and floats of up to 64 bits, and bool",
    note = "number other keys first; `Runs` takes any type with `==`"
)]
pub trait Key: Copy + Send + Sync {
    /// A number that is in the order of the keys.
    #[doc(hidden)]
    fn rank(self) -> u64;
    /// The key of a number.
    #[doc(hidden)]
    fn of_rank(rank: u64) -> Self;
    /// The key of its bits.
    #[doc(hidden)]
    fn of_bits(bits: u64) -> Self;
    /// The form of such keys in the memory of a device.
    #[doc(hidden)]
    const KEY_KIND: KeyKind;
}

/// The form of keys in the memory of a device.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyKind {
    /// Bits of a key: 8, 16, 32 or 64.
    pub bits: u32,
    /// How they are ordered.
    pub order: KeyOrder,
}

/// How the bits of keys are ordered.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyOrder {
    /// As unsigned integers.
    Unsigned,
    /// As integers in two's complement.
    Signed,
    /// As floats, of which infinity has these bits.
    Float { infinity: u64 },
}

impl KeyKind {
    /// Words of 32 bits that hold a key.
    #[must_use]
    pub fn words(self) -> u32 {
        self.bits.div_ceil(32)
    }
}

macro_rules! unsigned {
    ($($t:ty),*) => {$(
        impl Key for $t {
            fn rank(self) -> u64 {
                self as u64
            }

            fn of_rank(rank: u64) -> Self {
                rank as $t
            }

            fn of_bits(bits: u64) -> Self {
                bits as $t
            }

            const KEY_KIND: KeyKind = KeyKind { bits: <$t>::BITS, order: KeyOrder::Unsigned };
        }
    )*};
}

macro_rules! signed {
    ($($t:ty, $bits:ty);*) => {$(
        impl Key for $t {
            fn rank(self) -> u64 {
                (self ^ <$t>::MIN) as $bits as u64
            }

            fn of_rank(rank: u64) -> Self {
                (rank as $t) ^ <$t>::MIN
            }

            fn of_bits(bits: u64) -> Self {
                bits as $t
            }

            const KEY_KIND: KeyKind = KeyKind { bits: <$t>::BITS, order: KeyOrder::Signed };
        }
    )*};
}

macro_rules! floats {
    ($($t:ty, $bits:ty);*) => {$(
        impl Key for $t {
            fn rank(self) -> u64 {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let bits = if self.is_nan() { <$t>::NAN.to_bits() & !SIGN } else { self.to_bits() };
                (if bits & SIGN == 0 { bits | SIGN } else { !bits }).into()
            }

            fn of_rank(rank: u64) -> Self {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let rank = rank as $bits;
                <$t>::from_bits(if rank & SIGN == 0 { !rank } else { rank & !SIGN })
            }

            fn of_bits(bits: u64) -> Self {
                <$t>::from_bits(bits as $bits)
            }

            const KEY_KIND: KeyKind = KeyKind {
                bits: <$bits>::BITS,
                order: KeyOrder::Float { infinity: <$t>::INFINITY.to_bits() as u64 },
            };
        }
    )*};
}

unsigned!(u8, u16, u32, u64, usize);
signed!(i8, u8; i16, u16; i32, u32; i64, u64; isize, usize);
floats!(f32, u32; f64, u64; half::f16, u16; half::bf16, u16);

impl Key for bool {
    fn rank(self) -> u64 {
        self.into()
    }

    fn of_rank(rank: u64) -> Self {
        rank != 0
    }

    fn of_bits(bits: u64) -> Self {
        bits != 0
    }

    const KEY_KIND: KeyKind = KeyKind {
        bits: 8,
        order: KeyOrder::Unsigned,
    };
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn ranks_are_in_the_order_of_keys() {
        fn ascend<K: Key + std::fmt::Debug>(keys: &[K], same: impl Fn(K, K) -> bool) {
            for pair in keys.windows(2) {
                assert!(pair[0].rank() < pair[1].rank(), "{pair:?}");
            }
            for key in keys {
                assert!(same(K::of_rank(key.rank()), *key), "{key:?}");
            }
        }
        ascend(&[i8::MIN, -1, 0, 1, i8::MAX], |a, b| a == b);
        ascend(&[i64::MIN, -1, 0, 1, i64::MAX], |a, b| a == b);
        ascend(&[0, 1, u64::MAX], |a, b| a == b);
        ascend(&[false, true], |a, b| a == b);
        let floats = [
            f32::NEG_INFINITY,
            -1.5,
            -f32::MIN_POSITIVE,
            -0.0,
            0.0,
            1e-45,
            2.0,
            f32::INFINITY,
            f32::NAN,
        ];
        ascend(&floats, |a, b| a.to_bits() == b.to_bits());
        assert_eq!((-f32::NAN).rank(), f32::from_bits(0x7f80_0001).rank());
        ascend(&[-1.0, -0.0, 0.0, f64::NAN], |a, b| a.to_bits() == b.to_bits());
        ascend(&[half::f16::NEG_INFINITY, half::f16::ZERO, half::f16::NAN], |a, b| {
            a.to_bits() == b.to_bits()
        });
    }
}
