//! Every rule of the derives that tokens can show; rules about types are left to rustc.

mod nested;
mod results;

use quote::ToTokens;
use syn::{Expr, GenericArgument, GenericParam, Ident, Lit, PathArguments, Type, TypePath};

use self::nested::check_nested;
use self::results::check_params;
pub(crate) use self::results::check_results;
use crate::ast::{Derive, Field, Struct};
use crate::errors::Errors;
use crate::wgsl::known_type;

/// The first operator or option of an item that derives no more than GpuType.
///
/// If Reduce is derived as well, this is the whole mistake.
pub(crate) fn misplaced(item: &Struct<'_>) -> Option<syn::Error> {
    if item.asks_for_results() {
        // Reduce, which stands beside, gives such a struct no GpuType.
        return None;
    }
    let options = &item.options;
    let on_fields = item.fields.iter().find_map(|field| {
        let lift = field.options.lift.as_ref().map(ToTokens::to_token_stream);
        field.options.operator.as_ref().map(ToTokens::to_token_stream).or(lift)
    });
    let params = options.params.iter().flatten().map(|param| &param.ty).next();
    let types = [options.input.as_ref(), options.output.as_ref(), params]
        .into_iter()
        .flatten();
    let mut on_struct = types.map(ToTokens::to_token_stream);
    let finish = options.finish.as_ref().map(ToTokens::to_token_stream);
    on_struct.next().or(finish).or(on_fields).map(|tokens| {
        syn::Error::new_spanned(
            tokens,
            "this belongs to `#[derive(Reduce)]`, which gives GpuType as well: derive Reduce instead of GpuType",
        )
    })
}

/// Records every violation in a struct.
pub(crate) fn check_layout(item: &Struct<'_>, errors: &Errors) {
    if let Some(span) = item.repr.other {
        let message = "WGSL has no packed or aligned structs; use `#[repr(C)]` alone";
        errors.push(syn::Error::new(span, message));
    }
    if item.fields.is_empty() {
        errors.at(
            item.ident,
            "a GPU type needs at least one field: WGSL has no empty structs",
        );
    }
    check_generics(item, errors);
    for field in &item.fields {
        if let Type::Path(path) = field.ty
            && item.is_named_by(path)
        {
            errors.at(field.ty, "a GPU type cannot hold itself; hold an index, as a u32");
        }
        check_type(field.ty, errors);
    }
}

/// Records every violation in an enum.
pub(crate) fn check_enum(item: &Struct<'_>, derive: Derive, errors: &Errors) {
    if derive == Derive::Reduce {
        errors.at(
            item.ident,
            "nothing says how two values of an enum are combined: derive GpuType, and write `#[gpu] impl Monoid` for it",
        );
    }
    if item.variants.is_empty() {
        errors.at(item.ident, "an enum without variants has no values");
    }
    check_generics(item, errors);
    for field in &item.fields {
        let options = &field.options;
        let operator = options.operator.as_ref().map(ToTokens::to_token_stream);
        if let Some(option) = operator.or(options.lift.as_ref().map(ToTokens::to_token_stream)) {
            errors.at(
                option,
                "fields of variants take no options: write `#[gpu] impl Monoid` for the enum",
            );
        }
        check_type(field.ty, errors);
    }
}

/// Refuses lifetimes.
fn check_generics(item: &Struct<'_>, errors: &Errors) {
    // The lifetime of a reference goes with it.
    let has_references = item.fields.iter().any(|field| matches!(field.ty, Type::Reference(_)));
    for parameter in &item.generics.params {
        if let (GenericParam::Lifetime(lifetime), false) = (parameter, has_references) {
            errors.at(
                lifetime,
                "a GPU type holds no references, so it takes no lifetimes; hold the value itself, or an index",
            );
        }
    }
}

fn check_type(ty: &Type, errors: &Errors) {
    if let Some((place, remedy)) = refusal(ty) {
        errors.at(place, remedy);
    }
}

/// The reason why a type is known to have no place in a GPU buffer, and its remedy; with the part of it that is meant.
pub(crate) fn refusal(ty: &Type) -> Option<(&dyn ToTokens, &'static str)> {
    let remedy = match ty {
        Type::Reference(_) | Type::Ptr(_) => {
            "a GPU type holds no references or pointers; hold the value itself, or an index"
        }
        Type::Tuple(tuple) if !tuple.elems.is_empty() => return tuple.elems.iter().find_map(refusal),
        Type::Tuple(_) => "`()` holds nothing; remove this",
        Type::Slice(_) => "a GPU type has a fixed size; use an array `[T; N]`",
        Type::FnPtr(_) => "WGSL has no function pointers; use an integer and `if`",
        Type::Never(_) => "WGSL has no such type; use numbers, arrays and structs of them",
        Type::TraitObject(_) | Type::ImplTrait(_) => "WGSL has no traits; name the type",
        Type::Array(array) => {
            if is_empty_array(array) {
                return Some((&array.len, "WGSL has no empty arrays; use a length of at least 1"));
            }
            return refusal(&array.elem);
        }
        Type::Paren(inner) => return refusal(&inner.elem),
        Type::Group(inner) => return refusal(&inner.elem),
        Type::Path(path) => match optional(path) {
            Some(inner) => return refusal(inner),
            None => named_refusal(path)?,
        },
        _ => return None,
    };
    Some((ty, remedy))
}

/// [`refusal`] for a value in a GPU function, which need not live in a buffer: truth values, indices, narrow numbers and tuples are allowed.
pub(crate) fn value_refusal(ty: &Type) -> Option<(&dyn ToTokens, &'static str)> {
    match ty {
        Type::Reference(_) => Some((
            ty,
            "the GPU has no such references; take the value itself, or `&T` of one value",
        )),
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            Some((ty, "a GPU function returns a value: it has no other effect"))
        }
        Type::Tuple(tuple) => tuple.elems.iter().find_map(value_refusal),
        Type::Array(array) => value_refusal(&array.elem).or_else(|| refusal(ty).filter(|_| is_empty_array(array))),
        Type::Paren(inner) => value_refusal(&inner.elem),
        Type::Group(inner) => value_refusal(&inner.elem),
        Type::Path(path) if path.path.is_ident("usize") => None,
        Type::Path(path) if optional(path).is_some() => optional(path).and_then(value_refusal),
        Type::ImplTrait(_) => Some((ty, "name the type parameter: `fn f<T: …>(x: T)`")),
        ty => refusal(ty),
    }
}

/// [`refusal`] for a result, which a device writes: one without a place in a buffer, but for truth values and tuples, is for the host alone.
pub(crate) fn output_refusal(ty: &Type) -> Option<(&dyn ToTokens, &'static str)> {
    match ty {
        Type::Path(path) if !path.path.is_ident("bool") => refusal(ty),
        ty => value_refusal(ty),
    }
}

/// `T` of `Option<T>`.
fn optional(path: &TypePath) -> Option<&Type> {
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// Whether the length of an array is written as 0.
fn is_empty_array(array: &syn::TypeArray) -> bool {
    matches!(&array.len, Expr::Lit(lit) if matches!(&lit.lit, Lit::Int(n) if n.base10_digits() == "0"))
}

/// Whether this names a number of 8 or 16 bits: a value and an element of inputs, but in no buffer of WGSL's.
pub(crate) fn is_narrow(name: &Ident) -> bool {
    ["u8", "i8", "u16", "i16", "f16", "bf16"]
        .iter()
        .any(|narrow| name == narrow)
}

/// [`is_narrow`] for a type; `f16` and `bf16` are types of the crate `half`, which may stand in front.
pub(crate) fn is_narrow_type(path: &TypePath) -> bool {
    path.path.segments.last().is_some_and(|last| is_narrow(&last.ident))
}

fn named_refusal(path: &TypePath) -> Option<&'static str> {
    let alone = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
    let last = path.path.segments.last()?.ident.to_string();
    if path.path.segments.len() > 1 && path.path.segments.first()?.ident == "glam" {
        return glam_refusal(&last);
    }
    Some(match (alone.as_str(), last.as_str()) {
        ("usize" | "isize", _) => "the size of usize differs between machines; use u32 or i32",
        ("u128" | "i128", _) => "WGSL has no 128 bit integers; use an array of u32",
        ("char", _) => "WGSL has no char; use u32",
        ("str", _) | (_, "String") => "a GPU type has a fixed size; use numbers, arrays and structs of them",
        (_, "Vec" | "Box" | "Rc" | "Arc") => {
            "a GPU type has a fixed size and holds no heap memory; use an array `[T; N]`"
        }
        (_, "Result") => {
            "a Result has no place on the GPU; use an Option, or an enum of your own with `#[derive(GpuType)]`"
        }
        _ => return None,
    })
}

/// [`named_refusal`] for a type of the crate glam.
fn glam_refusal(name: &str) -> Option<&'static str> {
    let size = name.strip_prefix(['I', 'U']).unwrap_or(name).strip_prefix("Vec");
    let is_vector = size.is_some_and(|size| ["2", "3", "4"].contains(&size));
    (!is_vector).then_some(
        "of glam, WGSL gets Vec2 Vec3 Vec4, IVec and UVec, by the feature `glam`; hold a matrix as an array of its columns, and a quaternion as a Vec4",
    )
}

/// Records every violation in how the fields and the options combine.
pub(crate) fn check_reduce(item: &Struct<'_>, errors: &Errors) {
    if let Some(params) = &item.options.params {
        check_params(item, params, errors);
    }
    for field in &item.fields {
        if let Some(using) = &field.options.using {
            errors.at(using, "`using` stands beside `by`, whose parameters it has");
        }
        let before = errors.len();
        check_operator(field, errors);
        if field.options.operator.is_none() && field.options.lift.is_none() {
            check_nested(item, field, errors);
        }
        if errors.len() == before && refusal(field.ty).is_none() {
            check_default_lift(item, field, errors);
        }
    }
    check_options(item, errors);
}

fn check_operator(field: &Field<'_>, errors: &Errors) {
    let Some(operator) = &field.options.operator else {
        if number(field.ty).is_some() && !field.options.broken {
            errors.at(
                field.place(),
                "how are two of these combined? Add an operator, as in `#[reduce(sum)]`: sum product min max and or xor any all",
            );
        }
        return;
    };
    match number(field.ty).as_deref() {
        Some("f32" | "f64") if ["and", "or", "xor"].iter().any(|bitwise| operator == bitwise) => errors.at(
            operator,
            format!("`{operator}` combines the bits of integers; make this field an integer, with `lift = x.to_bits()` if the bits of a float are meant"),
        ),
        Some(name) if field.is_flag() && name != "u32" => errors.at(
            field.ty,
            format!("what `{operator}` combines is true or false; make this field a bool, a u32 of 0 and 1, or an array of either"),
        ),
        _ => {}
    }
}

/// The number that a field holds, be it in an array. Numbers and arrays of numbers are no Monoids by themselves.
fn number(ty: &Type) -> Option<String> {
    match ty {
        Type::Array(array) => number(&array.elem),
        Type::Paren(inner) => number(&inner.elem),
        Type::Group(inner) => number(&inner.elem),
        _ => known_type(ty).filter(|name| name != "bool"),
    }
}

/// A field without `lift` holds the input itself.
fn check_default_lift(item: &Struct<'_>, field: &Field<'_>, errors: &Errors) {
    let options = &field.options;
    if options.operator.is_none() || options.lift.is_some() || options.broken || field.is_flag() {
        return;
    }
    let (Some(element), Some(ty)) = (&item.options.input, known_type(field.ty)) else {
        return;
    };
    if let Type::Tuple(_) = element {
        let message =
            "one element of the input is a tuple; say with `lift` which part this field holds, as in `lift = x.0`";
        errors.at(field.ty, message);
        return;
    }
    let Some(input) = known_type(element).or_else(|| narrow_name(element)) else {
        return;
    };
    if input == ty {
        return;
    }
    let (input, ty) = (rust(&input), rust(&ty));
    if ty == "bool" {
        errors.at(
            field.ty,
            format!(
                "one element of the input is {} {input}; say with `lift` when this is true, as in `lift = x > 0.0`",
                article(&input)
            ),
        );
        return;
    }
    let remedy = if ty.starts_with('[') || input.starts_with('[') {
        "say with `lift` how this field is made of it".to_owned()
    } else if input == "f16" {
        format!("say how it becomes {} {ty}, as in `lift = x.to_f32()`", article(&ty))
    } else {
        format!("say how it becomes {} {ty}, as in `lift = x as {ty}`", article(&ty))
    };
    errors.at(
        field.ty,
        format!("one element of the input is {} {input}; {remedy}", article(&input)),
    );
}

/// The name of a number of 8 or 16 bits.
fn narrow_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) if is_narrow_type(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// An input may be of any type that a field may have, and more: narrow numbers, and tuples of types that lie in a buffer each.
fn check_element(ty: &Type, errors: &Errors) {
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => errors.at(ty, "an element has at least one part"),
        Type::Tuple(tuple) => match tuple.elems.iter().nth(MOST_BUFFERS) {
            Some(part) => errors.at(
                part,
                "a device binds no more than 7 inputs; put several values into one struct",
            ),
            None => tuple.elems.iter().for_each(|part| check_element(part, errors)),
        },
        Type::Path(path) if is_narrow_type(path) || path.path.is_ident("bool") => {}
        _ => check_type(ty, errors),
    }
}

/// The most buffers of an input: every WebGPU device binds eight storage buffers, one of which takes the results.
const MOST_BUFFERS: usize = 7;

fn article(name: &str) -> &'static str {
    if name.starts_with(['u', 'b']) { "a" } else { "an" }
}

/// `array<f32, 2>` as `[f32; 2]`.
fn rust(wgsl: &str) -> String {
    match wgsl
        .strip_prefix("array<")
        .and_then(|rest| rest.strip_suffix('>'))
        .and_then(|inner| inner.rsplit_once(", "))
    {
        Some((element, len)) => format!("[{}; {len}]", rust(element)),
        None => wgsl.to_owned(),
    }
}

fn check_options(item: &Struct<'_>, errors: &Errors) {
    let options = &item.options;
    let missing = |key| !options.was_tried(key);
    if options.input.is_none() && missing("input") {
        if let Some(lift) = item.fields.iter().find_map(|field| field.options.lift.as_ref()) {
            errors.at(
                lift,
                "`lift` needs to know its input; add `#[reduce(input = f32)]`, or your element type, to the struct",
            );
        } else if let Some(output) = &options.output {
            errors.at(
                output,
                "`output` and `finish` need `input`, the type of one element, as in `input = f32`",
            );
        }
    }
    match (&options.output, &options.finish) {
        (Some(output), None) if missing("finish") => errors.at(
            output,
            "`output` needs `finish`, the expression that makes it of the fields, as in `finish = sum / count as f32`",
        ),
        (None, Some(finish)) if missing("output") => errors.at(
            finish,
            "`finish` needs `output`, the type that it makes, as in `output = f32`",
        ),
        _ => {}
    }
    if let Some(input) = &options.input {
        check_element(input, errors);
    }
}
