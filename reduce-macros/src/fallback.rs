//! Stubs for a refused item, so that the code that uses it adds no messages of its own.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::Struct;
use crate::expand::Derive;

/// Impls with the right signatures that are never run: the program does not compile.
pub(crate) fn stubs(item: &Struct<'_>, derive: Derive) -> TokenStream {
    let (ident, krate) = (item.ident, &item.krate);
    let p = quote!(#krate::private);
    let (generics, arguments, clause) = item.generics.split_for_impl();
    let monoid = (derive == Derive::Reduce).then(|| {
        quote! {
            impl #generics #p::Monoid for #ident #arguments #clause {
                fn identity() -> Self { loop {} }
                fn combine(_: Self, _: Self) -> Self { loop {} }
                fn wgsl_combine(_: &mut #p::Module) -> #p::String { loop {} }
            }
        }
    });
    let input = item.options.input.as_ref().filter(|_| derive == Derive::Reduce);
    let reduction = input.map(|input| {
        let output = item
            .options
            .output
            .as_ref()
            .map_or_else(|| quote!(Self), |output| quote!(#output));
        quote! {
            impl #generics #p::Reduction for #ident #arguments #clause {
                type Input = #input;
                type State = Self;
                type Output = #output;
                fn lift(_: #input) -> Self { loop {} }
                fn finish(_: Self) -> #output { loop {} }
                fn wgsl_lift(_: &mut #p::Module) -> #p::String { loop {} }
                fn wgsl_finish(_: &mut #p::Module) -> #p::String { loop {} }
            }
        }
    });
    quote! {
        const _: () = {
            // SAFETY: never run, because the `compile_error!` beside it stops the program from being built.
            unsafe impl #generics #p::Zeroable for #ident #arguments #clause {}
            // SAFETY: as above.
            unsafe impl #generics #p::Pod for #ident #arguments #clause {}
            impl #generics #p::GpuType for #ident #arguments #clause {
                const NEEDS: #p::Needs = #p::Needs::NONE;
                const ALIGN: usize = 1;
                type Columns = #p::NoColumns<Self>;
                fn wgsl_name() -> #p::String { loop {} }
                fn wgsl_type(_: &mut #p::Module) -> #p::String { loop {} }
                fn wgsl_value(self, _: &mut #p::Module) -> #p::String { loop {} }
                fn wgsl_shuffle_xor(_: &str, _: &str, _: &mut #p::Module) -> #p::String { loop {} }
            }
            #monoid
            #reduction
        };
    }
}
