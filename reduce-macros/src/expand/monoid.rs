//! Monoid: each field says how it is combined, by its operator or by its own type.

use proc_macro2::TokenStream;
use quote::quote;

use super::gpu_type::members;
use super::shared::{bounds, of_monoid, of_type, private, storable};
use crate::ast::{Field, Struct};

pub(super) fn impls(item: &Struct<'_>) -> TokenStream {
    let (ident, p) = (item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = bounds(item, |field| combinable(item, field));
    let (members, phantoms) = (members(item), &item.phantoms);
    let owners: Vec<TokenStream> = item.fields.iter().map(|field| of_monoid(item, field)).collect();
    let nested = item.fields.iter().filter(|field| field.options.operator.is_none());
    let commutes: Vec<TokenStream> = nested.map(|field| of_type(item, field, "Monoid")).collect();
    let in_wgsl = item.fields.iter().zip(&owners).map(|(field, owner)| {
        let name = &field.wgsl;
        quote!(#owner::wgsl_member(#name))
    });
    let in_order = item.fields.iter().map(|field| match field.options.operator {
        Some(_) => quote!(combine),
        None => quote!(combine_in_order),
    });
    quote! {
        #[automatically_derived]
        impl #generics #p::Monoid for #ident #arguments #clause {
            const COMMUTATIVE: ::core::primitive::bool = true #(&& #commutes::COMMUTATIVE)*;
            const EXACT: ::core::primitive::bool = true #(&& #owners::EXACT)*;
            const FIELDWISE: #p::Option<::core::primitive::bool> =
                #p::Option::Some(true #(&& ::core::matches!(#commutes::FIELDWISE, #p::Option::Some(true)))*);

            #[inline(always)]
            fn identity() -> Self {
                Self { #(#members: #owners::identity(),)* #(#phantoms: #p::PhantomData,)* }
            }

            #[inline(always)]
            fn combine(a: Self, b: Self) -> Self {
                Self { #(#members: #owners::combine(a.#members, b.#members),)* #(#phantoms: #p::PhantomData,)* }
            }

            #[inline(always)]
            fn combine_in_order(a: Self, b: Self) -> Self {
                Self { #(#members: #owners::#in_order(a.#members, b.#members),)* #(#phantoms: #p::PhantomData,)* }
            }

            fn wgsl_members() -> #p::Vec<#p::Member> {
                ::core::convert::From::from([#(#in_wgsl),*])
            }

            fn wgsl_combine(module: &mut #p::Module) -> #p::String {
                #p::combine_function::<Self>(module)
            }
        }

        #[automatically_derived]
        // SAFETY: the functions of the monoid are those of its fields.
        unsafe impl #generics #p::MonoidOnGpu for #ident #arguments #clause {}
    }
}

/// The bound on a field of a generic type.
pub(super) fn combinable(item: &Struct<'_>, field: &Field<'_>) -> TokenStream {
    let (p, ty, stored) = (private(item), field.ty, storable(item, field.ty));
    match &field.options.operator {
        Some(operator) => quote!(#stored, #p::field::#operator: #p::field::Operator<#ty>),
        None => quote!(#ty: #p::Monoid),
    }
}
