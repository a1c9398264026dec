//! The plans of kernels that are made already, for what runs them: without the types of the reduction, so that it is compiled once
//! and not once an operator.

use std::collections::HashSet;

use super::stream::StreamPlan;
use super::{Plan, chunks, segment, tree_run, uncut};
use crate::choice::strategy::Strategy;
use crate::error::Error;
use crate::input::element::Part;
use crate::input::indexed::check_positions;
use crate::kernel::inspect::Kernels;
use crate::kernel::{Kernel, Step};
use crate::order::canonical::Shape;
use crate::tuning::{self, FEW_ROWS, MOST_ROWS, MOST_ROWS_OF_COUNTS, ROWS, WORKGROUP_SIZE};

#[doc(hidden)]
impl Kernels {
    /// The plan for `len` elements side by side; see [`Plan::with_policy`].
    pub fn plan(&self, len: u64) -> Result<Plan, Error> {
        let (policy, whole) = (self.policy(), self.take_full_tiles());
        Plan::best(&self.recipe, len, policy, whole, &self.caps)
    }

    /// The plan of `encode` for elements side by side: that of `reduce` without split or lengthened tiles.
    pub fn plan_whole(&self, len: u64) -> Result<Plan, Error> {
        let chunks = chunks(&self.recipe, &self.caps)?;
        self.plan_cut(len, &uncut(&chunks))
    }

    /// The plan of `encode` for elements in pieces: from an element on, `uncut` says how many lie together, full tiles but for the end. Its passes suit
    /// every shorter length as well.
    pub fn plan_cut(&self, len: u64, uncut: &dyn Fn(u64) -> u64) -> Result<Plan, Error> {
        Plan::chosen(&self.recipe, len, uncut, self.policy(), &self.caps)
    }

    /// [`plan_cut`](Self::plan_cut) for neither more nor fewer than `len` elements.
    pub fn plan_exactly(&self, len: u64, uncut: &dyn Fn(u64) -> u64) -> Result<Plan, Error> {
        let plan = self.plan_cut(len, uncut)?;
        Ok(if self.take_full_tiles() {
            plan.in_full_tiles()
        } else {
            plan
        })
    }

    /// The steps of `reduce`, of streams and of parts, for inputs of every length in memory of every kind.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = self.all().iter().map(Kernel::step).collect();
        let policy = self.policy();
        if policy.strategy != Strategy::Canonical {
            steps.push(Step::FoldUnalignedElements);
            return steps;
        }
        steps.push(Step::UnalignedTiles);
        steps.extend(self.take_full_tiles().then_some(Step::FullTiles));
        steps.extend(self.recipe.mixed.then_some(Step::UnalignedRuns));
        steps.extend(tuning::tree_runs(self.tree_run()).map(|run| Step::Tree { run }));
        if self.shape().splits() > 1 && policy.split_workgroups > 0 && self.recipe.bins.is_none() {
            steps.push(Step::SplitTiles);
        }
        if self.recipe.takes_any_order && policy.variable_workgroups > 0 {
            let rows = std::iter::successors(Some(2 * ROWS), |rows| Some(2 * rows));
            let most = match self.recipe.bins {
                Some(_) => MOST_ROWS_OF_COUNTS,
                None => MOST_ROWS,
            };
            let many = rows.take_while(|rows| *rows <= most);
            steps.extend(many.chain([FEW_ROWS]).map(|rows| Step::VariableTiles { rows }));
        }
        let mut seen = HashSet::new();
        steps.retain(|step| seen.insert(*step));
        steps
    }

    /// The steps that make full tiles of elements to states, each of members of its own.
    #[must_use]
    pub fn steps_of_tiles(&self) -> &'static [Step] {
        if self.recipe.mixed {
            &[Step::Tiles, Step::Runs]
        } else {
            &[Step::Tiles]
        }
    }

    /// States that each of the two scratch buffers has to hold for every input of up to `len` elements, wherever it is cut.
    ///
    /// # Errors
    /// As for [`Plan::of`].
    pub fn scratch_states(&self, len: u64) -> Result<[u64; 2], Error> {
        let tile = u64::from(self.shape().tile_len());
        let whole = self.plan_whole(len)?.scratch;
        // A strategy leaves the most states where every tile is a piece of its own; those of the canonical order are of tiles anyway.
        let cut = match self.policy().strategy {
            Strategy::Canonical => whole,
            _ => self
                .plan_cut(len, &|start| tile - start % tile)
                .map_or(whole, |plan| plan.scratch),
        };
        // Of fewer states, a tree pass may leave more: as long as one pass takes them all, an invocation of it takes one.
        let once = u64::from(self.caps.max_workgroups) * u64::from(WORKGROUP_SIZE);
        let shorter = whole[0].min(once).div_ceil(WORKGROUP_SIZE.into());
        Ok([whole[0].max(cut[0]), whole[1].max(cut[1]).max(shorter)])
    }

    /// The plan for the lowest nodes of `len` elements, the first of which is at position `start` of a longer input, where such
    /// a node begins: one for every `width` tiles, 1 or [`NODE`](super::NODE). Their states are left in the scratch buffer of the
    /// result.
    pub fn plan_part(&self, len: u64, start: u64, width: u32) -> Result<Plan, Error> {
        self.check_positions(start.saturating_add(len))?;
        Plan::whole(&self.recipe, len, &self.caps)?.lowest(start, width, &self.caps)
    }

    /// Refuses elements before `end` that have no position, if they need one.
    ///
    /// # Errors
    /// [`Error::Positions`].
    pub fn check_positions(&self, end: u64) -> Result<(), Error> {
        check_positions(self.recipe.positioned, end)
    }

    /// The plan for the tree alone over `states` tiles, whose states are in the first scratch buffer.
    pub fn plan_tree(&self, states: u64) -> Result<Plan, Error> {
        Plan::tree_of(self.recipe.state_bytes, states, &self.caps)
    }

    /// The passes of a stream.
    #[must_use]
    pub fn plan_stream(&self) -> StreamPlan {
        StreamPlan::new(self.shape(), self.steps_of_tiles(), self.tree_run())
    }

    /// Elements that a stream gives to the device at a time: a power of two of tiles, and no more than one tree pass folds.
    ///
    /// # Errors
    /// [`Error::Limit`] if not even one tile fits a binding.
    pub fn segment(&self) -> Result<u64, Error> {
        segment(&self.recipe, &self.caps)
    }

    /// The most neighbouring states that an invocation of a tree pass folds.
    #[must_use]
    pub fn tree_run(&self) -> u32 {
        tree_run(self.recipe.state_bytes)
    }

    /// The canonical order of the reduction.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.recipe.shape
    }

    /// The buffers that an element is read from.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        (self.recipe.parts)()
    }

    /// Bytes of a state.
    #[must_use]
    pub fn state_bytes(&self) -> u64 {
        self.recipe.state_bytes as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caps::Caps;
    use crate::choice::policy::Policy;
    use crate::monoid::operator::Operator;
    use crate::monoid::traits::{Monoid, Reduction};
    use crate::needs::Needs;
    use crate::ops::{Histogram, Max, Mean, Sum, Variance};
    use crate::plan::{Pass, PassInput};
    use crate::{GpuType, gpu};

    /// The last number that is not 0.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    #[reduce(crate = crate)]
    struct Last(f32);

    #[gpu(crate = crate)]
    impl Monoid for Last {
        const COMMUTATIVE: bool = false;
        fn identity() -> Self {
            Last(0.0)
        }
        fn combine(a: Self, b: Self) -> Self {
            if b.0 == 0.0 { a } else { b }
        }
    }

    #[gpu(crate = crate)]
    impl Reduction for Last {
        type Input = f32;
        type State = Self;
        type Output = f32;
        fn lift(x: f32) -> Self {
            Last(x)
        }
        fn finish(s: Self) -> f32 {
            s.0
        }
    }

    /// Both passes over the same elements write the same states, whatever part of them is asked for.
    #[test]
    fn a_tuple_of_two_orders_has_two_passes_over_each_piece() {
        let caps = Caps {
            max_workgroups: 3,
            ..Caps::webgpu()
        };
        let kernels = Kernels::of::<(Sum<f32>, Last)>(&caps).unwrap();
        // Each of both kernels holds states of its own member.
        let words = kernels
            .resources()
            .iter()
            .map(|kernel| kernel.state_words)
            .collect::<Vec<_>>();
        assert_eq!(words, [1, 1, 2]);
        let of_part = kernels.plan_part(100_000, 0, 256).unwrap();
        for plan in [
            kernels.plan(400_000).unwrap(),
            kernels.plan_whole(400_000).unwrap(),
            of_part,
        ] {
            let input = plan
                .passes
                .iter()
                .filter(|pass| matches!(pass.input, PassInput::Input(_)));
            let input: Vec<&Pass> = input.collect();
            assert!(!input.is_empty());
            for pair in input.chunks(2) {
                assert_eq!((pair[0].step, pair[1].step), (Step::Tiles, Step::Runs));
                let step = Step::Runs;
                assert_eq!(Pass { step, ..*pair[0] }, *pair[1]);
            }
        }
        assert_eq!(Kernels::of::<Sum<f32>>(&caps).unwrap().steps_of_tiles(), [Step::Tiles]);
        let error = Kernels::kernel::<Sum<f32>>(Step::Runs, &caps).unwrap_err().to_string();
        assert!(error.contains("has no step for runs"), "{error}");
    }

    fn plans_keep_to_their_steps<R: Operator>(caps: &Caps) {
        for strategy in Strategy::ALL {
            let policy = Policy {
                variable_workgroups: 512,
                split_workgroups: 512,
                ..Policy::with_strategy::<R>(strategy, caps)
            };
            let Ok(kernels) = Kernels::with::<R>(policy, caps) else {
                continue;
            };
            let steps = kernels.steps();
            let lengths = (0..34)
                .map(|log| 1 << log)
                .flat_map(|len: u64| [len - 1, len, len + 1, len / 2 * 3]);
            for len in lengths {
                let plan = match kernels.plan(len) {
                    Ok(plan) => plan,
                    // Elsewhere every tile leaves a state, and counts of all bins fill a binding.
                    Err(Error::Limit { .. }) if strategy != Strategy::Canonical => continue,
                    Err(error) => panic!("{strategy}, {len}: {error}"),
                };
                for pass in plan.passes {
                    assert!(
                        steps.contains(&pass.step),
                        "{strategy}, {len}: {:?} of {steps:?}",
                        pass.step
                    );
                }
            }
        }
    }

    #[test]
    fn every_pass_is_of_a_step_that_is_listed() {
        let caps = Caps {
            max_binding_bytes: 1 << 31,
            max_buffer_bytes: 1 << 40,
            offers: Needs::F64.union(Needs::I64),
            ..Caps::webgpu_subgroups()
        };
        plans_keep_to_their_steps::<Sum<f32>>(&caps);
        plans_keep_to_their_steps::<Variance<f64>>(&caps);
        plans_keep_to_their_steps::<Max<f32>>(&caps);
        plans_keep_to_their_steps::<Sum<u8>>(&caps);
        plans_keep_to_their_steps::<Histogram<f32, 32>>(&caps);
        plans_keep_to_their_steps::<Histogram<u8, 256>>(&caps);
        plans_keep_to_their_steps::<(Max<i32>, Mean<i32>)>(&caps);
        plans_keep_to_their_steps::<(Sum<f32>, Last)>(&caps);
    }

    /// Shorter inputs, in one piece and in pieces of a tile, by every strategy and on a device whose passes take few states.
    #[test]
    fn scratch_for_a_length_is_enough_for_shorter_ones() {
        let few = Caps {
            max_workgroups: 3,
            ..Caps::webgpu_subgroups()
        };
        for caps in [Caps::webgpu_subgroups(), few] {
            for strategy in Strategy::ALL {
                let policy = Policy::with_strategy::<Sum<u32>>(strategy, &caps);
                let Ok(kernels) = Kernels::with::<Sum<u32>>(policy, &caps) else {
                    continue;
                };
                let tile = u64::from(kernels.shape().tile_len());
                let most = 2000 * tile + 1;
                let Ok(states) = kernels.scratch_states(most) else {
                    continue;
                };
                for tiles in (0..64).chain((0..=2000).step_by(50)) {
                    for len in [tiles * tile, tiles * tile + 1] {
                        let pieces = |start: u64| tile - start % tile;
                        for plan in [kernels.plan_whole(len), kernels.plan_cut(len, &pieces)] {
                            let asked = plan.unwrap().scratch;
                            assert!(
                                asked[0] <= states[0] && asked[1] <= states[1],
                                "{strategy}, {len}: {asked:?} of {states:?}"
                            );
                        }
                    }
                }
            }
        }
    }
}
