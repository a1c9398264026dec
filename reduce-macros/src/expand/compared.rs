//! `==` and `<` of a type that derives `GpuType`: those that Rust derives, or those of `#[gpu] impl PartialEq`, `PartialOrd` and `Ord`.
//!
//! Of a type with parameters only the latter: what Rust derives depends on them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse_quote;

use super::shared::{bounds, private, storable};
use crate::ast::Struct;
use crate::fingerprint::hash;

/// A member in WGSL, and the expression of whether it is equal and less in `a` than in `b`.
pub(super) struct Member {
    path: String,
    part: TokenStream,
    compared: TokenStream,
}

/// The members of a struct.
pub(super) fn members(item: &Struct<'_>) -> Vec<Member> {
    let p = private(item);
    let fields = item.fields.iter().map(|field| {
        let (ty, member) = (field.ty, &field.member);
        let path = format!(".{}", field.wgsl);
        Member {
            part: quote!(#p::AskedPart::<#ty>::at(#path)),
            path,
            compared: quote! {[
                #p::Option::map(#p::AskedCompared::<#ty>::EQUAL, |equal| equal(&a.#member, &b.#member)),
                #p::Option::map(#p::AskedCompared::<#ty>::BEFORE, |less| less(&a.#member, &b.#member)),
            ]},
        }
    });
    fields.collect()
}

/// The members of an enum with fields: its variant, and the fields of each.
pub(super) fn members_of_variants(item: &Struct<'_>) -> Vec<Member> {
    let p = private(item);
    let words = |value: TokenStream| {
        let arms = (0u32..).zip(&item.variants).map(|(word, variant)| {
            let name = variant.ident;
            quote!(Self::#name { .. } => #word)
        });
        quote!(match #value { #(#arms),* })
    };
    let (a, b) = (words(quote!(a)), words(quote!(b)));
    let mut members = vec![Member {
        path: ".variant".to_owned(),
        part: quote!(#p::AskedPart::<::core::primitive::u32>::at(".variant")),
        compared: quote!({
            let (a, b): (::core::primitive::u32, ::core::primitive::u32) = (#a, #b);
            [#p::Option::Some(a == b), #p::Option::Some(a < b)]
        }),
    }];
    for (word, variant) in (0u32..).zip(&item.variants) {
        let name = variant.ident;
        for (member, field) in variant.members.iter().zip(&item.fields[variant.first..]) {
            let (ty, path) = (field.ty, format!(".{}", field.wgsl));
            members.push(Member {
                part: quote!(#p::AskedPart::<#ty>::of_variant(#path, #word)),
                path,
                compared: quote! {
                    match (a, b) {
                        (Self::#name { #member: a, .. }, Self::#name { #member: b, .. }) => [
                            #p::Option::map(#p::AskedCompared::<#ty>::EQUAL, |equal| equal(a, b)),
                            #p::Option::map(#p::AskedCompared::<#ty>::BEFORE, |less| less(a, b)),
                        ],
                        _ => [#p::Option::Some(true), #p::Option::Some(false)],
                    }
                },
            });
        }
    }
    members
}

/// The comparisons of the type itself, in Rust and by `#[gpu]`.
pub(super) fn comparisons(item: &Struct<'_>) -> TokenStream {
    let p = private(item);
    quote! {
        #p::Comparisons {
            equal: #p::AskedCompared::<Self>::EQUAL,
            before: #p::AskedCompared::<Self>::BEFORE,
            order: #p::AskedCompared::<Self>::ORDER,
            written_equal: #p::AskedWritten::<Self>::EQUAL,
            written_order: #p::AskedWritten::<Self>::ORDER,
            written_partial: #p::AskedWritten::<Self>::PARTIAL,
        }
    }
}

/// The function of `GpuType` that compares, for a type without parameters.
pub(super) fn operator(item: &Struct<'_>, members: &[Member]) -> TokenStream {
    if !item.generics.params.is_empty() {
        return TokenStream::new();
    }
    let (p, own) = (private(item), comparisons(item));
    let members = members
        .iter()
        .map(|Member { path, part, compared }| quote!((#path, || #part, |a: &Self, b: &Self| #compared)));
    quote! {
        #[allow(unreachable_patterns, reason = "an enum may have one variant")]
        fn wgsl_operator<Left: #p::GpuType, Right: #p::GpuType>(
            symbol: &::core::primitive::str,
            left: &::core::primitive::str,
            right: &::core::primitive::str,
            module: &mut #p::Module,
        ) -> #p::Option<#p::String> {
            #[allow(unused_imports, reason = "they have the constants of types that are not compared")]
            use #p::{NoPart as _, NotCompared as _, NotWritten as _};
            let compared = #p::ComparedStruct::<Self> {
                own: #own,
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
    let extrema = item.generics.params.is_empty().then(|| extrema(item));
    quote! {
        #[automatically_derived]
        impl #generics #p::Comparable for #ident #arguments #clause { #body }
        #extrema
    }
}

/// `max` and `min` of a type without parameters.
pub(super) fn extrema(item: &Struct<'_>) -> TokenStream {
    let (ident, p) = (item.ident, private(item));
    let clause = bounds(item, |field| storable(item, field.ty));
    let methods = ["max", "min"].map(|name| {
        let (hash, own) = (hash(name), format_ident!("{}", name.to_uppercase()));
        quote! {
            // SAFETY: the text is lowered from the user's Rust, or stands in this crate and indexes nothing.
            #[automatically_derived]
            unsafe impl #p::Method<#hash> for #ident #clause {
                const CHANGES: ::core::primitive::bool = {
                    #[allow(unused_imports, reason = "it has the constants of types without such a method")]
                    use #p::NotWritten as _;
                    ::core::matches!(#p::AskedWritten::<Self>::#own, #p::Option::Some((true, _)))
                };

                fn call(arguments: &[#p::String], module: &mut #p::Module) -> #p::String {
                    #[allow(unused_imports, reason = "it has the constants of types without such a method")]
                    use #p::NotWritten as _;
                    #p::extremum_of::<Self>(#p::AskedWritten::<Self>::#own, #name, arguments, module)
                }
            }
        }
    });
    quote!(#(#methods)*)
}
