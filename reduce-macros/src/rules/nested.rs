//! Fields that are built-in reductions: of these, the states alone can be combined in a field.

use syn::{Path, Type};

use crate::ast::{Field, Struct};
use crate::errors::Errors;
use crate::wgsl::known_type;
use crate::words::REDUCTIONS;

/// The built-in reductions that are no states themselves.
const NO_STATES: [&str; 16] = [
    "Correlation",
    "Covariance",
    "Dot",
    "Fold",
    "KahanSum",
    "Kurtosis",
    "L1Norm",
    "L2Norm",
    "LInfNorm",
    "LogSumExp",
    "NanMean",
    "NanSum",
    "Skewness",
    "StdDev",
    "Variance",
    "WideSum",
];

/// Those that read elements with their positions.
const OF_POSITIONS: [&str; 3] = ["ArgMax", "ArgMin", "TopK"];

/// Records a field that holds a reduction as if it were a state of this input.
pub(super) fn check_nested(item: &Struct<'_>, field: &Field<'_>, errors: &Errors) {
    let Some(name) = built_in(field.ty) else { return };
    let word = REDUCTIONS.iter().find(|(_, operator)| *operator == name);
    let option = match word {
        Some((word, _)) => format!("#[reduce({word})]"),
        None => format!("#[reduce(by = ops::{name}<…>)]"),
    };
    let input = item.options.input.as_ref().and_then(known_type);
    if NO_STATES.contains(&name.as_str()) {
        errors.at(
            field.ty,
            format!("`{name}` is no state; for its result in a field write `{option}`, with the type of the result"),
        );
    } else if let (true, Some(input)) = (OF_POSITIONS.contains(&name.as_str()), input) {
        errors.at(
            field.ty,
            format!("`{name}` reads elements with their positions; write `input = Indexed<{input}>`, or for its result `{option}`"),
        );
    }
}

/// The name of a type of `ops`.
fn built_in(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    is_in_ops(&path.path)
        .then(|| path.path.segments.last().map(|last| last.ident.to_string()))
        .flatten()
}

fn is_in_ops(path: &Path) -> bool {
    let mut segments = path.segments.iter().rev().skip(1);
    segments.next().is_some_and(|module| module.ident == "ops")
}
