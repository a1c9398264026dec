//! Fills the holes of the templates that fold elements and states in the canonical order, and validates the result.

use minijinja::context;

use super::column::{Column, Exchanged};
use super::folded::Folded;
use super::load::Loader;
use super::loops::noticed;
use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use super::tree::{tree_run, tree_steps};
use super::workgroup::{self, WorkgroupReduction};
use super::{finish, prepare, read, rows, strategy, subgroups, weights};
use crate::caps::Caps;
use crate::choice::ladder::Entry;
use crate::choice::policy::{self, Policy};
use crate::error::Error;
use crate::monoid::any_order::BYTES_OF_A_WORD;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::operator::validate::Valid;
use crate::tuning::{self, ROWS, WORKGROUP_SIZE};
use crate::wgsl::Counting;

/// Bytes of the states that the kernel of `step` folds.
pub(crate) fn state_bytes(recipe: &Recipe, step: Step) -> usize {
    Folded::by(recipe, step).map_or(recipe.state_bytes, |folded| folded.state_bytes())
}

/// Whether a kernel of its own folds full tiles: one that knows every weight, and divides nothing.
///
/// A division that is there, whether it runs or not, takes 3 µs of a variance of 2^27 f64 on an H200 (2026-11-23).
pub(crate) fn takes_full_tiles(recipe: &Recipe, weighs: bool, caps: &Caps) -> bool {
    let keeps_all_columns = recipe.shape.kept(recipe.state_bytes) == recipe.shape.per_invocation;
    weighs && keeps_all_columns && !recipe.mixed && !policy::is_large(recipe, caps)
}

/// Generates the kernel of `step` on a device with `caps`.
///
/// # Errors
/// [`Error::Limit`] if a workgroup does not fit the device, [`Error::InvalidWgsl`] if naga refuses the text.
pub(crate) fn generate(
    recipe: &Recipe,
    step: Step,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    match step {
        Step::Finish => return finish::generate(recipe, op, caps),
        Step::Prepare => return prepare::generate(caps),
        Step::Read => return read::generate(caps),
        Step::Subgroups => return subgroups::generate(caps),
        Step::FoldElements | Step::FoldUnalignedElements | Step::FoldStates | Step::SetIdentity => {
            let entry = Entry::of(policy.strategy).ok_or_else(|| Error::Policy {
                problem: format!("the canonical order of {} has no step to {}", op.name, step.name()),
                remedy: "name a strategy of the ladder",
            })?;
            return strategy::generate(recipe, step, &entry, op, policy, caps);
        }
        Step::Tiles | Step::FullTiles | Step::SplitTiles | Step::VariableTiles { .. } | Step::UnalignedTiles => {}
        Step::Runs | Step::UnalignedRuns | Step::Tree { .. } => {}
    }
    if step == Step::FullTiles && !takes_full_tiles(recipe, op.weighs, caps) {
        return Err(Error::Policy {
            problem: format!(
                "{} has no step for full tiles alone: it divides no counts of f64 that are known there",
                op.name
            ),
            remedy: "take Step::Tiles",
        });
    }
    let folded = Folded::by(recipe, step)?;
    let state_bytes = folded.state_bytes();
    let WorkgroupReduction { subgroups, slots } = WorkgroupReduction::of(op, policy, caps, state_bytes as u32)?;
    workgroup::check_state(&op.name, state_bytes, caps)?;
    let workgroup_bytes = slots * state_bytes as u32;

    let mut module = caps.module();
    let state = folded.state(&mut module);
    let reads_input = !matches!(step, Step::Tree { .. });
    let shape = folded.shape();
    let is_whole = step == Step::FullTiles;
    if reads_input && op.weighs {
        let counting = if is_whole {
            Counting::Always
        } else {
            Counting::InFullTiles
        };
        module.expect_counts((recipe.constants)(), counting);
    }
    let lift = if reads_input {
        folded.lift(&mut module)
    } else {
        String::new()
    };
    let combine = folded.combine(&mut module);
    let is_split = step == Step::SplitTiles && recipe.shape.splits() > 1;
    let kept = if is_split { 1 } else { shape.kept(state_bytes) };
    // Each of 256 invocations with `kept` columns: those of several workgroups, or of one in turns.
    let splits = shape.per_invocation / kept;
    let turns = if is_split { 1 } else { splits };
    let form = reads_input.then(|| folded.column(&mut module)).flatten();
    let is_plain = form.is_none();
    let built_in = subgroups
        .then(|| workgroup::built_in(recipe, policy, &mut module))
        .flatten();
    let shuffle_xor = if subgroups && built_in.is_none() {
        folded.shuffle_xor(&mut module)
    } else {
        String::new()
    };
    let exchanged = Exchanged {
        kind: state.clone(),
        combine: combine.clone(),
        shuffle_xor,
    };
    let column = Column::of(recipe, form, &lift, exchanged, &mut module);

    let run = match step {
        Step::Tree { run } => run.clamp(1, tree_run(state_bytes)),
        _ => 1,
    };
    let unaligned = matches!(step, Step::UnalignedTiles | Step::UnalignedRuns);
    let loader = Loader::new(recipe, kept, unaligned, &mut module);
    let rows_of_tile = match step {
        Step::VariableTiles { rows } if recipe.takes_any_order => rows,
        _ => ROWS,
    };
    let more = match step {
        Step::FullTiles => tuning::WHOLE_TIMES_IN_FLIGHT,
        _ if is_split => splits,
        _ => 1,
    };
    let in_flight = (policy.check()?.in_flight * more).min(rows_of_tile);
    let word_lift = (matches!(step, Step::Tiles | Step::VariableTiles { .. })
        && !shape.ordered
        && policy.packed_dot
        && is_plain
        && loader.words(0).is_some())
    .then(|| (recipe.lift_of_word)(&mut module))
    .flatten();
    let stride = if shape.ordered { 1 } else { WORKGROUP_SIZE * splits };
    let merged = match (&word_lift, shape.ordered) {
        (Some(_), _) => BYTES_OF_A_WORD,
        // One state an invocation instead of several: no bit depends on it, and an invocation's elements stay in order.
        (None, false) if recipe.takes_any_order => kept,
        _ => 1,
    };
    // Of the quotients by counts none is left to a compiler then.
    let looks_up = module.weight().is_some() && !module.divides() && caps.arithmetic.keeps_products();
    // A compiler that knows the first rows apart multiplies by the inverses of the counts in them, where a division may round.
    let phases = match () {
        () if !op.rounds_alike && !looks_up => vec!["both"],
        () if in_flight < rows_of_tile => vec!["begin", "go on"],
        () => vec!["begin"],
    };
    let (whole, single) = (
        rows::rows(
            &loader,
            stride,
            in_flight,
            &column.lift,
            (word_lift.as_deref(), merged),
            &mut module,
        ),
        rows::row(&loader, kept, &mut module),
    );
    let weights = weights::weights(in_flight, rows_of_tile, &module);
    let inputs = if reads_input { (recipe.parts)().len() as u32 } else { 1 };
    let context = context! {
        target => format!("array<{}>", (recipe.state)(&mut module)), stores => folded.stores(), member => folded.is_partial(), coherent => false, in_rows => false, state => state, lift => lift, combine => combine, column => column.value(), exchanged => column.exchanged.value(),
        subgroups => subgroups, built_in => built_in.as_ref().map(|built_in| &built_in.fold),
        identity => built_in.as_ref().map(|built_in| &built_in.identity), merged => merged,
        smallest_subgroup => WORKGROUP_SIZE / slots, slots => slots,
        workgroup_size => WORKGROUP_SIZE, rows => rows_of_tile, in_flight => in_flight,
        per_invocation => kept, columns => shape.columns(), tile => shape.columns() * rows_of_tile,
        run_elements => shape.run(), splits => splits, is_split => is_split, turns => turns,
        levels => splits.ilog2() + 1,
        positioned => recipe.positioned, unaligned => unaligned, parts => loader.bindings(), whole => whole, single => single,
        phases => phases, weights => weights, is_whole => is_whole, sparing => policy::is_large(recipe, caps), column_tree => tree_steps(kept / merged),
        run => run, run_tree => tree_steps(run), status => inputs + 2,
    };
    let template = match step {
        Step::Tree { .. } => "tree.wgsl",
        _ if shape.ordered => "runs.wgsl",
        _ => "tiles.wgsl",
    };
    let what = format!("{}'s {} kernel", op.name, step.name());
    // Where all pairs of a level do not find room at once, they come one after the other.
    let levels = if subgroups || slots == WORKGROUP_SIZE / 2 {
        WORKGROUP_SIZE.ilog2()
    } else {
        WORKGROUP_SIZE
    };
    let elements = match step {
        Step::Tree { run } => run,
        _ => kept * turns * rows_of_tile,
    };
    let calls = Some(u64::from(
        elements + kept * turns + (levels + turns.ilog2() + 1) * turns,
    ));
    let Rendered { text, watched } = render(template, &context, &module, &what, caps.loop_limit, calls)?;
    if watched {
        noticed(op, caps)?;
    }
    Ok(Kernel {
        step,
        source: Valid::of_kernel(text, &what, caps, module.origins())?,
        workgroup_size: WORKGROUP_SIZE,
        subgroups,
        built_in: built_in.is_some(),
        packed_dot: word_lift.is_some(),
        checked: module.flow().checked,
        raw: module.flow().raw,
        no_contraction: caps.arithmetic.no_contraction,
        in_flight: if reads_input { in_flight } else { run },
        workgroup_bytes,
        output_words: 0,
        inputs,
        watched,
    })
}
