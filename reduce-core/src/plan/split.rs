//! The passes of short inputs, whose tiles are split by several workgroups.

use super::{Pass, Plan, narrow, push_tree};
use crate::caps::Caps;
use crate::error::Error;
use crate::kernel::{Step, tree_run};
use crate::monoid::operator::Operator;
use crate::operator::recipe::Recipe;
use crate::tuning::WORKGROUP_SIZE;

impl Plan {
    /// The plan of [`of`](Self::of) with each tile split by several workgroups, if that is possible and there are at most `most` of
    /// them: few tiles keep few multiprocessors busy.
    ///
    /// The states of a workgroup are nodes of the tree over the columns of its tile, so the tree over all of them is the same.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn split<R: Operator>(len: u64, most: u32, caps: &Caps) -> Result<Self, Error> {
        let recipe = &Recipe::of::<R>();
        Self::whole(recipe, len, caps)?.with_split_tiles(recipe, most, caps)
    }

    /// This plan, of the canonical order, with its tiles split.
    pub(super) fn with_split_tiles(mut self, recipe: &Recipe, most: u32, caps: &Caps) -> Result<Self, Error> {
        let shape = recipe.shape;
        let by = shape.splits();
        let [first @ Pass { step: Step::Tiles, .. }, ..] = self.passes.as_slice() else {
            return Ok(self);
        };
        let states = self.len / u64::from(shape.tile_len()) * u64::from(by)
            + (self.len % u64::from(shape.tile_len()))
                .min(shape.columns().into())
                .div_ceil(WORKGROUP_SIZE.into());
        // A single tile is one pass as long as nobody shares it; who wants all of the device's workgroups wants short loops.
        let single = shape.tiles(self.len) == 1 && most < caps.max_workgroups;
        // Counts are added in any tiles.
        if by == 1
            || recipe.bins.is_some()
            || single
            || states > most.min(caps.max_workgroups).into()
            || self.passes.len() > 2
        {
            return Ok(self);
        }
        let first = Pass {
            step: Step::SplitTiles,
            unit: shape.tile_len() / by,
            workgroups: narrow(states, "a pass", "workgroups", caps)?,
            ..*first
        };
        self.begin_with(recipe, first, caps)?;
        Ok(self)
    }

    /// Makes `first` the only pass over the input, with the tree over what it leaves.
    pub(super) fn begin_with(&mut self, recipe: &Recipe, first: Pass, caps: &Caps) -> Result<(), Error> {
        self.passes = vec![first];
        self.scratch = [first.workgroups.into(), 1];
        let run = tree_run(recipe.state_bytes);
        self.result = push_tree(&mut self.passes, &mut self.scratch, run, caps)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_inputs_share_their_tiles() {
        use crate::ops::Sum;
        let caps = Caps::webgpu();
        let split = |len, most| Plan::split::<Sum<f32>>(len, most, &caps).unwrap();
        let first = |plan: &Plan| (plan.passes[0].step, plan.passes[0].workgroups, plan.passes.len());
        assert_eq!(first(&split(1, 512)), (Step::Tiles, 1, 1));
        assert_eq!(first(&split(32_768, 512)), (Step::Tiles, 1, 1));
        assert_eq!(first(&split(32_769, 512)), (Step::SplitTiles, 5, 2));
        assert_eq!(first(&split(33_000, 512)), (Step::SplitTiles, 5, 2));
        assert_eq!(first(&split(33_025, 512)), (Step::SplitTiles, 6, 2));
        assert_eq!(first(&split(32_769, 4)), (Step::Tiles, 2, 2));
        assert_eq!(split(1 << 22, 512).scratch, [512, 1]);
        assert_eq!(split(1 << 22, 511), Plan::of::<Sum<f32>>(1 << 22, &caps).unwrap());
    }
}
