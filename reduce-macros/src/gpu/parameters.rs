//! `#[gpu] impl Reduction` whose `lift` and `finish` take `&self`: a `ReductionWithParameters`, and beside it the operator that engines take.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, ImplItem, ImplItemConst, ItemImpl, Path, PathSegment, Type, parse_quote};

use super::finish;
use super::lowered::{Beside, Within, functions, lower, quiet, type_name};
use super::traits::{associated_type, constant_lifts, marked};
use crate::body::module;
use crate::errors::Errors;
use crate::signature::is_shared;
use crate::wgsl;

/// The functions that read parameters.
pub(super) const FUNCTIONS: [&str; 2] = ["lift", "finish"];

/// Whether the functions of an `impl Reduction` take `&self`.
pub(super) fn are_read(block: &ItemImpl) -> bool {
    let is_reduction = |path: &Path| path.segments.last().is_some_and(|last| last.ident == "Reduction");
    if !block.trait_.as_ref().is_some_and(|(path, _)| is_reduction(path)) {
        return false;
    }
    functions(block).any(|function| {
        FUNCTIONS.iter().any(|name| function.sig.ident == name) && function.sig.inputs.first().is_some_and(is_self)
    })
}

fn is_self(argument: &FnArg) -> bool {
    matches!(argument, FnArg::Receiver(_))
}

/// The impl of the trait that has `&self`, and what stands beside it.
pub(super) fn reduction(block: &ItemImpl, krate: &Path, errors: &Errors) -> Beside {
    if receivers(block, errors).is_none() {
        // Each further message would be about this mistake.
        return Beside {
            instead: Some(TokenStream::new()),
            ..Beside::default()
        };
    }
    let p = quote!(#krate::private);
    let (owner, name) = (&block.self_ty, type_name(&block.self_ty));
    let (generics, _, clause) = block.generics.split_for_impl();
    let constants = crate::expand::constants(constant_lifts(block));
    let binned = binned(block);
    let [input, state, output] = ["Input", "State", "Output"].map(|name| associated(block, name, &p));
    let [lift, finish] = FUNCTIONS.map(|role| declared(block, role, krate, errors));
    let outcome = finish::outcome(&output, &p);
    let (marked, module, quiet) = (marked(block, "ReductionOnGpu", krate), module(), quiet());
    let operator = quote! {
        #[automatically_derived]
        impl #generics #p::Operator for #owner #clause {
            type Input = #input;
            type State = #state;
            type Output = #output;
            type Params = Self;
            #outcome
            #constants
            #binned

            #[inline(always)]
            fn lift_with(params: &Self, x: #input) -> #state {
                <Self as #p::ReductionWithParameters>::lift(params, x)
            }

            #[inline(always)]
            fn finish_with(params: &Self, state: #state) -> #output {
                <Self as #p::ReductionWithParameters>::finish(params, state)
            }

            fn wgsl_name() -> #p::String { #p::text(#name) }

            #quiet
            fn wgsl_lift(#module: &mut #p::Module) -> #p::String { #lift }

            #quiet
            fn wgsl_finish(#module: &mut #p::Module) -> #p::String { #finish }
        }

        #[automatically_derived]
        impl #generics #p::OperatorValue for #owner #clause {
            type Operator = Self;

            fn params(self) -> Self { self }
        }
    };
    Beside {
        outside: quote!(#operator #marked),
        instead: Some(with_parameters(block, krate)),
        ..Beside::default()
    }
}

/// Refuses functions of which one takes `&self` and the other does not, and any other `self`.
fn receivers(block: &ItemImpl, errors: &Errors) -> Option<()> {
    let before = errors.len();
    for function in functions(block) {
        let role = function.sig.ident.to_string();
        let Some(other) = FUNCTIONS
            .iter()
            .find(|other| **other != role)
            .filter(|_| FUNCTIONS.contains(&role.as_str()))
        else {
            continue;
        };
        match function.sig.inputs.first() {
            Some(FnArg::Receiver(receiver)) if is_shared(receiver) => {}
            Some(FnArg::Receiver(receiver)) => {
                errors.at(receiver, "parameters are read and never changed: take `&self`");
            }
            _ => errors.at(
                &function.sig.ident,
                format!("`{other}` takes `&self`, so `{role}` does too: both read the parameters, or neither"),
            ),
        }
    }
    (errors.len() == before).then_some(())
}

/// The associated type of that name as the user wrote it, so that a mistake in it is reported there; one that is missing is reported by rustc.
fn associated(block: &ItemImpl, name: &str, p: &TokenStream) -> TokenStream {
    let written = associated_type(block, name).map(ToTokens::to_token_stream);
    let name = format_ident!("{name}");
    written.unwrap_or_else(|| quote!(<Self as #p::ReductionWithParameters>::#name))
}

/// The expression that declares a function and returns its name.
fn declared(block: &ItemImpl, role: &str, krate: &Path, errors: &Errors) -> TokenStream {
    let (p, module) = (quote!(#krate::private), module());
    let not_lowered = quote!(#p::not_lowered(#role, #module));
    // A function that is missing is reported by rustc, in words of its own.
    let Some(function) = functions(block).find(|function| function.sig.ident == role) else {
        return not_lowered;
    };
    // So is a wrong number of parameters.
    if function.sig.inputs.len() != 2 {
        return not_lowered;
    }
    let owner: &Type = &block.self_ty;
    let lowered = if role == "finish" {
        finish::lowered(function, block, Within::Parameters, krate)
    } else {
        let lowered = lower(
            &function.sig,
            &function.block,
            &block.generics,
            Some(owner),
            Within::Parameters,
            krate,
            errors,
        );
        lowered.ok_or(not_lowered)
    };
    let lowered = match lowered {
        Ok(lowered) => lowered,
        Err(instead) => return instead,
    };
    let base = wgsl::declaration(&type_name(owner));
    let wanted = quote!(#p::format!("{}_{}_with_parameters", #p::snake_case(#base), #role));
    let declare = lowered.declare(&quote!(Self), &format!("{role} with parameters"), &wanted, krate);
    let with_parameters = format_ident!("{role}_with_parameters");
    quote! {
        let function = { #declare };
        #p::#with_parameters::<Self>(&function, #module)
    }
}

/// The constant of a histogram of this library, which is one of the operator.
fn binned(block: &ItemImpl) -> Option<&ImplItemConst> {
    block.items.iter().find_map(as_binned)
}

fn as_binned(item: &ImplItem) -> Option<&ImplItemConst> {
    match item {
        ImplItem::Const(constant) if constant.ident == "BINNED" => Some(constant),
        _ => None,
    }
}

/// The user's impl, of the trait that has `&self`. Their own path of `Reduction` is named once more: an import of it is used.
fn with_parameters(block: &ItemImpl, krate: &Path) -> TokenStream {
    let mut block = block.clone();
    finish::without_attribute(&mut block);
    block.items.retain(|item| as_binned(item).is_none());
    let Some((path, _)) = &mut block.trait_ else {
        return block.into_token_stream();
    };
    let written = path.clone();
    let span = path
        .segments
        .last()
        .map_or_else(Span::call_site, |last| last.ident.span());
    let name = format_ident!("ReductionWithParameters", span = span);
    *path = parse_quote!(#krate::private);
    path.segments.push(PathSegment::from(name));
    quote! {
        const _: () = {
            #[allow(dead_code, reason = "it names the trait")]
            fn __names<T: #written>() {}
        };
        #block
    }
}
