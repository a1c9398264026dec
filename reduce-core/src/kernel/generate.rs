//! The kernel of a step: which file generates it.

use super::folded::Folded;
use super::shader::Kernel;
use super::step::Step;
#[cfg(feature = "strategies")]
use super::strategy;
use super::{counts, finish, gather, groups, keys, prepare, read, segments, subgroups, tiles, tree};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;

/// Bytes of the states that the kernel of `step` folds.
pub(crate) fn state_bytes(recipe: &Recipe, step: Step) -> usize {
    Folded::by(recipe, step).map_or(recipe.state_bytes, |folded| folded.state_bytes())
}

/// Generates the kernel of `step` on a device with `caps`.
///
/// # Errors
/// [`Error::Limit`] if a workgroup does not fit the device, [`Error::Policy`] if the reduction or the strategy has no such step,
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(crate) fn generate(
    recipe: &Recipe,
    step: Step,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    if let Some(bins) = recipe.bins
        && counts::does(step)
    {
        return counts::generate(recipe, bins, step, op, policy, caps);
    }
    match step {
        Step::Tiles
        | Step::FullTiles
        | Step::SplitTiles
        | Step::VariableTiles { .. }
        | Step::UnalignedTiles
        | Step::Runs
        | Step::UnalignedRuns => tiles::generate(recipe, step, op, policy, caps),
        Step::Tree { run } => tree::generate(recipe, run, op, policy, caps),
        Step::GroupElements(kind) => groups::of_elements(recipe, kind, op, policy, caps),
        Step::GroupStates(kind) => groups::of_states(recipe, kind, op, policy, caps),
        Step::Finish => finish::generate(recipe, op, caps),
        #[cfg(not(feature = "strategies"))]
        Step::FoldElements | Step::FoldUnalignedElements | Step::FoldStates | Step::SetIdentity => {
            Err(no_step(step, op))
        }
        #[cfg(feature = "strategies")]
        Step::FoldElements | Step::FoldUnalignedElements | Step::FoldStates | Step::SetIdentity => {
            let kernel = policy.strategy.kernel().ok_or_else(|| no_step(step, op))?;
            strategy::generate(recipe, step, &kernel, op, policy, caps)
        }
        Step::Prepare => prepare::generate(caps),
        Step::SegmentLists { begins, sparse } => segments::lists((begins, sparse), caps),
        Step::Gather(step) => gather::generate(step, caps),
        Step::Keys(step) => keys::generate(step, caps),
        Step::Read => read::generate(caps),
        Step::Subgroups => subgroups::generate(caps),
    }
}

fn no_step(step: Step, op: &OperatorWgsl) -> Error {
    Error::Policy {
        problem: format!("the canonical order of {} has no step to {}", op.name, step.name()),
        remedy: "name a strategy of the ladder",
    }
}
