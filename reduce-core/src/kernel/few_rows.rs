//! How a subgroup folds a listed group of a few rows by itself: all rows of as many columns as its lanes have room for, then those of the next ones (`groups/few_by_subgroups.wgsl`).

use minijinja::context;
use minijinja::value::Value;

use super::load::{Load, Loader};
use super::rows::behind;
use super::segments::OF_FEW_ROWS;
use super::step::GroupElements;
use super::tree::tree_steps;
use crate::caps::Caps;
use crate::tuning::SEGMENT_LOADS_OF_SMALL;

/// The hole `few` of groups of so many columns that a subgroup folds by itself; none where subgroups differ in width, or have more lanes than there are columns for.
pub(super) fn by_subgroups(kind: GroupElements, columns: u32, loader: &Loader, caps: &Caps) -> Option<Value> {
    let sizes = caps.subgroups.filter(|sizes| sizes.min == sizes.max)?;
    let loads = SEGMENT_LOADS_OF_SMALL;
    let of_a_lane = loads * kind.columns;
    let rounds = columns / (sizes.min * of_a_lane);
    let rounds_log = rounds.checked_ilog2()?;
    let (neighbours, each) = loader.neighbours("base");
    let mut each = each.into_iter();
    let rows = (0..loads).map(|load| {
        let base = behind("base", load);
        let handed = loader.arguments(&format!("x{load}"), &base, &behind("position", load * kind.columns));
        context! { text => each.next().unwrap_or_else(|| loader.load(&base)), arguments => handed }
    });
    Some(context! {
        rounds => rounds, rounds_log => rounds_log, width_log => sizes.min.ilog2(), columns_a_lane => of_a_lane, loads => rows.collect::<Vec<_>>(),
        neighbours => Load::values(neighbours), load_tree => tree_steps(loads), list => OF_FEW_ROWS,
    })
}
