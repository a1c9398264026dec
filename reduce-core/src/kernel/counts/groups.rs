//! The kernels that count the elements of groups in bins: workgroups add ones in their own memory, where the counts of short groups lie side by side.

use minijinja::context;
use minijinja::value::merge_maps;

use super::memory::{COUNT, Counted, apart, in_flight, room};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::kernel::load::Loader;
use crate::kernel::of_template::Filled;
use crate::kernel::rows::Rows;
use crate::kernel::shader::Kernel;
use crate::kernel::step::{GroupElements, GroupPlaces, Step};
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::{Bins, Recipe};
use crate::tuning::{TREE_OF_COUNTS_IN_FLIGHT, WORKGROUP_SIZE};

/// The most groups whose counts lie side by side in the memory of a workgroup: a power of two.
pub(crate) fn most_groups(bins: Bins, caps: &Caps) -> u32 {
    1 << (room(caps) / apart(bins, 2, caps)).clamp(1, WORKGROUP_SIZE).ilog2()
}

/// The kernel from elements to the counts of parts of groups.
///
/// # Errors
/// As of all kernels that count.
pub(super) fn elements(
    recipe: &Recipe,
    bins: Bins,
    kind: GroupElements,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    let slices_log = kind.lanes.slices_log.unwrap_or(WORKGROUP_SIZE.ilog2());
    let (slices, groups_log) = (1 << slices_log, WORKGROUP_SIZE.ilog2() - slices_log);
    let (groups, row_len) = (1 << groups_log, kind.columns << slices_log);
    let counted = Counted::of(bins, groups, caps);
    // As many elements are in flight where each has a load of its own.
    let narrower = recipe.shape.per_invocation / kind.columns;
    let in_flight = in_flight(kind.columns, narrower, policy, caps)?;

    let mut module = caps.module();
    let bin = (bins.of)(&mut module);
    let loader = Loader::of_groups(recipe, kind, &mut module);
    let rows = Rows {
        loader: &loader,
        stride: slices,
        len: row_len,
        // Loads are numbered from the row on that is read: there are always more.
        rows: u32::MAX,
        in_flight,
        lift: &bin,
        sums: None,
        last: None,
    };
    let context = context! {
        workgroup_log => WORKGROUP_SIZE.ilog2(), group_sets => 1, slices_log => format!("{slices_log}u"), apart_log => format!("{}u", if kind.lanes.across { groups_log } else { 0 }),
        at_offsets => false, from_table => false, listed => false, one_axis => kind.one_axis, has_axes => kind.places == GroupPlaces::Axes,
        ahead => false, has_parts => !kind.places.are_whole_vectors(), has_vectors => kind.places.are_whole_vectors(), slices => slices, row_len => row_len, ragged => false,
        status => loader.inputs() + 2, rest_in_flight => rows.rest(),
    };
    let counts = counted.value((bins, &bin), kind, &loader, in_flight, caps);
    let context = merge_maps([context, counts, rows.value(&mut module)]);
    let filled = Filled {
        template: "group_counts.wgsl",
        context: &context,
        module: &module,
        // A part is as long as the plan says.
        calls: None,
    };
    let step = Step::GroupElements(kind);
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: counted.words() * COUNT,
        in_flight,
        inputs: loader.inputs(),
        ..filled.kernel(step, &format!("{}'s {} kernel", op.name, step.name()), op, caps)?
    })
}

/// The kernel that adds up the counts of parts.
///
/// # Errors
/// As of all kernels that count.
pub(super) fn tree(bins: Bins, step: Step, op: &OperatorWgsl, caps: &Caps) -> Result<Kernel, Error> {
    let module = caps.module();
    let context = context! {
        workgroup_size => WORKGROUP_SIZE, workgroup_log => WORKGROUP_SIZE.ilog2(), in_rows => true, subgroups => false, group_sets => 1,
        slices_log => "pass_info.slices_log", apart_log => "0u", from_table => false,
        bins => bins.count, width => width(bins), in_flight => TREE_OF_COUNTS_IN_FLIGHT, status => 3,
    };
    let filled = Filled {
        template: "group_counts_tree.wgsl",
        context: &context,
        module: &module,
        calls: Some(0),
    };
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: WORKGROUP_SIZE * COUNT,
        in_flight: TREE_OF_COUNTS_IN_FLIGHT,
        ..filled.kernel(step, &format!("{}'s {} kernel", op.name, step.name()), op, caps)?
    })
}

/// Invocations side by side that read the counts of a part: a power of two.
pub(crate) fn width(bins: Bins) -> u32 {
    bins.count.next_power_of_two().min(WORKGROUP_SIZE)
}
