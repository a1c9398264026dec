//! The only caller of naga in this crate: names that WGSL reserves, and the WGSL of an item where all its types are seen.

use naga::front::wgsl::Frontend;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use proc_macro2::Span;
use syn::{Expr, Lit, Type};

use crate::errors::Errors;

/// `name` as the name of a WGSL struct member: without `r#`, and with `_` behind it where WGSL reserves the word.
pub(crate) fn member(name: &str) -> String {
    let name = name.trim_start_matches("r#");
    if naga::keywords::wgsl::RESERVED.contains(&name) {
        format!("{name}_")
    } else if name.starts_with("__") || name == "_" {
        // WGSL keeps identifiers of two leading underscores for itself, and `_` alone is a placeholder.
        format!("u{name}")
    } else {
        name.to_owned()
    }
}

/// `name` as the name of a WGSL declaration, which must not hide a built-in function or type either.
pub(crate) fn declaration(name: &str) -> String {
    let name = member(name);
    if naga::keywords::wgsl::BUILTIN_IDENTIFIERS.contains(&name.as_str()) {
        format!("{name}_")
    } else {
        name
    }
}

/// The WGSL spelling of a type that is seen in full, else none.
pub(crate) fn known_type(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => {
            let name = path.path.get_ident()?.to_string();
            ["f32", "i32", "u32", "f64", "i64", "u64", "bool"]
                .contains(&name.as_str())
                .then_some(name)
        }
        Type::Array(array) => {
            let Expr::Lit(syn::ExprLit { lit: Lit::Int(len), .. }) = &array.len else {
                return None;
            };
            Some(format!("array<{}, {}>", known_type(&array.elem)?, len.base10_digits()))
        }
        Type::Paren(inner) => known_type(&inner.elem),
        Type::Group(inner) => known_type(&inner.elem),
        _ => None,
    }
}

/// WGSL under construction that remembers which Rust tokens each line came from.
#[derive(Default)]
pub(crate) struct Draft {
    text: String,
    lines: Vec<Option<Span>>,
}

impl Draft {
    /// Appends one line.
    pub(crate) fn line(&mut self, text: &str, span: Option<Span>) {
        self.text.push_str(&text.replace('\n', " "));
        self.text.push('\n');
        self.lines.push(span);
    }

    /// Parses and validates the text; what naga refuses is recorded at the tokens of its line.
    pub(crate) fn check(&self, item: Span, errors: &Errors) {
        let refusal = match Frontend::new().parse(&self.text) {
            Err(error) => Some((error.location(&self.text), chain(&error))),
            Ok(module) => Validator::new(ValidationFlags::all(), Capabilities::all())
                .validate(&module)
                .err()
                .map(|error| (error.location(&self.text), chain(error.as_inner()))),
        };
        let Some((location, message)) = refusal else { return };
        let index = location.map_or(0, |location| location.line_number as usize - 1);
        let line = self
            .text
            .lines()
            .nth(index)
            .unwrap_or_default()
            .trim()
            .trim_end_matches(',');
        let span = self.lines.get(index).copied().flatten().unwrap_or(item);
        errors.push(syn::Error::new(
            span,
            format!("naga refuses the WGSL of this: {message}\nWGSL: {line}"),
        ));
    }
}

/// The message of an error with those of its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        message = format!("{message}: {inner}");
        cause = inner.source();
    }
    message
}
