//! Reduction: `lift` and `finish`, for the CPU as written and for the GPU as lowered.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Expr, ExprLit, Ident, Lit, Type, TypeParamBound, WhereClause, parse_quote};

use super::bodies;
use super::bodies::Bodies;
use super::gpu_type::members;
use super::monoid::combinable;
use super::shared::{bounds, mentions_parameters, of_type, output, private};
use crate::ast::{Field, Struct};
use crate::body::{module, this, without_self};
use crate::gpu::finish::outcome;
use crate::spans::ends;

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
    let outcome = outcome(&output, &p);
    let (sums, constants) = (plain_sums(item), constants(constant_lifts(item).collect()));
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
            #outcome
            const PLAIN_SUMS: &'static [&'static ::core::primitive::str] = &[#(#sums),*];
            #constants
            #lift
            #finish
        }

        #[automatically_derived]
        // SAFETY: the hidden functions are written above, from the user's Rust alone.
        unsafe impl #generics #p::ReductionOnGpu for #ident #arguments #clause {}

        #lifting
        #support
        #refused
    }
}

/// The fields that sum up the elements as they are, or in more words: packed bytes have an instruction for that.
fn plain_sums<'i>(item: &'i Struct<'_>) -> impl Iterator<Item = &'i str> {
    let sums = item.fields.iter().filter(|field| {
        let lift = field.options.lift.as_ref();
        match &field.options.operator {
            Some(operator) => operator == "sum" && lift.is_some_and(is_widened),
            None => lift.is_some_and(|lift| is_method(lift, "total")),
        }
    });
    sums.map(|field| field.wgsl.as_str())
}

/// Whether an expression is `x.widen()` or `u32::from(x)`.
fn is_widened(expr: &Expr) -> bool {
    let Expr::Call(call) = expr else {
        return is_method(expr, "widen");
    };
    let Expr::Path(function) = &*call.func else {
        return false;
    };
    let words: Vec<String> = function
        .path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    words == ["u32", "from"] && call.args.len() == 1 && call.args.iter().all(is_x)
}

/// Whether an expression is a call of this method of `x`, without arguments.
fn is_method(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::MethodCall(call) if is_x(&call.receiver) && call.method == name && call.args.is_empty())
}

fn is_x(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident("x"))
}

/// The fields whose `lift` is a literal other than zero.
fn constant_lifts(item: &Struct<'_>) -> impl Iterator<Item = String> {
    let constant = item
        .fields
        .iter()
        .filter(|field| field.options.lift.as_ref().is_some_and(is_constant));
    constant.map(|field| field.member.to_token_stream().to_string())
}

/// The constant of the trait that names these fields, if there are any.
pub(crate) fn constants(fields: Vec<String>) -> TokenStream {
    if fields.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #[doc(hidden)]
        const CONSTANT_LIFTS: &'static [&'static ::core::primitive::str] = &[#(#fields),*];
    }
}

/// Whether an expression is a literal other than zero, or a struct of literals that are not all zero.
pub(crate) fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(digits), ..
        }) => digits.base10_digits() != "0",
        Expr::Lit(ExprLit {
            lit: Lit::Float(digits),
            ..
        }) => digits.base10_parse::<f64>().is_ok_and(|value| value != 0.0),
        // A count of two words.
        Expr::Struct(value) => {
            let is_literal = |value: &Expr| matches!(value, Expr::Lit(_));
            value.fields.iter().all(|field| is_literal(&field.expr))
                && value.fields.iter().any(|field| is_constant(&field.expr))
        }
        _ => false,
    }
}

/// The where clause of the impls.
pub(super) fn clause(item: &Struct<'_>, input: &Type) -> WhereClause {
    let mut clause = bounds(item, |field| liftable(item, field, input));
    if mentions_parameters(item, input) && !is_bounded(item, input) {
        let p = private(item);
        clause.predicates.push(parse_quote!(#input: #p::Element));
    }
    clause
}

/// Whether the item's own bound makes an element of this type parameter: asked for again, its lack would be a second message.
fn is_bounded(item: &Struct<'_>, input: &Type) -> bool {
    let Type::Path(path) = input else { return false };
    let mut own = item.generics.type_params().filter(|own| path.path.is_ident(&own.ident));
    own.any(|own| {
        own.bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(bound) => {
                let last = bound.path.segments.last();
                last.is_some_and(|last| ["Number", "Scalar", "Element"].iter().any(|name| last.ident == name))
            }
            _ => false,
        })
    })
}

/// The bound on a field of a generic type.
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
    let (values, inference, flow) = (
        bodies::values(item, &bodies.lifts),
        &bodies.lift_inference,
        &bodies.lift_flow,
    );
    let (aliases, module, line) = (bodies::aliases(item), module(), line(item));
    let (mut statements, mut texts) = (Vec::new(), Vec::new());
    for (field, lift) in item.fields.iter().zip(&bodies.lifts) {
        if let Some(lowered) = lift.as_ref().and_then(|lift| lift.lowered.as_ref()) {
            statements.push(lowered.statements.code(&item.krate));
            texts.push(lowered.value.text.code(&item.krate));
        } else {
            let own = of_type(item, field, "Reduction");
            let function = quote_spanned!(ends(field.ty).1=> #own::wgsl_lift(#module));
            texts.push(quote!(#p::format!("{}(x)", #function)));
        }
    }
    quote! {
        #[inline(always)]
        #[allow(unused_variables, unused_parens, reason = "a constant has no `x`, and some macros add parentheses")]
        fn lift(#x: #input) -> Self {
            #aliases
            Self { #(#members: #values,)* #(#phantoms: #p::PhantomData,)* }
        }

        #[allow(
            unused,
            nonstandard_style,
            arithmetic_overflow,
            overflowing_literals,
            unconditional_panic,
            reason = "only serves inference"
        )]
        fn wgsl_lift(#module: &mut #p::Module) -> #p::String {
            #inference
            #p::lift_function::<Self>(#module, &|#module| #p::Parts {
                statements: #p::join([#(#statements),*]),
                members: ::core::convert::From::from([#(#texts),*]),
                origin: #p::Written { file: ::core::file!(), line: #line, fingerprint: <Self as #p::GpuType>::FINGERPRINT },
                flow: #flow,
            })
        }
    }
}

/// The line of the item in its file.
fn line(item: &Struct<'_>) -> TokenStream {
    quote_spanned!(item.ident.span()=> ::core::line!())
}

/// The parameter of `lift`, under the name that the user knows.
fn x() -> Ident {
    Ident::new("x", Span::call_site())
}

/// The methods of `Reduction` that make the output, and the item they lean on.
fn finish(item: &Struct<'_>, bodies: &Bodies) -> (TokenStream, TokenStream) {
    let p = private(item);
    let (module, line, flow) = (module(), line(item), &bodies.finish_flow);
    let parts = |statements: TokenStream, member: TokenStream| {
        quote!(#p::Parts {
            statements: #statements,
            members: ::core::convert::From::from([#member]),
            origin: #p::Written { file: ::core::file!(), line: #line, fingerprint: <Self as #p::GpuType>::FINGERPRINT },
            flow: #flow,
        })
    };
    let Some(body) = &bodies.finish else {
        let parts = parts(quote!(#p::text("")), quote!(#p::text("s")));
        let methods = quote! {
            #[inline(always)]
            fn finish(state: Self) -> Self { state }

            fn wgsl_finish(#module: &mut #p::Module) -> #p::String {
                #p::finish_function::<Self>(#module, &|_| #parts)
            }
        };
        return (methods, TokenStream::new());
    };
    let (ident, output) = (item.ident, output(item));
    let names: Vec<&Ident> = bodies::names(item).map(|(name, _)| name).collect();
    let (expr, inference) = (&body.expr, &bodies.finish_inference);
    let declared = match (&body.lowered, &bodies.on_host) {
        (Some(lowered), None) => {
            let (statements, value) = (&lowered.statements, &lowered.value.text);
            let parts = parts(statements.code(&item.krate), value.code(&item.krate));
            quote!(#p::finish_function::<Self>(#module, &|#module| #parts))
        }
        (_, reason) => {
            let reason = reason.as_deref().unwrap_or_default();
            quote!(#p::finished_on_host(#reason, <Self as #p::GpuType>::FINGERPRINT, #module))
        }
    };
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = item.options.input.as_ref().map(|input| clause(item, input));
    let methods = quote! {
        #[inline(always)]
        fn finish(state: Self) -> #output { __Finish::finish(state) }

        #[allow(
            unused,
            nonstandard_style,
            arithmetic_overflow,
            overflowing_literals,
            unconditional_panic,
            reason = "only serves inference"
        )]
        fn wgsl_finish(#module: &mut #p::Module) -> #p::String {
            #inference
            #declared
        }
    };
    let support = quote! {
        /// A method, because the user's expression may say `self`.
        trait __Finish: ::core::marker::Sized {
            type Output;
            fn finish(self) -> Self::Output;
        }

        impl #generics __Finish for #ident #arguments #clause {
            type Output = #output;

            #[inline(always)]
            #[allow(unused_variables, unused_parens, reason = "no expression needs all fields, and some macros add parentheses")]
            fn finish(self) -> #output {
                #(let #names = self.#names;)*
                #expr
            }
        }
    };
    (methods, support)
}

/// naga's refusal, which rustc reports if it has nothing to say itself about the same expressions.
fn refused(item: &Struct<'_>, input: &Type, bodies: &Bodies, refusal: &crate::validate::Refusal) -> TokenStream {
    let (ident, p, x) = (item.ident, private(item), x());
    let (members, phantoms, values) = (members(item), &item.phantoms, bodies::values(item, &bodies.lifts));
    // Where naga was asked, every type is known, and no field is lifted by its own.
    let aliases = bodies::aliases(item);
    let lift = quote! {
        |#x: #input| {
            #aliases
            #ident { #(#members: #values,)* #(#phantoms: #p::PhantomData,)* }
        }
    };
    let finish = bodies.finish.as_ref().map(|body| {
        let names: Vec<&Ident> = bodies::names(item).map(|(name, _)| name).collect();
        let (output, state) = (output(item), this(Span::call_site()));
        let expr = without_self(body.expr.to_token_stream());
        quote! {
            |#state: #ident| -> #output {
                #(let #names = #state.#names;)*
                #expr
            }
        }
    });
    bodies::refusal(item, refusal, &lift, &finish.unwrap_or_else(|| quote!(())))
}
