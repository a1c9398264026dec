//! The passes that find groups by key, as plain data: from how many keys there are and what form they have to dispatches.
//!
//! Sorted keys are found by a radix sort whose digits have up to eight bits and begin with one in which keys differ. Then an element begins a group where its
//! key is not that of the one in front of it; a scan numbers the groups.

mod kinds;
mod sort;

use self::sort::Digit;
use crate::caps::Caps;
use crate::error::Error;
use crate::group::key::KeyKind;
use crate::kernel::Step;
use crate::kernel::keys::{
    GROUP_TILES, KEY_TILE, LONGEST_WITHOUT_BARE, MOST_DIGITS, SPAN, SPAN_KEYS, sorted_keys_a_lane,
};
use crate::kernel::{KeyStep, KeysAt};
use crate::plan::{limit, narrow};
use crate::tuning::{KEY_BITS_WORKGROUPS, SCANNED_COUNTS, WORKGROUP_SIZE};

/// Words after which a list of words may be bound.
const ALIGNED_WORDS: u64 = 64;

/// The passes over so many keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyPlan {
    /// Keys, at least one.
    elements: u64,
    kind: KeyKind,
    /// Whether they are sorted.
    sorts: bool,
    /// Keys of a tile of the sort.
    sort_tile: u32,
    /// Whether the elements are sorted along with their keys, and not their places.
    moves_elements: bool,
    /// Whether 16-byte loads read the keys as they are given.
    by_vectors: bool,
    /// Whether the offsets of the groups are written beside their keys.
    has_offsets: bool,
    /// Whether the pass that finds heads lays the keys of groups side by side.
    stages_keys: bool,
}

/// One dispatch over keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPass {
    /// The kernel.
    pub step: Step,
    /// The buffers that it reads.
    pub reads: Vec<KeyBank>,
    /// The buffer that it writes.
    pub writes: KeyBank,
    /// The uniform, which `wgsl/keys/info.wgsl` declares.
    pub info: Vec<u32>,
    /// Workgroups.
    pub workgroups: u64,
}

/// A buffer of the passes over keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyBank {
    /// The keys as they are given.
    Input,
    /// The bits in which ranks differ.
    Bits,
    /// The elements, of a word each, if they are sorted along with their keys.
    Elements,
    /// The places of the elements, or the elements, and the words of their ranks, in the order of some digits: two, in turn.
    Sorted(usize),
    /// Counts of digits, or of groups that begin in a tile with the bits of the elements with which they do, and perhaps keys of these groups.
    Counts,
    /// The counts in front of each in its block, and the totals of blocks.
    Blocks,
    /// The totals in front of each block, and that of all.
    Totals,
    /// The offsets of the groups, if there are any, and their keys.
    Groups,
}

impl KeyBank {
    /// The buffers that say where groups begin, as passes bind them.
    pub const HEADS: [Self; 3] = [Self::Counts, Self::Blocks, Self::Totals];
}

impl KeyPlan {
    /// # Errors
    /// [`Error::Limit`] if there are more than a device counts, or more than sorted ones find room in a binding.
    pub fn new(elements: usize, kind: KeyKind, sorts: bool, caps: &Caps) -> Result<Self, Error> {
        narrow(elements as u64, "the keys", "keys", caps)?;
        let plan = Self {
            elements: elements as u64,
            kind,
            sorts,
            sort_tile: sorted_keys_a_lane(caps) * WORKGROUP_SIZE,
            moves_elements: false,
            by_vectors: false,
            has_offsets: true,
            stages_keys: false,
        };
        let banks = if sorts { KeyBank::Sorted(0) } else { KeyBank::Counts };
        let (asked, room) = (
            4 * plan.words(banks, elements as u64),
            caps.max_binding_bytes.min(caps.max_buffer_bytes),
        );
        if asked > room {
            const REMEDY: &str = "group fewer elements at a time";
            return Err(limit(
                "the keys of groups",
                asked,
                "bytes in one binding",
                room,
                REMEDY,
                caps,
            ));
        }
        Ok(plan)
    }

    /// These passes, which sort elements of one word along with their keys: then those of a group lie side by side.
    #[must_use]
    pub fn moving_elements(self) -> Self {
        Self {
            moves_elements: true,
            ..self
        }
    }

    /// These passes over keys in a binding that ends with a whole vector of 16 bytes, if it `is_whole`.
    #[must_use]
    pub fn of_vectors(self, is_whole: bool) -> Self {
        Self {
            by_vectors: is_whole,
            ..self
        }
    }

    /// These passes without the offsets of the groups.
    #[must_use]
    pub fn without_offsets(self) -> Self {
        Self {
            has_offsets: false,
            ..self
        }
    }

    /// These passes, where the one that finds heads lays the keys of groups side by side if it reads unsorted keys by 16-byte loads. It is worth it where the passes may go on without
    /// offsets.
    #[must_use]
    pub fn staging_keys(self) -> Self {
        Self {
            stages_keys: true,
            ..self
        }
    }

    /// Whether the offsets of the groups are written.
    #[must_use]
    pub fn has_offsets(&self) -> bool {
        self.has_offsets
    }

    /// The elements, of which each has a key.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.elements as usize
    }

    /// Words of a key.
    #[must_use]
    pub fn key_words(&self) -> u32 {
        self.kind.words()
    }

    /// Words of a buffer, for so many groups.
    #[must_use]
    pub fn words(&self, bank: KeyBank, groups: u64) -> u64 {
        match bank {
            KeyBank::Input | KeyBank::Elements => 0,
            KeyBank::Bits => self.kind.words().into(),
            KeyBank::Sorted(_) => u64::from(1 + self.kind.words()) * self.apart(),
            KeyBank::Counts => {
                let staged = match self.stages(KeyBank::Input) {
                    true => self.tiles() * u64::from(KEY_TILE / SPAN * SPAN_KEYS),
                    false => 0,
                };
                self.most_counts().max(self.staged_at() + staged)
            }
            KeyBank::Blocks => self.most_counts() + blocks(self.most_counts()),
            KeyBank::Totals => blocks(self.most_counts()) + 2,
            // Without any group, there is a word to bind.
            KeyBank::Groups => (self.names_at(groups) + u64::from(self.kind.words()) * groups).max(1),
        }
    }

    /// The pass that finds the bits in which ranks differ, in a buffer of zeros.
    #[must_use]
    pub fn bits(&self) -> KeyPass {
        let all = self.elements.div_ceil(WORKGROUP_SIZE.into());
        self.pass(
            KeyStep::Bits(self.kind),
            (&[KeyBank::Input], KeyBank::Bits),
            &Numbers::default(),
            all.min(KEY_BITS_WORKGROUPS),
        )
    }

    /// The passes that find how many groups there are, for ranks that differ in these bits: the word [`count_at`](Self::count_at) of the totals. And the buffer where the keys are, which
    /// are sorted if they have to be.
    #[must_use]
    pub fn find(&self, bits: &[u32]) -> (Vec<KeyPass>, KeyBank) {
        let (mut passes, bank) = match self.sorts {
            true => self.sort(bits),
            false => (Vec::new(), KeyBank::Input),
        };
        passes.extend(self.heads(bank));
        (passes, bank)
    }

    /// The passes that find where groups begin among the keys in `bank`, and how many there are.
    fn heads(&self, bank: KeyBank) -> Vec<KeyPass> {
        let numbers = Numbers {
            tiles: self.tiles(),
            counts: self.tiles(),
            ..Numbers::default()
        };
        let heads = self.pass(
            KeyStep::Heads {
                keys: self.at(bank),
                by_vectors: self.are_vectors(bank),
                stages: self.stages(bank),
            },
            (&[bank], KeyBank::Counts),
            &numbers,
            self.tiles(),
        );
        [heads].into_iter().chain(self.scan(&numbers)).collect()
    }

    /// The most elements of a group, as the word behind that of their number says.
    #[must_use]
    pub fn longest(&self, word: u32) -> usize {
        match word {
            0 => LONGEST_WITHOUT_BARE.min(self.elements as usize),
            _ => self.elements as usize,
        }
    }

    /// The word of the totals with the number of groups; the next one is not zero if some of them may be long.
    #[must_use]
    pub fn count_at(&self) -> u64 {
        blocks(self.tiles())
    }

    /// The pass that writes the offsets of the groups, if there are any, and their keys, with room for so many: if there are fewer, the others have no elements.
    #[must_use]
    pub fn groups(&self, bank: KeyBank, groups: u64) -> KeyPass {
        let numbers = Numbers {
            tiles: self.tiles(),
            counts: self.tiles(),
            names: self.names_at(groups),
            room: groups,
            ..Numbers::default()
        };
        let [bits, blocks, totals] = KeyBank::HEADS;
        self.pass(
            KeyStep::Groups {
                keys: self.at(bank),
                kind: self.kind,
                has_offsets: self.has_offsets,
                by_vectors: !self.has_offsets && self.are_vectors(bank),
                are_staged: !self.has_offsets && self.stages(bank),
            },
            (&[bank, bits, blocks, totals], KeyBank::Groups),
            &numbers,
            self.tiles().div_ceil(GROUP_TILES.into()),
        )
    }

    /// The word of [`KeyBank::Groups`] where the keys begin.
    #[must_use]
    pub fn names_at(&self, groups: u64) -> u64 {
        match self.has_offsets {
            true => (groups + 1).next_multiple_of(ALIGNED_WORDS),
            false => 0,
        }
    }

    /// Scans the counts.
    fn scan(&self, numbers: &Numbers) -> [KeyPass; 2] {
        let blocks = blocks(numbers.counts);
        [
            self.pass(KeyStep::Blocks, (&[KeyBank::Counts], KeyBank::Blocks), numbers, blocks),
            self.pass(KeyStep::Totals, (&[KeyBank::Blocks], KeyBank::Totals), numbers, 1),
        ]
    }

    fn pass(
        &self,
        step: KeyStep,
        (reads, writes): (&[KeyBank], KeyBank),
        numbers: &Numbers,
        workgroups: u64,
    ) -> KeyPass {
        let numbers = [
            self.elements,
            numbers.tiles,
            self.apart(),
            numbers.digit.shift.into(),
            numbers.digit.word.into(),
            numbers.counts,
            blocks(numbers.counts),
            self.most_counts(),
            self.heads_at(),
            numbers.names,
            numbers.room,
            numbers.digit.values(),
            self.staged_at(),
        ];
        KeyPass {
            step: Step::Keys(step),
            reads: reads.to_vec(),
            writes,
            // None is more than the words of a buffer that fits a binding.
            info: numbers.map(|number| number as u32).to_vec(),
            workgroups,
        }
    }

    fn at(&self, bank: KeyBank) -> KeysAt {
        match bank {
            KeyBank::Sorted(_) => self.sorted(),
            _ => KeysAt::Input(self.kind),
        }
    }

    /// Whether 16-byte loads read the words of the keys in this buffer, four at a time.
    fn are_vectors(&self, bank: KeyBank) -> bool {
        self.at(bank).is_of_words() && (self.by_vectors || matches!(bank, KeyBank::Sorted(_)))
    }

    /// Whether the pass that finds heads among the keys in this buffer lays the keys of groups side by side.
    fn stages(&self, bank: KeyBank) -> bool {
        self.stages_keys && !self.sorts && bank == KeyBank::Input && self.are_vectors(bank)
    }

    /// The word of the counts where these keys begin.
    fn staged_at(&self) -> u64 {
        self.heads_at() + self.tiles() * u64::from(KEY_TILE / 32)
    }

    fn sorted(&self) -> KeysAt {
        KeysAt::Sorted {
            words: self.kind.words(),
        }
    }

    fn tiles(&self) -> u64 {
        self.elements.div_ceil(KEY_TILE.into())
    }

    fn apart(&self) -> u64 {
        self.elements.next_multiple_of(ALIGNED_WORDS)
    }

    fn sort_tiles(&self) -> u64 {
        self.elements.div_ceil(self.sort_tile.into())
    }

    /// The most counts that are scanned.
    fn most_counts(&self) -> u64 {
        match self.sorts {
            true => self.tiles().max(u64::from(MOST_DIGITS) * self.sort_tiles()),
            false => self.tiles(),
        }
    }

    fn heads_at(&self) -> u64 {
        self.tiles()
    }
}

/// The numbers of a uniform that differ between passes.
#[derive(Default)]
struct Numbers {
    tiles: u64,
    digit: Digit,
    counts: u64,
    names: u64,
    room: u64,
}

fn blocks(counts: u64) -> u64 {
    counts.div_ceil(SCANNED_COUNTS.into())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use super::*;
    use crate::group::key::Key as _;

    #[test]
    fn keys_that_find_no_room_are_refused() {
        let caps = Caps::webgpu();
        assert!(KeyPlan::new(1 << 24, u32::KEY_KIND, true, &caps).is_ok());
        assert!(matches!(
            KeyPlan::new(1 << 25, u32::KEY_KIND, true, &caps),
            Err(Error::Limit { .. })
        ));
        assert!(KeyPlan::new(1 << 25, u32::KEY_KIND, false, &caps).is_ok());
    }
}
