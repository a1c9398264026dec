//! The rows of a tile as an invocation reads them: their loads, and the functions that fold what was loaded.

use minijinja::context;
use minijinja::value::Value;

use super::load::{Load, Loader, Named};
use crate::wgsl::Module;

/// How a kernel reads the rows of a tile.
pub(super) struct Rows<'a> {
    pub(super) loader: &'a Loader,
    /// Groups from one row to the next.
    pub(super) stride: u32,
    /// Elements from one row to the next.
    pub(super) len: u32,
    /// Rows that are loaded before the first is used.
    pub(super) in_flight: u32,
    /// The function that lifts an element.
    pub(super) lift: &'a str,
    /// The function that lifts all elements of a word at once.
    pub(super) lift_of_word: Option<&'a str>,
    /// Neighbouring columns that are folded as one.
    pub(super) merged: u32,
}

impl Rows<'_> {
    /// The holes `parameters` and `reads` of the templates.
    pub(super) fn value(&self, module: &mut Module) -> Value {
        let loader = self.loader;
        let row = Named::of_row("0");
        let own = (0..loader.per_invocation()).map(|column| Load::values(loader.own_loads(row, "here", column)));
        let reads = context! {
            members => loader.members(),
            loads => (0..self.in_flight).map(|row| self.load(row)).collect::<Vec<_>>(),
            arguments => (0..self.in_flight).map(|row| self.arguments(row)).collect::<Vec<_>>(),
            lifted => self.lifted(module),
            group_loads => Load::values(loader.group_loads(row, "here")),
            own_loads => own.collect::<Vec<_>>(),
            elements => loader.elements(row, "here", module),
        };
        context! { parameters => loader.parameters(), reads => reads }
    }

    /// The load of a row, from the first row of the tile on and from the row of a loop.
    fn load(&self, row: u32) -> Value {
        let [at_base, at_here] = ["base", "here"].map(|from| self.loader.load(&self.group(from, row)));
        context! { at_base => at_base, at_here => at_here }
    }

    /// The arguments that hand a row to the functions: in the first rows of a tile, and in a loop.
    fn arguments(&self, row: u32) -> Value {
        let (len, loaded) = (self.len, format!("x{row}"));
        let of = |from: &str, position: &str| self.loader.arguments(&loaded, &self.group(from, row), position);
        let first = match row {
            0 => "position".to_owned(),
            row => format!("position + {}u", row * len),
        };
        let later = match row {
            0 => format!("position + row * {len}u"),
            row => format!("position + (row + {row}u) * {len}u"),
        };
        context! { first => of("base", &first), later => of("here", &later) }
    }

    /// The group of an invocation in row `row` behind the row where it has group `from`.
    fn group(&self, from: &str, row: u32) -> String {
        match row * self.stride {
            0 => from.to_owned(),
            groups => format!("{from} + {groups}u"),
        }
    }

    /// The lifted elements of a row by the names of the functions' parameters, each with the column that it goes to.
    fn lifted(&self, module: &mut Module) -> Vec<Value> {
        let named = self.loader.handed();
        let (lift, values, merged) = match self.lift_of_word.zip(self.loader.words(named)) {
            Some((lift, words)) => (lift, words, 1),
            None => (self.lift, self.loader.elements(named, "group", module), self.merged),
        };
        let numbered = (0..).zip(values);
        let lifted = numbered.map(|(index, value): (u32, String)| {
            context! { column => index / merged, is_first => index % merged == 0, value => format!("{lift}({value})") }
        });
        lifted.collect()
    }
}
