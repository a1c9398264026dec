//! The passes of a stream, whose length nobody knows before it ends: those over each segment, and those of the tree as far as it is full.

use super::{Pass, PassInput};
use crate::kernel::Step;
use crate::order::canonical::Shape;
use crate::tuning::WORKGROUP_SIZE;

/// The canonical tree from the tiles upward, as far as it is not folded yet: a counter whose digits are levels of states.
///
/// A level that is full is folded to one state of the next, which has as many tiles below it as a tree pass folds. Level `n` is scratch buffer
/// `n` of the passes, which has room for [`width`](Self::width) states.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct StreamPlan {
    shape: Shape,
    /// The steps that fold a segment to tiles.
    steps: &'static [Step],
    /// Neighbouring states that an invocation of a tree pass folds.
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
        self.run * WORKGROUP_SIZE
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

    /// The passes over the next `len` elements, and over the levels that are full then. All but the last segment are full tiles, no more of
    /// them than [`width`](Self::width), which is a multiple of their number.
    pub fn segment(&mut self, len: u32) -> Vec<Pass> {
        if len == 0 {
            return Vec::new();
        }
        let tiles = len.div_ceil(self.shape.tile_len());
        let over = |step: &Step| Pass {
            step: *step,
            input: PassInput::Input(self.given),
            target: 0,
            length: len,
            first_output: self.levels[0],
            unit: self.shape.tile_len(),
            workgroups: tiles,
        };
        let mut passes: Vec<Pass> = self.steps.iter().map(over).collect();
        self.given += u64::from(len);
        self.levels[0] += tiles;
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
            input: PassInput::Scratch(level),
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

    /// The passes run on ranges of tiles instead of states: each state knows which tiles are below it.
    fn run(passes: &[Pass], banks: &mut Vec<Vec<(u64, u64)>>, tile: u64) {
        for pass in passes {
            banks.resize(banks.len().max(pass.target + 1), Vec::new());
            let to = match pass.input {
                PassInput::Input(start) => {
                    let first = start / tile;
                    (first..first + u64::from(pass.workgroups))
                        .map(|tile| (tile, tile + 1))
                        .collect()
                }
                PassInput::Scratch(bank) => {
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
    fn every_tile_is_folded_once_and_in_order() {
        let shape = Shape::of::<Sum<f32>>();
        let tile = shape.tile_len();
        // The tree of the canonical order: a level has nodes of 256 times as many tiles as the one below.
        for (segment, segments, rest) in [
            (64, 0, 7),
            (64, 1, 0),
            (64, 4, 0),
            (64, 5, 1),
            (1, 700, 0),
            (256, 257, 3),
        ] {
            let mut plan = StreamPlan::new(shape, &[Step::Tiles], 1);
            let mut banks = vec![Vec::new()];
            for _ in 0..segments {
                run(&plan.segment(segment * tile), &mut banks, tile.into());
            }
            run(&plan.segment(rest), &mut banks, tile.into());
            let tiles = u64::from(segment) * segments + u64::from(rest.div_ceil(tile));
            assert_eq!(plan.given(), u64::from(segment * tile) * segments + u64::from(rest));
            let (passes, result) = plan.finish();
            run(&passes, &mut banks, tile.into());
            assert_eq!(banks[result], [(0, tiles)], "{segment} {segments} {rest}");
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
