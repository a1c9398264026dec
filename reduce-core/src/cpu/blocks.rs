//! The trees of groups of any lengths, by blocks of neighbouring states: whole blocks have a tree of their own, and in those of fewer states it is marked which right neighbours are there.
//!
//! The states of a group's blocks are a shorter group of the same kind, until one state is left.

use super::pairs::Pairs;
use crate::monoid::traits::Monoid;
use crate::types::columns::{Columns as _, STRIP};

pub(super) use crate::tuning::{STATES_OF_A_BLOCK as BLOCK, STATES_WITHOUT_BLOCKS as FEW};

// Marks have four levels, and `few` a tree of up to four states.
const _: () = assert!(BLOCK == 16 && FEW == 4);

/// Pairs of a block.
const PAIRS: usize = BLOCK / 2;

/// Blocks of a strip.
const BLOCKS: usize = STRIP / BLOCK;

/// Groups of states as blocks, and what folded blocks have become.
pub(super) struct Blocks<S: Monoid> {
    whole: Pairs<S>,
    /// How many pairs the strip of whole blocks has.
    filled: usize,
    /// The states of whole blocks that are folded.
    wholes: Vec<S>,
    parts: Parts<S>,
    /// The groups, in order.
    groups: Vec<BlocksOf>,
}

/// The blocks of a group: whole ones, and behind them a part of one or none.
#[derive(Clone, Copy)]
struct BlocksOf {
    owner: u32,
    wholes: u32,
    has_part: bool,
}

impl<S: Monoid> Blocks<S> {
    #[inline(always)]
    pub(super) fn new(groups: usize) -> Self {
        Self {
            whole: Pairs::new(BLOCK.ilog2(), S::identity()),
            filled: 0,
            wholes: Vec::new(),
            parts: Parts::new(groups),
            groups: Vec::with_capacity(groups),
        }
    }

    /// Takes a block of [`BLOCK`] states; neighbours are combined before they are stored.
    #[inline(always)]
    pub(super) fn whole(&mut self, state: impl Fn(usize) -> S) {
        let pairs = all::<S, PAIRS>(|pair| S::combine(state(2 * pair), state(2 * pair + 1)));
        // The compiler sees that no column is behind the strip.
        let (to, first) = (self.whole.strip(1), self.filled & (STRIP - PAIRS));
        for (index, pair) in pairs.into_iter().enumerate() {
            to.set(first + index, pair);
        }
        self.filled += PAIRS;
        if self.filled == STRIP {
            self.whole.filled(1, STRIP, &mut self.wholes);
            self.filled = 0;
        }
    }

    /// Takes a block of which the first `count` states are there, one at least and `N` at most; any will do for the rest of `N`.
    #[inline(always)]
    pub(super) fn part<const N: usize>(&mut self, count: usize, state: impl Fn(usize) -> S) {
        self.parts.put::<N>(state);
        self.parts.has(count);
    }

    /// Says that the blocks since the last group are those of the next one, which has `len` states. Its state goes to place `owner`.
    #[inline(always)]
    pub(super) fn group(&mut self, owner: usize, len: usize) {
        if len > 0 {
            self.groups.push(BlocksOf {
                owner: owner as u32,
                wholes: (len / BLOCK) as u32,
                has_part: !len.is_multiple_of(BLOCK),
            });
        }
    }

    /// Folds what is left, until each group has one state, and puts it in its place.
    #[inline(always)]
    pub(super) fn end(&mut self, states: &mut [S]) {
        while !self.groups.is_empty() {
            self.whole.filled(1, self.filled, &mut self.wholes);
            self.whole.end(&mut self.wholes);
            self.filled = 0;
            self.parts.fold();
            let (wholes, parts) = (std::mem::take(&mut self.wholes), std::mem::take(&mut self.parts.folded));
            let (groups, mut parts, mut first) = (std::mem::take(&mut self.groups), parts.iter(), 0);
            for BlocksOf {
                owner,
                wholes: count,
                has_part,
            } in groups
            {
                let part = if has_part { parts.next() } else { None };
                let there = first + count as usize;
                let len = count as usize + usize::from(has_part);
                if len <= FEW {
                    let state = |index: usize| match part {
                        Some(part) if index + 1 == len => *part,
                        _ => wholes[first + index],
                    };
                    states[owner as usize] = few(len, state);
                } else {
                    self.next(owner as usize, &wholes[first..], (count as usize, part));
                }
                first = there;
            }
        }
    }

    /// Takes the states of a group's blocks as a group: the first `count` of `wholes`, then that of the part.
    #[inline(always)]
    fn next(&mut self, owner: usize, wholes: &[S], (count, part): (usize, Option<&S>)) {
        let in_blocks = count / BLOCK * BLOCK;
        for block in wholes[..in_blocks].as_chunks::<BLOCK>().0 {
            self.whole(|index| block[index]);
        }
        let (left, len) = (count - in_blocks, count + part.is_some() as usize);
        match wholes[in_blocks..].first_chunk::<BLOCK>() {
            _ if len == in_blocks => {}
            Some(block) => self.parts.put::<BLOCK>(|index| block[index]),
            // The last one again for those that are not there.
            None if left > 0 => self.parts.put::<BLOCK>(|index| wholes[in_blocks + index.min(left - 1)]),
            None => {}
        }
        if let Some(part) = part {
            // It is stored alone: a load of an array that was just written in parts waits for a dozen cycles.
            self.parts.set(left, *part);
        }
        if len > in_blocks {
            self.parts.has(len - in_blocks);
        }
        self.groups.push(BlocksOf {
            owner: owner as u32,
            wholes: (in_blocks / BLOCK) as u32,
            has_part: len > in_blocks,
        });
    }
}

/// The tree over `len` states, `FEW` at most.
#[inline(always)]
fn few<S: Monoid>(len: usize, state: impl Fn(usize) -> S) -> S {
    let pair = |index: usize| S::combine(state(index), state(index + 1));
    match len {
        1 => state(0),
        2 => pair(0),
        3 => S::combine(pair(0), state(2)),
        _ => S::combine(pair(0), pair(2)),
    }
}

/// `N` states.
///
/// All are there before the first is stored anywhere: otherwise it is not known that they do not lie where others are stored, and no vectors are made. `array::from_fn` was not inlined.
#[inline(always)]
fn all<S: Copy, const N: usize>(state: impl Fn(usize) -> S) -> [S; N] {
    let mut states = [state(0); N];
    let mut index = 1;
    while index < N {
        states[index] = state(index);
        index += 1;
    }
    states
}

/// A strip of blocks that have fewer states than there is room for.
struct Parts<S: Monoid> {
    strip: S::Columns,
    spare: S::Columns,
    /// For each pair of a level, whether its right neighbour is there.
    present: Marks<BLOCKS>,
    /// How many blocks there are.
    count: usize,
    /// The states of folded blocks.
    folded: Vec<S>,
}

/// Marks of blocks: for each pair of a level, whether its right neighbour is there.
struct Marks<const BLOCKS: usize> {
    first: [[u32; 8]; BLOCKS],
    second: [[u32; 4]; BLOCKS],
    third: [[u32; 2]; BLOCKS],
    fourth: [[u32; 1]; BLOCKS],
}

impl<const BLOCKS: usize> Marks<BLOCKS> {
    const NONE: Self = Self {
        first: [[0; 8]; BLOCKS],
        second: [[0; 4]; BLOCKS],
        third: [[0; 2]; BLOCKS],
        fourth: [[0; 1]; BLOCKS],
    };

    /// Marks a block as `of` has one.
    #[inline(always)]
    fn copy<const N: usize>(&mut self, block: usize, of: &Marks<N>, other: usize) {
        self.first[block] = of.first[other];
        self.second[block] = of.second[other];
        self.third[block] = of.third[other];
        self.fourth[block] = of.fourth[other];
    }
}

/// The marks of a block by the number of its states.
const BY_COUNT: Marks<{ BLOCK + 1 }> = {
    let (mut marks, mut count) = (Marks::NONE, 0);
    while count <= BLOCK {
        // The right neighbour of a pair begins with this state.
        let mut begin = 1;
        while begin < count {
            match begin.trailing_zeros() {
                0 => marks.first[count][begin / 2] = 1,
                1 => marks.second[count][begin / 4] = 1,
                2 => marks.third[count][begin / 8] = 1,
                _ => marks.fourth[count][begin / 16] = 1,
            }
            begin += 1;
        }
        count += 1;
    }
    marks
};

impl<S: Monoid> Parts<S> {
    #[inline(always)]
    fn new(groups: usize) -> Self {
        let any = S::identity();
        Self {
            strip: S::Columns::filled(any),
            spare: S::Columns::filled(any),
            present: Marks::NONE,
            count: 0,
            folded: Vec::with_capacity(groups),
        }
    }

    /// Puts `N` states into the next block, from its first place on.
    #[inline(always)]
    fn put<const N: usize>(&mut self, state: impl Fn(usize) -> S) {
        for (index, state) in all::<S, N>(state).into_iter().enumerate() {
            self.set(index, state);
        }
    }

    /// Puts a state into the next block.
    #[inline(always)]
    fn set(&mut self, index: usize, state: S) {
        // The compiler sees that no column is behind the strip.
        self.strip.set(self.count % BLOCKS * BLOCK + index % BLOCK, state);
    }

    /// Says that the first `count` states of the next block are there.
    #[inline(always)]
    fn has(&mut self, count: usize) {
        self.present.copy(self.count % BLOCKS, &BY_COUNT, count.min(BLOCK));
        self.count += 1;
        if self.count == BLOCKS {
            self.fold();
        }
    }

    /// Folds the blocks that are there.
    #[inline(always)]
    fn fold(&mut self) {
        for block in self.count..BLOCKS {
            self.present.copy(block, &BY_COUNT, 0);
        }
        halve::<S, { STRIP / 2 }>(&self.strip, self.present.first.as_flattened(), &mut self.spare);
        halve::<S, { STRIP / 4 }>(&self.spare, self.present.second.as_flattened(), &mut self.strip);
        halve::<S, { STRIP / 8 }>(&self.strip, self.present.third.as_flattened(), &mut self.spare);
        halve::<S, { STRIP / 16 }>(&self.spare, self.present.fourth.as_flattened(), &mut self.strip);
        let folded: [S; BLOCKS] = std::array::from_fn(|block| self.strip.get(block));
        self.folded.extend_from_slice(&folded[..self.count]);
        self.count = 0;
    }
}

/// Combines neighbours, of which there are `PAIRS` pairs and right ones may be missing.
#[inline(always)]
fn halve<S: Monoid, const PAIRS: usize>(from: &S::Columns, present: &[u32], to: &mut S::Columns) {
    let Some(present) = present.first_chunk::<PAIRS>() else {
        return;
    };
    for (pair, present) in present.iter().enumerate() {
        // Both are loaded whether or not the right one counts: vectors do not choose.
        let (left, right) = (from.get(2 * pair), from.get(2 * pair + 1));
        let state = if *present != 0 { S::combine(left, right) } else { left };
        to.set(pair, state);
    }
}
