//! Numbers of results, and the references that they are compared with.

use std::collections::BTreeMap;
use std::path::Path;

/// A number of a result, and how far it may be from the reference.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Its name in the table of references.
    pub name: &'static str,
    value: f64,
    /// The bounds: times the reference, and beside it.
    relative: f64,
    absolute: f64,
}

/// A figure that is equal to the reference.
pub(super) fn exact(name: &'static str, value: impl Into<f64>) -> Figure {
    within(name, value, 0.0)
}

/// A figure whose relative error is at most this.
pub(super) fn near(name: &'static str, value: impl Into<f64>, relative: f64) -> Figure {
    Figure {
        relative,
        ..within(name, value, 0.0)
    }
}

/// A figure whose absolute error is at most this.
pub(super) fn within(name: &'static str, value: impl Into<f64>, absolute: f64) -> Figure {
    Figure {
        name,
        value: value.into(),
        relative: 0.0,
        absolute,
    }
}

/// The table that numpy and scipy made: operator, figure, value.
#[derive(Debug)]
pub struct References(BTreeMap<(String, String), f64>);

impl References {
    /// Reads the table.
    ///
    /// # Errors
    /// If it cannot be read, or a line is none of it.
    pub fn read() -> Result<Self, String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("references.csv");
        let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
        let rows = lines.map(|line| row(line).ok_or_else(|| format!("{}: {line}", path.display())));
        Ok(Self(rows.collect::<Result<_, _>>()?))
    }

    /// The operators and figures that have a reference.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .keys()
            .map(|(operator, figure)| (operator.as_str(), figure.as_str()))
    }

    /// Compares a figure with its reference.
    ///
    /// # Errors
    /// If they differ by more than the bound, or there is none.
    pub fn compare(&self, operator: &str, figure: &Figure) -> Result<(), String> {
        let key = (operator.to_owned(), figure.name.to_owned());
        let expected = *self.0.get(&key).ok_or_else(|| {
            let name = figure.name;
            format!("{operator} has no reference for {name}; add it to gallery/reference.py and run that")
        })?;
        let bound = figure.relative * expected.abs() + figure.absolute;
        let error = (figure.value - expected).abs();
        if error <= bound {
            return Ok(());
        }
        let Figure { name, value, .. } = figure;
        Err(format!(
            "{operator}: {name} is {value:e}, the reference {expected:e}: {error:e} apart, where {bound:e} is allowed"
        ))
    }
}

fn row(line: &str) -> Option<((String, String), f64)> {
    let mut cells = line.split(',');
    let (operator, figure) = (cells.next()?.to_owned(), cells.next()?.to_owned());
    let value = cells.next()?.parse().ok()?;
    cells.next().is_none().then_some(((operator, figure), value))
}
