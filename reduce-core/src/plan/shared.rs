//! The passes of short inputs, whose blocks are shared by several workgroups.

use super::{Pass, Plan, narrow, push_tree};
use crate::caps::Caps;
use crate::error::Error;
use crate::kernel::{Step, tree_run};
use crate::monoid::traits::Reduction;
use crate::operator::recipe::Recipe;
use crate::tuning::LANES;

impl Plan {
    /// The plan of [`of`](Self::of) with each block shared by several workgroups, if that is possible and there are at most `most` of
    /// them: few blocks keep few multiprocessors busy.
    ///
    /// The states of a workgroup are nodes of the tree over the columns of its block, so the tree over all of them is the same.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn shared<R: Reduction>(len: u64, most: u32, caps: &Caps) -> Result<Self, Error> {
        let recipe = &Recipe::of::<R>();
        Self::whole(recipe, len, caps)?.share(recipe, most, caps)
    }

    /// This plan, of the canonical order, with its blocks shared.
    pub(super) fn share(mut self, recipe: &Recipe, most: u32, caps: &Caps) -> Result<Self, Error> {
        let shape = recipe.shape;
        let by = shape.shared_by();
        let [first @ Pass { step: Step::Blocks, .. }, ..] = self.passes.as_slice() else {
            return Ok(self);
        };
        let states = self.len / u64::from(shape.block()) * u64::from(by)
            + (self.len % u64::from(shape.block()))
                .min(shape.columns().into())
                .div_ceil(LANES.into());
        // A single block is one pass as long as nobody shares it; who wants all of the device's workgroups wants short loops.
        let single = shape.blocks(self.len) == 1 && most < caps.max_workgroups;
        if by == 1 || single || states > most.min(caps.max_workgroups).into() || self.passes.len() > 2 {
            return Ok(self);
        }
        let first = Pass {
            step: Step::SharedBlocks,
            unit: shape.block() / by,
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
    fn short_inputs_share_their_blocks() {
        use crate::ops::Sum;
        let caps = Caps::webgpu();
        let shared = |len, most| Plan::shared::<Sum<f32>>(len, most, &caps).unwrap();
        let first = |plan: &Plan| (plan.passes[0].step, plan.passes[0].workgroups, plan.passes.len());
        assert_eq!(first(&shared(1, 512)), (Step::Blocks, 1, 1));
        assert_eq!(first(&shared(32_768, 512)), (Step::Blocks, 1, 1));
        assert_eq!(first(&shared(32_769, 512)), (Step::SharedBlocks, 5, 2));
        assert_eq!(first(&shared(33_000, 512)), (Step::SharedBlocks, 5, 2));
        assert_eq!(first(&shared(33_025, 512)), (Step::SharedBlocks, 6, 2));
        assert_eq!(first(&shared(32_769, 4)), (Step::Blocks, 2, 2));
        assert_eq!(shared(1 << 22, 512).scratch, [512, 1]);
        assert_eq!(shared(1 << 22, 511), Plan::of::<Sum<f32>>(1 << 22, &caps).unwrap());
    }
}
