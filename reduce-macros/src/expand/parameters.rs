//! `params(…)`: a struct of the parameters, which is the operator. The derived struct is its state, or the results that it gives.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};
use syn::{Ident, Item, Member, Type, parse_quote};

use super::reduction::clause;
use super::shared::{Expand, output, private};
use crate::ast::{Derive, Field, Struct};
use crate::attr::{GpuOptions, Param};
use crate::gpu;
use crate::spans::mentions;

/// The name of the struct of parameters.
pub(super) fn name(item: &Struct<'_>) -> Ident {
    format_ident!("{}Params", item.ident)
}

/// The struct of parameters, beside the user's; on a device too, if its derive is expanded, else the host alone reads it.
pub(super) fn declared(item: &Struct<'_>, params: &[Param], on_device: Option<Expand<'_>>) -> TokenStream {
    let (name, vis, generics, krate) = (name(item), item.vis, item.generics, &item.krate);
    let clause = &generics.where_clause;
    let fields = params.iter().map(|Param { ident, ty }| {
        let doc = format!("`{ident}` in `lift`, `finish` and `using`.");
        quote!(#[doc = #doc] pub #ident: #ty)
    });
    let doc = format!(
        "The parameters of [`{}`]: the operator that `reducer_using` takes.",
        item.ident
    );
    let derived = on_device.map(|expand| {
        let fields = params.iter().map(|Param { ident, ty }| quote!(#ident: #ty));
        let plain = parse_quote! {
            #[repr(C)]
            #[reduce(crate = #krate)]
            #vis struct #name #generics #clause { #(#fields),* }
        };
        expand(&plain, Derive::GpuType)
    });
    let derives = if on_device.is_some() {
        quote!(#[repr(C)] #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug, ::core::cmp::PartialEq)])
    } else {
        quote!(#[derive(::core::clone::Clone, ::core::fmt::Debug)])
    };
    quote! {
        #[doc = #doc]
        #derives
        #vis struct #name #generics #clause { #(#fields),* }
        #derived
    }
}

/// The impl of the operator whose state is the derived struct: `lift` and `finish` as functions with `#[gpu]`.
pub(super) fn operator(item: &Struct<'_>, params: &[Param], input: &Type) -> TokenStream {
    let (name, ident, p) = (name(item), item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = clause(item, input);
    let values: Vec<(&Member, TokenStream)> = item.fields.iter().map(|field| (&field.member, lift(field))).collect();
    let lifted: TokenStream = values.iter().map(|(_, value)| value.clone()).collect();
    let fields = values.iter().map(|(member, value)| quote!(#member: #value));
    let phantoms = item
        .phantoms
        .iter()
        .map(|member| quote!(#member: ::core::marker::PhantomData));
    let finish = item
        .options
        .finish
        .as_ref()
        .map_or_else(|| quote!(self), |finish| finish.to_token_stream());
    let finish = renamed(finish, "self", "state");
    let (in_lift, in_finish) = (read(params, &lifted), read(params, &finish));
    let parts = item.fields.iter().filter_map(|field| match &field.member {
        Member::Named(ident) if mentions(&finish, ident) => Some(quote!(let #ident = state.#ident;)),
        _ => None,
    });
    let output = match &item.options.output {
        Some(_) => output(item),
        None => quote!(#ident #arguments),
    };
    let block: Item = parse_quote! {
        impl #generics #p::Reduction for #name #arguments #clause {
            type Input = #input;
            type State = #ident #arguments;
            type Output = #output;
            #[allow(unused_variables, unused_parens, reason = "a constant has no `x`, and some macros add parentheses")]
            fn lift(&self, x: #input) -> #ident #arguments {
                #(#in_lift)*
                #ident { #(#fields,)* #(#phantoms,)* }
            }
            #[allow(unused_variables, unused_parens, reason = "as above")]
            fn finish(&self, state: #ident #arguments) -> #output {
                #(#in_finish)*
                #(#parts)*
                #finish
            }
        }
    };
    let options = GpuOptions {
        krate: item.krate.clone(),
        wgsl: None,
    };
    gpu::expand(&block, &options)
}

/// The value of a field for one element.
fn lift(field: &Field<'_>) -> TokenStream {
    let lift = field
        .options
        .lift
        .as_ref()
        .map_or_else(|| quote!(x), |lift| quote!(#lift));
    if field.is_flag() {
        return quote!(if #lift { 1 } else { 0 });
    }
    if field.options.operator.is_none() && field.options.lift.is_none() {
        let ty = field.ty;
        return quote!(#ty::lift(x));
    }
    lift
}

/// `let` statements for the parameters that `tokens` name.
fn read(params: &[Param], tokens: &TokenStream) -> Vec<TokenStream> {
    let named = params.iter().filter(|param| mentions(tokens, &param.ident));
    named
        .map(|Param { ident, .. }| quote!(let #ident = self.#ident;))
        .collect()
}

/// `tokens` with the name `from` as `to`.
fn renamed(tokens: TokenStream, from: &str, to: &str) -> TokenStream {
    let trees = tokens.into_iter().map(|tree| match tree {
        TokenTree::Ident(ident) if ident == from => Ident::new(to, ident.span()).into(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), renamed(group.stream(), from, to));
            inner.set_span(group.span());
            inner.into()
        }
        other => other,
    });
    trees.collect()
}
