//! The rules of parameters and of structs of results.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, GenericParam, Member, Type};

use super::{check_default_lift, check_element, check_operator, check_type, refusal};
use crate::ast::{Field, Struct};
use crate::attr::Param;
use crate::errors::Errors;
use crate::spans::mentions;
use crate::words::ResultOf;

/// Records every violation in the parameters of an operator.
pub(super) fn check_params(item: &Struct<'_>, params: &[Param], errors: &Errors) {
    for (index, Param { ident, ty }) in params.iter().enumerate() {
        let is_field = |field: &Field<'_>| matches!(&field.member, Member::Named(name) if name == ident);
        if ident == "x" {
            errors.at(ident, "`x` is the element; give the parameter another name");
        } else if params[..index].iter().any(|other| other.ident == *ident) {
            errors.at(ident, format!("`{ident}` is given twice; keep one"));
        } else if item.fields.iter().any(is_field) {
            errors.at(ident, format!("`{ident}` is a field; give the parameter another name"));
        }
        if !item.asks_for_results() {
            check_type(ty, errors);
        }
    }
    let types: TokenStream = params.iter().map(|param| param.ty.to_token_stream()).collect();
    for parameter in item.generics.params.iter() {
        let ident = match parameter {
            GenericParam::Type(parameter) => &parameter.ident,
            GenericParam::Const(parameter) => &parameter.ident,
            GenericParam::Lifetime(_) => continue,
        };
        if !mentions(&types, ident) {
            errors.at(
                ident,
                format!("`params` has to mention `{ident}`, as in `limit: {ident}`: the struct of parameters is the operator"),
            );
        }
    }
    if item.options.input.is_none()
        && !item.options.was_tried("input")
        && let Some(param) = params.first()
    {
        errors.at(
            &param.ident,
            "parameters need `input`, the type of one element, as in `input = f32`",
        );
    }
}

/// Records every violation in a struct of results.
pub(crate) fn check_results(item: &Struct<'_>, errors: &Errors) {
    let options = &item.options;
    if let Some(params) = &options.params {
        check_params(item, params, errors);
    }
    if options.input.is_none() && !options.was_tried("input") {
        let first = item.fields.iter().find_map(|field| field.options.reduction.as_ref());
        if let Some(reduction) = first {
            errors.at(
                reduction.place(),
                "a reduction needs to know its input; add `#[reduce(input = f32)]`, or your element type, to the struct",
            );
        }
    }
    let output = options.output.as_ref().map(ToTokens::to_token_stream);
    if let Some(extra) = output.or(options.finish.as_ref().map(ToTokens::to_token_stream)) {
        errors.at(
            extra,
            "a struct of results is its own output: compute with its fields after `reduce`",
        );
    }
    for field in &item.fields {
        let options = &field.options;
        match (&options.using, &options.reduction) {
            (Some(using), Some(ResultOf::By(_))) if item.options.params.is_none() => errors.at(
                using,
                "`using` makes the parameters of the reduction from those of the struct; add `params(name: Type)` to the struct",
            ),
            (Some(using), reduction) if !matches!(reduction, Some(ResultOf::By(_))) => {
                errors.at(using, "`using` stands beside `by`, whose parameters it has");
            }
            _ => {}
        }
        if let (Some(reduction), Some(lift)) = (&options.reduction, &options.lift) {
            check_mapped(item, field, (reduction, lift), errors);
        } else if options.reduction.is_none() {
            let before = errors.len();
            check_operator(field, errors);
            if errors.len() == before && refusal(field.ty).is_none() {
                check_default_lift(item, field, errors);
            }
        }
    }
    if let Some(input) = &options.input {
        check_element(input, errors);
    }
}

/// Checks a `lift` beside a reduction.
fn check_mapped(item: &Struct<'_>, field: &Field<'_>, (reduction, lift): (&ResultOf, &Expr), errors: &Errors) {
    if let ResultOf::Word(word) = reduction
        && let Some(given) = reduction.value(field.ty).filter(|ty| !matches!(ty, Type::Path(_)))
    {
        errors.at(
            given,
            format!("`{word}` with `lift` is of numbers; give each its own field, and the field the number's type"),
        );
    }
    if reduction.is("count") {
        errors.at(
            lift,
            "`count` counts all elements; to count some, write `#[reduce(sum, lift = (x > 0.0) as u32)]`",
        );
    }
    let (lift, named) = (lift.to_token_stream(), without_fields(lift.to_token_stream()));
    let mut params = item.options.params.iter().flatten();
    if let Some(param) = params.find(|param| mentions(&named, &param.ident)) {
        errors.at(
            &lift,
            format!(
                "the `lift` of a reduction reads no parameters, and `{}` is one: write an operator of your own with `#[gpu] impl Reduction`, and `by` and `using` here",
                param.ident
            ),
        );
    }
}

/// The tokens without the names behind a dot, which are fields and methods.
fn without_fields(tokens: TokenStream) -> TokenStream {
    let mut behind_dot = false;
    let trees = tokens.into_iter().filter_map(|tree| {
        let is_field = std::mem::replace(
            &mut behind_dot,
            matches!(&tree, TokenTree::Punct(dot) if dot.as_char() == '.'),
        );
        match tree {
            TokenTree::Ident(_) if is_field => None,
            TokenTree::Group(group) => Some(Group::new(group.delimiter(), without_fields(group.stream())).into()),
            other => Some(other),
        }
    });
    trees.collect()
}
