//! Rust that WGSL does not have: the name of each, and its remedy.

use syn::{Expr, ExprMethodCall, Macro};

use super::library::{ASSERTIONS, PANICS};

/// Methods that people reach for and that no GPU type has, with their remedy.
const NO_METHODS: [(&[&str], &str); 4] = [
    (
        &["clone", "to_owned", "borrow", "borrow_mut", "as_mut", "try_into"],
        "the types of the GPU are Copy: use the value itself, or `as`",
    ),
    (
        &[
            "iter",
            "iter_mut",
            "into_iter",
            "map",
            "for_each",
            "chain",
            "flatten",
            "flat_map",
            "take",
            "skip",
            "windows",
            "chunks",
        ],
        "arrays and ranges have `iter`, `iter_mut`, `rev`, `enumerate`, `zip`, `map`, `filter`, `filter_map`, `flatten`, `skip`, `take`, `chain`, and behind these `sum`, `product`, `fold`, `reduce`, `min`, `max`, `min_by_key`, `max_by`, `any`, `all`, `count`, `find`, `position` and `for_each`",
    ),
    (
        &["ok", "ok_or", "is_ok", "is_err"],
        "there is no Result; use an Option, or an enum of your own",
    ),
    (
        &["checked_neg", "overflowing_neg"],
        "compare first, or use the wrapping_ method",
    ),
];

/// The remedy for a method that no GPU type has.
pub(super) fn no_method(call: &ExprMethodCall) -> Option<&'static str> {
    let name = call.method.to_string();
    let found = NO_METHODS.iter().find(|(names, _)| names.contains(&name.as_str()));
    found.map(|(_, remedy)| *remedy)
}

/// Macros that people reach for, with the remedy for each.
const MACROS: [(&[&str], &str); 4] = [
    (
        &PANICS,
        "a GPU has no panics: give a value here as well, such as 0 or NaN",
    ),
    (
        &ASSERTIONS,
        "a GPU has no panics: check the input before it is reduced, and remove this",
    ),
    (
        &[
            "print", "println", "eprint", "eprintln", "dbg", "format", "write", "writeln",
        ],
        "a GPU prints nothing: remove this, or print what `finish` returns",
    ),
    (&["vec"], "a GPU has no heap memory: use an array, as in `[0.0; 4]`"),
];

/// The remedy for a macro call.
pub(super) fn of_macro(call: &Macro) -> &'static str {
    let name = call.path.segments.last().map(|last| last.ident.to_string());
    let name = name.unwrap_or_default();
    let found = MACROS.iter().find(|(names, _)| names.contains(&name.as_str()));
    found.map_or("write out what it expands to", |(_, remedy)| remedy)
}

/// Methods of slices that change their receiver; as a statement, a user's own method of such a name has no effect.
const OF_SLICES: [&str; 9] = [
    "sort",
    "sort_unstable",
    "sort_by",
    "sort_unstable_by",
    "sort_by_key",
    "sort_unstable_by_key",
    "reverse",
    "fill",
    "copy_from_slice",
];

/// Whether this changes the elements of a slice in a way that WGSL does not have.
pub(super) fn changes_a_slice(call: &ExprMethodCall) -> bool {
    OF_SLICES.contains(&call.method.to_string().as_str())
}

/// The name of a refused expression and its remedy.
pub(super) fn unsupported(expr: &Expr) -> (&'static str, &'static str) {
    match expr {
        Expr::Closure(_) => ("a closure", "write the expression itself, or a function with `#[gpu]`"),
        Expr::Macro(call) => ("a macro call", of_macro(&call.mac)),
        Expr::Reference(_) => ("`&mut`", "assign to variables, or return the new value"),
        Expr::RawAddr(_) => ("a pointer", "use the value"),
        Expr::Unsafe(_) => ("an unsafe block", "use safe code"),
        Expr::Const(_) => ("a const block", "name a constant outside of the function"),
        Expr::Tuple(_) => ("an empty tuple", "every value has a type"),
        Expr::Let(_) => ("`let` beside other conditions", "write an `if` for each"),
        Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => (
            "a loop inside an expression",
            "write it as a statement that assigns a `let mut` variable",
        ),
        Expr::Range(_) => ("a range", "compare with both ends, as in `(0.0..1.0).contains(&x)`"),
        Expr::Assign(_) => ("an assignment inside an expression", "make it a statement of its own"),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => (
            "leaving in the middle of an expression",
            "make it a statement of its own",
        ),
        Expr::Await(_) | Expr::Async(_) => ("waiting", "there is no waiting on the GPU"),
        Expr::Block(_) => ("a block with a label", "write an `if` instead of leaving the block"),
        Expr::Infer(_) => ("`_`", "write a value"),
        _ => (
            "this expression",
            "use operators, casts, `if`, `match`, struct and array literals, and methods of numbers",
        ),
    }
}
