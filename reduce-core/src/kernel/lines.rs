//! Lines of runs: eight neighbouring invocations read 128 neighbouring bytes of the run of each, and exchange what they read, so that each folds its own.
//!
//! An invocation that reads its run by itself reads 16 bytes of a line at a time, and so do its neighbours, of other lines. The exchange is a transpose of eight by eight vectors in three
//! steps (Eklundh 1972, "A Fast Computer Method for Matrix Transposing"), by shuffles.

use minijinja::context;
use minijinja::value::Value;

use super::load::Loader;
use super::rows::behind;
use super::step::{GroupBounds, GroupElements, GroupPlaces, GroupRows};
use super::workgroup::WorkgroupReduction;
use crate::caps::Caps;
use crate::tuning::LINE_VECTORS;

/// The hole `lines` of the template of runs, whose invocations have so many rows of one load and issue `in_flight` loads together; false where each reads its own run.
pub(super) fn of(loader: &Loader, rows: u32, in_flight: u32, reduction: &WorkgroupReduction, caps: &Caps) -> Value {
    if !reduction.subgroups || !are_read(loader, rows, in_flight, caps) {
        return Value::from(false);
    }
    let loads = (0..LINE_VECTORS).map(|run| loader.load(&format!("line + {}u", run * rows)));
    let arguments = (0..LINE_VECTORS).map(|index| {
        let row = behind("row", index);
        let position = format!("position + ({row}) * {}u", loader.per_invocation());
        loader.arguments(&format!("x{index}"), &format!("base + {row}"), &position)
    });
    context! {
        vectors => LINE_VECTORS, loads => loads.collect::<Vec<_>>(), arguments => arguments.collect::<Vec<_>>(), steps => steps(),
    }
}

/// The hole `lines` of the template of groups that lie side by side and have runs of up to so many rows; false where each invocation reads its own run.
pub(super) fn of_groups(
    kind: GroupElements,
    loader: &Loader,
    (rows, in_flight): (u32, u32),
    subgroups: bool,
    caps: &Caps,
) -> Value {
    if !subgroups || !may_be(kind) || !are_read(loader, rows, in_flight, caps) {
        return Value::from(false);
    }
    let shifted = kind.places == GroupPlaces::Shifted;
    let at = |row: &str| {
        (
            format!("base + {row}"),
            format!("position + ({row}) * {}u", loader.per_invocation()),
        )
    };
    let own = (0..LINE_VECTORS).map(|index| {
        let loaded = match (shifted, index) {
            (false, index) => format!("x{index}"),
            (true, 0) => "join_vectors(before, x0)".to_owned(),
            (true, index) => format!("join_vectors(x{}, x{index})", index - 1),
        };
        let (group, position) = at(&behind("row", index));
        context! { arguments => loader.arguments(&loaded, &group, &position), text => loaded }
    });
    let (group, position) = at("row");
    context! {
        vectors => LINE_VECTORS, own => own.collect::<Vec<_>>(), steps => steps(),
        left => loader.load("base + rows_by_lines"), left_arguments => loader.arguments("ending", &group, &position), next => loader.load("base + row + 1u"),
    }
}

/// Whether invocations of groups may read lines together. Groups are of one length then, and the kernel is made for the number of invocations of each; where another kernel folds
/// the other members of a tuple, few of these invocations have a run.
fn may_be(kind: GroupElements) -> bool {
    let lie_side_by_side = matches!(kind.places, GroupPlaces::Vectors | GroupPlaces::Shifted) && !kind.lanes.across;
    let are_alike = kind.bounds == GroupBounds::OfOneShape && kind.lanes.slices_log.is_some() && !kind.runs;
    lie_side_by_side && are_alike && kind.rows == GroupRows::Many
}

/// Whether lines fit the loads of an invocation, and the lanes of a subgroup.
fn are_read(loader: &Loader, rows: u32, in_flight: u32, caps: &Caps) -> bool {
    let has_lanes = caps.subgroups.is_some_and(|sizes| sizes.min >= LINE_VECTORS);
    let is_divided = in_flight >= LINE_VECTORS && rows.is_multiple_of(LINE_VECTORS);
    has_lanes && is_divided && loader.is_one_vector_of_words()
}

/// The steps of the transpose: how far apart the invocations are that exchange, and the vectors of each pair.
fn steps() -> Vec<Value> {
    let steps = (0..LINE_VECTORS.ilog2()).map(|log| {
        let left = (0..LINE_VECTORS).filter(move |index| index >> log & 1 == 0);
        let pairs = left.map(|left| context! { left => left, right => left | 1 << log });
        context! { distance => 1 << log, pairs => pairs.collect::<Vec<_>>() }
    });
    steps.collect()
}
