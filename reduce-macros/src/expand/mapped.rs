//! `lift` beside a reduction of a field: a hidden type whose function makes the values that the reduction reads.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Expr, Ident, ItemFn, Member, Type, parse_quote};

use super::results::clause;
use super::shared::{mentions_parameters, private};
use crate::ast::{Field, Struct};
use crate::body::module;
use crate::gpu;
use crate::words::{ResultOf, element};

/// A reduction of what `lift` makes of the elements.
pub(super) struct Mapped {
    pub(super) operator: TokenStream,
    /// The hidden type, and its impls.
    pub(super) declared: TokenStream,
    /// Whether its input is seen to be the struct's.
    pub(super) reads_input: bool,
}

impl Mapped {
    pub(super) fn of(
        item: &Struct<'_>,
        field: &Field<'_>,
        (reduction, lift): (&ResultOf, &Expr),
        input: &Type,
    ) -> Self {
        let (p, ident, krate, vis) = (private(item), name(item, field), &item.krate, item.vis);
        let (generics, arguments, declared) = item.generics.split_for_impl();
        let clause = clause(item, input);
        let value = value(field, reduction, &p);
        let of_value = reduction.operator(&value, mentions_parameters(item, &value), krate);
        let adds_positions = reduction.reads_positions() && element(input) == input;
        let (mut from, mut to, mut body) = (input.clone(), value, quote!(#lift));
        if reduction.reads_positions() {
            let at = Ident::new("at", Span::mixed_site());
            let element = adds_positions.then(|| quote!(let x = x.value;));
            body = quote!(let #at = x.index; #element #krate::Indexed { index: #at, value: #lift });
            to = parse_quote!(#krate::Indexed<#to>);
        }
        if adds_positions {
            from = parse_quote!(#krate::Indexed<#from>);
        }
        let x = Ident::new("x", Span::call_site());
        let function: ItemFn = parse_quote!(fn lift(#x: #from) -> #to { #body });
        // With a word of its own: `Thread` and `local` would be a reserved word.
        let wanted = format!("{}_{}_read", item.ident, text(field));
        let (wgsl, messages) = gpu::function_of(
            &function,
            (&parse_quote!(#ident #arguments), item.generics),
            &wanted,
            krate,
        );
        let block = &function.block;
        let phantom = (!item.generics.params.is_empty()).then(|| {
            let this = item.ident;
            quote!((#p::PhantomData<fn() -> #this #arguments>))
        });
        let (module, quiet) = (module(), gpu::quiet());
        let declared = quote! {
            #[allow(unreachable_pub, dead_code, non_camel_case_types, reason = "hidden, and named after the field")]
            #[doc(hidden)]
            #vis struct #ident #generics #phantom #declared;

            impl #generics #p::Mapping for #ident #arguments #clause {
                type From = #from;
                type To = #to;

                #[inline(always)]
                #[allow(unused_variables, unused_parens, reason = "a constant has no `x`, and some macros add parentheses")]
                fn map(#x: #from) -> #to #block

                #quiet
                fn wgsl_map(#module: &mut #p::Module) -> #p::String { #wgsl }
            }
            #messages
        };
        Self {
            operator: quote!(#p::OfMapped<#of_value, #ident #arguments>),
            declared,
            reads_input: !adds_positions,
        }
    }
}

/// The type of the values: the field's own where the reduction gives one of them, or the input of the reduction.
fn value(field: &Field<'_>, reduction: &ResultOf, p: &TokenStream) -> Type {
    match (reduction, reduction.value(field.ty)) {
        (ResultOf::By(operator), _) => parse_quote!(<#operator as #p::Operator>::Input),
        (ResultOf::Word(_), value) => value.unwrap_or(field.ty).clone(),
    }
}

/// The name of the hidden type.
fn name(item: &Struct<'_>, field: &Field<'_>) -> Ident {
    format_ident!("{}LiftOf_{}", item.ident, text(field))
}

/// The name of the field, without the `r#` of a keyword.
fn text(field: &Field<'_>) -> String {
    match &field.member {
        Member::Named(ident) => ident.to_string().trim_start_matches("r#").to_owned(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
