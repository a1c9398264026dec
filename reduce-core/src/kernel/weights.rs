//! The weights of elements in columns of full tiles, for the quotients that a kernel knows.

use crate::wgsl::Module;

/// For each row of `in_flight`, the weight of its element, which depends on the row that the loop is at. Nothing where none is asked for.
pub(super) fn weights(in_flight: u32, rows: u32, module: &Module) -> Vec<String> {
    match module.weight() {
        Some(_) => (0..in_flight).map(|index| weight(index, in_flight, rows)).collect(),
        None => Vec::new(),
    }
}

/// The inverse of `row + index + 1`, where `row` is a multiple of `in_flight` below `rows`.
fn weight(index: u32, in_flight: u32, rows: u32) -> String {
    let inverse = |row: u32| format!("{:?}lf", 1.0 / f64::from(row + index + 1));
    let starts = (0..rows).step_by(in_flight as usize).rev();
    let mut choices = starts.map(|row| (row, inverse(row)));
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
        assert_eq!(weight(1, 32, 32), "0.5lf");
        assert_eq!(
            weight(0, 8, 32),
            "select(select(select(0.04lf, 0.058823529411764705lf, row == 16u), 0.1111111111111111lf, row == 8u), 1.0lf, row == 0u)"
        );
    }
}
