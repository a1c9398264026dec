//! Reduction: `lift` and `finish`, for the CPU as written and for the GPU as lowered.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Ident, Member, Type, WhereClause, parse_quote};

use super::bodies::{Bodies, Body};
use super::gpu_type::members;
use super::monoid::combinable;
use super::{bodies, bounds, mentions_parameters, of_type, private};
use crate::ast::{Field, Struct};
use crate::lower::{self, module};
use crate::spans::{ends, starting};

/// The impls, or nothing for an item without `input`.
pub(super) fn impls(item: &Struct<'_>, bodies: &Bodies) -> TokenStream {
    let Some(input) = &item.options.input else {
        return TokenStream::new();
    };
    let (ident, p) = (item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = clause(item, input);
    let lift = lift(item, input, bodies);
    let (finish, support) = finish(item, bodies);
    let output = output(item);
    let refused = match bodies.check(item) {
        Err(refusal) if item.generics.params.is_empty() => refused(item, input, bodies, &refusal),
        _ => TokenStream::new(),
    };
    let lifting = bodies.lifts.iter().any(Option::is_none).then(|| {
        quote! {
            /// The `lift` of a field of a type that is a Reduction itself, of the same input.
            #[inline(always)]
            fn lift_as_field<R: #p::Reduction<Input = X, State = R>, X>(x: X) -> R {
                R::lift(x)
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #generics #p::Reduction for #ident #arguments #clause {
            type Input = #input;
            type State = Self;
            type Output = #output;
            #lift
            #finish
        }

        #lifting
        #support
        #refused
    }
}

/// The where clause of the impls.
fn clause(item: &Struct<'_>, input: &Type) -> WhereClause {
    let mut clause = bounds(item, |field| liftable(item, field, input));
    if mentions_parameters(item, input) {
        let p = private(item);
        clause.predicates.push(parse_quote!(#input: #p::Element));
    }
    clause
}

/// What a field of a generic type has to be.
fn liftable(item: &Struct<'_>, field: &Field<'_>, input: &Type) -> TokenStream {
    let combinable = combinable(item, field);
    if field.options.operator.is_some() || field.options.lift.is_some() {
        return combinable;
    }
    let (p, ty) = (private(item), field.ty);
    quote!(#combinable + #p::Reduction<Input = #input, State = #ty>)
}

fn lift(item: &Struct<'_>, input: &Type, bodies: &Bodies) -> TokenStream {
    let (p, x, members, phantoms) = (private(item), x(), members(item), &item.phantoms);
    let (values, slots, checks) = (values(item, bodies), &bodies.lift_slots, &bodies.lift_checks);
    let (aliases, module) = (bodies::aliases(item), module());
    let (mut probes, mut texts) = (Vec::new(), Vec::new());
    for (field, lift) in item.fields.iter().zip(&bodies.lifts) {
        if let Some(lowered) = lift.as_ref().and_then(|lift| lift.lowered.as_ref()) {
            probes.push(lowered.probe.clone());
            texts.push(lowered.text(&item.krate));
        } else {
            let own = of_type(item, field, "Reduction");
            probes.push(own_lift(item, field));
            texts.push(quote!(#p::format!("{}(x)", #own::wgsl_lift(#module))));
        }
    }
    quote! {
        #[inline(always)]
        #[allow(unused_variables, unused_parens, reason = "a constant has no `x`, and some macros add parentheses")]
        fn lift(#x: #input) -> Self {
            #aliases
            Self { #(#members: #values,)* #(#phantoms: #p::PhantomData,)* }
        }

        #[allow(unused, reason = "only serves inference")]
        fn wgsl_lift(#module: &mut #p::Module) -> #p::String {
            #slots
            if let #p::Option::Some(#x) = #p::absent::<#input>() {
                #checks
                #aliases
                let _ = Self { #(#members: #probes,)* #(#phantoms: #p::PhantomData,)* };
            }
            // Constants are named once more below: a misspelt one is then reported in the same words.
            let #x = ();
            #p::lift_function::<Self>(#module, |#module| ::core::convert::From::from([#(#texts),*]))
        }
    }
}

/// The values of the fields for one element `x`.
fn values(item: &Struct<'_>, bodies: &Bodies) -> Vec<TokenStream> {
    let value = |(field, lift): (&Field<'_>, &Option<Body>)| match lift {
        Some(lift) if field.is_flag() => lower::truth(&item.krate, &lift.expr.to_token_stream()),
        Some(lift) => lift.expr.to_token_stream(),
        None => own_lift(item, field),
    };
    item.fields.iter().zip(&bodies.lifts).map(value).collect()
}

/// The `lift` of the field's own type.
fn own_lift(item: &Struct<'_>, field: &Field<'_>) -> TokenStream {
    let (own, ty, (start, end)) = (of_type(item, field, "Reduction"), field.ty, ends(field.ty));
    let (x, input) = (bodies::x_of(item, field), &item.options.input);
    // The first mention says what is missing in fewer words; rustc then leaves out what the second would say.
    starting(
        start,
        quote_spanned!(end=> { let _ = #own::lift; lift_as_field::<#ty, #input>(#x) }),
    )
}

/// The parameter of `lift`, under the name that the user knows.
fn x() -> Ident {
    Ident::new("x", Span::call_site())
}

fn output(item: &Struct<'_>) -> TokenStream {
    item.options
        .output
        .as_ref()
        .map_or_else(|| quote!(Self), |output| quote!(#output))
}

/// The fields that have names, which are in scope in `finish`.
fn names<'i>(item: &'i Struct<'_>) -> Vec<&'i Ident> {
    let name = |field: &'i Field<'_>| match &field.member {
        Member::Named(name) => Some(name),
        Member::Unnamed(_) => None,
    };
    item.fields.iter().filter_map(name).collect()
}

/// The methods of `Reduction` that make the output, and the item they lean on.
fn finish(item: &Struct<'_>, bodies: &Bodies) -> (TokenStream, TokenStream) {
    let p = private(item);
    let Some((expr, lowered)) = bodies
        .finish
        .as_ref()
        .and_then(|body| Some((&body.expr, body.lowered.as_ref()?)))
    else {
        let methods = quote! {
            #[inline(always)]
            fn finish(state: Self) -> Self { state }

            fn wgsl_finish(module: &mut #p::Module) -> #p::String {
                #p::finish_function::<Self>(module, |_| #p::text("s"))
            }
        };
        return (methods, TokenStream::new());
    };
    let (ident, output, names) = (item.ident, output(item), names(item));
    let (probe, text) = (&lowered.probe, lowered.text(&item.krate));
    let (slots, checks, module) = (&bodies.finish_slots, &bodies.finish_checks, module());
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = item.options.input.as_ref().map(|input| clause(item, input));
    let methods = quote! {
        #[inline(always)]
        fn finish(state: Self) -> #output { __Finish::finish(state) }

        fn wgsl_finish(module: &mut #p::Module) -> #p::String {
            __Finish::wgsl_finish(<Self as #p::Monoid>::identity(), module)
        }
    };
    let support = quote! {
        /// Methods, because the user's expression may say `self`.
        trait __Finish: ::core::marker::Sized {
            type Output;
            fn finish(self) -> Self::Output;
            fn wgsl_finish(self, module: &mut #p::Module) -> #p::String;
        }

        impl #generics __Finish for #ident #arguments #clause {
            type Output = #output;

            #[inline(always)]
            #[allow(unused_variables, unused_parens, reason = "no expression needs all fields, and some macros add parentheses")]
            fn finish(self) -> #output {
                #(let #names = self.#names;)*
                #expr
            }

            #[allow(unused, reason = "only serves inference")]
            fn wgsl_finish(self, #module: &mut #p::Module) -> #p::String {
                #slots
                let _ = || -> #output {
                    #(let #names = self.#names;)*
                    #checks
                    #probe
                };
                // As in `wgsl_lift`.
                #(let #names = ();)*
                #p::finish_function::<Self>(#module, |#module| #text)
            }
        }
    };
    (methods, support)
}

/// naga's refusal, which rustc reports where it has nothing to say itself of the same expressions.
fn refused(item: &Struct<'_>, input: &Type, bodies: &Bodies, refusal: &crate::check::Refusal) -> TokenStream {
    let (ident, p, x) = (item.ident, private(item), x());
    let (members, phantoms, values) = (members(item), &item.phantoms, values(item, bodies));
    // Where naga was asked, every type is known, and no field is lifted by its own.
    let aliases = bodies::aliases(item);
    let lift = quote! {
        |#x: #input| {
            #aliases
            #ident { #(#members: #values,)* #(#phantoms: #p::PhantomData,)* }
        }
    };
    let finish = bodies.finish.as_ref().map(|body| {
        let (names, output, state) = (names(item), output(item), state());
        let expr = with_state(body.expr.to_token_stream());
        quote! {
            |#state: #ident| -> #output {
                #(let #names = #state.#names;)*
                #expr
            }
        }
    });
    bodies::refusal(item, refusal, &lift, &finish.unwrap_or_else(|| quote!(())))
}

/// What stands for `self` in a closure.
fn state() -> Ident {
    Ident::new("state", Span::mixed_site())
}

/// `tokens` with another name for `self`.
fn with_state(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Ident(ident) if ident == "self" => {
                let mut state = state();
                state.set_span(state.span().located_at(ident.span()));
                state.into()
            }
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), with_state(group.stream()));
                inner.set_span(group.span());
                inner.into()
            }
            other => other,
        })
        .collect()
}
