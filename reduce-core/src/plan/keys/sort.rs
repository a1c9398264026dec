//! The passes of the radix sort of keys: four for each digit, from the least significant on.

use super::{KeyBank, KeyPass, KeyPlan, Numbers};
use crate::kernel::keys::MOST_DIGITS;
use crate::kernel::{KeyStep, KeysAt};

/// Neighbouring bits of a word of a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Digit {
    pub(super) word: u32,
    /// The bits below it.
    pub(super) shift: u32,
    pub(super) width: u32,
}

impl Digit {
    pub(super) fn values(self) -> u64 {
        1 << self.width
    }
}

impl KeyPlan {
    /// The passes of the sort, for ranks that differ in these bits, and the buffer where the sorted keys are left.
    pub(super) fn sort(&self, bits: &[u32]) -> (Vec<KeyPass>, KeyBank) {
        let mut digits = self.digits(bits);
        if digits.is_empty() {
            // One pass makes ranks of the keys.
            digits.push(Digit {
                word: 0,
                shift: 0,
                width: 1,
            });
        }
        let (mut passes, mut from, mut at) = (Vec::new(), KeyBank::Input, KeysAt::Input(self.kind));
        let tiles = self.sort_tiles();
        for (digit, turn) in digits.into_iter().zip(0..) {
            let to = KeyBank::Sorted(turn % 2);
            let numbers = Numbers {
                tiles,
                digit,
                counts: digit.values() * tiles,
                ..Numbers::default()
            };
            passes.push(self.pass(KeyStep::Count(at), (&[from], KeyBank::Counts), &numbers, tiles));
            passes.extend(self.scan(&numbers));
            let (scatter, reads) = match at {
                KeysAt::Input(kind) if self.moves_elements => (KeyStep::ScatterElements(kind), 4),
                _ => (KeyStep::Scatter(at), 3),
            };
            let banks = [from, KeyBank::Blocks, KeyBank::Totals, KeyBank::Elements];
            passes.push(self.pass(scatter, (&banks[..reads], to), &numbers, tiles));
            (from, at) = (to, self.sorted());
        }
        (passes, from)
    }

    /// The digits of ranks that differ in these bits: each begins with the first of them that is in none before.
    fn digits(&self, bits: &[u32]) -> Vec<Digit> {
        let widest = MOST_DIGITS.trailing_zeros();
        let mut digits = Vec::new();
        for (word, bits) in (0..self.kind.words()).zip(bits) {
            let mut left = bits & (u32::MAX >> (32 - self.kind.bits.min(32)));
            while left != 0 {
                let shift = left.trailing_zeros();
                let width = 32 - (left >> shift & (MOST_DIGITS - 1)).leading_zeros();
                digits.push(Digit { word, shift, width });
                left &= u32::MAX.checked_shl(shift + widest).unwrap_or(0);
            }
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::*;
    use crate::caps::Caps;
    use crate::group::key::Key;

    fn plan<K: Key>(elements: usize) -> KeyPlan {
        KeyPlan::new(elements, K::KEY_KIND, true, &Caps::nvidia()).unwrap()
    }

    #[test]
    fn digits_without_a_bit_that_differs_need_no_pass() {
        let passes = |bits: &[u32]| plan::<u32>(1 << 20).sort(bits).0.len();
        assert_eq!(passes(&[u32::MAX]), 4 * 4);
        assert_eq!(passes(&[0xfff]), 2 * 4);
        assert_eq!(passes(&[0x8000_0001]), 2 * 4);
        // Keys that are all equal are made ranks all the same.
        assert_eq!(passes(&[0]), 4);
        assert_eq!(plan::<u8>(100).sort(&[0xff]).0.len(), 4);
        assert_eq!(plan::<f64>(100).sort(&[1, 1]).0.len(), 2 * 4);
    }

    #[test]
    fn digits_begin_and_end_with_bits_that_differ() {
        let digits = |bits: &[u32]| {
            let digits = plan::<u64>(100).digits(bits).into_iter();
            digits
                .map(|digit| [digit.word, digit.shift, digit.width])
                .collect::<Vec<_>>()
        };
        assert_eq!(digits(&[0, 0]), [[0; 3]; 0]);
        assert_eq!(digits(&[0b1010_0000, 0]), [[0, 5, 3]]);
        assert_eq!(digits(&[0x8000_0ffe, 1]), [[0, 1, 8], [0, 9, 3], [0, 31, 1], [1, 0, 1]]);
        assert_eq!(digits(&[u32::MAX, 0xff00_0000]).len(), 5);
    }

    #[test]
    fn passes_read_what_the_one_before_has_sorted() {
        let (passes, last) = plan::<u32>(5000).sort(&[0xf_ffff]);
        let banks: Vec<_> = passes.iter().step_by(4).map(|pass| pass.reads[0]).collect();
        assert_eq!(banks, [KeyBank::Input, KeyBank::Sorted(0), KeyBank::Sorted(1)]);
        assert_eq!(last, KeyBank::Sorted(0));
    }

    #[test]
    fn elements_move_from_the_first_pass_on() {
        let (passes, _) = plan::<u32>(5000).moving_elements().sort(&[0xf_ffff]);
        let reads: Vec<bool> = passes
            .iter()
            .map(|pass| pass.reads.contains(&KeyBank::Elements))
            .collect();
        assert_eq!(reads.iter().position(|reads| *reads), Some(3));
        assert_eq!(reads.iter().filter(|reads| **reads).count(), 1);
    }
}
