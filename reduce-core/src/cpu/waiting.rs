//! The trees of groups side by side: a binary counter of strips, each of which has a node of every group.

use crate::monoid::traits::Monoid;
use crate::types::columns::{Columns, STRIP};

/// Nodes of the trees of a strip of groups that wait for their right neighbours.
pub(super) struct Waiting<S: Monoid> {
    /// The strip of each level, and whether it waits.
    levels: Vec<(bool, S::Columns)>,
    /// The last node, and its level if there is one.
    pub(super) node: S::Columns,
    level: Option<usize>,
    /// Groups of the strip.
    pub(super) lanes: usize,
}

impl<S: Monoid> Waiting<S> {
    #[inline(always)]
    pub(super) fn new(any: S, lanes: usize) -> Self {
        Self {
            levels: Vec::new(),
            node: Columns::filled(any),
            level: None,
            lanes,
        }
    }

    /// Puts the last node where it waits: the next one takes its place.
    #[inline(always)]
    pub(super) fn keep(&mut self) {
        let Some(level) = self.level.take() else {
            return;
        };
        while self.levels.len() <= level {
            self.levels.push((false, self.node.clone()));
        }
        if let Some((waits, strip)) = self.levels.get_mut(level) {
            *waits = true;
            strip.clone_from(&self.node);
        }
    }

    /// Takes `node` as the next one, which is of this level.
    #[inline(always)]
    pub(super) fn push(&mut self, level: usize) {
        let mut level = level;
        while let Some((waits @ true, left)) = self.levels.get_mut(level) {
            combine::<S>(left, &mut self.node, self.lanes);
            *waits = false;
            level += 1;
        }
        self.level = Some(level);
    }

    /// Makes `node` the node of all, in which missing right neighbours are skipped.
    #[inline(always)]
    pub(super) fn end(&mut self) {
        for (_, left) in self.levels.iter_mut().filter(|(waits, _)| *waits) {
            combine::<S>(left, &mut self.node, self.lanes);
        }
    }
}

/// Combines each of the first states on the left with the one on the right, and puts the result there.
#[inline(always)]
fn combine<S: Monoid>(left: &S::Columns, right: &mut S::Columns, lanes: usize) {
    if lanes == STRIP {
        for lane in 0..STRIP {
            right.set(lane, S::combine(left.get(lane), right.get(lane)));
        }
    } else {
        for lane in 0..lanes {
            right.set(lane, S::combine(left.get(lane), right.get(lane)));
        }
    }
}
