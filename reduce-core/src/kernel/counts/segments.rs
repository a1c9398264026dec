//! The kernels that count the elements of groups between offsets, and those of parts of long ones, in bins.

use minijinja::context;
use minijinja::value::merge_maps;

use super::memory::{COUNT, Counted, apart, in_flight};
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

/// Words of workgroup memory of the scan over them, which `keys/scan.wgsl` declares.
const WORDS_OF_A_SCAN: u32 = WORKGROUP_SIZE / 16 * 17 + WORKGROUP_SIZE / 16;

/// The most neighbouring groups whose counts lie side by side in the memory of a workgroup: a power of two.
pub(crate) fn most_groups(bins: Bins, caps: &Caps) -> u32 {
    let apart = apart(bins, 2, caps);
    let beside = (caps.max_workgroup_bytes / COUNT).saturating_sub(WORDS_OF_A_SCAN) / (apart + WORDS_OF_A_GROUP);
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
    let counted = Counted::of(bins, groups, caps);
    let from_table = kind.bounds == GroupBounds::InTable;
    // All loads of one group are whole ones, but the first and the last.
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
        sums: None,
        last: None,
    };
    let tables = [true, listed, unchecked];
    let inputs = loader.inputs() + tables.iter().map(|is_read| u32::from(*is_read)).sum::<u32>();
    let context = context! {
        from_table => from_table, at_offsets => true, splits => false, wide => kind.bounds == GroupBounds::AtWideOffsets, overflow => OVERFLOW_WORD, listed => listed, one_axis => true,
        ahead => false, has_axes => false, has_parts => true, has_vectors => false, groups_log => groups.ilog2(), ragged => ragged,
        table => loader.inputs() + 2, list => loader.inputs() + 3, status => inputs + 2,
    };
    let counts = counted.value((bins, &bin), kind, &loader, in_flight, caps);
    let context = merge_maps([context, counts, rows.value(&mut module)]);
    let filled = Filled {
        template: "segment_counts.wgsl",
        context: &context,
        module: &module,
        // Groups are as long as the offsets say.
        calls: None,
    };
    let step = Step::GroupElements(kind);
    let beside = match groups {
        1 => 0,
        groups => WORDS_OF_A_GROUP * groups + WORDS_OF_A_SCAN,
    };
    Ok(Kernel {
        workgroup_size: WORKGROUP_SIZE,
        workgroup_bytes: (counted.words() + beside) * COUNT,
        in_flight,
        inputs,
        ..filled.kernel(step, &format!("{}'s {} kernel", op.name, step.name()), op, caps)?
    })
}
