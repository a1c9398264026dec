//! Nodes of the canonical tree over tiles: of a whole input at once, or of parts of it that meet later.

/// Folds neighbours 1, 2, 4, … apart; a missing right child is skipped. No states give `identity`.
///
/// It returns no `Option`: where the caller took the identity for `None`, LLVM converted the count in the bytes behind `None` before it asked, which
/// changes nothing but is a branch on memory that nobody wrote for memcheck.
#[doc(hidden)]
pub fn fold_tree<S: Copy>(states: &mut Vec<S>, identity: impl FnOnce() -> S, combine: impl Fn(S, S) -> S) -> S {
    while states.len() > 1 {
        let (pairs, all) = (states.len().div_ceil(2), &mut states[..]);
        let mut pair = 0;
        while pair < pairs {
            let left = all[2 * pair];
            all[pair] = if 2 * pair + 1 < all.len() {
                combine(left, all[2 * pair + 1])
            } else {
                left
            };
            pair += 1;
        }
        states.truncate(pairs);
    }
    match states[..] {
        [] => identity(),
        [first, ..] => first,
    }
}

/// The state of the tiles from `index << level` on, `1 << level` of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Node<S> {
    pub(crate) level: u32,
    pub(crate) index: u64,
    pub(crate) state: S,
}

impl<S> Node<S> {
    pub(crate) fn first(&self) -> u64 {
        self.index << self.level
    }

    /// The tile after its last one.
    pub(crate) fn end(&self) -> u64 {
        (self.index + 1) << self.level
    }
}

/// Nodes in the order of their tiles, none of which overlap; two siblings are one node at once.
///
/// A run of n tiles has at most 2·log2(n) of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Forest<S>(Vec<Node<S>>);

impl<S> Default for Forest<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S: Copy> Forest<S> {
    pub(crate) fn nodes(&self) -> &[Node<S>] {
        &self.0
    }

    /// Adds a node and combines it with its sibling, their parent with its own, and so on. The first tile that is already there
    /// is the error, and changes nothing.
    pub(crate) fn insert(&mut self, node: Node<S>, combine: impl Fn(S, S) -> S) -> Result<(), u64> {
        let mut at = self.0.partition_point(|known| known.first() < node.first());
        let left = at.checked_sub(1).map(|before| self.0[before].end());
        if left.is_some_and(|end| end > node.first()) {
            return Err(node.first());
        }
        if let Some(next) = self.0.get(at).filter(|next| next.first() < node.end()) {
            return Err(next.first());
        }
        self.0.insert(at, node);
        loop {
            let Node { level, index, .. } = self.0[at];
            let left = if index % 2 == 0 { Some(at) } else { at.checked_sub(1) };
            let pair = left.and_then(|left| Some((left, self.0[left], *self.0.get(left + 1)?)));
            match pair {
                Some((left, a, b)) if (a.level, b.level) == (level, level) && (a.index ^ 1) == b.index => {
                    self.0[left] = Node {
                        level: level + 1,
                        index: index / 2,
                        state: combine(a.state, b.state),
                    };
                    self.0.remove(left + 1);
                    at = left;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Adds a node behind all others, if it is: one that does not ascend, overlaps or should have been combined with its sibling changes
    /// nothing.
    pub(crate) fn append(&mut self, node: Node<S>) -> bool {
        let fits = self.0.last().is_none_or(|last| {
            let siblings = last.level == node.level && last.index ^ 1 == node.index;
            last.end() <= node.first() && !siblings
        });
        if fits {
            self.0.push(node);
        }
        fits
    }

    /// The state of all nodes, which cover tiles 0 to n without a gap: on the right edge of the tree, where right children
    /// are missing, each node waits for those after it.
    pub(crate) fn root(&self, combine: impl Fn(S, S) -> S) -> Option<S> {
        let (last, others) = self.0.split_last()?;
        Some(
            others
                .iter()
                .rev()
                .fold(last.state, |right, left| combine(left.state, right)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Forest, Node, fold_tree};

    /// A node whose state is free, so that every state tells its tree.
    fn leaf(index: u64) -> Node<u128> {
        Node {
            level: 0,
            index,
            state: u128::from(index) + 1,
        }
    }

    fn combine(a: u128, b: u128) -> u128 {
        a.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17) ^ b.wrapping_mul(31)
    }

    #[test]
    fn only_what_ascends_is_appended() {
        let mut forest = Forest::default();
        let node = |level, index| Node { level, index, state: 0 };
        assert!(forest.append(node(1, 0)));
        assert!(!forest.append(node(1, 1)), "its sibling is there");
        assert!(!forest.append(node(0, 1)), "inside");
        assert!(forest.append(node(0, 2)));
        assert!(!forest.append(node(0, 2)), "again");
        assert!(!forest.append(node(0, 0)), "descending");
        assert!(forest.append(node(0, 4)));
        assert_eq!(forest.nodes().len(), 3);
    }

    #[test]
    fn any_order_gives_the_tree_of_the_whole() {
        for tiles in 1..70 {
            let mut whole: Vec<u128> = (0..tiles).map(|index| leaf(index).state).collect();
            let expected = fold_tree(&mut whole, || 0, combine);
            for step in [1, 3, 7, 31] {
                let mut forest = Forest::default();
                for start in 0..step {
                    for index in (start..tiles).step_by(step as usize) {
                        forest.insert(leaf(index), combine).expect("a new tile");
                    }
                }
                assert_eq!(forest.root(combine), Some(expected), "{tiles} tiles, every {step}");
                assert_eq!(forest.nodes().len() as u32, tiles.count_ones());
                assert!(forest.insert(leaf(tiles - 1), combine).is_err());
            }
        }
    }
}
