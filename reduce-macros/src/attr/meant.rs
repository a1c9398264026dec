//! Keys and operators that are none: the one that was probably meant.

use syn::Ident;

use super::Place;
use crate::words::{OPERATORS, REDUCTIONS};

/// The key or operator that someone who wrote `word` probably means.
pub(super) fn meant(word: &str, place: Place) -> Option<&'static str> {
    let word = word.to_lowercase();
    match (place, word.as_str()) {
        (Place::Struct, word) => closest(word, &["input", "output", "finish", "params", "crate"]),
        (Place::Field, "add" | "plus" | "total") => Some("sum"),
        (Place::Field, "average" | "avg") => Some("mean"),
        (Place::Field, "var") => Some("variance"),
        (Place::Field, "std" | "sd" | "stdev" | "std_dev" | "deviation") => Some("stddev"),
        (Place::Field, "arg_min") => Some("argmin"),
        (Place::Field, "arg_max") => Some("argmax"),
        (Place::Field, "len" | "length" | "number") => Some("count"),
        (Place::Field, "mul" | "multiply" | "prod" | "times") => Some("product"),
        (Place::Field, "minimum" | "low" | "least") => Some("min"),
        (Place::Field, "maximum" | "high" | "greatest") => Some("max"),
        (Place::Field, "bitand") => Some("and"),
        (Place::Field, "bitor") => Some("or"),
        (Place::Field, "bitxor") => Some("xor"),
        (Place::Field, "map") => Some("lift"),
        (Place::Field, word) => closest(word, &OPERATORS)
            .or_else(|| closest(word, &REDUCTIONS.map(|(word, _)| word)))
            .or_else(|| closest(word, &["lift", "by", "using"])),
    }
}

pub(super) fn unknown(key: &Ident, meant: Option<&str>, place: Place) -> String {
    match meant {
        Some(meant) if OPERATORS.contains(&meant) => format!("unknown operator `{key}`; did you mean `{meant}`?"),
        Some(meant) if REDUCTIONS.iter().any(|(word, _)| *word == meant) => {
            format!("unknown reduction `{key}`; did you mean `{meant}`?")
        }
        Some(meant) => format!("unknown option `{key}`; did you mean `{meant} = …`?"),
        None => format!("unknown option `{key}`; {}", place.keys()),
    }
}

/// The candidate that differs from `word` by one letter: changed, missing or too many.
pub(crate) fn closest(word: &str, candidates: &[&'static str]) -> Option<&'static str> {
    let without = |text: &str, index: usize| -> String {
        let letters = text.chars().enumerate().filter(|(at, _)| *at != index);
        letters.map(|(_, letter)| letter).collect()
    };
    let near = |candidate: &str| {
        word == candidate
            || (0..word.chars().count()).any(|i| without(word, i) == *candidate)
            || (0..candidate.len()).any(|i| without(candidate, i) == *word)
            || (word.len() > 2 && (0..candidate.len()).any(|i| without(candidate, i) == without(word, i)))
    };
    candidates.iter().copied().find(|candidate| near(candidate))
}
