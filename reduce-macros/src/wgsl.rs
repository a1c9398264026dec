//! The WGSL spelling of names and types that are seen as tokens.

use syn::{Expr, Lit, Type};

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

/// The length of an array type, if it is a number above 0.
pub(crate) fn length(ty: &Type) -> Option<usize> {
    let Type::Array(array) = ty else { return None };
    let Expr::Lit(literal) = &array.len else { return None };
    let Lit::Int(len) = &literal.lit else { return None };
    len.base10_parse().ok().filter(|len| *len > 0)
}
