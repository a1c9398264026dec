//! Fills the holes of the templates that fold elements and states in the canonical order, and validates the result.

use minijinja::context;

use super::column::{Column, Lanes};
use super::folded::Folded;
use super::load::Loader;
use super::loops::noticed;
use super::meeting::{self, Meeting};
use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use super::tree::{tree_run, tree_steps};
use super::{finish, prepare, read, rows, rung, subgroups, weights};
use crate::caps::Caps;
use crate::choice::ladder::Rung;
use crate::choice::policy::{self, Policy};
use crate::error::Error;
use crate::monoid::any_order::BYTES_OF_A_WORD;
use crate::operator::op::OpSource;
use crate::operator::recipe::Recipe;
use crate::operator::validate::Valid;
use crate::tuning::{self, LANES, ROWS};
use crate::wgsl::Counting;

/// Bytes of the states that the kernel of `step` folds.
pub(crate) fn state_bytes(recipe: &Recipe, step: Step) -> usize {
    Folded::by(recipe, step).map_or(recipe.state_bytes, |folded| folded.state_bytes())
}

/// Whether a kernel of its own folds whole blocks: one that knows every weight, and divides nothing.
///
/// A division that is there, whether it runs or not, takes 3 µs of a variance of 2^27 f64 on an H200 (2026-11-23).
pub(crate) fn takes_whole_blocks(recipe: &Recipe, weighs: bool, caps: &Caps) -> bool {
    let keeps_all_columns = recipe.shape.kept(recipe.state_bytes) == recipe.shape.per_lane;
    weighs && keeps_all_columns && !recipe.mixed && !policy::is_large(recipe, caps)
}

/// Generates the kernel of `step` on a device with `caps`.
///
/// # Errors
/// [`Error::Limit`] if a workgroup does not fit the device, [`Error::InvalidWgsl`] if naga refuses the text.
pub(crate) fn generate(
    recipe: &Recipe,
    step: Step,
    op: &OpSource,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    match step {
        Step::Finish => return finish::generate(recipe, op, caps),
        Step::Prepare => return prepare::generate(caps),
        Step::Read => return read::generate(caps),
        Step::Subgroups => return subgroups::generate(caps),
        Step::FoldElements | Step::FoldLooseElements | Step::FoldStates | Step::SetIdentity => {
            let rung = Rung::of(policy.strategy).ok_or_else(|| Error::Policy {
                problem: format!("the canonical order of {} has no step to {}", op.name, step.name()),
                remedy: "name a rung of the ladder",
            })?;
            return rung::generate(recipe, step, &rung, op, policy, caps);
        }
        Step::Blocks | Step::WholeBlocks | Step::SharedBlocks | Step::FreeBlocks { .. } | Step::LooseBlocks => {}
        Step::Runs | Step::LooseRuns | Step::Tree { .. } => {}
    }
    if step == Step::WholeBlocks && !takes_whole_blocks(recipe, op.weighs, caps) {
        return Err(Error::Policy {
            problem: format!(
                "{} has no step for whole blocks alone: it divides no counts of f64 that are known there",
                op.name
            ),
            remedy: "take Step::Blocks",
        });
    }
    let folded = Folded::by(recipe, step)?;
    let state_bytes = folded.state_bytes();
    let Meeting { subgroups, slots } = Meeting::of(op, policy, caps, state_bytes as u32)?;
    meeting::check_state(&op.name, state_bytes, caps)?;
    let workgroup_bytes = slots * state_bytes as u32;

    let mut module = caps.module();
    let state = folded.state(&mut module);
    let reads_input = !matches!(step, Step::Tree { .. });
    let shape = folded.shape();
    let is_whole = step == Step::WholeBlocks;
    if reads_input && op.weighs {
        let counting = if is_whole {
            Counting::Always
        } else {
            Counting::InWholeBlocks
        };
        module.expect_counts((recipe.constants)(), counting);
    }
    let lift = if reads_input {
        folded.lift(&mut module)
    } else {
        String::new()
    };
    let combine = folded.combine(&mut module);
    let shared = step == Step::SharedBlocks && recipe.shape.shared_by() > 1;
    let kept = if shared { 1 } else { shape.kept(state_bytes) };
    // Each of 256 lanes with `kept` columns: those of several workgroups, or of one in turns.
    let shares = shape.per_lane / kept;
    let turns = if shared { 1 } else { shares };
    let form = reads_input.then(|| folded.column(&mut module)).flatten();
    let is_plain = form.is_none();
    let built_in = subgroups
        .then(|| meeting::built_in(recipe, policy, &mut module))
        .flatten();
    let shuffle_xor = if subgroups && built_in.is_none() {
        folded.shuffle_xor(&mut module)
    } else {
        String::new()
    };
    let lanes = Lanes {
        kind: state.clone(),
        combine: combine.clone(),
        shuffle_xor,
    };
    let column = Column::of(recipe, form, &lift, lanes, &mut module);

    let run = match step {
        Step::Tree { run } => run.clamp(1, tree_run(state_bytes)),
        _ => 1,
    };
    let loose = matches!(step, Step::LooseBlocks | Step::LooseRuns);
    let loader = Loader::new(recipe, kept, loose, &mut module);
    let rows_of_block = match step {
        Step::FreeBlocks { rows } if recipe.is_free => rows,
        _ => ROWS,
    };
    let more = match step {
        Step::WholeBlocks => tuning::WHOLE_TIMES_IN_FLIGHT,
        _ if shared => shares,
        _ => 1,
    };
    let in_flight = (policy.check()?.in_flight * more).min(rows_of_block);
    let word_lift = (matches!(step, Step::Blocks | Step::FreeBlocks { .. })
        && !shape.ordered
        && policy.packed_dot
        && is_plain
        && loader.words(0).is_some())
    .then(|| (recipe.lift_of_word)(&mut module))
    .flatten();
    let stride = if shape.ordered { 1 } else { LANES * shares };
    let merged = match (&word_lift, shape.ordered) {
        (Some(_), _) => BYTES_OF_A_WORD,
        // One state a lane instead of several: no bit depends on it, and a lane's elements stay in order.
        (None, false) if recipe.is_free => kept,
        _ => 1,
    };
    // Of the quotients by counts none is left to a compiler then.
    let looks_up = module.weight().is_some() && !module.divides() && caps.arithmetic.keeps_products();
    // A compiler that knows the first rows apart multiplies by the inverses of the counts in them, where a division may round.
    let phases = match () {
        () if !op.rounds_alike && !looks_up => vec!["both"],
        () if in_flight < rows_of_block => vec!["begin", "go on"],
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
    let weights = weights::weights(in_flight, rows_of_block, &module);
    let inputs = if reads_input { (recipe.parts)().len() as u32 } else { 1 };
    let context = context! {
        target => format!("array<{}>", (recipe.state)(&mut module)), stores => folded.stores(), member => folded.is_partial(), coherent => false, in_rows => false, state => state, lift => lift, combine => combine, column => column.value(), lane => column.lanes.value(),
        subgroups => subgroups, built_in => built_in.as_ref().map(|built_in| &built_in.fold),
        identity => built_in.as_ref().map(|built_in| &built_in.identity), merged => merged,
        smallest_subgroup => LANES / slots, slots => slots,
        lanes => LANES, rows => rows_of_block, in_flight => in_flight,
        per_lane => kept, columns => shape.columns(), block => shape.columns() * rows_of_block,
        run_elements => shape.run(), shares => shares, shared => shared, turns => turns,
        levels => shares.ilog2() + 1,
        positioned => recipe.positioned, loose => loose, parts => loader.bindings(), whole => whole, single => single,
        phases => phases, weights => weights, is_whole => is_whole, sparing => policy::is_large(recipe, caps), column_tree => tree_steps(kept / merged),
        run => run, run_tree => tree_steps(run), status => inputs + 2,
    };
    let template = match step {
        Step::Tree { .. } => "tree.wgsl",
        _ if shape.ordered => "runs.wgsl",
        _ => "blocks.wgsl",
    };
    let what = format!("{}'s {} kernel", op.name, step.name());
    // Where all pairs of a level do not find room at once, they come one after the other.
    let levels = if subgroups || slots == LANES / 2 {
        LANES.ilog2()
    } else {
        LANES
    };
    let elements = match step {
        Step::Tree { run } => run,
        _ => kept * turns * rows_of_block,
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
        lanes: LANES,
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
