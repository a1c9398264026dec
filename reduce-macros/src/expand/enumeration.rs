//! `GpuType` of an enum: of one without fields the number of its variant, else a struct of that number and the fields of all variants.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;

use super::compared::{self, comparisons};
use super::gpu_type::wgsl_name;
use super::shared::{bounds, of_type, private, private_at, storable};
use crate::ast::{Struct, Variant, spelled};
use crate::fingerprint;

/// The impls of an enum.
pub(super) fn impls(item: &Struct<'_>) -> TokenStream {
    let (ident, p) = (item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = bounds(item, |field| storable(item, field.ty));
    let (common, gpu_type, stored) = if item.fields.is_empty() {
        (numbers_fit(item), number(item), stored_number(item))
    } else {
        (TokenStream::new(), tagged(item), stored_tagged(item))
    };
    let operable = if item.fields.is_empty() {
        let extrema = item.generics.params.is_empty().then(|| compared::extrema(item));
        quote! {
            impl #generics #p::Operable for #ident #arguments #clause {}
            impl #generics #p::Comparable for #ident #arguments #clause {}
            #extrema
        }
    } else {
        compared::impls(item)
    };
    let (name, fingerprint) = (
        wgsl_name(item),
        fingerprint::with_constants(item.fingerprint, item.generics, &p),
    );
    let parameters = item.generics.type_params().map(|parameter| {
        let ident = &parameter.ident;
        quote!(<#ident as #p::GpuType>)
    });
    let types: Vec<TokenStream> = item
        .fields
        .iter()
        .map(|field| of_type(item, field, "GpuType"))
        .collect();
    quote! {
        #common

        // SAFETY: the text names the fields, whose types are GpuType.
        #[automatically_derived]
        unsafe impl #generics #p::GpuType for #ident #arguments #clause {
            const NEEDS: #p::Needs = #p::Needs::NONE #(.union(#types::NEEDS))*;
            const ALIGN: ::core::primitive::usize = 4;
            const FINGERPRINT: ::core::primitive::u64 = #p::fingerprint(&[#fingerprint #(, #types::FINGERPRINT)* #(, #parameters::FINGERPRINT)*]);
            type Columns = #p::Values<Self>;

            fn wgsl_name() -> #p::String { #name }

            #gpu_type
        }

        // SAFETY: it is not plain, and the members of its twin are those of its members.
        #[automatically_derived]
        unsafe impl #generics #p::Stored for #ident #arguments #clause {
            const PLAIN: ::core::primitive::bool = false;
            const ALIGNED: ::core::primitive::usize = 4;
            #stored
        }

        #[automatically_derived]
        impl #generics #p::Storable for #ident #arguments #clause {}

        #[automatically_derived]
        impl #generics #p::Matched for #ident #arguments #clause {}

        #operable
    }
}

/// The names of the variants, and where each is among them.
fn names<'i>(item: &'i Struct<'_>) -> impl Iterator<Item = (u32, &'i Variant<'i>)> {
    (0..).zip(&item.variants)
}

/// Each number of a variant fits a word.
fn numbers_fit(item: &Struct<'_>) -> TokenStream {
    let checks = item.variants.iter().map(|variant| {
        let (ident, name) = (item.ident, variant.ident);
        let p = private_at(item, name.span());
        quote_spanned! {name.span()=>
            #p::assert!(
                #ident::#name as ::core::primitive::i128 >= 0 && #ident::#name as ::core::primitive::i128 <= 0xffff_ffff,
                "the number of a variant is a u32 on the GPU: use one from 0 to 4294967295"
            );
        }
    });
    if item.generics.params.is_empty() {
        quote!(const _: () = { #(#checks)* };)
    } else {
        TokenStream::new()
    }
}

/// The text of an enum without fields.
fn number(item: &Struct<'_>) -> TokenStream {
    let (p, own) = (private(item), comparisons(item));
    let variants: Vec<&Ident> = item.variants.iter().map(|variant| variant.ident).collect();
    let names = variants.iter().map(ToString::to_string);
    quote! {
        const KIND: #p::Kind = #p::Kind::Unsigned(32);
        const SCALAR: ::core::primitive::bool = true;
        const VARIANTS: &'static [#p::Variant] = &[#((#names, Self::#variants as ::core::primitive::u32, &[])),*];

        fn wgsl_type(_: &mut #p::Module) -> #p::String { #p::text("u32") }

        fn wgsl_value(self, module: &mut #p::Module) -> #p::String {
            #p::GpuType::wgsl_value(self as ::core::primitive::u32, module)
        }

        fn wgsl_shuffle(value: &::core::primitive::str, distance: &::core::primitive::str, module: &mut #p::Module) -> #p::String {
            <::core::primitive::u32 as #p::GpuType>::wgsl_shuffle(value, distance, module)
        }

        fn wgsl_operator<Left: #p::GpuType, Right: #p::GpuType>(
            symbol: &::core::primitive::str,
            left: &::core::primitive::str,
            right: &::core::primitive::str,
            module: &mut #p::Module,
        ) -> #p::Option<#p::String> {
            #[allow(unused_imports, reason = "it has the constants of types that are not compared")]
            use #p::{NotCompared as _, NotWritten as _};
            let compared = #p::ComparedEnum::<Self> {
                own: #own,
                all: &[#(Self::#variants),*],
            };
            compared.operate(symbol, left, right, module)
        }
    }
}

/// The bytes of an enum without fields.
fn stored_number(item: &Struct<'_>) -> TokenStream {
    let p = private(item);
    let variants = names(item).map(|(index, variant)| {
        let name = variant.ident;
        quote!(#index => #p::Option::Some(Self::#name))
    });
    let count = item.variants.len() as u32;
    quote! {
        const BYTES: ::core::primitive::usize = 4;
        const NARROW: ::core::primitive::usize = #p::narrow_of::<Self>();

        fn write(&self, to: &mut [::core::primitive::u8]) {
            #p::Stored::write(&(*self as ::core::primitive::u32), to);
        }

        fn read(from: &[::core::primitive::u8], case: #p::Case) -> #p::Option<Self> {
            match #p::read_number::<Self>(from, case, #count)? {
                #(#variants,)*
                _ => #p::Option::None,
            }
        }

        fn all_bytes(values: &[Self]) -> #p::Cow<'_, [::core::primitive::u8]> {
            // SAFETY: an enum without fields is its number, and has no padding.
            unsafe { #p::bytes_of_numbers(values) }
        }
    }
}

/// The text of an enum with fields.
fn tagged(item: &Struct<'_>) -> TokenStream {
    let p = private(item);
    let types: Vec<TokenStream> = item
        .fields
        .iter()
        .map(|field| of_type(item, field, "GpuType"))
        .collect();
    let wgsl: Vec<&str> = item.fields.iter().map(|field| field.wgsl.as_str()).collect();
    let rust = item.variants.iter().flat_map(|variant| {
        let name = variant.ident.to_string();
        variant
            .members
            .iter()
            .map(move |member| format!("{name}.{}", spelled(member)))
    });
    let variants = names(item).map(|(index, variant)| {
        let name = variant.ident.to_string();
        let fields = variant
            .members
            .iter()
            .zip(&item.fields[variant.first..])
            .map(|(member, field)| {
                let (rust, wgsl) = (spelled(member), &field.wgsl);
                quote!((#rust, #wgsl))
            });
        quote!((#name, #index, &[#(#fields),*]))
    });
    let values = item.variants.iter().map(|variant| {
        let (pattern, bound) = pattern(variant);
        let name = variant.ident.to_string();
        let given = variant.members.iter().zip(&bound).map(|(member, bound)| {
            let rust = spelled(member);
            quote!((#rust, #p::GpuType::wgsl_value(#bound, module)))
        });
        quote! {
            Self::#pattern => {
                let given: &[(&::core::primitive::str, #p::String)] = &[#(#given),*];
                <Self as #p::GpuType>::wgsl_variant(#name, given, module)
            }
        }
    });
    let canonical = item.variants.iter().map(|variant| {
        let (pattern, bound) = pattern(variant);
        let (name, members) = (variant.ident, &variant.members);
        quote!(Self::#pattern => Self::#name { #(#members: #p::GpuType::canonical(#bound)),* })
    });
    let operator = compared::operator(item, &compared::members_of_variants(item));
    quote! {
        #operator

        const MEMBERS: &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] =
            &[("variant", "variant") #(, (#rust, #wgsl))*];
        const VARIANTS: &'static [#p::Variant] = &[#(#variants),*];
        const FIELDS: &'static [#p::FieldTable] =
            &[("variant", <::core::primitive::u32 as #p::GpuType>::TABLE) #(, (#wgsl, #types::TABLE))*];

        fn wgsl_type(module: &mut #p::Module) -> #p::String {
            <Self as #p::GpuType>::TABLE.structure(module)
        }

        fn wgsl_value(self, module: &mut #p::Module) -> #p::String {
            let value = match self { #(#values,)* };
            #p::Option::unwrap_or_default(value)
        }

        fn wgsl_variant(
            name: &::core::primitive::str,
            given: &[(&::core::primitive::str, #p::String)],
            module: &mut #p::Module,
        ) -> #p::Option<#p::String> {
            #p::construct_variant::<Self>(name, given, &[#(#types::wgsl_type),*], module)
        }

        fn wgsl_shuffle(value: &::core::primitive::str, distance: &::core::primitive::str, module: &mut #p::Module) -> #p::String {
            <Self as #p::GpuType>::TABLE.shuffle(value, distance, module)
        }

        fn wgsl_select(
            no: &::core::primitive::str,
            yes: &::core::primitive::str,
            condition: &::core::primitive::str,
            module: &mut #p::Module,
        ) -> #p::String {
            <Self as #p::GpuType>::TABLE.select(no, yes, condition, module)
        }

        fn wgsl_words(value: &::core::primitive::str, module: &mut #p::Module) -> #p::Vec<#p::String> {
            <Self as #p::GpuType>::TABLE.words(value, module)
        }

        fn wgsl_of_words(words: &mut #p::IntoIter<#p::String>, module: &mut #p::Module) -> #p::String {
            <Self as #p::GpuType>::TABLE.of_words(words, module)
        }

        fn canonical(self) -> Self {
            match self { #(#canonical,)* }
        }
    }
}

/// The bytes and the twin of an enum with fields.
fn stored_tagged(item: &Struct<'_>) -> TokenStream {
    let p = private(item);
    let stored: Vec<TokenStream> = item
        .fields
        .iter()
        .map(|field| of_type(item, field, "GpuType"))
        .collect();
    let count = item.variants.len() as u32;
    // Fields of other variants are passed by.
    let before = |variant: &Variant<'_>| {
        let skipped = &stored[..variant.first];
        quote!(#(#skipped::skip_next(&mut members);)*)
    };
    let writes = names(item).map(|(index, variant)| {
        let ((pattern, bound), skipped) = (pattern(variant), before(variant));
        let own = &stored[variant.first..][..bound.len()];
        quote! {
            Self::#pattern => {
                members.write::<::core::primitive::u32>(&#index, to);
                #skipped
                #(#own::write_next(#bound, &mut members, to);)*
            }
        }
    });
    let reads = names(item).map(|(index, variant)| {
        let (name, members, skipped) = (variant.ident, &variant.members, before(variant));
        let own = &stored[variant.first..][..members.len()];
        quote! {
            #index => {
                #skipped
                #p::Option::Some(Self::#name { #(#members: #own::read_next(&mut members, from, case)?),* })
            }
        }
    });
    quote! {
        const BYTES: ::core::primitive::usize = 4 + #p::bytes_of_parts(&[#(#stored::FORM.bytes),*]);
        const MEMBERS_ALIGNED: ::core::primitive::usize = #p::aligned_of_parts(&[#(#stored::FORM.aligned),*]);
        const TWIN: ::core::primitive::bool = <Self as #p::Stored>::MEMBERS_ALIGNED > 4 #(|| #stored::FORM.twin)*;

        fn write(&self, to: &mut [::core::primitive::u8]) {
            let mut members: #p::Members = ::core::default::Default::default();
            match self { #(#writes)* }
        }

        fn read(from: &[::core::primitive::u8], case: #p::Case) -> #p::Option<Self> {
            let mut members: #p::Members = ::core::default::Default::default();
            let word: ::core::primitive::u32 = members.read(from, case)?;
            match case(#p::found(word, #count), word, #count)? {
                #(#reads)*
                _ => #p::Option::None,
            }
        }

        fn wgsl_stored(module: &mut #p::Module) -> #p::String {
            <Self as #p::GpuType>::TABLE.stored(module)
        }

        fn wgsl_store(value: &::core::primitive::str, module: &mut #p::Module) -> #p::String {
            <Self as #p::GpuType>::TABLE.store(value, module)
        }

        fn wgsl_load(stored: &::core::primitive::str, module: &mut #p::Module) -> #p::String {
            <Self as #p::GpuType>::TABLE.load(stored, module)
        }
    }
}

/// The pattern of a variant, and the names that it gives to its fields.
fn pattern(variant: &Variant<'_>) -> (TokenStream, Vec<Ident>) {
    let bound: Vec<Ident> = (0..variant.members.len())
        .map(|index| quote::format_ident!("field{index}"))
        .collect();
    let (name, members) = (variant.ident, &variant.members);
    (quote!(#name { #(#members: #bound),* }), bound)
}
