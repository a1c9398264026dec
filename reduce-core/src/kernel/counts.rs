//! The kernels of an operator that counts elements in bins: workgroups add ones in their own memory, and no invocation holds a state.

pub(crate) mod groups;
mod memory;
pub(crate) mod segments;

use minijinja::context;

use self::memory::{COUNT, in_flight};
use super::load::Loader;
use super::of_template::Filled;
use super::rows::Rows;
use super::shader::Kernel;
use super::step::{GroupBounds, Step};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::{Bins, Recipe};
use crate::tuning::{COUNTS_COPIES, ROWS, TREE_OF_COUNTS_IN_FLIGHT, WORKGROUP_SIZE};

/// Whether an operator that counts has a kernel of its own for `step`.
pub(crate) fn does(step: Step) -> bool {
    match step {
        Step::Tiles | Step::VariableTiles { .. } | Step::UnalignedTiles | Step::Tree { .. } => true,
        Step::GroupElements(kind) => kind.bounds != GroupBounds::AtHeads,
        Step::GroupStates(kind) => !kind.from_table && !kind.finishes,
        _ => false,
    }
}

/// Generates the kernel of `step` for a device with `caps`.
///
/// # Errors
/// [`Error::Limit`] if a workgroup does not fit the device, [`Error::Policy`] if the policy divides no tile,
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(
    recipe: &Recipe,
    bins: Bins,
    step: Step,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    check(bins, op, caps)?;
    match step {
        Step::Tree { run } => tree(bins, run, op, caps),
        Step::GroupElements(kind) if kind.bounds != GroupBounds::OfOneShape => {
            segments::elements(recipe, bins, kind, op, policy, caps)
        }
        Step::GroupElements(kind) => groups::elements(recipe, bins, kind, op, policy, caps),
        Step::GroupStates(_) => groups::tree(bins, step, op, caps),
        _ => tiles(recipe, bins, step, op, policy, caps),
    }
}

/// The kernel from elements to the counts of tiles.
fn tiles(
    recipe: &Recipe,
    bins: Bins,
    step: Step,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    let shape = recipe.shape;
    let rows = match step {
        Step::VariableTiles { rows } => rows,
        _ => ROWS,
    };
    let in_flight = in_flight(shape.per_invocation, 1, policy, caps)?.min(rows);
    let copies = copies(bins, caps);

    let mut module = caps.module();
    let bin = (bins.of)(&mut module);
    let loader = Loader::new(recipe, shape.per_invocation, step.is_unaligned(), &mut module);
    let row = Rows {
        loader: &loader,
        stride: WORKGROUP_SIZE,
        len: shape.columns(),
        rows,
        in_flight,
        lift: &bin,
        sums: None,
        last: None,
    };
    let context = context! {
        target => "array<u32>", coherent => false, in_rows => false, subgroups => false, workgroup_size => WORKGROUP_SIZE,
        bins => bins.count, copies => copies, bin => &bin, rows => rows, in_flight => in_flight, columns => shape.columns(),
        per_invocation => shape.per_invocation, tile => shape.columns() * rows, positioned => false, in_groups => false,
        parameter => if copies > 1 { ", copy: u32" } else { "" }, beside => if copies > 1 { ", copy" } else { "" },
        counts_of => if copies > 1 { " in this copy" } else { "" },
        sparing => caps.software, ragged => false, unaligned => step.is_unaligned(), parts => loader.bindings(), status => loader.inputs() + 2,
        ..row.value(&mut module)
    };
    let filled = Filled {
        template: "counts.wgsl",
        context: &context,
        module: &module,
        calls: Some(u64::from(rows * shape.per_invocation)),
    };
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: (bins.count * copies + u32::from(caps.software)) * COUNT,
        in_flight,
        inputs: loader.inputs(),
        ..filled.kernel(step, &format!("{}'s {} kernel", op.name, step.name()), op, caps)?
    })
}

/// The kernel that adds up counts.
fn tree(bins: Bins, run: u32, op: &OperatorWgsl, caps: &Caps) -> Result<Kernel, Error> {
    let step = Step::Tree { run };
    let run = run.clamp(1, super::tree::tree_run((bins.count * COUNT) as usize));
    let module = caps.module();
    // Invocations side by side read counts side by side.
    let width = bins.count.next_power_of_two();
    let context = context! {
        target => "array<u32>", stored => "u32", coherent => false, in_rows => false, subgroups => false, workgroup_size => WORKGROUP_SIZE,
        bins => bins.count, width => width, stride => WORKGROUP_SIZE / width, run => run, in_flight => TREE_OF_COUNTS_IN_FLIGHT, status => 3,
    };
    let filled = Filled {
        template: "counts_tree.wgsl",
        context: &context,
        module: &module,
        calls: Some(0),
    };
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: bins.count * COUNT,
        in_flight: TREE_OF_COUNTS_IN_FLIGHT,
        ..filled.kernel(step, &format!("{}'s {} kernel", op.name, step.name()), op, caps)?
    })
}

/// Copies of the counts of a workgroup: neighbouring invocations count in different ones, and wait for each other less.
fn copies(bins: Bins, caps: &Caps) -> u32 {
    if caps.software {
        return 1;
    }
    let room = caps.max_workgroup_bytes / (bins.count * COUNT);
    (1 << room.max(1).ilog2()).min(COUNTS_COPIES)
}

/// # Errors
/// [`Error::Limit`] if a workgroup has too few invocations, or no room for the counts.
fn check(bins: Bins, op: &OperatorWgsl, caps: &Caps) -> Result<(), Error> {
    let limits = [
        ("invocations", WORKGROUP_SIZE, "invocations", caps.max_invocations),
        (
            "counts",
            bins.count * COUNT,
            "bytes of workgroup memory",
            caps.max_workgroup_bytes,
        ),
    ];
    for (what, asked, unit, limit) in limits {
        if asked > limit {
            return Err(Error::Limit {
                what: format!("a workgroup of {} {what}", op.name),
                asked: asked.into(),
                unit,
                limit: limit.into(),
                device: caps.device.clone(),
                remedy: "request a device with WebGPU's default limits, or use Cpu::new()",
            });
        }
    }
    Ok(())
}
