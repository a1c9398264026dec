//! The rows of a tile as an invocation reads them: their loads, and the functions that fold what was loaded.

use minijinja::context;
use minijinja::value::Value;

use super::load::{Load, Loader, Named};
use super::sums::Sums;
use crate::wgsl::Module;

/// How a kernel reads the rows of a tile.
pub(super) struct Rows<'a> {
    pub(super) loader: &'a Loader,
    /// Groups from one row to the next.
    pub(super) stride: u32,
    /// Elements from one row to the next.
    pub(super) len: u32,
    /// Rows of a tile.
    pub(super) rows: u32,
    /// Rows that are loaded before the first is used.
    pub(super) in_flight: u32,
    /// The function that lifts an element.
    pub(super) lift: &'a str,
    /// How the elements of a load become a state at once.
    pub(super) sums: Option<&'a Sums>,
    /// The elements of a group's last load, where all elements of a load are folded as one and a kernel is made for that many.
    pub(super) last: Option<u32>,
}

impl Rows<'_> {
    /// The holes `parameters` and `reads` of the templates.
    pub(super) fn value(&self, module: &mut Module) -> Value {
        let loader = self.loader;
        let first = Named::of_row("0");
        let own = (0..loader.per_invocation()).map(|column| Load::values(loader.own_loads(first, "here", column)));
        let lifted = self.lifted(loader.per_invocation(), module);
        let lifted_last = self.last.map_or_else(Vec::new, |last| self.lifted(last, module));
        let reads = context! {
            members => loader.members(), lifted, lifted_last, by_sums => self.sums.is_some(),
            row => self.whole_row(), in_flight => (0..self.in_flight).map(|row| self.row(row)).collect::<Vec<_>>(),
            group_loads => Load::values(loader.group_loads(first, "here")),
            own_loads => own.collect::<Vec<_>>(),
            elements => loader.elements(first, "here", module),
        };
        context! { parameters => loader.parameters(), reads => reads }
    }

    /// The arguments that load row `row` and hand it on.
    fn whole_row(&self) -> String {
        let group = format!("base + {}", times("row", self.stride));
        let position = format!("position + {}", times("row", self.len));
        let loaded = self.loader.load(&group);
        self.loader.arguments(&loaded, &group, &position)
    }

    /// The load of the row that is the `index`th in flight, the arguments that hand it on, and whether it begins its columns.
    fn row(&self, index: u32) -> Value {
        let all = self.in_flight == self.rows;
        let group = behind(if all { "base" } else { "here" }, index * self.stride);
        let position = match (all, index) {
            (true, index) => behind("position", index * self.len),
            (false, 0) => format!("position + row * {}u", self.len),
            (false, index) => format!("position + (row + {index}u) * {}u", self.len),
        };
        let begins = match (index, all) {
            (0, true) => "true",
            (0, false) => "row == 0u",
            _ => "false",
        };
        let handed = self.loader.arguments(&format!("x{index}"), &group, &position);
        context! { text => self.loader.load(&group), arguments => handed, begins => begins }
    }

    /// The loads of the rows from `row` on that are left, where `last` is the last of them.
    pub(super) fn rest(&self) -> Vec<Value> {
        let rest = (0..self.in_flight).map(|index| {
            let row = match index {
                0 => "row".to_owned(),
                index => format!("min(row + {index}u, last)"),
            };
            let group = format!("base + {}", times(&row, self.stride));
            let position = format!("position + {}", times(&row, self.len));
            let handed = self.loader.arguments(&format!("x{index}"), &group, &position);
            let begins = if index == 0 { "row == 0u" } else { "false" };
            context! { text => self.loader.load(&group), arguments => handed, begins => begins }
        });
        rest.collect()
    }

    /// The first `count` elements of a load, lifted, by the names of the parameters that a row is handed to: those of each group at once where sums do that, or one by one.
    fn lifted(&self, count: u32, module: &mut Module) -> Vec<String> {
        let loader = self.loader;
        if let Some(sums) = self.sums {
            return sums.lifted(loader, count, module);
        }
        let elements = loader.elements(loader.handed(), "group", module);
        let elements = elements.iter().take(count as usize);
        elements.map(|element| format!("{}({element})", self.lift)).collect()
    }
}

/// `row * factor`.
fn times(row: &str, factor: u32) -> String {
    match factor {
        1 => row.to_owned(),
        _ => format!("{row} * {factor}u"),
    }
}

/// `from + distance`.
pub(super) fn behind(from: &str, distance: u32) -> String {
    match distance {
        0 => from.to_owned(),
        _ => format!("{from} + {distance}u"),
    }
}
