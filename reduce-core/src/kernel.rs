//! Operator + template + shape = kernel: fills the holes of a .wgsl template and validates the result.

use minijinja::context;
use minijinja::value::Value;

mod column;
mod counted;
mod finish;
mod folded;
mod load;
mod loops;
mod meeting;
mod prepare;
mod read;
mod rows;
mod rung;
mod subgroups;
mod template;

use self::column::{Column, Lanes};
use self::folded::Folded;
use self::load::Loader;
pub(crate) use self::loops::loop_test;
use self::loops::noticed;
use self::meeting::Meeting;
pub use self::prepare::{KIND_WORD, PassKind};
use self::template::{Rendered, render};
use crate::any_order::BYTES_OF_A_WORD;
use crate::caps::Caps;
use crate::error::Error;
use crate::gpu_type::Needs;
use crate::ladder::Rung;
use crate::op::OpSource;
use crate::policy::{self, Policy};
use crate::recipe::Recipe;
use crate::tuning::{LANES, ROWS, TREE_STATE_BYTES};
use crate::validate::Valid;
use crate::wgsl::Module;

/// Which step of the canonical order a kernel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A length on the device to the sizes of the passes.
    Prepare,
    /// Input elements to one state a block.
    Blocks,
    /// Input elements to several states a block, each of 256 of its columns, one a lane: for inputs of few blocks, which would
    /// leave most of a device idle.
    SharedBlocks,
    /// Input elements of an exact monoid to one state for so many rows: its bits depend on no order, so as many workgroups take part as
    /// keep the device busy to the end.
    FreeBlocks {
        /// A power of two.
        rows: u32,
    },
    /// The same as [`Blocks`](Self::Blocks) from any byte on, element by element: for buffers that 16-byte loads do not fit.
    LooseBlocks,
    /// Input elements in their order to the states of some members of a tuple, of which [`Blocks`](Self::Blocks) folds the others by columns:
    /// the same blocks, and other members of the same states.
    Runs,
    /// The same as [`Runs`](Self::Runs) from any byte on, element by element.
    LooseRuns,
    /// States to fewer states.
    Tree {
        /// Neighbouring states that a lane folds on its own before the lanes meet: a power of two. No bit depends on it.
        run: u32,
    },
    /// The last state to the words of the result.
    Finish,
    /// Input elements to fewer states, by a rung of the ladder.
    FoldElements,
    /// The same as [`FoldElements`](Self::FoldElements) from any byte on, element by element.
    FoldLooseElements,
    /// States to fewer states, by a rung of the ladder.
    FoldStates,
    /// The identity to where atomics add to it.
    SetIdentity,
    /// Everything that there is to read, to nothing: the ceiling of the other steps.
    Read,
    /// The place of every lane of a workgroup in its subgroups, which a test of a new device looks at.
    Subgroups,
}

impl Step {
    /// The step in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Blocks => "blocks",
            Self::SharedBlocks => "shared blocks",
            Self::FreeBlocks { .. } => "free blocks",
            Self::LooseBlocks => "loose blocks",
            Self::Runs => "runs",
            Self::LooseRuns => "loose runs",
            Self::Tree { .. } => "tree",
            Self::Finish => "finish",
            Self::FoldElements => "fold elements",
            Self::FoldLooseElements => "fold loose elements",
            Self::FoldStates => "fold states",
            Self::SetIdentity => "set identity",
            Self::Read => "read",
            Self::Subgroups => "subgroups",
        }
    }
}

/// One validated compute shader with the entry point `main`.
#[derive(Clone, Debug)]
pub struct Kernel {
    step: Step,
    source: Valid,
    lanes: u32,
    subgroups: bool,
    built_in: bool,
    packed_dot: bool,
    checked: bool,
    raw: bool,
    no_contraction: bool,
    in_flight: u32,
    workgroup_bytes: u32,
    inputs: u32,
    output_words: u32,
    watched: bool,
}

impl Kernel {
    /// The step that this kernel does.
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
    }

    /// The shader as wgpu takes it.
    #[must_use]
    pub fn wgsl(&self) -> &str {
        self.source.wgsl()
    }

    /// The shader as browsers take it: they want subgroups enabled by name, which naga cannot parse.
    #[must_use]
    pub fn wgsl_web(&self) -> String {
        let enable = if self.subgroups { "enable subgroups;\n\n" } else { "" };
        format!("{enable}{}", self.wgsl())
    }

    /// Whether a user's function has loops or computed indices, which a driver has to check as it runs.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.checked
    }

    /// Whether it contains WGSL that a user wrote, for which every check of a driver stays on.
    #[must_use]
    pub fn has_raw_wgsl(&self) -> bool {
        self.raw
    }

    /// Whether the driver of the device that it is made for gets SPIR-V in which no float operation may be fused or regrouped.
    ///
    /// With WGSL of a user's it gets wgpu's own, with every check.
    pub(crate) fn is_held(&self) -> bool {
        self.no_contraction && !self.raw
    }

    /// Whether lanes exchange states by shuffles.
    #[must_use]
    pub fn uses_subgroups(&self) -> bool {
        self.subgroups
    }

    /// Whether a built-in such as `subgroupAdd` folds the states of a subgroup.
    #[must_use]
    pub fn uses_built_ins(&self) -> bool {
        self.built_in
    }

    /// Whether elements are summed up by dot products of packed bytes.
    #[must_use]
    pub fn uses_packed_dot(&self) -> bool {
        self.packed_dot
    }

    /// Lanes of a workgroup.
    #[must_use]
    pub fn lanes(&self) -> u32 {
        self.lanes
    }

    /// Barriers in its text. One in a loop is one, however often it is passed.
    #[must_use]
    pub fn barriers(&self) -> u32 {
        ["workgroupBarrier()", "storageBarrier()"]
            .map(|barrier| self.wgsl().matches(barrier).count() as u32)
            .iter()
            .sum()
    }

    /// Loads of a lane that are issued before the first is used.
    #[must_use]
    pub fn in_flight(&self) -> u32 {
        self.in_flight
    }

    /// Whether the device may leave its loops early: then it has one more binding, behind all others, for a word that it makes 1 where one was left.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// Buffers that it reads.
    #[must_use]
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// Of the finish kernel: 32-bit words of a result.
    #[must_use]
    pub fn output_words(&self) -> u32 {
        self.output_words
    }

    /// Bytes of workgroup memory.
    #[must_use]
    pub fn workgroup_bytes(&self) -> u32 {
        self.workgroup_bytes
    }
}

/// The most neighbouring states that a lane of the tree kernel folds: a power of two.
#[must_use]
pub(crate) const fn tree_run(state_bytes: usize) -> u32 {
    let mut run = 32;
    while run > 1 && run * state_bytes > TREE_STATE_BYTES {
        run /= 2;
    }
    run as u32
}

/// Bytes of the states that the kernel of `step` folds.
pub(crate) fn state_bytes(recipe: &Recipe, step: Step) -> usize {
    Folded::by(recipe, step).map_or(recipe.state_bytes, |folded| folded.state_bytes())
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
        Step::Blocks | Step::SharedBlocks | Step::FreeBlocks { .. } | Step::LooseBlocks => {}
        Step::Runs | Step::LooseRuns | Step::Tree { .. } => {}
    }
    let folded = Folded::by(recipe, step)?;
    let state_bytes = folded.state_bytes();
    let Meeting { subgroups, slots } = Meeting::of(op, policy, caps, state_bytes as u32)?;
    meeting::check_state(&op.name, state_bytes, caps)?;
    let workgroup_bytes = slots * state_bytes as u32;

    let mut module = Module::on(caps);
    let state = folded.state(&mut module);
    let reads_input = !matches!(step, Step::Tree { .. });
    let shape = folded.shape();
    if reads_input && !shape.ordered && caps.offers.contains(Needs::F64.and(Needs::I64)) {
        module.expect_counts((recipe.constants)());
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
    let in_flight = (policy.check()?.in_flight * if shared { shares } else { 1 }).min(rows_of_block);
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
    let looks_up = module.counts() && !module.divides() && caps.arithmetic.keeps_products();
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
    let counted = counted::counted(in_flight, rows_of_block, &module);
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
        phases => phases, counted => counted, sparing => policy::is_large(recipe, caps), column_tree => tree_steps(kept / merged),
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
        // Columns that count otherwise are folded twice.
        _ => kept * turns * rows_of_block * if module.counts() { 2 } else { 1 },
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

/// The balanced binary tree over `width` neighbours as an ordered list of (left, right) pairs.
fn tree_steps(width: u32) -> Vec<Value> {
    let mut steps = Vec::new();
    let mut distance = 1;
    while distance < width {
        for left in (0..width).step_by(2 * distance as usize) {
            steps.push(context! { left => left, right => left + distance });
        }
        distance *= 2;
    }
    steps
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
}
