//! A result for each group: of rows, along axes, or by key.

use super::pieces;
use super::place::OnEngine;
use super::table::Labels;
use crate::arguments::Run;
use crate::failure::Failure;
use crate::file::Elements;
use crate::grouping::{Blocks, ByKey, Layout, Take, of_axes, of_rows};
use crate::piece::Piece;
use crate::progress::Bar;
use crate::value::Value;

/// The labels of the groups, and the results of each operator.
pub(super) struct Grouped {
    pub(super) labels: Labels,
    pub(super) values: Vec<Vec<Value>>,
}

/// Reduces the groups that are asked for.
///
/// # Errors
/// If the file has no such groups, or cannot be read, or a reduction is at fault.
pub(super) fn reduced(
    asked: &Run,
    elements: &mut dyn Elements,
    each: &[OnEngine<'_>],
    bar: Option<Bar>,
) -> Result<Grouped, Failure> {
    let path = asked.file.display().to_string();
    let mut values: Vec<Vec<Value>> = each.iter().map(|_| Vec::new()).collect();
    let mut take = |piece: &Piece, offsets: &[usize]| {
        for (each, values) in each.iter().zip(&mut values) {
            values.extend(each.each(piece, offsets)?);
        }
        Ok(())
    };
    let labels = match (asked.rows, &asked.axis) {
        (Some(row), _) => {
            let known = elements.shape().map(|shape| shape.elements());
            check_rows(&path, row, known.unwrap_or(0))?;
            let layout = of_rows(usize::try_from(row).unwrap_or(usize::MAX));
            let count = blocks(layout, elements, bar, &mut take)?;
            check_rows(&path, row, count)?;
            Labels::Rows
        }
        (None, Some(axes)) => {
            let Some(shape) = elements.shape() else {
                return Err(Failure::usage(format!("{path} has no axes; leave --axis out")));
            };
            let (layout, kept) = of_axes(&path, shape, &axes.0)?;
            blocks(layout, elements, bar, &mut take)?;
            Labels::Axes(kept)
        }
        (None, None) => {
            let mut by_key = ByKey::new(elements.element());
            pieces::all(elements, bar, &mut |piece, keys| by_key.push(piece, keys))?;
            let column = elements.take_keys().unwrap_or_default();
            Labels::Keys {
                name: column.name,
                keys: by_key.finish(column.keys, column.written, &mut take)?,
            }
        }
    };
    Ok(Grouped { labels, values })
}

/// Gives equal groups to `take`; returns the number of elements that have come.
fn blocks(layout: Layout, elements: &mut dyn Elements, bar: Option<Bar>, take: &mut Take<'_>) -> Result<u64, Failure> {
    let mut blocks = Blocks::new(layout, elements.element())?;
    pieces::all(elements, bar, &mut |piece, _| blocks.push(piece, take))?;
    blocks.finish(take)
}

/// Refuses rows of which `count` elements are no whole number.
fn check_rows(path: &str, row: u64, count: u64) -> Result<(), Failure> {
    match count.checked_rem(row) {
        None | Some(0) => Ok(()),
        Some(left) => Err(Failure::input(format!(
            "{path} has {count} elements, and rows of {row} leave {left} over; give --rows a number that divides {count}"
        ))),
    }
}
