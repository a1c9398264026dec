//! GpuType, its form in buffers and, for plain structs without parameters, Pod, with the proof of the layout and the struct of arrays for the CPU engine.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::{Ident, Member};

use super::shared::{bounds, mentions_parameters, of_type, private, private_at, storable};
use super::{compared, stored};
use crate::ast::{Field, Struct};
use crate::fingerprint;
use crate::spans::{ends, placed, starting};
use crate::wgsl::known_type;

pub(super) fn impls(item: &Struct<'_>) -> TokenStream {
    let (ident, p) = (item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = bounds(item, |field| storable(item, field.ty));
    let (members, phantoms) = (members(item), &item.phantoms);
    let names: Vec<&str> = item.fields.iter().map(|field| field.wgsl.as_str()).collect();
    let rust_names = members.iter().map(|member| member.to_token_stream().to_string());
    let types: Vec<TokenStream> = item
        .fields
        .iter()
        .map(|field| of_type(item, field, "GpuType"))
        .collect();
    let columns = at_least_known(item, quote!(__Strips #arguments));
    let (name, (proof_inside, proof_beside), strips) = (wgsl_name(item), proof(item), strips(item, &types));
    let fingerprint = fingerprint::with_constants(item.fingerprint, item.generics, &p);
    let parameters = item.generics.type_params().map(|parameter| {
        let ident = &parameter.ident;
        quote!(<#ident as #p::GpuType>)
    });
    let stored = stored::impls(item);
    let (operator, comparable) = (
        compared::operator(item, &compared::members(item)),
        compared::impls(item),
    );
    quote! {
        #stored
        #comparable

        // SAFETY: the text names the fields, whose types are GpuType.
        #[automatically_derived]
        unsafe impl #generics #p::GpuType for #ident #arguments #clause {
            const MEMBERS: &'static [(&'static ::core::primitive::str, &'static ::core::primitive::str)] = &[#((#rust_names, #names)),*];
            const FIELDS: &'static [#p::FieldTable] = &[#((#names, #types::TABLE)),*];
            const NEEDS: #p::Needs = #p::Needs::NONE #(.union(#types::NEEDS))*;
            const ALIGN: ::core::primitive::usize = {
                let mut most = 1;
                #(if #types::ALIGN > most { most = #types::ALIGN; })*
                most
            };
            const FINGERPRINT: ::core::primitive::u64 = #p::fingerprint(&[#fingerprint #(, #types::FINGERPRINT)* #(, #parameters::FINGERPRINT)*]);
            #proof_inside
            type Columns = #columns;

            fn wgsl_name() -> #p::String { #name }

            fn wgsl_type(module: &mut #p::Module) -> #p::String {
                let () = <Self as #p::GpuType>::LAYOUT;
                <Self as #p::GpuType>::TABLE.structure(module)
            }

            fn wgsl_value(self, module: &mut #p::Module) -> #p::String {
                let parts = [#(#types::wgsl_value(self.#members, module)),*];
                #p::construct::<Self>(&parts, module)
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

            #operator

            fn canonical(self) -> Self {
                Self {
                    #(#members: #types::canonical(self.#members),)*
                    #(#phantoms: self.#phantoms,)*
                }
            }
        }

        #strips
        #proof_beside
    }
}

pub(super) fn members<'i>(item: &'i Struct<'_>) -> Vec<&'i Member> {
    item.fields.iter().map(|field| &field.member).collect()
}

/// The struct of arrays, a strip for each field.
///
/// All of it stands at the field that the macro knows least about: if that is no GPU type, rustc says so wherever a strip
/// is mentioned, in equal words, and prints messages that are equal in words and place once.
fn strips(item: &Struct<'_>, types: &[TokenStream]) -> TokenStream {
    let (ident, vis, p) = (item.ident, item.vis, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = bounds(item, |field| storable(item, field.ty));
    let (members, phantoms) = (members(item), &item.phantoms);
    // Fields beyond the 32nd have no bit.
    let bits = (0..types.len())
        .map(|index| 1_u32.checked_shl(index as u32).unwrap_or_default())
        .collect::<Vec<_>>();
    let strips: Vec<Ident> = (0..types.len()).map(|index| format_ident!("strip{index}")).collect();
    let tokens = quote! {
        /// The struct of arrays of this type.
        #[allow(unreachable_pub, reason = "reachable as an associated type only")]
        #vis struct __Strips #generics #clause {
            #(#strips: #types::Columns,)*
            item: #p::PhantomData<fn() -> #ident #arguments>,
        }

        #[automatically_derived]
        impl #generics #p::Clone for __Strips #arguments #clause {
            fn clone(&self) -> Self {
                __Strips {
                    #(#strips: #p::Clone::clone(&self.#strips),)*
                    item: #p::PhantomData,
                }
            }
        }

        #[automatically_derived]
        impl #generics #p::Columns for __Strips #arguments #clause {
            type Item = #ident #arguments;

            #[inline(always)]
            fn filled(value: Self::Item) -> Self {
                __Strips {
                    #(#strips: #p::Columns::filled(value.#members),)*
                    item: #p::PhantomData,
                }
            }

            #[inline(always)]
            fn get(&self, index: ::core::primitive::usize) -> Self::Item {
                #ident {
                    #(#members: #p::Columns::get(&self.#strips, index),)*
                    #(#phantoms: #p::PhantomData,)*
                }
            }

            #[inline(always)]
            fn set(&mut self, index: ::core::primitive::usize, value: Self::Item) {
                #(#p::Columns::set(&mut self.#strips, index, value.#members);)*
            }

            #[inline(always)]
            fn share(value: Self::Item, shared: Self::Item, fields: ::core::primitive::u32) -> Self::Item {
                #ident {
                    #(#members: if fields & #bits == 0 {
                        value.#members
                    } else {
                        <#types::Columns as #p::Columns>::share(value.#members, shared.#members, ::core::primitive::u32::MAX)
                    },)*
                    #(#phantoms: #p::PhantomData,)*
                }
            }

            #[inline(always)]
            fn agree(one: Self::Item, other: Self::Item, fields: ::core::primitive::u32) -> ::core::primitive::bool {
                true #(&& (fields & #bits == 0
                    || <#types::Columns as #p::Columns>::agree(one.#members, other.#members, ::core::primitive::u32::MAX)))*
            }
        }
    };
    let send = quote! {
        // SAFETY: it holds strips, and Columns requires Send of each. If rustc looked for that itself, it would
        // report this type where a field is no GPU type.
        unsafe impl #generics ::core::marker::Send for __Strips #arguments #clause {}
    };
    // Code of the macro's, wherever it stands: `#![forbid(unsafe_code)]` is about the user's.
    let send = match least_known(item) {
        Some(span) => placed(send, Span::call_site().located_at(span)),
        None => send,
    };
    let strips = at_least_known(item, tokens);
    quote!(#strips #send)
}

/// `tokens` at the type of the first field that the macro cannot judge, if there is one.
fn at_least_known(item: &Struct<'_>, tokens: TokenStream) -> TokenStream {
    match least_known(item) {
        Some(span) => placed(tokens, span),
        None => tokens,
    }
}

/// The type of the first field that the macro cannot judge, if there is one.
fn least_known(item: &Struct<'_>) -> Option<Span> {
    let unknown = item.fields.iter().find(|field| is_unknown(item, field));
    unknown.map(|field| ends(field.ty).0)
}

/// The compile-time proof that Rust and WGSL lay a struct with `#[repr(C)]` out alike: no padding, equal alignments.
///
/// In the impl if there are parameters, else beside it: there it is evaluated whether or not the struct is used.
fn proof(item: &Struct<'_>) -> (TokenStream, TokenStream) {
    let (ident, p) = (item.ident, private_at(item, item.ident.span()));
    let is_plain = item.generics.params.is_empty();
    let whole = if is_plain { quote!(#ident) } else { quote!(Self) };
    let (next, plain) = (Ident::new("next", Span::mixed_site()), plain());
    let steps = item
        .fields
        .iter()
        .map(|field| proof_of_field(item, field, &whole, &next));
    let end = quote_spanned! {ident.span()=>
        #p::assert!(
            !#plain || #p::size_of::<#whole>() == #next,
            "there is padding after the last field, which a GPU buffer cannot have: add a field that fills it, as in `padding: u32`"
        )
    };
    let is_stored = is_stored(&p);
    // Of other structs the members are written one by one, wherever they lie.
    let (in_c, types) = (item.repr.c, item.fields.iter().map(|field| field.ty));
    let body = quote! {
        #is_stored
        let #plain = #in_c #(&& __IsStored::<#types>::PLAIN)*;
        let mut #next = 0;
        #(#steps)*
        #end;
    };
    if is_plain {
        (TokenStream::new(), quote!(const _: () = { #body };))
    } else {
        (quote!(const LAYOUT: () = { #body };), TokenStream::new())
    }
}

/// Whether the field has a type of its own: no number, and none that the where clause names.
fn is_unknown(item: &Struct<'_>, field: &Field<'_>) -> bool {
    known_type(field.ty).is_none() && !mentions_parameters(item, field.ty)
}

/// `__IsStored::<T>::ANSWER`, which is a constant and no bound: rustc reports a type that does not exist on the GPU just once.
fn is_stored(p: &TokenStream) -> TokenStream {
    quote! {
        #[allow(dead_code, reason = "it is asked, not built, and not at all where every field is generic")]
        struct __IsStored<T>(#p::PhantomData<T>);

        #[allow(dead_code, reason = "as above")]
        trait __Otherwise {
            const ANSWER: ::core::primitive::bool = false;
            const BYTES: ::core::primitive::usize = 4;
            const PLAIN: ::core::primitive::bool = true;
        }

        impl<T> __Otherwise for __IsStored<T> {}

        impl<T: #p::Stored> __IsStored<T> {
            const ANSWER: ::core::primitive::bool = true;
            const BYTES: ::core::primitive::usize = <T as #p::Stored>::BYTES;
            const PLAIN: ::core::primitive::bool = <T as #p::Stored>::PLAIN;
        }
    }
}

/// The name of what says whether the struct is plain.
fn plain() -> Ident {
    Ident::new("plain", Span::mixed_site())
}

fn proof_of_field(item: &Struct<'_>, field: &Field<'_>, whole: &TokenStream, next: &Ident) -> TokenStream {
    let (ty, member, (start, end)) = (field.ty, &field.member, ends(field.place()));
    let (p, gpu, plain) = (private_at(item, end), of_type(item, field, "GpuType"), plain());
    let assert = |condition: TokenStream, message: &str| {
        starting(start, quote_spanned!(end=> #p::assert!(#condition, #message)))
    };
    // An enum of one variant has no bytes in Rust, and a word in a buffer.
    let size = assert(
        quote_spanned!(end=> __IsStored::<#ty>::BYTES > 0),
        "this field has no size, which WGSL does not allow: use a length of at least 1",
    );
    let padding = assert(
        quote_spanned!(end=> !#plain || #p::offset_of!(#whole, #member) == #next),
        "there is padding before this field, which a GPU buffer cannot have: order the fields from the largest alignment to the smallest",
    );
    let alignment = assert(
        quote_spanned!(end=> !#plain || #p::offset_of!(#whole, #member) % #gpu::ALIGN == 0),
        "this field is aligned differently in WGSL on this target",
    );
    // For a generic type, the where clause says so.
    let stored = (!mentions_parameters(item, field.ty)).then(|| {
        let stored = assert(
            quote_spanned!(end=> __IsStored::<#ty>::ANSWER),
            "this field cannot live in a GPU buffer: use numbers, `bool`, tuples, arrays, and structs and enums with `#[derive(GpuType)]`",
        );
        quote!(#stored;)
    });
    // For a generic type that is given all its parameters here, this is where its layout is proved.
    let layout = starting(start, quote_spanned!(end=> let () = #gpu::LAYOUT));
    quote! {
        #stored
        #size;
        #padding;
        #alignment;
        #layout;
        #next += #p::size_of::<#ty>();
    }
}

/// The expression of the WGSL name: the struct's, then its type arguments.
pub(super) fn wgsl_name(item: &Struct<'_>) -> TokenStream {
    let (p, name) = (private(item), item.wgsl());
    let parameters = item.generics.type_params().map(|parameter| {
        let ident = &parameter.ident;
        quote!(#p::text("_"), <#ident as #p::GpuType>::wgsl_name())
    });
    let lengths = item.generics.const_params().map(|parameter| {
        let ident = &parameter.ident;
        quote!(#p::format!("_{}", #ident))
    });
    quote!(#p::join([#p::text(#name) #(, #parameters)* #(, #lengths)*]))
}
