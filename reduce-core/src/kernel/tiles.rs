//! The kernels that fold the tiles of an input, by columns or by runs.

use minijinja::context;
use minijinja::value::{Value, merge_maps};

use super::column::{Column, Exchanged};
use super::folded::Folded;
use super::lines;
use super::load::Loader;
use super::of_template::Filled;
use super::rows::Rows;
use super::shader::Kernel;
use super::step::Step;
use super::sums::Sums;
use super::tree::tree_pairs;
use super::weights;
use super::workgroup::{self, BuiltIn, WorkgroupReduction};
use crate::caps::Caps;
use crate::choice::policy::{self, Policy};
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::order::canonical::Shape;
use crate::tuning::{self, ROWS, WORKGROUP_SIZE};
use crate::wgsl::{Counting, Module};

/// Whether a kernel of its own folds full tiles: one that knows every weight, and divides nothing.
///
/// A division that is there, whether it runs or not, takes 3 µs of a variance of 2^27 f64 on an H200 (2026-11-23).
pub(crate) fn takes_full_tiles(recipe: &Recipe, weighs: bool, caps: &Caps) -> bool {
    let keeps_all_columns = recipe.shape.kept(recipe.state_bytes) == recipe.shape.per_invocation;
    weighs && keeps_all_columns && !recipe.mixed && !policy::is_large(recipe, caps)
}

/// Generates the kernel of `step`, which folds the elements of tiles, for a device with `caps`.
///
/// # Errors
/// [`Error::Limit`] if a workgroup does not fit the device, [`Error::Policy`] if the reduction has no such step or the policy divides no tile,
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(
    recipe: &Recipe,
    step: Step,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    if step == Step::FullTiles && !takes_full_tiles(recipe, op.weighs, caps) {
        return Err(no_full_tiles(op));
    }
    let folded = Folded::by(recipe, step)?;
    let reduction = WorkgroupReduction::of(op, policy, caps, folded.state_bytes() as u32)?;
    workgroup::check_state(&op.name, folded.state_bytes(), caps)?;
    let layout = Layout::of(recipe, &folded, step, policy)?;

    let mut module = caps.module();
    if op.weighs {
        module.expect_counts((recipe.constants)(), counting(step));
    }
    let loader = Loader::new(recipe, layout.kept, step.is_unaligned(), &mut module);
    let parts = Parts::of(recipe, &folded, policy, reduction.subgroups, &mut module);
    let takes_sums = matches!(step, Step::Tiles | Step::VariableTiles { .. }) && !layout.shape.ordered;
    let sums = takes_sums
        .then(|| Sums::of(recipe, (op, policy), (&parts.column, &loader), &mut module))
        .flatten();
    let merged = layout.merged(recipe);
    let rows = Rows {
        loader: &loader,
        stride: layout.stride(),
        len: layout.row_len(),
        rows: layout.rows,
        in_flight: layout.in_flight,
        lift: &parts.column.lift,
        sums: sums.as_ref(),
        last: None,
    };
    let rows = rows.value(&mut module);
    let columns = columns(&parts.column, layout.kept / merged, 1);
    let context = context! {
        target => format!("array<{}>", (recipe.stored)(&mut module)), coherent => false, in_rows => false,
        member => folded.is_partial(), stores => folded.stores(false, &mut module),
        state => parts.state, combine => parts.combine, merged => merged,
        is_split => step == Step::SplitTiles && layout.is_split, is_full => step == Step::FullTiles,
        weights => weights::weights(layout.in_flight, layout.rows, &module),
        // The template of runs has one copy of its `combine` for all rows already.
        sparing => !layout.shape.ordered && policy::is_large(recipe, caps),
        positioned => recipe.positioned, unaligned => step.is_unaligned(), parts => loader.bindings(),
        status => loader.inputs() + 2, lines => lines::of(&loader, layout.rows, layout.in_flight, &reduction, caps),
    };
    let reduced = reduction.value(parts.built_in.as_ref());
    let context = merge_maps([context, layout.value(), columns, rows, reduced]);
    let template = if layout.shape.ordered {
        "runs.wgsl"
    } else {
        "tiles.wgsl"
    };
    let what = format!("{}'s {} kernel", op.name, step.name());
    let calls = Some(layout.calls(reduction.levels()));
    let filled = Filled {
        template,
        context: &context,
        module: &module,
        calls,
    };
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: reduction.slots * folded.state_bytes() as u32,
        subgroups: reduction.subgroups,
        built_in: parts.built_in.is_some(),
        packed_dot: sums.is_some(),
        in_flight: layout.in_flight,
        inputs: loader.inputs(),
        ..filled.kernel(step, &what, op, caps)?
    })
}

fn no_full_tiles(op: &OperatorWgsl) -> Error {
    Error::Policy {
        problem: format!(
            "{} has no step for full tiles alone: it divides no counts of f64 that are known there",
            op.name
        ),
        remedy: "take Step::Tiles",
    }
}

/// Where the kernel knows the counts of its columns.
fn counting(step: Step) -> Counting {
    match step {
        Step::FullTiles => Counting::Always,
        _ => Counting::InFullTiles,
    }
}

/// How a tile is divided among workgroups, invocations, rows and turns. No bit depends on it.
struct Layout {
    shape: Shape,
    /// Whether several workgroups fold a tile.
    is_split: bool,
    /// Columns that an invocation keeps at once.
    kept: u32,
    /// Times 256 invocations with `kept` columns make a tile: so many workgroups, or turns of one.
    splits: u32,
    /// Rows of a tile.
    rows: u32,
    /// Rows that are loaded before the first is used.
    in_flight: u32,
}

impl Layout {
    /// # Errors
    /// [`Error::Policy`].
    fn of(recipe: &Recipe, folded: &Folded<'_>, step: Step, policy: Policy) -> Result<Self, Error> {
        let shape = folded.shape();
        let is_split = step == Step::SplitTiles && recipe.shape.splits() > 1;
        let kept = if is_split { 1 } else { shape.kept(folded.state_bytes()) };
        let splits = shape.per_invocation / kept;
        let rows = match step {
            Step::VariableTiles { rows } if recipe.takes_any_order => rows,
            _ => ROWS,
        };
        let more = match step {
            Step::FullTiles => tuning::FULL_TIMES_IN_FLIGHT,
            _ if is_split => splits,
            _ => 1,
        };
        Ok(Self {
            shape,
            is_split,
            kept,
            splits,
            rows,
            in_flight: (policy.check()?.in_flight * more).min(rows),
        })
    }

    /// Turns in which the invocations fold the columns of a large state.
    fn turns(&self) -> u32 {
        if self.is_split { 1 } else { self.splits }
    }

    /// Groups from one row of an invocation to the next.
    fn stride(&self) -> u32 {
        if self.shape.ordered {
            1
        } else {
            WORKGROUP_SIZE * self.splits
        }
    }

    /// Elements from one row of an invocation to the next.
    fn row_len(&self) -> u32 {
        if self.shape.ordered {
            self.kept
        } else {
            self.shape.columns()
        }
    }

    /// The most times that an invocation calls a function of the operator's, whose workgroup reduction has so many levels.
    fn calls(&self, levels: u32) -> u64 {
        let (kept, turns) = (self.kept, self.turns());
        (kept * turns * self.rows + kept * turns + (levels + turns.ilog2() + 1) * turns).into()
    }

    /// Neighbouring columns that are folded as one.
    fn merged(&self, recipe: &Recipe) -> u32 {
        match self.shape.ordered {
            true => self.kept,
            // One state an invocation instead of several: no bit depends on it, and an invocation's elements stay in order.
            false if recipe.takes_any_order => self.kept,
            false => 1,
        }
    }

    fn value(&self) -> Value {
        let shape = self.shape;
        context! {
            workgroup_size => WORKGROUP_SIZE, rows => self.rows, in_flight => self.in_flight, stride => self.stride(), row_len => self.row_len(),
            per_invocation => self.kept, elements_a_load => self.kept, groups_a_load => 1, columns => shape.columns(), tile => shape.columns() * self.rows,
            run_elements => shape.run(), splits => self.splits, turns => self.turns(), levels => self.splits.ilog2() + 1,
            unit => if shape.ordered { "run" } else { "column" },
        }
    }
}

/// The functions of the operator that a kernel calls.
pub(super) struct Parts {
    state: String,
    combine: String,
    pub(super) column: Column,
    built_in: Option<BuiltIn>,
}

impl Parts {
    pub(super) fn of(
        recipe: &Recipe,
        folded: &Folded<'_>,
        policy: Policy,
        subgroups: bool,
        module: &mut Module,
    ) -> Self {
        let (state, lift, combine) = (folded.state(module), folded.lift(module), folded.combine(module));
        let form = folded.column(module);
        let built_in = subgroups.then(|| workgroup::built_in(recipe, policy, module)).flatten();
        let shuffle = match subgroups && built_in.is_none() {
            true => folded.shuffle(module),
            false => String::new(),
        };
        let exchanged = Exchanged {
            kind: state.clone(),
            combine: combine.clone(),
            shuffle,
        };
        Self {
            column: Column::of(recipe, form, &lift, exchanged, module),
            state,
            combine,
            built_in,
        }
    }
}

/// The columns of an invocation, so many of each of some groups that take turns: their type, how each is reached, and the trees over those of each group.
pub(super) fn columns(column: &Column, of_group: u32, groups: u32) -> Value {
    let count = of_group * groups;
    let trees = tree_pairs(of_group).flat_map(|(left, right)| {
        (0..groups).map(move |group| {
            context! { left => left * groups + group, right => right * groups + group, column => right }
        })
    });
    let members: Vec<String> = match count {
        1 => vec![String::new()],
        count => (0..count).map(|index| format!(".c{index}")).collect(),
    };
    let kind = if count == 1 { column.kind() } else { "Columns" };
    let first = format!("columns{}", members[0]);
    context! {
        columns_type => kind, members => members, column_tree => trees.collect::<Vec<_>>(),
        column => column.value(&first), exchanged => column.exchanged.value(),
    }
}
