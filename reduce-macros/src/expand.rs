//! Item → checked → lowered → impls: the table of contents of a derive, and the code it emits.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{DeriveInput, Expr, Ident, Member, Path, Type, WhereClause, parse_quote};

use crate::ast::{Field, Struct};
use crate::check::{Draft, known_type};
use crate::errors::Errors;
use crate::fallback;
use crate::lower::{self, Lowered, Lowerer};
use crate::valid;

/// Which derive was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Derive {
    GpuType,
    Reduce,
}

/// Expands a derive; a refused item gives its messages and stubs.
pub(crate) fn derive(input: &DeriveInput, derive: Derive, krate: &Path) -> TokenStream {
    let errors = Errors::default();
    let Some(item) = Struct::read(input, krate, &errors) else {
        return errors.into_tokens();
    };
    valid::check(&item, derive, &errors);
    let bodies = (derive == Derive::Reduce).then(|| Bodies::lower(&item, &errors));
    if let (Some(bodies), true) = (&bodies, errors.is_empty()) {
        bodies.check(&item, &errors);
    }
    if !errors.is_empty() {
        let stubs = fallback::stubs(&item, derive);
        let messages = errors.into_tokens();
        return quote!(#messages #stubs);
    }
    let mut impls = gpu_type(&item);
    if let Some(bodies) = &bodies {
        impls.extend(monoid(&item));
        if let Some(input) = &item.options.input {
            impls.extend(reduction(&item, input, bodies));
        }
    }
    quote! {
        const _: () = { #impls };
    }
}

/// The lowered expressions of a `Reduce` item.
struct Bodies {
    /// One a field; none where the field's own type lifts.
    lifts: Vec<Option<(Expr, Option<Lowered>)>>,
    lift_slots: TokenStream,
    finish: Option<(Expr, Option<Lowered>)>,
    finish_slots: TokenStream,
}

impl Bodies {
    fn lower(item: &Struct<'_>, errors: &Errors) -> Self {
        let mut lowerer = Lowerer::new("lift", &item.krate, errors);
        lowerer.scope.push(("x".to_owned(), "x".to_owned()));
        let lifts = item
            .fields
            .iter()
            .map(|field| lower_lift(field, &mut lowerer))
            .collect();
        let lift_slots = lowerer.declarations();

        let mut lowerer = Lowerer::new("finish", &item.krate, errors);
        lowerer.scope = lower::finish_scope(item.fields.iter().map(|field| (&field.member, field.wgsl.as_str())));
        let finish = item.options.finish.clone().map(|expr| {
            let lowered = lowerer.expr(&expr);
            (expr, lowered)
        });
        Self {
            lifts,
            lift_slots,
            finish,
            finish_slots: lowerer.declarations(),
        }
    }

    /// Hands naga the functions of which every type is seen.
    fn check(&self, item: &Struct<'_>, errors: &Errors) {
        let members: Option<Vec<String>> = item
            .fields
            .iter()
            .map(|field| Some(format!("{}: {},", field.wgsl, known_type(field.ty)?)))
            .collect();
        let Some(members) = members else { return };
        let mut draft = Draft::default();
        draft.line("struct State {", None);
        for (member, field) in members.iter().zip(&item.fields) {
            draft.line(member, Some(field.original.span()));
        }
        draft.line("}", None);
        if let Some(input) = item.options.input.as_ref().and_then(known_type) {
            let lifts: Option<Vec<(Span, String)>> = self
                .lifts
                .iter()
                .map(|lift| {
                    lift.as_ref()
                        .and_then(|(expr, lowered)| Some((expr.span(), lowered.as_ref()?.draft()?)))
                })
                .collect();
            if let Some(lifts) = lifts {
                draft.line(&format!("fn lift(x: {input}) -> State {{ return State("), None);
                for (span, text) in lifts {
                    draft.line(&format!("{text},"), Some(span));
                }
                draft.line("); }", None);
            }
        }
        if let (Some((expr, Some(lowered))), Some(output)) =
            (&self.finish, item.options.output.as_ref().and_then(known_type))
            && let Some(text) = lowered.draft()
        {
            draft.line(&format!("fn finish(s: State) -> {output} {{ return"), None);
            draft.line(&text, Some(expr.span()));
            draft.line("; }", None);
        }
        draft.check(item.ident.span(), errors);
    }
}

fn lower_lift(field: &Field<'_>, lowerer: &mut Lowerer<'_>) -> Option<(Expr, Option<Lowered>)> {
    let operator = field.options.operator.as_ref();
    let expr = match (&field.options.lift, operator) {
        (Some(expr), _) => expr.clone(),
        // The message of a type mismatch belongs to the field, which said nothing else.
        (None, Some(_)) => {
            let x = Ident::new("x", Span::call_site().located_at(field.ty.span()));
            parse_quote!(#x)
        }
        (None, None) => return None,
    };
    let is_flag = operator.is_some_and(|operator| operator == "any" || operator == "all");
    let lowered = if is_flag {
        lowerer.flag(&expr)
    } else {
        lowerer.expr(&expr)
    };
    Some((expr, lowered))
}

/// The where clause of an impl: the item's own, and what the fields have to be, each at its field.
fn bounds(item: &Struct<'_>, of: impl Fn(&Field<'_>) -> TokenStream) -> WhereClause {
    let mut clause = item
        .generics
        .where_clause
        .clone()
        .unwrap_or_else(|| parse_quote!(where));
    for field in &item.fields {
        let bound = of(field);
        clause.predicates.push(parse_quote!(#bound));
    }
    clause
}

/// Zeroable, Pod and GpuType.
fn gpu_type(item: &Struct<'_>) -> TokenStream {
    let (ident, vis, p) = (item.ident, item.vis, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = bounds(item, |field| {
        let ty = field.ty;
        quote_spanned!(ty.span()=> #ty: #p::Storable)
    });
    let types: Vec<&Type> = item.fields.iter().map(|field| field.ty).collect();
    let members: Vec<&Member> = item.fields.iter().map(|field| &field.member).collect();
    let names: Vec<&str> = item.fields.iter().map(|field| field.wgsl.as_str()).collect();
    let phantoms = &item.phantoms;
    let strips: Vec<Ident> = (0..types.len()).map(|index| format_ident!("strip{index}")).collect();
    let name = wgsl_name(item);
    let layout = layout(item);
    let shuffles = names.iter().zip(&types).map(|(name, ty)| {
        let part = format!("{{value}}.{name}");
        quote!(<#ty as #p::GpuType>::wgsl_shuffle_xor(&#p::format!(#part), distance, module))
    });
    let at_once = item
        .generics
        .params
        .is_empty()
        .then(|| quote!(const _: () = <#ident as #p::GpuType>::LAYOUT;));
    quote! {
        // SAFETY: every field is Pod, and `LAYOUT` asserts that there is no padding.
        unsafe impl #generics #p::Zeroable for #ident #arguments #clause {}
        // SAFETY: as above; `GpuType` requires Copy and 'static.
        unsafe impl #generics #p::Pod for #ident #arguments #clause {}

        #[automatically_derived]
        impl #generics #p::GpuType for #ident #arguments #clause {
            const NEEDS: #p::Needs = #p::Needs::NONE #(.and(<#types as #p::GpuType>::NEEDS))*;
            const ALIGN: usize = {
                let mut most = 1;
                #(if <#types as #p::GpuType>::ALIGN > most { most = <#types as #p::GpuType>::ALIGN; })*
                most
            };
            const LAYOUT: () = #layout;
            type Columns = __Strips #arguments;

            fn wgsl_name() -> #p::String { #name }

            fn wgsl_type(module: &mut #p::Module) -> #p::String {
                let () = Self::LAYOUT;
                module.structure::<Self>(&<Self as #p::GpuType>::wgsl_name(), |module| {
                    #p::Vec::from([#((#names, <#types as #p::GpuType>::wgsl_type(module))),*])
                })
            }

            fn wgsl_value(self, module: &mut #p::Module) -> #p::String {
                let parts = [#(<#types as #p::GpuType>::wgsl_value(self.#members, module)),*];
                #p::construct::<Self>(&parts, module)
            }

            fn wgsl_shuffle_xor(value: &str, distance: &str, module: &mut #p::Module) -> #p::String {
                let parts = [#(#shuffles),*];
                #p::construct::<Self>(&parts, module)
            }

            fn canonical(self) -> Self {
                Self {
                    #(#members: <#types as #p::GpuType>::canonical(self.#members),)*
                    #(#phantoms: self.#phantoms,)*
                }
            }
        }

        /// The struct of arrays of this type.
        #[allow(unreachable_pub, reason = "reachable as an associated type only")]
        #[derive(#p::Clone)]
        #vis struct __Strips #generics #clause {
            #(#strips: <#types as #p::GpuType>::Columns,)*
            item: #p::PhantomData<fn() -> #ident #arguments>,
        }

        #[automatically_derived]
        impl #generics #p::Columns for __Strips #arguments #clause {
            type Item = #ident #arguments;

            #[inline(always)]
            fn filled(value: Self::Item) -> Self {
                __Strips {
                    #(#strips: <<#types as #p::GpuType>::Columns as #p::Columns>::filled(value.#members),)*
                    item: #p::PhantomData,
                }
            }

            #[inline(always)]
            fn get(&self, index: usize) -> Self::Item {
                #ident {
                    #(#members: #p::Columns::get(&self.#strips, index),)*
                    #(#phantoms: #p::PhantomData,)*
                }
            }

            #[inline(always)]
            fn set(&mut self, index: usize, value: Self::Item) {
                #(#p::Columns::set(&mut self.#strips, index, value.#members);)*
            }
        }

        #at_once
    }
}

/// The compile-time proof that Rust and WGSL lay the struct out alike: no padding, equal alignments.
fn layout(item: &Struct<'_>) -> TokenStream {
    let p = private(item);
    let checks = item.fields.iter().map(|field| {
        let (ty, member) = (field.ty, &field.member);
        quote_spanned! {field.original.span()=>
            #p::assert!(
                #p::offset_of!(Self, #member) == end,
                "there is padding before this field, which a GPU buffer cannot have: order the fields from the largest alignment to the smallest"
            );
            #p::assert!(
                #p::align_of::<#ty>() == <#ty as #p::GpuType>::ALIGN,
                "this field is aligned differently in WGSL on this target"
            );
            end += #p::size_of::<#ty>();
        }
    });
    quote_spanned! {item.ident.span()=> {
        let mut end = 0;
        #(#checks)*
        #p::assert!(
            #p::size_of::<Self>() == end,
            "there is padding after the last field, which a GPU buffer cannot have: add a field that fills it"
        );
    }}
}

/// The expression of the WGSL name: the struct's, then its type arguments.
fn wgsl_name(item: &Struct<'_>) -> TokenStream {
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

fn private(item: &Struct<'_>) -> TokenStream {
    let krate = &item.krate;
    quote!(#krate::private)
}

/// What a field says of being combined: its operator, or its own type.
fn monoid(item: &Struct<'_>) -> TokenStream {
    let (ident, p) = (item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = bounds(item, |field| {
        let ty = field.ty;
        match &field.options.operator {
            Some(operator) => quote_spanned!(operator.span()=> #p::field::#operator: #p::field::Operator<#ty>),
            None => quote_spanned!(ty.span()=> #ty: #p::Monoid),
        }
    });
    let members: Vec<&Member> = item.fields.iter().map(|field| &field.member).collect();
    let phantoms = &item.phantoms;
    let owners: Vec<TokenStream> = item
        .fields
        .iter()
        .map(|field| {
            let ty = field.ty;
            match &field.options.operator {
                Some(operator) => quote!(<#p::field::#operator as #p::field::Operator<#ty>>),
                None => quote!(<#ty as #p::Monoid>),
            }
        })
        .collect();
    let commutes = item
        .fields
        .iter()
        .filter(|field| field.options.operator.is_none())
        .map(|field| field.ty);
    let texts = item.fields.iter().zip(&owners).map(|(field, owner)| {
        let (a, b) = (format!("a.{}", field.wgsl), format!("b.{}", field.wgsl));
        match field.options.operator {
            Some(_) => quote!(#owner::wgsl(#a, #b, module)),
            None => quote!(#p::format!("{}({}, {})", #owner::wgsl_combine(module), #a, #b)),
        }
    });
    quote! {
        #[automatically_derived]
        impl #generics #p::Monoid for #ident #arguments #clause {
            const COMMUTATIVE: bool = true #(&& <#commutes as #p::Monoid>::COMMUTATIVE)*;
            const EXACT: bool = true #(&& #owners::EXACT)*;

            #[inline(always)]
            fn identity() -> Self {
                Self { #(#members: #owners::identity(),)* #(#phantoms: #p::PhantomData,)* }
            }

            #[inline(always)]
            fn combine(a: Self, b: Self) -> Self {
                Self { #(#members: #owners::combine(a.#members, b.#members),)* #(#phantoms: #p::PhantomData,)* }
            }

            fn wgsl_combine(module: &mut #p::Module) -> #p::String {
                #p::combine_function::<Self>(module, |module| #p::Vec::from([#(#texts),*]))
            }
        }
    }
}

fn reduction(item: &Struct<'_>, input: &Type, bodies: &Bodies) -> TokenStream {
    let (ident, p) = (item.ident, private(item));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = bounds(item, |field| {
        let ty = field.ty;
        match &field.options.operator {
            Some(operator) => quote_spanned!(operator.span()=> #p::field::#operator: #p::field::Operator<#ty>),
            None if field.options.lift.is_some() => quote_spanned!(ty.span()=> #ty: #p::Monoid),
            None => quote_spanned!(ty.span()=> #ty: #p::Monoid + #p::Reduction<Input = #input, State = #ty>),
        }
    });
    let phantoms = &item.phantoms;
    let members: Vec<&Member> = item.fields.iter().map(|field| &field.member).collect();
    let (values, probes, texts) = lift_parts(item, bodies);
    let lift_slots = &bodies.lift_slots;
    let x = Ident::new("x", Span::call_site());
    let (output, finish, support) = finish_parts(item, bodies, &clause);
    quote! {
        #[automatically_derived]
        impl #generics #p::Reduction for #ident #arguments #clause {
            type Input = #input;
            type State = Self;
            type Output = #output;

            #[inline(always)]
            #[allow(unused_variables, unused_parens, clippy::all, reason = "the expressions are the user's, the function is not")]
            fn lift(#x: #input) -> Self {
                Self { #(#members: #values,)* #(#phantoms: #p::PhantomData,)* }
            }

            #[allow(unused, clippy::all, reason = "only serves inference")]
            fn wgsl_lift(module: &mut #p::Module) -> #p::String {
                #lift_slots
                if let #p::Option::Some(#x) = #p::absent::<#input>() {
                    let _ = Self { #(#members: #probes,)* #(#phantoms: #p::PhantomData,)* };
                }
                #p::lift_function::<Self>(module, |module| #p::Vec::from([#(#texts),*]))
            }

            #finish
        }

        #support
    }
}

/// The fields of `lift`: in Rust, with slots, and as the Rust expressions of their WGSL.
fn lift_parts(item: &Struct<'_>, bodies: &Bodies) -> (Vec<TokenStream>, Vec<TokenStream>, Vec<TokenStream>) {
    let p = private(item);
    let (mut values, mut probes, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for (field, lift) in item.fields.iter().zip(&bodies.lifts) {
        let ty = field.ty;
        let x = Ident::new("x", Span::call_site());
        let Some((expr, Some(lowered))) = lift else {
            values.push(quote!(<#ty as #p::Reduction>::lift(#x)));
            probes.push(quote!(<#ty as #p::Reduction>::lift(#x)));
            texts.push(quote!(#p::format!("{}(x)", <#ty as #p::Reduction>::wgsl_lift(module))));
            continue;
        };
        let is_flag = field
            .options
            .operator
            .as_ref()
            .is_some_and(|operator| operator == "any" || operator == "all");
        values.push(if is_flag {
            quote_spanned!(expr.span()=> #p::field::Truth::flag(#expr))
        } else {
            expr.to_token_stream()
        });
        probes.push(lowered.probe.clone());
        texts.push(lowered.text(&item.krate));
    }
    (values, probes, texts)
}

/// The output type, the methods of `Reduction` that make it, and the item they lean on.
fn finish_parts(item: &Struct<'_>, bodies: &Bodies, clause: &WhereClause) -> (TokenStream, TokenStream, TokenStream) {
    let p = private(item);
    let (Some(output), Some((expr, Some(lowered)))) = (&item.options.output, &bodies.finish) else {
        let methods = quote! {
            #[inline(always)]
            fn finish(state: Self) -> Self { state }

            fn wgsl_finish(module: &mut #p::Module) -> #p::String {
                #p::finish_function::<Self>(module, |_| #p::text("s"))
            }
        };
        return (quote!(Self), methods, TokenStream::new());
    };
    let (ident, probe, text, slots) = (
        item.ident,
        &lowered.probe,
        lowered.text(&item.krate),
        &bodies.finish_slots,
    );
    let (generics, arguments, _) = item.generics.split_for_impl();
    let names: Vec<&Ident> = item
        .fields
        .iter()
        .filter_map(|field| match &field.member {
            Member::Named(name) => Some(name),
            Member::Unnamed(_) => None,
        })
        .collect();
    let methods = quote! {
        #[inline(always)]
        fn finish(state: Self) -> #output { __Finish::finish(state) }

        fn wgsl_finish(module: &mut #p::Module) -> #p::String {
            __Finish::wgsl_finish(<Self as #p::Monoid>::identity(), module)
        }
    };
    let support = quote! {
        /// Methods, because the user's expression may say `self`.
        trait __Finish: Sized {
            type Output;
            fn finish(self) -> Self::Output;
            fn wgsl_finish(self, module: &mut #p::Module) -> #p::String;
        }

        impl #generics __Finish for #ident #arguments #clause {
            type Output = #output;

            #[inline(always)]
            #[allow(unused_variables, unused_parens, clippy::all, reason = "the expression is the user's, the function is not")]
            fn finish(self) -> #output {
                #(let #names = self.#names;)*
                #expr
            }

            #[allow(unused, clippy::all, reason = "only serves inference")]
            fn wgsl_finish(self, module: &mut #p::Module) -> #p::String {
                #slots
                if let #p::Option::Some(()) = #p::absent::<()>() {
                    #(let #names = self.#names;)*
                    let _: #output = #probe;
                }
                #p::finish_function::<Self>(module, |module| #text)
            }
        }
    };
    (quote!(#output), methods, support)
}
