//! The number of rows that a column holds, and its inverse, for the quotients that look them up.

use minijinja::context;
use minijinja::value::Value;

use crate::wgsl::Module;

/// For each row of `in_flight`: what a kernel says before it folds the row, as one of the first rows of a block, and as one that comes `row` later.
/// Nothing where no quotient is looked up.
pub(super) fn counted(in_flight: u32, rows: u32, module: &Module) -> Vec<Value> {
    let lines = (0..in_flight).map(|index| {
        let first = format!(
            "counted = vec2<f64>({:?}lf, {});",
            f64::from(index + 1),
            inverse(index + 1)
        );
        let later = format!(
            "counted = vec2<f64>(f64(row + {}u), {});",
            index + 1,
            inverse_later(index, in_flight, rows)
        );
        context! { first => first, later => later }
    });
    if module.counts() { lines.collect() } else { Vec::new() }
}

fn inverse(rows: u32) -> String {
    format!("{:?}lf", 1.0 / f64::from(rows))
}

/// The inverse of `row + index + 1`, where `row` is a multiple of `in_flight` below `rows`.
fn inverse_later(index: u32, in_flight: u32, rows: u32) -> String {
    let starts = (0..rows).step_by(in_flight as usize).rev();
    let mut choices = starts.map(|row| (row, inverse(row + index + 1)));
    let last = choices.next().map_or_else(String::new, |(_, last)| last);
    choices.fold(last, |others, (row, value)| {
        format!("select({others}, {value}, row == {row}u)")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_is_chosen_by_the_row() {
        assert_eq!(inverse_later(1, 32, 32), "0.5lf");
        assert_eq!(
            inverse_later(0, 8, 32),
            "select(select(select(0.04lf, 0.058823529411764705lf, row == 16u), 0.1111111111111111lf, row == 8u), 1.0lf, row == 0u)"
        );
    }
}
