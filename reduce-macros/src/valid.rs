//! Every rule of the derives that tokens can show; what needs types is left to rustc.

use syn::spanned::Spanned as _;
use syn::{Expr, GenericParam, Lit, Type};

use crate::ast::{Field, Struct};
use crate::errors::Errors;
use crate::expand::Derive;

/// Records every violation in `item`.
pub(crate) fn check(item: &Struct<'_>, derive: Derive, errors: &Errors) {
    check_layout(item, errors);
    for field in &item.fields {
        check_type(field.ty, errors);
        if derive == Derive::Reduce {
            check_field(item, field, errors);
        } else if let Some(operator) = &field.options.operator {
            errors.at(
                operator,
                "operators belong to `#[derive(Reduce)]`, which includes GpuType",
            );
        }
    }
    if derive == Derive::Reduce {
        check_options(item, errors);
    }
}

fn check_layout(item: &Struct<'_>, errors: &Errors) {
    if !item.repr.c {
        errors.at(
            item.ident,
            "a GPU type needs `#[repr(C)]`: otherwise Rust may order the fields differently from WGSL",
        );
    }
    if let Some(span) = item.repr.other {
        errors.push(syn::Error::new(
            span,
            "WGSL has no packed or aligned structs; use `#[repr(C)]` alone",
        ));
    }
    if item.fields.is_empty() {
        errors.at(
            item.ident,
            "a GPU type needs at least one field: WGSL has no empty structs",
        );
    }
    for parameter in &item.generics.params {
        if let GenericParam::Lifetime(lifetime) = parameter {
            errors.at(lifetime, "a GPU type holds no references, so it takes no lifetimes");
        }
    }
}

/// Refuses the types that are known to have no WGSL twin, with the one to use instead.
fn check_type(ty: &Type, errors: &Errors) {
    let remedy = match ty {
        Type::Reference(_) | Type::Ptr(_) => {
            "a GPU type holds no references or pointers; hold the value itself, or an index"
        }
        Type::Tuple(_) => "WGSL has no tuples; use a struct with `#[derive(GpuType)]`, or one field for each part",
        Type::Slice(_) => "a GPU type has a fixed size; use an array `[T; N]`",
        Type::Array(array) => {
            if matches!(&array.len, Expr::Lit(lit) if matches!(&lit.lit, Lit::Int(n) if n.base10_digits() == "0")) {
                errors.at(&array.len, "WGSL has no empty arrays; use a length of at least 1");
            }
            return check_type(&array.elem, errors);
        }
        Type::Path(path) => match path.path.get_ident().map(ToString::to_string).as_deref() {
            Some("bool") => {
                "a bool cannot live in a GPU buffer; use a u32 of 0 or 1, with `any` or `all` to combine it"
            }
            Some("usize" | "isize") => "the size of usize differs between machines; use u32 or i32",
            Some("u8" | "u16" | "i8" | "i16") => "WGSL has no 8 and 16 bit integers; use u32 or i32",
            Some("u128" | "i128") => "WGSL has no 128 bit integers; use an array of u32",
            Some("char") => "WGSL has no char; use u32",
            Some("String") => "a GPU type has a fixed size; use numbers, arrays and structs of them",
            _ if path
                .path
                .segments
                .last()
                .is_some_and(|last| ["Vec", "Box"].iter().any(|name| last.ident == name)) =>
            {
                "a GPU type has a fixed size and holds no heap memory; use an array `[T; N]`"
            }
            _ => return,
        },
        _ => return,
    };
    errors.at(ty, remedy);
}

fn check_field(item: &Struct<'_>, field: &Field<'_>, errors: &Errors) {
    if let Some(lift) = &field.options.lift
        && item.options.input.is_none()
    {
        errors.at(
            lift,
            "`lift` needs to know its input; add `#[reduce(input = f32)]`, or your element type, to the struct",
        );
    }
    if field.options.operator.is_none() && is_number(field.ty) {
        errors.at(
            field.original,
            "how are two of these combined? Add an operator, as in `#[reduce(sum)]`: sum product min max and or xor any all",
        );
    }
}

/// Numbers and arrays of numbers are no Monoids by themselves.
fn is_number(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_number(&array.elem),
        Type::Path(path) => ["f32", "i32", "u32", "f64", "i64", "u64"]
            .iter()
            .any(|name| path.path.is_ident(name)),
        _ => false,
    }
}

fn check_options(item: &Struct<'_>, errors: &Errors) {
    let options = &item.options;
    match (&options.output, &options.finish) {
        (Some(output), None) => errors.at(
            output,
            "`output` needs `finish`, the expression that makes it of the fields, as in `finish = sum / count as f32`",
        ),
        (None, Some(finish)) => {
            errors.push(syn::Error::new(
                finish.span(),
                "`finish` needs `output`, the type that it makes, as in `output = f32`",
            ));
        }
        _ => {}
    }
    if let (None, Some(output)) = (&options.input, &options.output) {
        errors.at(
            output,
            "`output` and `finish` need `input`, the type of one element, as in `input = f32`",
        );
    }
    if let Some(input) = &options.input {
        check_type(input, errors);
    }
}
