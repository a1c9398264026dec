//! The code that the impls of an item share: the path of generated code, and the bounds that fields of generic types need.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{DeriveInput, Token, Type, WhereClause, WherePredicate, parse_quote};

use crate::ast::{Derive, Field, Struct};
use crate::spans::{ends, placed, starting};

/// Expands a derive of an item that the macro made.
pub(super) type Expand<'e> = &'e dyn Fn(&DeriveInput, Derive) -> TokenStream;

/// The path of the module that generated code refers to.
pub(super) fn private(item: &Struct<'_>) -> TokenStream {
    let krate = &item.krate;
    quote!(#krate::private)
}

/// [`private`], to stand at `span`.
pub(super) fn private_at(item: &Struct<'_>, span: Span) -> TokenStream {
    placed(private(item), span)
}

/// `<Type as Trait>` for the type of `field`, at that type.
pub(super) fn of_type(item: &Struct<'_>, field: &Field<'_>, of: &str) -> TokenStream {
    let (ty, (start, end)) = (field.ty, ends(field.ty));
    let (p, of) = (private_at(item, end), syn::Ident::new(of, end));
    starting(start, quote_spanned!(end=> <#ty as #p::#of>))
}

/// `<operator as Operator<Type>>` for a field with an operator, at the operator; else `<Type as Monoid>`.
pub(super) fn of_monoid(item: &Struct<'_>, field: &Field<'_>) -> TokenStream {
    let Some(operator) = &field.options.operator else {
        return of_type(item, field, "Monoid");
    };
    let (p, ty) = (private_at(item, operator.span()), field.ty);
    quote_spanned!(operator.span()=> <#p::field::#operator as #p::field::Operator<#ty>>)
}

/// The where clause of an impl: the item's own, that it is `Copy`, and the bounds on fields of generic types.
pub(super) fn bounds(item: &Struct<'_>, of: impl Fn(&Field<'_>) -> TokenStream) -> WhereClause {
    let mut clause = bounds_on_fields(item, of);
    // Stated on every impl, so that a missing derive is reported once.
    let (ident, (_, arguments, _)) = (item.ident, item.generics.split_for_impl());
    let copy = quote_spanned!(ident.span()=> #ident #arguments: ::core::marker::Copy);
    clause.predicates.push(parse_quote!(#copy));
    clause
}

/// The where clause of an impl for an item that need not be `Copy`.
pub(super) fn bounds_on_fields(item: &Struct<'_>, of: impl Fn(&Field<'_>) -> TokenStream) -> WhereClause {
    let mut clause = item
        .generics
        .where_clause
        .clone()
        .unwrap_or_else(|| parse_quote!(where));
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

/// `Type: GpuType` for a generic type.
pub(super) fn storable(item: &Struct<'_>, ty: &Type) -> TokenStream {
    let p = private(item);
    quote!(#ty: #p::GpuType)
}

pub(super) fn mentions_parameters(item: &Struct<'_>, ty: &Type) -> bool {
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

pub(super) fn output(item: &Struct<'_>) -> TokenStream {
    item.options
        .output
        .as_ref()
        .map_or_else(|| quote!(Self), |output| quote!(#output))
}
