//! What Rust has and WGSL has not.

use syn::Expr;

/// Methods that mean the same in Rust and in WGSL; the last two are the crate's own.
pub(super) const METHODS: [&str; 8] = ["abs", "sqrt", "floor", "ceil", "trunc", "to_bits", "to_f32", "widen"];

/// What a refused expression is called and what to write instead.
pub(super) fn unsupported(expr: &Expr, place: &str) -> (&'static str, &'static str) {
    match expr {
        Expr::Tuple(_) | Expr::Struct(_) if place == "finish" => (
            "an output of several parts",
            "leave `output` and `finish` out: the result is then the struct itself",
        ),
        Expr::Closure(_) => ("a closure", "write the expression itself"),
        Expr::Call(_) => (
            "a function call",
            "use operators, casts, `if`, and the methods abs sqrt floor ceil trunc to_bits",
        ),
        Expr::Macro(_) => ("a macro call", "write out what it expands to"),
        Expr::Reference(_) => ("a reference", "there are no references; use the value"),
        Expr::Match(_) => ("`match`", "use `if … { … } else { … }`"),
        Expr::Block(_) | Expr::Unsafe(_) | Expr::Const(_) => ("a block", "write one expression, without braces"),
        Expr::Tuple(_) => ("a tuple", "give each part a field of its own"),
        Expr::Struct(_) => (
            "a struct literal",
            "give each part a field of its own, or leave `lift` out to use the field type's own",
        ),
        Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => ("a loop", "write one expression"),
        Expr::Range(_) => ("a range", "compare with both ends, as in `x >= 0.0 && x < 1.0`"),
        Expr::Assign(_) => ("an assignment", "write an expression of the value"),
        Expr::Let(_) => ("a pattern", "compare values, as in `x == 1.0`"),
        Expr::Return(_) | Expr::Try(_) | Expr::Break(_) | Expr::Continue(_) => {
            ("leaving early", "write one expression")
        }
        _ => (
            "this expression",
            "use operators, casts, `if`, array literals and the methods abs sqrt floor ceil trunc to_bits",
        ),
    }
}
