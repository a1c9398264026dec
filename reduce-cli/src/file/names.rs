//! Columns and channels by their names.

use crate::failure::{Failure, nearest};

/// The index of the column that is asked for; the only one need not be named.
///
/// # Errors
/// If there is no such column, or none was named.
pub(super) fn column(path: &str, names: &[String], asked: Option<&str>) -> Result<usize, Failure> {
    match (asked, names) {
        (Some(asked), _) => named(path, "column", names, asked),
        (None, [_]) => Ok(0),
        (None, _) => Err(Failure::usage(format!(
            "{path} has the columns {}; name one of them with --column",
            names.join(", ")
        ))),
    }
}

/// The index of `asked` among the `names` of the things that are called `what`.
///
/// # Errors
/// If it is none or several of them.
pub(super) fn named(path: &str, what: &str, names: &[String], asked: &str) -> Result<usize, Failure> {
    let mut found = names.iter().enumerate().filter(|(_, name)| *name == asked);
    match (found.next(), found.next()) {
        (Some((index, _)), None) => Ok(index),
        (Some(_), Some(_)) => Err(Failure::input(format!(
            "{path} has several {what}s `{asked}`; give each a name of its own"
        ))),
        (None, _) => {
            let near = nearest(asked, names.iter().map(String::as_str));
            Err(Failure::input(match near.as_slice() {
                [] => format!("{path} has no {what} `{asked}`; there are: {}", names.join(", ")),
                near => format!("{path} has no {what} `{asked}`; nearest: {}", near.join(", ")),
            }))
        }
    }
}
