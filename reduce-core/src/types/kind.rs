//! The differences between scalars that WGSL needs to know: truth value, integer or float, and the number of bits.
//!
//! Rust has more widths than WGSL: a u8 is held as the u32 of the same value. A result that WGSL computes from such a number is
//! brought back to its width ([`Kind::wrapped`]), so that it wraps where Rust's does.

use crate::wgsl::operand;

/// The kind of a scalar, or that a type is none.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A struct, an array, a vector.
    Compound,
    /// `bool`
    Truth,
    /// An unsigned integer of this many bits.
    Unsigned(u32),
    /// A signed integer of this many bits.
    Signed(u32),
    /// A float of this many bits.
    Float(u32),
}

impl Kind {
    /// The bits of a number; any other type counts as a word.
    pub(crate) const fn bits(self) -> u32 {
        match self {
            Self::Unsigned(bits) | Self::Signed(bits) | Self::Float(bits) => bits,
            Self::Compound | Self::Truth => 32,
        }
    }

    /// Whether `self` is an integer or a truth value, and an integer of the kind `other` has each of its values.
    pub(crate) const fn fits_in(self, other: Self) -> bool {
        match (self, other) {
            (Self::Truth, _) => true,
            (Self::Unsigned(bits), Self::Unsigned(room)) | (Self::Signed(bits), Self::Signed(room)) => bits <= room,
            (Self::Unsigned(bits), Self::Signed(room)) => bits < room,
            _ => false,
        }
    }

    /// The integer of this kind that `value`, which WGSL computed in at least as many bits, wraps to.
    pub(crate) fn wrapped(self, value: &str) -> String {
        match self {
            Self::Unsigned(bits @ ..32) => format!("({} & {:#x}u)", operand(value), u32::MAX >> (32 - bits)),
            Self::Signed(bits @ ..32) => format!("extractBits({value}, 0u, {bits}u)"),
            _ => value.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_narrower_than_a_word_wrap() {
        assert_eq!(Kind::Unsigned(8).wrapped("a + b"), "((a + b) & 0xffu)");
        assert_eq!(Kind::Unsigned(16).wrapped("f(a, b)"), "(f(a, b) & 0xffffu)");
        assert_eq!(Kind::Signed(8).wrapped("a + b"), "extractBits(a + b, 0u, 8u)");
        assert_eq!(Kind::Signed(32).wrapped("a + b"), "a + b");
    }

    #[test]
    fn a_kind_fits_in_those_that_have_all_its_values() {
        assert!(Kind::Unsigned(8).fits_in(Kind::Signed(16)));
        assert!(!Kind::Unsigned(8).fits_in(Kind::Signed(8)));
        assert!(!Kind::Signed(8).fits_in(Kind::Unsigned(64)));
        assert!(!Kind::Float(32).fits_in(Kind::Unsigned(64)));
    }
}
