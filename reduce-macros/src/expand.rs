//! Item → checked → lowered → impls: the table of contents of a derive, and what its parts share.
//!
//! The impls of an item hold without conditions on its fields; what the fields lack is reported once, at the field,
//! and not again wherever the item is used. To this end generated code stands at the field it speaks of.

mod bodies;
mod gpu_type;
mod monoid;
mod reduction;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{DeriveInput, Path, Token, Type, WhereClause, WherePredicate, parse_quote};

use self::bodies::Bodies;
pub(crate) use self::reduction::{constants, is_constant};
use crate::ast::{Field, Struct};
use crate::errors::Errors;
use crate::spans::{ends, placed, starting};
use crate::{fallback, valid};

/// Which derive was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Derive {
    GpuType,
    Reduce,
}

/// Expands a derive; a refused item gives its messages and stubs.
pub(crate) fn derive(input: &DeriveInput, derive: Derive, krate: &Path) -> TokenStream {
    let errors = Errors::default();
    let item = Struct::read(input, krate, &errors);
    if derive == Derive::GpuType
        && let Some(error) = valid::misplaced(&item)
    {
        return error.to_compile_error();
    }
    if matches!(input.data, syn::Data::Struct(_)) {
        valid::check_layout(&item, &errors);
        if derive == Derive::Reduce {
            valid::check_reduce(&item, &errors);
        }
    }
    let bodies = (derive == Derive::Reduce).then(|| Bodies::lower(&item, &errors));
    if !errors.is_empty() {
        let stubs = fallback::stubs(&item, derive, &errors);
        let messages = errors.into_tokens();
        return quote!(#messages #stubs);
    }
    let mut impls = gpu_type::impls(&item);
    if let Some(bodies) = &bodies {
        impls.extend(monoid::impls(&item));
        impls.extend(reduction::impls(&item, bodies));
    }
    quote! {
        #[allow(
            unused_qualifications,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction,
            reason = "the expressions are the user's, the rest is not"
        )]
        const _: () = { #impls };
    }
}

/// The path of what generated code refers to.
fn private(item: &Struct<'_>) -> TokenStream {
    let krate = &item.krate;
    quote!(#krate::private)
}

/// [`private`], to stand at `span`.
fn private_at(item: &Struct<'_>, span: Span) -> TokenStream {
    placed(private(item), span)
}

/// `<Type as Trait>` for the type of `field`, at that type.
fn of_type(item: &Struct<'_>, field: &Field<'_>, of: &str) -> TokenStream {
    let (ty, (start, end)) = (field.ty, ends(field.ty));
    let (p, of) = (private_at(item, end), syn::Ident::new(of, end));
    starting(start, quote_spanned!(end=> <#ty as #p::#of>))
}

/// `<operator as Operator<Type>>` for a field with an operator, at the operator; else `<Type as Monoid>`.
fn of_monoid(item: &Struct<'_>, field: &Field<'_>) -> TokenStream {
    let Some(operator) = &field.options.operator else {
        return of_type(item, field, "Monoid");
    };
    let (p, ty) = (private_at(item, operator.span()), field.ty);
    quote_spanned!(operator.span()=> <#p::field::#operator as #p::field::Operator<#ty>>)
}

/// The where clause of an impl: the item's own, and what fields of generic types have to be.
fn bounds(item: &Struct<'_>, of: impl Fn(&Field<'_>) -> TokenStream) -> WhereClause {
    let mut clause = item
        .generics
        .where_clause
        .clone()
        .unwrap_or_else(|| parse_quote!(where));
    // Stated on every impl, so that a missing derive is reported once.
    let (ident, (_, arguments, _)) = (item.ident, item.generics.split_for_impl());
    let copy = quote_spanned!(ident.span()=> #ident #arguments: ::core::marker::Copy);
    clause.predicates.push(parse_quote!(#copy));
    // A type parameter is part of the name in WGSL, even if no field holds one.
    let p = private(item);
    for parameter in item.generics.type_params() {
        let ident = &parameter.ident;
        clause.predicates.push(parse_quote!(#ident: #p::GpuType));
    }
    for field in item.fields.iter().filter(|field| mentions_parameters(item, field.ty)) {
        let bounds = of(field);
        let bounds: Punctuated<WherePredicate, Token![,]> = parse_quote!(#bounds);
        clause.predicates.extend(bounds);
    }
    clause
}

/// `Type: Storable + Unpadded` for a generic type: a struct without padding has no member with padding.
fn storable(item: &Struct<'_>, ty: &Type) -> TokenStream {
    let p = private(item);
    quote!(#ty: #p::Storable + #p::Unpadded)
}

fn mentions_parameters(item: &Struct<'_>, ty: &Type) -> bool {
    fn any(tokens: TokenStream, is_parameter: &impl Fn(&syn::Ident) -> bool) -> bool {
        tokens.into_iter().any(|tree| match tree {
            TokenTree::Ident(ident) => is_parameter(&ident),
            TokenTree::Group(group) => any(group.stream(), is_parameter),
            _ => false,
        })
    }
    let generics = item.generics;
    any(ty.to_token_stream(), &|ident| {
        generics.type_params().any(|parameter| parameter.ident == *ident)
            || generics.const_params().any(|parameter| parameter.ident == *ident)
    })
}
