//! The grammar of `#[reduce(…)]` on structs and on fields.

mod gpu;
mod meant;
mod params;

use proc_macro2::{Span, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Ident, Lit, Meta, Path, Token, Type};

pub(crate) use self::gpu::{GpuOptions, gpu_options};
pub(crate) use self::meant::closest;
use self::meant::{meant, unknown};
pub(crate) use self::params::Param;
use crate::errors::Errors;
use crate::spans;
use crate::words::{ResultOf, is_operator, is_reduction};

/// The options on the struct.
#[derive(Default)]
pub(crate) struct StructOptions {
    pub(crate) krate: Option<Path>,
    pub(crate) input: Option<Type>,
    pub(crate) output: Option<Type>,
    pub(crate) finish: Option<Expr>,
    /// The parameters that `lift` and `finish` read.
    pub(crate) params: Option<Vec<Param>>,
    /// The keys that were refused, under the names that they probably mean.
    tried: Vec<String>,
}

impl StructOptions {
    /// Whether `key` is missing only because it was written and refused.
    pub(crate) fn was_tried(&self, key: &str) -> bool {
        self.tried.iter().any(|tried| tried == key)
    }
}

/// The options on a field.
#[derive(Default)]
pub(crate) struct FieldOptions {
    pub(crate) operator: Option<Ident>,
    pub(crate) lift: Option<Expr>,
    /// The reduction whose result the field is.
    pub(crate) reduction: Option<ResultOf>,
    /// The value that has the parameters of the reduction.
    pub(crate) using: Option<Expr>,
    /// Something was refused here, so a missing option may have been meant.
    pub(crate) broken: bool,
}

impl FieldOptions {
    /// A count in a u32 as the sum of ones that it is: a field operator, so that a struct of field operators with a count is a state.
    pub(crate) fn with_narrow_count(self, ty: &Type) -> Self {
        match self.reduction {
            Some(ResultOf::Word(word)) if word == "count" && self.lift.is_none() && is_u32(ty) => Self {
                operator: Some(Ident::new("sum", word.span())),
                lift: Some(syn::parse_quote_spanned!(word.span()=> 1)),
                reduction: None,
                ..self
            },
            reduction => Self { reduction, ..self },
        }
    }
}

fn is_u32(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_u32(&group.elem),
        Type::Paren(paren) => is_u32(&paren.elem),
        Type::Path(path) => path.qself.is_none() && path.path.is_ident("u32"),
        _ => false,
    }
}

/// The place of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Struct,
    Field,
}

impl Place {
    fn keys(self) -> &'static str {
        match self {
            Self::Struct => {
                "a struct takes `input = Type`, `output = Type`, `finish = expression`, `params(name: Type)` and `crate = path`"
            }
            Self::Field => {
                "a field takes an operator (sum product min max and or xor any all) and `lift = expression`, or a reduction \
                 (mean variance stddev argmin argmax count minmax l1norm l2norm linfnorm logsumexp kahansum, or `by = Type` with `using = value`)"
            }
        }
    }

    fn example(self) -> &'static str {
        match self {
            Self::Struct => "#[reduce(input = f32)]",
            Self::Field => "#[reduce(sum)]",
        }
    }
}

/// `key` or `key = value`, the value parsed as the key wants it.
enum Item {
    Input(Ident, Type),
    Output(Ident, Type),
    Finish(Ident, Expr),
    Lift(Ident, Expr),
    Params(Ident, Vec<Param>),
    Using(Ident, Expr),
    By(Ident, Type),
    Crate(Ident, Path),
    Word(Ident),
    Unknown(Ident),
    /// A known key that is malformed, which was reported.
    Refused(String),
}

impl Parse for Item {
    fn parse(stream: ParseStream<'_>) -> syn::Result<Self> {
        let key = Ident::parse_any(stream)?;
        let word = key.to_string();
        let example = match word.as_str() {
            "input" | "output" => "f32",
            "finish" => "sum / count as f32",
            "lift" => "x * x",
            "by" => "ops::NanMean<f32>",
            "using" => "Above { limit }",
            "params" => return params::parse(key, stream).map(|(key, params)| Self::Params(key, params)),
            "crate" => "reduce_wgpu",
            _ if is_operator(&key) || is_reduction(&key) => return operator(key, stream),
            _ => "",
        };
        if !stream.peek(Token![=]) {
            if example.is_empty() {
                return Ok(Self::Word(key));
            }
            let message = format!("`{word}` needs a value, as in `{word} = {example}`");
            return Err(syn::Error::new(key.span(), message));
        }
        stream.parse::<Token![=]>()?;
        if stream.is_empty() || stream.peek(Token![,]) {
            let message = format!("`{word} =` needs a value, as in `{word} = {}`", or(example, "…"));
            return Err(syn::Error::new(key.span(), message));
        }
        let wants = |what: &str, error: &syn::Error| {
            syn::Error::new(
                error.span(),
                format!("`{word}` takes {what}, as in `{word} = {example}`"),
            )
        };
        Ok(match word.as_str() {
            "input" => Self::Input(key, stream.parse().map_err(|error| wants("a type", &error))?),
            "output" => Self::Output(key, stream.parse().map_err(|error| wants("a type", &error))?),
            "by" => Self::By(key, stream.parse().map_err(|error| wants("a type", &error))?),
            "finish" => Self::Finish(key, expression(stream)?),
            "lift" => Self::Lift(key, expression(stream)?),
            "using" => Self::Using(key, expression(stream)?),
            "crate" => Self::Crate(key, stream.call(Path::parse_mod_style)?),
            _ => {
                stream.parse::<Expr>()?;
                Self::Unknown(key)
            }
        })
    }
}

/// An expression in which a group that a macro passed on stays one: rustc drops the invisible delimiters around it.
fn expression(stream: ParseStream<'_>) -> syn::Result<Expr> {
    let expr: Expr = stream.parse()?;
    syn::parse2(spans::visible(expr.to_token_stream()))
}

fn or<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}

/// An operator, which stands alone: its operand belongs in `lift`.
fn operator(key: Ident, stream: ParseStream<'_>) -> syn::Result<Item> {
    if stream.peek(Token![=]) || stream.peek(Token![:]) || stream.peek(syn::token::Paren) {
        let message = if is_reduction(&key) {
            format!("`{key}` takes no value; what it reads is `lift`, as in `{key}, lift = x * x`")
        } else {
            format!("`{key}` takes no value; what it combines is `lift`, as in `{key}, lift = x * x`")
        };
        return Err(syn::Error::new(key.span(), message));
    }
    Ok(Item::Word(key))
}

/// Reads the `#[reduce(…)]` attributes of a struct.
pub(crate) fn struct_options(attributes: &[Attribute], errors: &Errors) -> StructOptions {
    let mut options = StructOptions::default();
    for item in items(attributes, Place::Struct, errors) {
        match item {
            Item::Refused(key) => options.tried.push(key),
            Item::Input(key, value) => set(&mut options.input, &key, value, errors),
            Item::Output(key, value) => set(&mut options.output, &key, value, errors),
            Item::Finish(key, value) => set(&mut options.finish, &key, value, errors),
            Item::Crate(key, value) => set(&mut options.krate, &key, value, errors),
            Item::Params(key, value) => set(&mut options.params, &key, value, errors),
            Item::Using(key, _) => errors.at(
                &key,
                "`using` belongs on a field with `by`: it is the value that has that reduction's parameters",
            ),
            Item::Lift(key, _) => errors.at(
                &key,
                "`lift` belongs on a field: it is what that field holds for a single element",
            ),
            Item::By(key, _) => errors.at(
                &key,
                "`by` belongs on a field: it is the reduction whose result that field is",
            ),
            Item::Word(key) if is_reduction(&key) => errors.at(
                &key,
                format!("`{key}` belongs on a field, which holds its result, as in `#[reduce({key})]`"),
            ),
            Item::Word(key) if is_operator(&key) => errors.at(
                &key,
                format!("`{key}` belongs on a field, which it says how to combine, as in `#[reduce({key})]`"),
            ),
            Item::Word(key) | Item::Unknown(key) => {
                let meant = meant(&key.to_string(), Place::Struct);
                options.tried.extend(meant.map(str::to_owned));
                errors.at(&key, unknown(&key, meant, Place::Struct));
            }
        }
    }
    options
}

/// Reads the `#[reduce(…)]` attributes of a field.
pub(crate) fn field_options(attributes: &[Attribute], errors: &Errors) -> FieldOptions {
    let before = errors.len();
    let mut options = FieldOptions::default();
    for item in items(attributes, Place::Field, errors) {
        match item {
            Item::Lift(key, value) => set(&mut options.lift, &key, value, errors),
            Item::Using(key, value) => set(&mut options.using, &key, value, errors),
            Item::Word(key) if is_operator(&key) || is_reduction(&key) => {
                if is_free(&options, &key, errors) {
                    if is_operator(&key) {
                        options.operator = Some(key);
                    } else {
                        options.reduction = Some(ResultOf::Word(key));
                    }
                }
            }
            Item::By(key, ty) => {
                if is_free(&options, &key, errors) {
                    options.reduction = Some(ResultOf::By(Box::new(ty)));
                }
            }
            Item::Input(key, _)
            | Item::Output(key, _)
            | Item::Finish(key, _)
            | Item::Params(key, _)
            | Item::Crate(key, _) => {
                errors.at(&key, format!("`{key}` belongs on the struct, not on a field"));
            }
            Item::Word(key) | Item::Unknown(key) => {
                let meant = meant(&key.to_string(), Place::Field);
                errors.at(&key, unknown(&key, meant, Place::Field));
            }
            Item::Refused(_) => {}
        }
    }
    options.broken = errors.len() > before;
    options
}

/// Whether a field has no operator and no reduction yet, as `key` requires.
fn is_free(options: &FieldOptions, key: &Ident, errors: &Errors) -> bool {
    let (kind, first) = match (&options.operator, &options.reduction) {
        (None, None) => return true,
        (Some(operator), _) => ("operator", operator.to_string()),
        (None, Some(ResultOf::Word(word))) => ("reduction", word.to_string()),
        (None, Some(ResultOf::By(_))) => ("reduction", "by".to_owned()),
    };
    if key == first.as_str() {
        errors.at(key, format!("`{key}` is given twice; keep one"));
    } else {
        errors.at(
            key,
            format!("this field has the {kind} `{first}` already; give each result a field of its own"),
        );
    }
    false
}

fn items(attributes: &[Attribute], place: Place, errors: &Errors) -> Vec<Item> {
    let mut items = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("reduce"))
    {
        if !matches!(attribute.meta, Meta::List(_)) {
            errors.at(
                &attribute.meta,
                format!("options stand in parentheses, as in `{}`", place.example()),
            );
            continue;
        }
        let parsed = attribute.parse_args_with(|stream: ParseStream<'_>| {
            read(stream, &mut items, place, errors);
            Ok(())
        });
        if let Err(error) = parsed {
            errors.push(error);
        }
    }
    items
}

/// Reads options up to the end; one that is malformed does not hide the others.
fn read(stream: ParseStream<'_>, items: &mut Vec<Item>, place: Place, errors: &Errors) {
    while !stream.is_empty() {
        if let Ok(literal) = stream.fork().parse::<Lit>() {
            errors.at(&literal, quoted(&literal, place));
            skip(stream);
        } else {
            let key = stream.fork().call(Ident::parse_any);
            match stream.parse() {
                Ok(item) => items.push(item),
                Err(error) => {
                    errors.push(error);
                    items.extend(key.map(|key| Item::Refused(key.to_string())));
                    skip(stream);
                }
            }
        }
        if stream.is_empty() || stream.parse::<Token![,]>().is_ok() {
            continue;
        }
        errors.push(stream.error("a comma is missing before this"));
        if !stream.peek(Ident::peek_any) {
            skip(stream);
            let _ = stream.parse::<Token![,]>();
        }
    }
}

fn quoted(literal: &Lit, place: Place) -> String {
    match literal {
        Lit::Str(text) => format!("options are not quoted; write `{}`", text.value()),
        _ => format!("this is no option; {}", place.keys()),
    }
}

/// Goes to the next comma.
fn skip(stream: ParseStream<'_>) {
    while !stream.is_empty() && !stream.peek(Token![,]) {
        if stream.parse::<TokenTree>().is_err() {
            return;
        }
    }
}

fn set<T>(slot: &mut Option<T>, key: &Ident, value: T, errors: &Errors) {
    if slot.is_some() {
        errors.at(key, format!("`{key}` is given twice; keep one"));
    } else {
        *slot = Some(value);
    }
}

/// The `#[repr(…)]` of a struct.
pub(crate) struct Repr {
    pub(crate) c: bool,
    /// A `packed` or `align`, which WGSL does not have.
    pub(crate) other: Option<Span>,
}

/// Reads the `#[repr(…)]` attributes.
pub(crate) fn repr(attributes: &[Attribute]) -> Repr {
    let mut repr = Repr { c: false, other: None };
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        // rustc reports malformed attributes here.
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("C") || meta.path.is_ident("transparent") {
                repr.c = true;
            } else if meta.path.is_ident("packed") || meta.path.is_ident("align") {
                repr.other = meta.path.get_ident().map(Ident::span);
            }
            if meta.input.peek(syn::token::Paren) {
                let content;
                syn::parenthesized!(content in meta.input);
                content.parse::<proc_macro2::TokenStream>()?;
            }
            Ok(())
        });
    }
    repr
}
