//! `#[gpu]`: the item stays as it is, and beside it stands the code that makes its WGSL.

mod bounds;
pub(crate) mod finish;
mod lowered;
mod misnamed;
mod numbers;
mod operators;
mod own_calls;
mod parameters;
mod receivers;
mod traits;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{FnArg, Generics, Ident, Item, ItemFn, ItemImpl, Path, ReturnType, Signature, Type};

use self::lowered::{Beside, Within, functions, lower, quiet, type_name};
use self::own_calls::OwnCalls;
use crate::attr::GpuOptions;
use crate::body::module;
use crate::errors::Errors;
use crate::fingerprint::hash;
use crate::spans::ends;
use crate::{raw, signature, wgsl};

/// Expands `#[gpu]` on `item`.
pub(crate) fn expand(item: &Item, options: &GpuOptions) -> TokenStream {
    let (errors, krate) = (Errors::default(), &options.krate);
    if let (Some(wgsl), false) = (&options.wgsl, matches!(item, Item::Fn(_))) {
        errors.at(
            wgsl,
            "`wgsl` goes on a free function, which is called like the one in the text",
        );
    }
    // WGSL by hand has no type parameters at all.
    let completed = options.wgsl.is_none().then(|| {
        let completed = bounds::completed(item, krate, &errors);
        misnamed::completed(numbers::completed(completed, krate, &errors), &errors)
    });
    let item = completed.as_ref().unwrap_or(item);
    let without_self = receivers::dropped(item);
    let item = without_self.as_ref().unwrap_or(item);
    let mut beside = match item {
        Item::Fn(function) => free_function(function, options, &errors),
        Item::Impl(block) => impl_block(block, krate, &errors),
        Item::Const(_) => Some(Beside::default()),
        other => {
            errors.at(other, "`#[gpu]` goes on functions, consts, and impl blocks: impl Monoid, impl Reduction, or a type's own methods");
            None
        }
    };
    if let (Some(Item::Impl(block)), Some(beside)) = (&without_self, &mut beside) {
        beside.outside.extend(receivers::value(block, krate));
    }
    let beside = beside.unwrap_or_default();
    let kept = match (item, beside.instead) {
        (_, Some(instead)) => instead,
        (Item::Impl(block), None) => {
            let mut block = block.clone();
            block.items.extend(beside.inside);
            finish::without_attribute(&mut block);
            block.to_token_stream()
        }
        (other, None) => other.to_token_stream(),
    };
    let (messages, outside) = (errors.into_tokens(), beside.outside);
    // A GPU has no iterators, so loops are over indices.
    let allowed = matches!(item, Item::Impl(_) | Item::Fn(_))
        .then(|| quote!(#[allow(clippy::needless_range_loop, reason = "there are no iterators on a GPU")]));
    quote!(#allowed #kept #outside #messages)
}

/// `fn name`: a type of the same name, in the other namespace, that callers ask for the WGSL.
fn free_function(item: &ItemFn, options: &GpuOptions, errors: &Errors) -> Option<Beside> {
    let krate = &options.krate;
    let (ident, vis, p) = (&item.sig.ident, &item.vis, quote!(#krate::private));
    let declared = match &options.wgsl {
        Some(wgsl) => {
            let signature = signature::pointer(item);
            raw::declare(item, wgsl, &quote!((#ident, #signature)), &p, errors).map(|declare| (signature, declare))
        }
        None => {
            let lowered = lower(
                &item.sig,
                &item.block,
                &Generics::default(),
                None,
                Within::Anything,
                krate,
                errors,
            );
            lowered.map(|lowered| {
                let types = lowered.parameters.iter().map(|(_, ty)| ty);
                let output = &lowered.output;
                let signature = quote!(fn(#(#types),*) -> #output);
                let wanted = wanted(&wgsl::declaration(&ident.to_string()), &item.sig.generics, krate);
                let declare = lowered.declare(&quote!((#ident, #signature)), "call", &wanted, krate);
                (signature, declare)
            })
        }
    };
    let Some((signature, declare)) = declared else {
        return Some(Beside {
            outside: function_stub(item, krate),
            ..Beside::default()
        });
    };
    let (generics, _, clause) = item.sig.generics.split_for_impl();
    let (quiet, module) = (quiet(), module());
    // A bound that rustc proposes stands behind the result, there as in the user's code.
    let end = match &item.sig.output {
        ReturnType::Type(_, output) => ends(output).1,
        ReturnType::Default => Span::call_site(),
    };
    let call = quote_spanned!(Span::call_site().located_at(end)=> FreeCall);
    let calls_nothing = options.wgsl.is_some().then(|| calls_nothing(ident, &p));
    let outside = quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "named after the function, in the other namespace")]
        #vis enum #ident {}

        #calls_nothing

        impl #ident {
            #[doc(hidden)]
            #vis const fn exists(_: &'static ::core::primitive::str) {}

            #[doc(hidden)]
            #quiet
            #vis fn call #generics(
                _: #p::PhantomData<fn() -> #signature>,
                arguments: &[#p::String],
                #module: &mut #p::Module,
            ) -> #p::#call #clause {
                let name = { #declare };
                // SAFETY: the function was declared from the user's Rust, or is checked as it runs.
                unsafe { #p::FreeCall::new(name, arguments) }
            }
        }
    };
    Some(Beside {
        outside,
        ..Beside::default()
    })
}

/// Keeps callers of a refused function free of follow-up errors.
fn function_stub(item: &ItemFn, krate: &Path) -> TokenStream {
    let (ident, vis, p) = (&item.sig.ident, &item.vis, quote!(#krate::private));
    let (name, module, followed) = (ident.to_string(), module(), calls_nothing(ident, &p));
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "named after the function, in the other namespace")]
        #vis enum #ident {}
        #followed
        impl #ident {
            #[doc(hidden)]
            #vis const fn exists(_: &'static ::core::primitive::str) {}

            #[doc(hidden)]
            #vis fn call<S>(_: #p::PhantomData<fn() -> S>, _: &[#p::String], #module: &mut #p::Module) -> #p::FreeCall {
                #p::free_call_not_lowered(#name, #module)
            }
        }
    }
}

/// [`Lowerer::followed`](crate::body::Lowerer::followed) for a function that calls no other.
fn calls_nothing(ident: &Ident, p: &TokenStream) -> TokenStream {
    quote! {
        impl #ident {
            #[doc(hidden)]
            #[allow(unreachable_pub, reason = "as reachable as the function")]
            pub const fn follow(_: &mut #p::Calls) {}
        }
    }
}

/// The wanted WGSL name: the function's, then its type arguments.
fn wanted(name: &str, generics: &Generics, krate: &Path) -> TokenStream {
    let p = quote!(#krate::private);
    let parameters = generics.type_params().map(|parameter| {
        let ident = &parameter.ident;
        quote!(#p::text("_"), <#ident as #p::GpuType>::wgsl_name())
    });
    quote!(#p::join([#p::text(#name) #(, #parameters)*]))
}

fn impl_block(block: &ItemImpl, krate: &Path, errors: &Errors) -> Option<Beside> {
    finish::check_attribute(block, errors);
    let Some((path, _)) = &block.trait_ else {
        return Some(methods(block, krate, errors));
    };
    let last = path.segments.last()?.ident.to_string();
    match last.as_str() {
        "Monoid" => Some(traits::monoid(block, krate, errors)),
        "Reduction" if parameters::are_read(block) => Some(parameters::reduction(block, krate, errors)),
        "Reduction" => Some(traits::reduction(block, krate, errors)),
        "From" => operators::conversion(block, path, krate, errors),
        name if operators::is_comparison(name) => operators::comparison(block, path, krate, errors),
        name if operators::is_operator(name) => Some(operators::operator(block, path, krate, errors)),
        _ => {
            errors.at(
                path,
                "`#[gpu]` knows `impl Monoid`, `impl Reduction`, `From`, operators (`PartialEq PartialOrd Ord`, `Add Sub Mul Div Rem BitAnd BitOr` and those with `Assign` behind it, `Neg`) and a type's own methods; put other functions there",
            );
            None
        }
    }
}

/// The methods that types have by their order, if they have no others of these names.
const EXTREMA: [&str; 2] = ["max", "min"];

/// Whether a type is named without arguments.
fn has_no_arguments(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.arguments.is_none()),
        _ => false,
    }
}

/// Whether a function has a receiver.
fn takes_self(signature: &Signature) -> bool {
    matches!(signature.inputs.first(), Some(FnArg::Receiver(_)))
}

/// A type's own functions: each implements `Method` of its name.
fn methods(block: &ItemImpl, krate: &Path, errors: &Errors) -> Beside {
    let p = quote!(#krate::private);
    let owner = &block.self_ty;
    let (generics, _, clause) = block.generics.split_for_impl();
    let (type_name, quiet, module) = (type_name(owner), quiet(), module());
    let (mut outside, mut calls) = (TokenStream::new(), OwnCalls::default());
    for function in functions(block) {
        let (name, span) = (function.sig.ident.to_string(), function.sig.ident.span());
        if let Some(parameter) = function.sig.generics.type_params().next() {
            errors.at(parameter, "a GPU method takes its type parameters from the impl block; put this one there, or write a free function");
            continue;
        }
        let hash = hash(&name);
        // `#[derive(GpuType)]` implements `Method` of these: it asks whether a type has its own.
        let is_asked_for = EXTREMA.contains(&name.as_str()) && has_no_arguments(owner);
        let of = if is_asked_for {
            quote!(#p::WrittenMethod)
        } else {
            quote!(#p::Method)
        };
        let lowered = lower(
            &function.sig,
            &function.block,
            &block.generics,
            Some(owner),
            Within::Anything,
            krate,
            errors,
        );
        let changes = lowered.as_ref().is_some_and(|lowered| lowered.changes) && takes_self(&function.sig);
        let changes = changes.then(|| {
            quote!(
                const CHANGES: ::core::primitive::bool = true;
            )
        });
        let body = lowered.map_or_else(
            || quote!(#p::not_lowered(#name, #module)),
            |mut lowered| {
                calls.note(&function.sig.ident, std::mem::take(&mut lowered.own_calls));
                let (base, name) = (wgsl::declaration(&type_name), name.trim_start_matches("r#"));
                let wanted = quote!(#p::format!("{}_{}", #p::snake_case(#base), #name));
                let declare = lowered.declare(&quote!((Self, #p::Named<#hash>)), "method", &wanted, krate);
                quote! {
                    let name = { #declare };
                    #p::called(name, arguments)
                }
            },
        );
        // The macro's own code at the function's name: `#![forbid(unsafe_code)]` is about the user's.
        let span = Span::call_site().located_at(span);
        outside.extend(quote_spanned! {span=>
            // SAFETY: the text is lowered from the user's Rust.
            #[automatically_derived]
            unsafe impl #generics #of<#hash> for #owner #clause {
                #changes
                #quiet
                fn call(arguments: &[#p::String], #module: &mut #p::Module) -> #p::String { #body }
            }
        });
    }
    calls.refuse_recursion(errors);
    Beside {
        outside,
        ..Beside::default()
    }
}
