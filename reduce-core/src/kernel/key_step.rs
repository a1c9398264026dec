//! The steps that find groups by key.

use crate::group::key::KeyKind;

/// A kernel that finds groups by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyStep {
    /// Keys to the bits in which their ranks differ.
    Bits(KeyKind),
    /// Keys to how many of each digit a tile has.
    Count(KeysAt),
    /// Counts to the sums of those in front of each in its block.
    Blocks,
    /// The totals of blocks to the sums of those in front of each.
    Totals,
    /// Keys to keys in the order of a digit, each with the place of its element.
    Scatter(KeysAt),
    /// Keys to keys in the order of a digit, each with its element, which is a word.
    ScatterElements(KeyKind),
    /// Keys to the elements with which groups begin.
    Heads {
        /// Where they are.
        keys: KeysAt,
        /// Whether the kernel reads them by 16-byte loads. Each of them is one word then.
        by_vectors: bool,
        /// Whether the kernel lays the keys of groups side by side in spans of elements in which neither few nor many groups begin.
        stages: bool,
    },
    /// Heads and keys to the key of each group, and perhaps to where it begins.
    Groups {
        /// Where keys are.
        keys: KeysAt,
        /// The form of the keys of groups.
        kind: KeyKind,
        /// Whether the kernel also writes where each group begins.
        has_offsets: bool,
        /// Whether the kernel reads the keys by 16-byte loads. Each of them is one word then.
        by_vectors: bool,
        /// Whether the kernel of the heads has laid keys of groups side by side.
        are_staged: bool,
    },
}

/// Where keys are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeysAt {
    /// In the input.
    Input(KeyKind),
    /// In lists of sorted ranks.
    Sorted {
        /// Words of a rank.
        words: u32,
    },
}

impl KeysAt {
    /// Whether each key takes one word.
    pub(crate) fn is_of_words(self) -> bool {
        match self {
            Self::Input(kind) => kind.bits == 32,
            Self::Sorted { words } => words == 1,
        }
    }
}

impl KeyStep {
    /// The step in a word.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bits(_) => "bits of keys",
            Self::Count(_) => "count digits",
            Self::Blocks => "scan blocks",
            Self::Totals => "scan totals",
            Self::Scatter(_) => "scatter keys",
            Self::ScatterElements(_) => "scatter elements",
            Self::Heads { .. } => "heads",
            Self::Groups { .. } => "groups of keys",
        }
    }
}
