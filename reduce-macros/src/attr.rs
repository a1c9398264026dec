//! The grammar of `#[reduce(…)]` on structs and on fields.

use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Ident, Path, Token, Type};

use crate::errors::Errors;

/// The field operators, as they are written.
pub(crate) const OPERATORS: [&str; 9] = ["sum", "product", "min", "max", "and", "or", "xor", "any", "all"];

const STRUCT_KEYS: &str = "`input = Type`, `output = Type`, `finish = expression`, `crate = path`";
const FIELD_KEYS: &str = "an operator (sum product min max and or xor any all) and `lift = expression`";

/// What stands on the struct.
#[derive(Default)]
pub(crate) struct StructOptions {
    pub(crate) krate: Option<Path>,
    pub(crate) input: Option<Type>,
    pub(crate) output: Option<Type>,
    pub(crate) finish: Option<Expr>,
}

/// What stands on a field.
#[derive(Default)]
pub(crate) struct FieldOptions {
    pub(crate) operator: Option<Ident>,
    pub(crate) lift: Option<Expr>,
}

/// `key` or `key = value`, the value still to be parsed by what the key wants.
enum Item {
    Input(Ident, Type),
    Output(Ident, Type),
    Finish(Ident, Expr),
    Lift(Ident, Expr),
    Crate(Ident, Path),
    Word(Ident),
    Unknown(Ident),
}

impl Parse for Item {
    fn parse(stream: ParseStream<'_>) -> syn::Result<Self> {
        let key = Ident::parse_any(stream)?;
        if !stream.peek(Token![=]) {
            return Ok(Self::Word(key));
        }
        stream.parse::<Token![=]>()?;
        Ok(match key.to_string().as_str() {
            "input" => Self::Input(key, stream.parse()?),
            "output" => Self::Output(key, stream.parse()?),
            "finish" => Self::Finish(key, stream.parse()?),
            "lift" => Self::Lift(key, stream.parse()?),
            "crate" => Self::Crate(key, Path::parse_mod_style(stream)?),
            _ => {
                stream.parse::<Expr>()?;
                Self::Unknown(key)
            }
        })
    }
}

/// Reads the `#[reduce(…)]` attributes of a struct.
pub(crate) fn struct_options(attributes: &[Attribute], errors: &Errors) -> StructOptions {
    let mut options = StructOptions::default();
    for item in items(attributes, errors) {
        match item {
            Item::Input(key, value) => set(&mut options.input, &key, value, errors),
            Item::Output(key, value) => set(&mut options.output, &key, value, errors),
            Item::Finish(key, value) => set(&mut options.finish, &key, value, errors),
            Item::Crate(key, value) => set(&mut options.krate, &key, value, errors),
            Item::Lift(key, _) => errors.at(
                &key,
                "`lift` belongs on a field: what that field holds for a single element",
            ),
            Item::Word(key) if OPERATORS.contains(&key.to_string().as_str()) => {
                errors.at(
                    &key,
                    format!("`{key}` belongs on a field, which it says how to combine"),
                );
            }
            Item::Word(key) | Item::Unknown(key) => {
                errors.at(&key, format!("unknown option `{key}`; a struct takes {STRUCT_KEYS}"));
            }
        }
    }
    options
}

/// Reads the `#[reduce(…)]` attributes of a field.
pub(crate) fn field_options(attributes: &[Attribute], errors: &Errors) -> FieldOptions {
    let mut options = FieldOptions::default();
    for item in items(attributes, errors) {
        match item {
            Item::Lift(key, value) => set(&mut options.lift, &key, value, errors),
            Item::Word(key) if OPERATORS.contains(&key.to_string().as_str()) => match &options.operator {
                None => options.operator = Some(key),
                Some(first) => errors.at(
                    &key,
                    format!("this field has the operator `{first}` already; give each result a field of its own"),
                ),
            },
            Item::Input(key, _) | Item::Output(key, _) | Item::Finish(key, _) | Item::Crate(key, _) => {
                errors.at(&key, format!("`{key}` belongs on the struct, not on a field"));
            }
            Item::Word(key) | Item::Unknown(key) => errors.at(&key, unknown_field_option(&key)),
        }
    }
    options
}

fn unknown_field_option(key: &Ident) -> String {
    let word = key.to_string();
    let meant = match word.as_str() {
        "add" | "plus" | "total" | "count" => Some("sum"),
        "mul" | "prod" | "times" => Some("product"),
        "minimum" | "low" | "least" => Some("min"),
        "maximum" | "high" | "greatest" => Some("max"),
        "bitand" => Some("and"),
        "bitor" => Some("or"),
        "bitxor" => Some("xor"),
        _ => None,
    };
    match meant {
        Some(meant) => format!("unknown operator `{word}`; did you mean `{meant}`?"),
        None => format!("unknown option `{word}`; a field takes {FIELD_KEYS}"),
    }
}

fn items(attributes: &[Attribute], errors: &Errors) -> Vec<Item> {
    let mut items = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("reduce"))
    {
        let parsed = attribute.parse_args_with(syn::punctuated::Punctuated::<Item, Token![,]>::parse_terminated);
        match parsed {
            Ok(list) => items.extend(list),
            Err(error) => errors.push(error),
        }
    }
    items
}

fn set<T>(slot: &mut Option<T>, key: &Ident, value: T, errors: &Errors) {
    if slot.is_some() {
        errors.at(key, format!("`{key}` is given twice"));
    }
    *slot = Some(value);
}

/// What `#[repr(…)]` says of a struct.
pub(crate) struct Repr {
    pub(crate) c: bool,
    /// A `packed` or `align`, which WGSL has not.
    pub(crate) other: Option<Span>,
}

/// Reads the `#[repr(…)]` attributes.
pub(crate) fn repr(attributes: &[Attribute]) -> Repr {
    let mut repr = Repr { c: false, other: None };
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        // rustc reports what is malformed here.
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("C") || meta.path.is_ident("transparent") {
                repr.c = true;
            } else {
                repr.other = meta.path.get_ident().map(Ident::span);
                if meta.input.peek(syn::token::Paren) {
                    let content;
                    syn::parenthesized!(content in meta.input);
                    content.parse::<proc_macro2::TokenStream>()?;
                }
            }
            Ok(())
        });
    }
    repr
}
