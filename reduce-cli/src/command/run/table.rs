//! Results as text and JSON: a line for each, or those of groups as a table.

use crate::grouping::Axis;
use crate::keys::Key;
use crate::value::{Value, quoted};

/// The labels of the groups.
pub(super) enum Labels {
    /// The numbers of rows.
    Rows,
    /// The indices of these axes, the last of which is the fastest.
    Axes(Vec<Axis>),
    /// The keys in the column of this name.
    Keys { name: String, keys: Vec<Key> },
}

/// A line for each result and each field of one, values below each other.
pub(super) fn lines<'a>(results: impl IntoIterator<Item = (&'a str, &'a Value)>) -> String {
    let mut named = Vec::new();
    for (name, value) in results {
        value.named(name, &mut named);
    }
    let width = named.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, text): &(String, String)| format!("{name:width$}  {text}\n");
    named.iter().map(line).collect()
}

/// A line for each group, under the names of the operators `names` and of the fields of their results. Where all axes are reduced, [`lines`].
pub(super) fn table(labels: &Labels, names: &[&str], values: &[Vec<Value>]) -> String {
    let groups = values.first().map_or(0, Vec::len);
    let mut columns: Vec<Column> = match labels {
        Labels::Axes(axes) if axes.is_empty() => {
            let results = names
                .iter()
                .zip(values)
                .filter_map(|(name, values)| Some((*name, values.first()?)));
            return lines(results);
        }
        Labels::Rows => vec![Column::new("row", (0..groups).map(|row| row.to_string()))],
        Labels::Axes(axes) => indices(axes, groups),
        Labels::Keys { name, keys } => {
            let name = Key::Text(name.clone()).text();
            vec![Column::new(&name, keys.iter().map(Key::text))]
        }
    };
    for (name, values) in names.iter().zip(values) {
        columns.extend(columns_of(name, values));
    }
    let mut page = String::new();
    for line in 0..=groups {
        for column in &columns {
            let cell = column.cells.get(line).map_or("", String::as_str);
            let width = column.width;
            page.push_str(&format!("{cell:width$}  "));
        }
        page.truncate(page.trim_end_matches(' ').len());
        page.push('\n');
    }
    page
}

/// One JSON object: an array under each name, one in another for axes, and the keys.
pub(super) fn json(labels: &Labels, names: &[&str], values: &[Vec<Value>]) -> String {
    let groups = values.first().map_or(0, Vec::len);
    let (keys, shape) = match labels {
        Labels::Rows => (None, vec![groups]),
        Labels::Axes(axes) => (None, axes.iter().map(|axis| axis.extent).collect()),
        Labels::Keys { keys, .. } => (Some(keys), vec![groups]),
    };
    let array = |values: &[String]| format!("[{}]", values.join(", "));
    let keys = keys.map(|keys| keys.iter().map(Key::json).collect::<Vec<_>>());
    let keys = keys.map(|keys| format!("\"keys\": {}", array(&keys)));
    let results = names.iter().zip(values).map(|(name, values)| {
        let mut values = values.iter().map(Value::json);
        format!("{}: {}", quoted(name), nested(&shape, &mut values))
    });
    let entries: Vec<String> = keys.into_iter().chain(results).collect();
    format!("{{{}}}\n", entries.join(", "))
}

/// Arrays of this shape around the values.
fn nested(shape: &[usize], values: &mut dyn Iterator<Item = String>) -> String {
    match shape {
        [] => values.next().unwrap_or_default(),
        [extent, inner @ ..] => {
            let members: Vec<String> = (0..*extent).map(|_| nested(inner, values)).collect();
            format!("[{}]", members.join(", "))
        }
    }
}

/// A column of a table: its name above its cells.
struct Column {
    cells: Vec<String>,
    width: usize,
}

impl Column {
    fn new(name: &str, cells: impl Iterator<Item = String>) -> Self {
        let cells: Vec<String> = std::iter::once(name.to_owned()).chain(cells).collect();
        let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
        Self { cells, width }
    }
}

/// The indices of the first groups along each axis.
fn indices(axes: &[Axis], groups: usize) -> Vec<Column> {
    let mut step = 1usize;
    let mut columns: Vec<Column> = Vec::new();
    for Axis { number, extent } in axes.iter().rev() {
        let indices = (0..groups).map(|group| (group / step % extent.max(&1)).to_string());
        columns.push(Column::new(&format!("axis{number}"), indices));
        step = step.saturating_mul(*extent).max(1);
    }
    columns.reverse();
    columns
}

/// The results of an operator: a column for each field, if all of them have the same ones.
fn columns_of(name: &str, values: &[Value]) -> Vec<Column> {
    let named = |value: &Value| {
        let mut named = Vec::new();
        value.named(name, &mut named);
        named
    };
    let Some(first) = values.first() else {
        return vec![Column::new(name, std::iter::empty())];
    };
    let fields: Vec<String> = named(first).into_iter().map(|(field, _)| field).collect();
    let mut cells: Vec<Vec<String>> = fields.iter().map(|_| Vec::new()).collect();
    for value in values {
        let named = named(value);
        if !named.iter().map(|(field, _)| field).eq(&fields) {
            return vec![Column::new(name, values.iter().map(Value::text))];
        }
        for (cells, (_, cell)) in cells.iter_mut().zip(named) {
            cells.push(cell);
        }
    }
    let columns = fields.iter().zip(cells);
    columns
        .map(|(field, cells)| Column::new(field, cells.into_iter()))
        .collect()
}
