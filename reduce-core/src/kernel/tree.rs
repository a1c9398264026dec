//! Trees: over what an invocation has, and the kernel that folds the states of tiles.

use minijinja::context;
use minijinja::value::Value;

use super::column::Exchanged;
use super::of_template::Filled;
use super::shader::Kernel;
use super::step::Step;
use super::workgroup::{self, WorkgroupReduction};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::tuning::{TREE_STATE_BYTES, WORKGROUP_SIZE};

/// Generates the kernel that folds states, of which an invocation takes `run` neighbours, for a device with `caps`.
///
/// # Errors
/// [`Error::Limit`] if a workgroup does not fit the device, [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(
    recipe: &Recipe,
    run: u32,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    let step = Step::Tree { run };
    let reduction = WorkgroupReduction::of(op, policy, caps, recipe.state_bytes as u32)?;
    workgroup::check_state(&op.name, recipe.state_bytes, caps)?;
    let run = run.clamp(1, tree_run(recipe.state_bytes));

    let mut module = caps.module();
    let (state, combine) = ((recipe.state)(&mut module), (recipe.combine)(&mut module));
    let (stored, store, load) = (
        (recipe.stored)(&mut module),
        (recipe.store)(&mut module),
        (recipe.load)(&mut module),
    );
    let built_in = reduction
        .subgroups
        .then(|| workgroup::built_in(recipe, policy, &mut module))
        .flatten();
    let shuffle = match reduction.subgroups && built_in.is_none() {
        true => (recipe.shuffle)(&mut module),
        false => String::new(),
    };
    let exchanged = Exchanged {
        kind: state.clone(),
        combine: combine.clone(),
        shuffle,
    };
    let context = context! {
        target => format!("array<{stored}>"), stored => stored, store => store, load => load, in_rows => false, state => state, combine => combine, status => 3,
        exchanged => exchanged.value(), run => run, run_tree => tree_steps(run), ..reduction.value(built_in.as_ref()),
    };
    let what = format!("{}'s {} kernel", op.name, step.name());
    let calls = Some(u64::from(run + 1 + reduction.levels() + 1));
    let filled = Filled {
        template: "tree.wgsl",
        context: &context,
        module: &module,
        calls,
    };
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: reduction.slots * recipe.state_bytes as u32,
        subgroups: reduction.subgroups,
        built_in: built_in.is_some(),
        in_flight: run,
        ..filled.kernel(step, &what, op, caps)?
    })
}

/// The most neighbouring states that an invocation of the tree kernel folds: a power of two.
#[must_use]
pub(crate) const fn tree_run(state_bytes: usize) -> u32 {
    let mut run = 32;
    while run > 1 && run * state_bytes > TREE_STATE_BYTES {
        run /= 2;
    }
    run as u32
}

/// The balanced binary tree over `width` neighbours, as an ordered list of (left, right) pairs: what is missing on the right is skipped.
pub(super) fn tree_pairs(width: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..width.next_power_of_two().ilog2()).flat_map(move |level| {
        (0..width)
            .step_by(2 << level)
            .map(move |left| (left, left + (1 << level)))
            .filter(move |(_, right)| *right < width)
    })
}

/// These pairs for templates.
pub(super) fn tree_steps(width: u32) -> Vec<Value> {
    tree_pairs(width)
        .map(|(left, right)| context! { left => left, right => right })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tree_runs_fit_their_registers() {
        assert_eq!(tree_run(4), 32);
        assert_eq!(tree_run(16), 8);
        assert_eq!(tree_run(108), 1);
    }

    /// The terms of the tree over these.
    fn folded(mut terms: Vec<String>) -> String {
        for (left, right) in tree_pairs(terms.len() as u32) {
            terms[left as usize] = format!("({} {})", terms[left as usize], terms[right as usize]);
        }
        terms.swap_remove(0)
    }

    #[test]
    fn aligned_blocks_are_nodes_of_the_tree() {
        for width in 1..=100 {
            let terms: Vec<String> = (0..width).map(|term| term.to_string()).collect();
            for run in [1, 2, 4, 8, 16] {
                let blocks = terms.chunks(run).map(|block| folded(block.to_vec())).collect();
                assert_eq!(folded(blocks), folded(terms.clone()), "{width} by {run}");
            }
        }
    }

    /// A kernel has the tree over a full block, and leaves out those of its steps whose right states a last one lacks.
    #[test]
    fn steps_of_a_full_block_serve_the_last_one() {
        for run in [1, 2, 4, 8, 16] {
            for rest in 1..=run {
                let some: Vec<_> = tree_pairs(run).filter(|(_, right)| *right < rest).collect();
                assert_eq!(some, tree_pairs(rest).collect::<Vec<_>>(), "{rest} of {run}");
            }
        }
    }
}
