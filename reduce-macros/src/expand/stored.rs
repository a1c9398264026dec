//! The form of a struct in buffers: its bytes as they are where it is plain, else member by member, and the twin that kernels store.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::gpu_type::members;
use super::shared::{bounds, of_type, private, storable};
use crate::ast::Struct;

/// `Stored`, `Storable`, and what says of a plain struct that its bytes may be looked at.
pub(super) fn impls(item: &Struct<'_>) -> TokenStream {
    let (ident, p) = (item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = bounds(item, |field| storable(item, field.ty));
    let (members, phantoms) = (members(item), &item.phantoms);
    let stored: Vec<TokenStream> = item
        .fields
        .iter()
        .map(|field| of_type(item, field, "GpuType"))
        .collect();
    let aligned = quote!(#p::aligned_of_parts(&[#(#stored::FORM.aligned),*]));
    let plain = item.repr.c.then(|| plain(item));
    // Rust may order the fields of other structs as it likes; most often it leaves them as they are.
    let laid_out = if item.repr.c { quote!(true) } else { laid_out(item) };
    quote! {
        #plain

        // SAFETY: where every field is plain, LAYOUT proves that there is no padding.
        #[automatically_derived]
        unsafe impl #generics #p::Stored for #ident #arguments #clause {
            const PLAIN: ::core::primitive::bool = #laid_out #(&& #stored::FORM.plain)*;
            const BYTES: ::core::primitive::usize = #p::bytes_of_parts(&[#(#stored::FORM.bytes),*]);
            const ALIGNED: ::core::primitive::usize = if <Self as #p::Stored>::PLAIN { #aligned } else { 4 };
            const MEMBERS_ALIGNED: ::core::primitive::usize = if <Self as #p::Stored>::PLAIN { 4 } else { #aligned };
            const TWIN: ::core::primitive::bool = false #(|| #stored::FORM.twin)* || !<Self as #p::Stored>::PLAIN && #aligned > 4;

            fn write(&self, to: &mut [::core::primitive::u8]) {
                if <Self as #p::Stored>::PLAIN {
                    return #p::write_plain(self, to);
                }
                let mut members: #p::Members = ::core::default::Default::default();
                #(#stored::write_next(&self.#members, &mut members, to);)*
            }

            fn read(from: &[::core::primitive::u8], case: #p::Case) -> #p::Option<Self> {
                if <Self as #p::Stored>::PLAIN {
                    return #p::read_plain(from);
                }
                let mut members: #p::Members = ::core::default::Default::default();
                #p::Option::Some(Self {
                    #(#members: #stored::read_next(&mut members, from, case)?,)*
                    #(#phantoms: #p::PhantomData,)*
                })
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

        #[automatically_derived]
        impl #generics #p::Storable for #ident #arguments #clause {}
    }
}

/// The expression that says whether the fields lie side by side in their order, where WGSL has them too.
fn laid_out(item: &Struct<'_>) -> TokenStream {
    let p = private(item);
    let fields = item.fields.iter().map(|field| {
        let (member, gpu) = (&field.member, of_type(item, field, "GpuType"));
        let ty = field.ty;
        quote! {
            laid_out = laid_out && #p::offset_of!(Self, #member) == next && next % #gpu::ALIGN == 0;
            next += #p::size_of::<#ty>();
        }
    });
    quote!({
        let mut laid_out = true;
        let mut next = 0;
        #(#fields)*
        laid_out && #p::size_of::<Self>() == next
    })
}

/// `Unpadded`, and `Pod` of a struct without parameters, where all fields are so too.
///
/// Bounds on types that name no parameter have to hold, unless they are over all lifetimes: then rustc asks where the impl is used.
fn plain(item: &Struct<'_>) -> TokenStream {
    let (ident, p) = (item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let mut clause = bounds(item, |field| storable(item, field.ty));
    for field in &item.fields {
        let ty = field.ty;
        clause.predicates.push(parse_quote!(for<'__any> #ty: #p::Unpadded));
    }
    // The layout of a generic struct is proved where its parameters are known, and Pod holds without being asked.
    let pod = item.generics.params.is_empty().then(|| {
        quote! {
            // SAFETY: every field is Unpadded, and there is no padding, which is asserted below.
            unsafe impl #p::Zeroable for #ident #clause {}
            // SAFETY: as above; the clause has Copy, GpuType has 'static.
            unsafe impl #p::Pod for #ident #clause {}
        }
    });
    quote! {
        #pod

        // SAFETY: every field is Unpadded, and LAYOUT proves that there is no padding.
        #[automatically_derived]
        unsafe impl #generics #p::Unpadded for #ident #arguments #clause {}
    }
}
