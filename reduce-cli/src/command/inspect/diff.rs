//! Two texts beside each other, as `diff -y` shows them: `|` where a line changed, `<` and `>` where one side alone has it.

use std::fmt::Write as _;

use similar::{DiffOp, TextDiff};

use crate::terminal::{self, Terminal};

/// Columns of a page for an output that is no terminal.
const WIDTH: usize = 160;

/// The page: both texts under their names, in columns of equal width; long lines go on below.
pub(super) fn page(left: (&str, &str), right: (&str, &str), width: Option<u16>, terminal: &Terminal) -> String {
    let width = width.or(terminal.width).map_or(WIDTH, usize::from).max(40);
    let column = (width - 3) / 2;
    let mut page = Page {
        text: String::new(),
        column,
        colour: terminal.colour,
    };
    page.row(Some(left.0), Some(right.0), ' ');
    page.row(Some(&"-".repeat(left.0.len())), Some(&"-".repeat(right.0.len())), ' ');
    let (old, new): (Vec<&str>, Vec<&str>) = (left.1.lines().collect(), right.1.lines().collect());
    for op in TextDiff::from_slices(&old, &new).ops() {
        page.part(op, &old, &new);
    }
    page.text
}

struct Page {
    text: String,
    column: usize,
    colour: bool,
}

impl Page {
    /// Lines that are equal, or that one side has in the place of the other's.
    fn part(&mut self, op: &DiffOp, old: &[&str], new: &[&str]) {
        let (old, new) = (&old[op.old_range()], &new[op.new_range()]);
        for index in 0..old.len().max(new.len()) {
            let (left, right) = (old.get(index).copied(), new.get(index).copied());
            let mark = match (left, right) {
                _ if matches!(op, DiffOp::Equal { .. }) => ' ',
                (Some(_), Some(_)) => '|',
                (Some(_), None) => '<',
                _ => '>',
            };
            self.row(left, right, mark);
        }
    }

    /// A line of each side, as many rows as the longer one takes.
    fn row(&mut self, left: Option<&str>, right: Option<&str>, mark: char) {
        let (left, right) = (wrapped(left, self.column), wrapped(right, self.column));
        for index in 0..left.len().max(right.len()) {
            let cell = |side: &[String]| side.get(index).cloned().unwrap_or_default();
            let (left, right) = (format!("{:1$}", cell(&left), self.column), cell(&right));
            if self.colour && mark != ' ' {
                let (left, right) = (terminal::REMOVED.of(&left), terminal::ADDED.of(&right));
                let _ = writeln!(self.text, "{left} {mark} {right}");
            } else {
                let line = format!("{left} {mark} {right}");
                let _ = writeln!(self.text, "{}", line.trim_end());
            }
        }
    }
}

/// A line in pieces of at most `column` characters; one at least.
fn wrapped(line: Option<&str>, column: usize) -> Vec<String> {
    let characters: Vec<char> = line.unwrap_or_default().chars().collect();
    if characters.is_empty() {
        return vec![String::new()];
    }
    characters.chunks(column).map(|piece| piece.iter().collect()).collect()
}
