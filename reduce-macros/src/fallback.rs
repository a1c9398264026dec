//! Stubs for a refused item, so that the code that uses it adds no messages of its own.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericParam, Generics, Ident, Type, parse_quote};

use crate::ast::Derive;
use crate::ast::Struct;
use crate::errors::Errors;
use crate::rules;

/// Impls with the right signatures that are never run: the program does not compile.
pub(crate) fn stubs(item: &Struct<'_>, derive: Derive, errors: &Errors) -> TokenStream {
    if item.fields.iter().any(|field| is_beyond_repair(item, field.ty)) {
        return TokenStream::new();
    }
    let (ident, krate, any) = (item.ident, &item.krate, errors.any_type());
    let p = quote!(#krate::private);
    let (generics, arguments, clause) = signature(ident, item.generics);
    let combining = (derive == Derive::Reduce).then(|| {
        let options = &item.options;
        let known = |ty: &Option<Type>| match ty {
            Some(Type::Path(path)) if rules::is_narrow_type(path) => path.to_token_stream(),
            Some(ty) if rules::refusal(ty).is_none() => ty.to_token_stream(),
            _ => any.clone(),
        };
        let input = known(&options.input);
        let output = if options.output.is_none() && options.finish.is_none() {
            quote!(Self)
        } else {
            known(&options.output)
        };
        quote! {
            impl #generics #p::Monoid for #ident #arguments #clause {
                fn identity() -> Self { loop {} }
                fn combine(_: Self, _: Self) -> Self { loop {} }
            }
            // SAFETY: as below.
            unsafe impl #generics #p::MonoidOnGpu for #ident #arguments #clause {}
            impl #generics #p::Reduction for #ident #arguments #clause {
                type Input = #input;
                type State = Self;
                type Output = #output;
                fn lift(_: Self::Input) -> Self { loop {} }
                fn finish(_: Self) -> Self::Output { loop {} }
            }
            // SAFETY: as below.
            unsafe impl #generics #p::ReductionOnGpu for #ident #arguments #clause {}
        }
    });
    quote! {
        const _: () = {
            // SAFETY: never run, because the `compile_error!` beside it stops the program from being built.
            unsafe impl #generics #p::Zeroable for #ident #arguments #clause {}
            // SAFETY: as above.
            unsafe impl #generics #p::Pod for #ident #arguments #clause {}
            // SAFETY: as above.
            unsafe impl #generics #p::Unpadded for #ident #arguments #clause {}
            // SAFETY: as above.
            unsafe impl #generics #p::Stored for #ident #arguments #clause {
                const PLAIN: ::core::primitive::bool = true;
                const BYTES: ::core::primitive::usize = #p::size_of::<Self>();
                const ALIGNED: ::core::primitive::usize = 4;
                fn write(&self, _: &mut [::core::primitive::u8]) { loop {} }
                fn read(_: &[::core::primitive::u8], _: #p::Case) -> #p::Option<Self> { loop {} }
            }
            impl #generics #p::Storable for #ident #arguments #clause {}
            // SAFETY: as above.
            unsafe impl #generics #p::GpuType for #ident #arguments #clause {
                const NEEDS: #p::Needs = #p::Needs::NONE;
                const ALIGN: usize = #p::align_of::<Self>();
                const FINGERPRINT: u64 = 0;
                type Columns = #any;
                fn wgsl_name() -> #p::String { loop {} }
                fn wgsl_type(_: &mut #p::Module) -> #p::String { loop {} }
                fn wgsl_value(self, _: &mut #p::Module) -> #p::String { loop {} }
                fn wgsl_shuffle(_: &str, _: &str, _: &mut #p::Module) -> #p::String { loop {} }
            }
            #combining
        };
    }
}

/// An operator in the place of a refused struct of results.
pub(crate) fn results(item: &Struct<'_>, errors: &Errors) -> TokenStream {
    let (ident, krate, any) = (item.ident, &item.krate, errors.any_type());
    let p = quote!(#krate::private);
    let (generics, arguments, clause) = item.generics.split_for_impl();
    let input = match &item.options.input {
        Some(input) if rules::value_refusal(input).is_none() => input.to_token_stream(),
        _ => any,
    };
    let state = quote!(#krate::ops::Any<u32>);
    quote! {
        const _: () = {
            // SAFETY: never run, because the `compile_error!` beside it stops the program from being built.
            unsafe impl #generics #p::ReductionOnGpu for #ident #arguments #clause {}
            impl #generics #p::Operator for #ident #arguments #clause {
                type Input = #input;
                type State = #state;
                type Output = Self;
                type Params = ();
                const OUTCOME: #p::Outcome<Self> = #p::Outcome::ON_HOST;
                fn lift_with(_: &(), _: Self::Input) -> Self::State { loop {} }
                fn finish_with(_: &(), _: Self::State) -> Self { loop {} }
                fn wgsl_lift(_: &mut #p::Module) -> #p::String { loop {} }
                fn wgsl_finish(_: &mut #p::Module) -> #p::String { loop {} }
            }
        };
    }
}

/// Whether a field keeps the struct from being Sized, Send and Sync, as the traits require.
fn is_beyond_repair(item: &Struct<'_>, ty: &Type) -> bool {
    match ty {
        Type::Ptr(_) | Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str") || item.is_named_by(path),
        _ => false,
    }
}

/// The generics of the impls: without lifetimes, and with the bounds that every GPU type meets.
fn signature(ident: &Ident, item: &Generics) -> (TokenStream, TokenStream, TokenStream) {
    let mut generics = item.clone();
    let is_lifetime = |parameter: &GenericParam| matches!(parameter, GenericParam::Lifetime(_));
    generics.params = item
        .params
        .iter()
        .filter(|parameter| !is_lifetime(parameter))
        .cloned()
        .collect();
    let (_, arguments, _) = item.split_for_impl();
    let arguments = without_lifetimes(arguments.to_token_stream(), item);
    let mut bound = quote_spanned!(ident.span()=> #ident #arguments: ::core::marker::Copy);
    if !generics.params.is_empty() {
        bound.extend(quote!(+ ::core::marker::Send + ::core::marker::Sync + 'static));
    }
    generics.make_where_clause().predicates.push(parse_quote!(#bound));
    let (parameters, _, clause) = generics.split_for_impl();
    (
        without_lifetimes(parameters.to_token_stream(), item),
        arguments,
        without_lifetimes(clause.to_token_stream(), item),
    )
}

/// `tokens` with `'static` for the lifetime parameters of the item.
fn without_lifetimes(tokens: TokenStream, item: &Generics) -> TokenStream {
    let is_parameter = |ident: &Ident| item.lifetimes().any(|parameter| parameter.lifetime.ident == *ident);
    let mut after_quote = false;
    tokens
        .into_iter()
        .map(|tree| {
            let was_after_quote = after_quote;
            after_quote = matches!(&tree, TokenTree::Punct(punct) if punct.as_char() == '\'');
            match tree {
                TokenTree::Ident(ident) if was_after_quote && is_parameter(&ident) => {
                    Ident::new("static", ident.span()).into()
                }
                TokenTree::Group(group) => {
                    Group::new(group.delimiter(), without_lifetimes(group.stream(), item)).into()
                }
                other => other,
            }
        })
        .collect()
}
