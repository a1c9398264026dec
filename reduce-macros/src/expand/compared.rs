//! `==` and `<` of a type that derives `GpuType`: those that Rust derives, or the `==` of `#[gpu] impl PartialEq`.
//!
//! Of a type with parameters only the latter: what Rust derives depends on them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::shared::{bounds, private, storable};
use crate::ast::Struct;

/// A member in WGSL, the type of its value, and the expression of whether it is equal and less in `a` than in `b`.
pub(super) struct Member {
    pub(super) path: String,
    pub(super) ty: TokenStream,
    pub(super) compared: TokenStream,
}

/// The members of a struct.
pub(super) fn members(item: &Struct<'_>) -> Vec<Member> {
    let p = private(item);
    let fields = item.fields.iter().map(|field| {
        let (ty, member) = (field.ty, &field.member);
        Member {
            path: format!(".{}", field.wgsl),
            ty: quote!(#ty),
            compared: quote! {[
                #p::Option::map(#p::AskedEquality::<#ty>::COMPARED, |equal| equal(&a.#member, &b.#member)),
                #p::Option::map(#p::AskedOrder::<#ty>::COMPARED, |less| less(&a.#member, &b.#member)),
            ]},
        }
    });
    fields.collect()
}

/// The function of `GpuType` that compares, for a type without parameters.
pub(super) fn operator(item: &Struct<'_>, members: &[Member]) -> TokenStream {
    if !item.generics.params.is_empty() {
        return TokenStream::new();
    }
    let p = private(item);
    let members = members.iter().map(|Member { path, ty, compared }| {
        quote!((#path, || #p::AskedPart::<#ty>::at(#path), |a: &Self, b: &Self| #compared))
    });
    quote! {
        fn wgsl_operator<Left: #p::GpuType, Right: #p::GpuType>(
            symbol: &::core::primitive::str,
            left: &::core::primitive::str,
            right: &::core::primitive::str,
            module: &mut #p::Module,
        ) -> #p::Option<#p::String> {
            #[allow(unused_imports, reason = "they have the constants of types that are not compared")]
            use #p::{NotCompared as _, NoWgsl as _};
            let compared = #p::ComparedStruct::<Self> {
                written: #p::AskedWritten::<Self>::EQUAL,
                equal: #p::AskedEquality::<Self>::COMPARED,
                before: #p::AskedOrder::<Self>::COMPARED,
                members: const { &[#(#members),*] },
            };
            compared.operate(symbol, left, right, module)
        }
    }
}

/// The impl that lets bodies compare.
pub(super) fn impls(item: &Struct<'_>) -> TokenStream {
    let (ident, p) = (item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let mut clause = bounds(item, |field| storable(item, field.ty));
    let mut body = TokenStream::new();
    if !item.generics.params.is_empty() {
        clause
            .predicates
            .push(parse_quote!(#ident #arguments: #p::WrittenEquality));
        body = quote! {
            fn compare(
                symbol: &::core::primitive::str,
                left: &::core::primitive::str,
                right: &::core::primitive::str,
                module: &mut #p::Module,
            ) -> #p::String {
                #p::compare_written::<Self>(symbol, left, right, module)
            }
        };
    }
    quote! {
        #[automatically_derived]
        impl #generics #p::Comparable for #ident #arguments #clause { #body }
    }
}
