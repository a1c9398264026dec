//! How the elements of a group are divided among invocations, rows and sets: the holes of the templates, and the calls that a division makes.

use minijinja::context;
use minijinja::value::Value;

use super::load::{Load, Loader};
use super::meeting::Meeting;
use super::sorted::Sorted;
use super::step::{GroupBounds, GroupElements, GroupRows};
use super::tree::tree_steps;
use crate::tuning::ROWS;

/// How a group is divided among invocations and rows.
pub(super) struct Layout {
    pub(super) kind: GroupElements,
    pub(super) ordered: bool,
    /// Columns of a tile.
    pub(super) columns: u32,
    /// Elements of a run.
    pub(super) run: u32,
    pub(super) in_flight: u32,
}

impl Layout {
    /// Elements from one row of an invocation to the next.
    pub(super) fn row_len(&self) -> u32 {
        if self.ordered { self.kind.columns } else { self.columns }
    }

    /// The loads of each set of groups of few rows, one after the other.
    pub(super) fn of_sets(&self, loader: &Loader) -> Value {
        let GroupRows::Few { rows, sets, loads, .. } = self.kind.rows else {
            return context! {};
        };
        let (neighbours, each) = loader.neighbours("base0");
        let mut each = each.into_iter();
        let sets = (0..sets * loads * rows).map(|set| {
            let group = format!("base{set}");
            let handed = loader.arguments(&format!("x{set}"), &group, &format!("position{set}"));
            context! { text => each.next().unwrap_or_else(|| loader.load(&group)), arguments => handed }
        });
        context! { loads_of_sets => sets.collect::<Vec<_>>(), neighbours => Load::values(neighbours) }
    }

    pub(super) fn value(&self, merged: u32) -> Value {
        let GroupElements {
            columns, rows, bounds, ..
        } = self.kind;
        let loads = rows.loads();
        context! {
            loads => loads, load_tree => tree_steps(loads),
            per_invocation => columns, columns_a_lane => if self.ordered { 1 } else { columns * loads }, columns => self.columns, tile => self.columns * ROWS,
            ordered => self.ordered, run_elements => self.run, row_len => self.row_len(), stride => self.row_len() / columns,
            in_flight => self.in_flight, merged => merged, from_table => bounds == GroupBounds::InTable,
            unit => if self.ordered { "run" } else { "column" },
            rows_many => rows == GroupRows::Many, few_rows => rows.few(), is_even => matches!(rows, GroupRows::Few { even: true, .. }),
            is_tile => rows.are_full_tiles(),
            sets => self.kind.exchanged_sets(), group_sets => self.kind.sets(), load_sets => rows.sets(), sets_in_flight => self.kind.sets_in_flight(), sets_a_load => self.kind.exchanged_sets() / rows.sets(), groups_a_load => self.kind.places.groups_a_load(), numbering => if self.kind.places.groups_a_load() > 1 { "group_of_set" } else { "" }, elements_a_load => self.kind.elements_a_load(),
        }
    }

    /// The most times that an invocation calls a function of the operator's.
    pub(super) fn calls(&self, meeting: &Meeting, sorted: Option<&Sorted>) -> u64 {
        let columns = self.kind.elements_a_load();
        let loads = self.kind.rows.sets() * self.kind.rows.loads();
        let rows = match self.kind.rows {
            GroupRows::Few { rows, .. } => rows,
            GroupRows::Many => ROWS,
        };
        let rounds = match sorted {
            Some(sorted) => sorted.rounds(meeting.by_subgroups),
            None => 1,
        };
        u64::from((columns * rows + columns + meeting.levels() + 1) * loads) * u64::from(rounds)
    }
}
