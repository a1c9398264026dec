//! The WGSL spelling of names and types that are seen as tokens.

use syn::{Expr, Lit, Type};

/// `name` as the name of a WGSL struct member: without `r#`, and with `_` behind it where WGSL reserves the word.
///
/// No two names of Rust become one: a name that another one could become gets one more letter as well.
pub(crate) fn member(name: &str) -> String {
    let name = name.trim_start_matches("r#");
    // WGSL keeps identifiers of two leading underscores for itself, and `_` alone is a placeholder.
    if name == "_" || name.trim_start_matches('u').starts_with("__") {
        return format!("u{name}");
    }
    let word = name.trim_end_matches('_');
    if naga::keywords::wgsl::RESERVED.contains(&word) {
        format!("{name}_")
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

#[cfg(test)]
mod tests {
    use super::member;

    #[test]
    fn no_two_members_have_one_name() {
        for word in naga::keywords::wgsl::RESERVED {
            let names = ["", "_", "__"].map(|behind| member(&format!("{word}{behind}")));
            assert_eq!(names, ["_", "__", "___"].map(|behind| format!("{word}{behind}")));
        }
        assert_eq!(["__x", "u__x", "uu__x"].map(member), ["u__x", "uu__x", "uuu__x"]);
        assert_eq!(["x_", "_x", "u_x", "r#type"].map(member), ["x_", "_x", "u_x", "type_"]);
    }
}
