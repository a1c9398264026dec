//! The passes of a stream, whose length nobody knows before it ends: those over each segment, and those of the tree as far as it is full.

use super::{Pass, Source};
use crate::kernel::Step;
use crate::order::shape::Shape;
use crate::tuning::LANES;

/// The canonical tree from the blocks upward, as far as it is not folded yet: a counter whose digits are levels of states.
///
/// A level that is full is folded to one state of the next, which has as many blocks below it as a tree pass folds. Level `n` is scratch buffer
/// `n` of the passes, which has room for [`width`](Self::width) states.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct StreamPlan {
    shape: Shape,
    /// The steps that fold a segment to blocks.
    steps: &'static [Step],
    /// Neighbouring states that a lane of a tree pass folds.
    run: u32,
    /// States of each level.
    levels: Vec<u32>,
    /// Elements so far.
    given: u64,
}

impl StreamPlan {
    pub(crate) fn new(shape: Shape, steps: &'static [Step], run: u32) -> Self {
        Self {
            shape,
            steps,
            run,
            levels: vec![0],
            given: 0,
        }
    }

    /// States of a full level: as many as a tree pass folds.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.run * LANES
    }

    /// Levels that have been written so far.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Elements so far.
    #[must_use]
    pub fn given(&self) -> u64 {
        self.given
    }

    /// The passes over the next `len` elements, and over the levels that are full then. All but the last segment are whole blocks, no more of
    /// them than [`width`](Self::width), which is a multiple of their number.
    pub fn segment(&mut self, len: u32) -> Vec<Pass> {
        if len == 0 {
            return Vec::new();
        }
        let blocks = len.div_ceil(self.shape.block());
        let over = |step: &Step| Pass {
            step: *step,
            source: Source::Input(self.given),
            target: 0,
            length: len,
            first_output: self.levels[0],
            unit: self.shape.block(),
            workgroups: blocks,
        };
        let mut passes: Vec<Pass> = self.steps.iter().map(over).collect();
        self.given += u64::from(len);
        self.levels[0] += blocks;
        let mut level = 0;
        while self.levels[level] >= self.width() {
            passes.push(self.fold(level));
            level += 1;
        }
        passes
    }

    /// The passes that fold what is left of every level, and the level whose first state is the result.
    pub fn finish(&mut self) -> (Vec<Pass>, usize) {
        let mut passes = Vec::new();
        let mut level = 0;
        loop {
            let above = self.levels[level + 1..].iter().any(|states| *states > 0);
            match self.levels[level] {
                0 | 1 if !above => return (passes, level),
                0 => {}
                _ => passes.push(self.fold(level)),
            }
            level += 1;
        }
    }

    /// The pass that folds all of `level` to one state of the next one.
    fn fold(&mut self, level: usize) -> Pass {
        if self.levels.len() == level + 1 {
            self.levels.push(0);
        }
        let length = std::mem::take(&mut self.levels[level]);
        let pass = Pass {
            step: Step::Tree { run: self.run },
            source: Source::Scratch(level),
            target: level + 1,
            length,
            first_output: self.levels[level + 1],
            unit: self.width(),
            workgroups: 1,
        };
        self.levels[level + 1] += 1;
        pass
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::Sum;

    /// The passes run on ranges of blocks instead of states: each state knows which blocks are below it.
    fn run(passes: &[Pass], banks: &mut Vec<Vec<(u64, u64)>>, block: u64) {
        for pass in passes {
            banks.resize(banks.len().max(pass.target + 1), Vec::new());
            let to = match pass.source {
                Source::Input(start) => {
                    let first = start / block;
                    (first..first + u64::from(pass.workgroups))
                        .map(|block| (block, block + 1))
                        .collect()
                }
                Source::Scratch(bank) => {
                    let states = std::mem::take(&mut banks[bank]);
                    assert_eq!(states.len(), pass.length as usize);
                    // Neighbours, all of one width but for the last.
                    assert!(states.windows(2).all(|pair| pair[0].1 == pair[1].0), "{states:?}");
                    vec![(states[0].0, states[states.len() - 1].1)]
                }
            };
            assert_eq!(banks[pass.target].len(), pass.first_output as usize);
            let full = pass.unit;
            banks[pass.target].extend::<Vec<_>>(to);
            assert!(banks[pass.target].len() <= full.max(256) as usize);
        }
    }

    #[test]
    fn every_block_is_folded_once_and_in_order() {
        let shape = Shape::of::<Sum<f32>>();
        let block = shape.block();
        // The tree of the canonical order: a level has nodes of 256 times as many blocks as the one below.
        for (segment, segments, rest) in [
            (64, 0, 7),
            (64, 1, 0),
            (64, 4, 0),
            (64, 5, 1),
            (1, 700, 0),
            (256, 257, 3),
        ] {
            let mut plan = StreamPlan::new(shape, &[Step::Blocks], 1);
            let mut banks = vec![Vec::new()];
            for _ in 0..segments {
                run(&plan.segment(segment * block), &mut banks, block.into());
            }
            run(&plan.segment(rest), &mut banks, block.into());
            let blocks = u64::from(segment) * segments + u64::from(rest.div_ceil(block));
            assert_eq!(plan.given(), u64::from(segment * block) * segments + u64::from(rest));
            let (passes, result) = plan.finish();
            run(&passes, &mut banks, block.into());
            assert_eq!(banks[result], [(0, blocks)], "{segment} {segments} {rest}");
            assert!(
                banks
                    .iter()
                    .enumerate()
                    .all(|(bank, states)| bank == result || states.is_empty())
            );
            assert_eq!(banks.len(), plan.levels());
        }
    }
}
