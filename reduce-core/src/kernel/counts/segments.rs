//! The kernels that count the elements of groups between offsets, and those of parts of long ones, in bins.

use minijinja::context;

use super::memory::{COUNT, apart, copies, in_flight};
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::kernel::load::Loader;
use crate::kernel::of_template::Filled;
use crate::kernel::rows::Rows;
use crate::kernel::segments::OVERFLOW_WORD;
use crate::kernel::shader::Kernel;
use crate::kernel::step::{GroupBounds, GroupElements, GroupPlaces, Step};
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::{Bins, Recipe};
use crate::tuning::{SEGMENT_COUNTS_BYTES, WORKGROUP_SIZE};

/// Words of workgroup memory for each of several groups: its first element, its length, and the loads of the groups in front of it.
const WORDS_OF_A_GROUP: u32 = 3;

/// The most neighbouring groups whose counts lie side by side in the memory of a workgroup: a power of two.
pub(crate) fn most_groups(bins: Bins, caps: &Caps) -> u32 {
    let apart = apart(bins, 2, caps);
    let beside = (caps.max_workgroup_bytes / COUNT).saturating_sub(1) / (apart + WORDS_OF_A_GROUP);
    let room = SEGMENT_COUNTS_BYTES / COUNT;
    1 << (room / apart).min(beside).clamp(1, WORKGROUP_SIZE).ilog2()
}

/// The kernel of `kind`: between offsets from elements to counts of groups, in a table from elements to counts that are added to those of groups.
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
    let groups = WORKGROUP_SIZE >> kind.lanes.slices_log.unwrap_or(WORKGROUP_SIZE.ilog2());
    let (apart, copies) = (apart(bins, groups, caps), copies(bins, groups, caps));
    let from_table = kind.bounds == GroupBounds::InTable;
    // Of one group, all loads but the first and the last are whole ones.
    let ragged = kind.places == GroupPlaces::Vectors;
    let in_flight = match groups {
        1 if ragged => in_flight(kind.columns, 1, policy, caps)?,
        _ => 1,
    };
    let (unchecked, listed) = (kind.bounds.are_unchecked(), kind.places == GroupPlaces::Listed);

    let mut module = caps.module();
    let bin = (bins.of)(&mut module);
    let loader = Loader::of_groups(recipe, kind, &mut module);
    let rows = Rows {
        loader: &loader,
        stride: WORKGROUP_SIZE,
        len: kind.columns * WORKGROUP_SIZE,
        rows: u32::MAX,
        in_flight,
        lift: &bin,
        lift_of_word: None,
        last: None,
    };
    let tables = [true, listed, unchecked];
    let inputs = loader.inputs() + tables.iter().map(|is_read| u32::from(*is_read)).sum::<u32>();
    let context = context! {
        workgroup_size => WORKGROUP_SIZE, in_rows => true, subgroups => false, from_table => from_table, at_offsets => true, splits => false, wide => kind.bounds == GroupBounds::AtWideOffsets,
        overflow => OVERFLOW_WORD, counts => true, listed => listed, positioned => false, rows_many => true, one_axis => true, has_axes => false,
        is_shifted => kind.places == GroupPlaces::Shifted, has_parts => true, has_vectors => false, groups_a_load => 1, elements_a_load => kind.columns,
        bins => bins.count, bin => &bin, groups => groups, groups_log => groups.ilog2(), apart => apart, copies => copies,
        per_invocation => kind.columns, in_flight => in_flight, sparing => caps.software, ragged => ragged, in_groups => true,
        parameter => ", first_slot: u32", beside => ", first_slot", counts_of => " in this copy of the counts of a group",
        parts => loader.bindings(), table => loader.inputs() + 2, list => loader.inputs() + 3, status => inputs + 2,
        ..rows.value(&mut module)
    };
    let filled = Filled {
        template: "segment_counts.wgsl",
        context: &context,
        module: &module,
        // Groups are as long as the offsets say.
        calls: None,
    };
    let step = Step::GroupElements(kind);
    let beside = if groups > 1 { WORDS_OF_A_GROUP * groups + 1 } else { 0 };
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: (groups * apart * copies + beside) * COUNT,
        in_flight,
        inputs,
        ..filled.kernel(step, &format!("{}'s {} kernel", op.name, step.name()), op, caps)?
    })
}
