//! `#[gpu]` on an impl of a type's own functions: each implements `Method` of its name. So do those of a trait of the user's.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{FnArg, Generics, ImplItemFn, ItemImpl, Path, Signature, Type};

use super::lowered::{Beside, Within, functions, lower, quiet, type_name};
use super::own_calls::OwnCalls;
use crate::body::module;
use crate::errors::Errors;
use crate::fingerprint::hash;
use crate::wgsl;

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

/// The name of a type, as a part of names: that of a tuple has the letters and digits of its parts.
pub(super) fn letters_of(ty: &Type) -> String {
    let name = type_name(ty);
    let letters: String = name.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    if letters.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        letters
    } else {
        format!("Of{letters}")
    }
}

/// The type whose functions these are, and whose they are: of a trait, the type that says so.
pub(super) struct Of<'a> {
    pub(super) owner: &'a Type,
    pub(super) generics: &'a Generics,
    pub(super) by: Option<&'a Ident>,
    pub(super) krate: &'a Path,
}

/// A type's own functions.
pub(super) fn of_type(block: &ItemImpl, krate: &Path, errors: &Errors) -> Beside {
    let of = Of {
        owner: &block.self_ty,
        generics: &block.generics,
        by: None,
        krate,
    };
    of.methods(functions(block), errors)
}

impl Of<'_> {
    /// The impls of `Method` of these functions.
    pub(super) fn methods<'f>(&self, functions: impl Iterator<Item = &'f ImplItemFn>, errors: &Errors) -> Beside {
        let (mut outside, mut calls) = (TokenStream::new(), OwnCalls::default());
        for function in functions {
            if let Some(parameter) = function.sig.generics.type_params().next() {
                errors.at(parameter, "a GPU method takes its type parameters from the impl block; put this one there, or write a free function");
                continue;
            }
            outside.extend(self.method(function, &mut calls, errors));
        }
        calls.refuse_recursion(errors);
        Beside {
            outside,
            ..Beside::default()
        }
    }

    /// The impl of `Method` of one function.
    fn method(&self, function: &ImplItemFn, calls: &mut OwnCalls, errors: &Errors) -> TokenStream {
        let (owner, krate) = (self.owner, self.krate);
        let p = quote!(#krate::private);
        let (generics, _, clause) = self.generics.split_for_impl();
        let (quiet, module) = (quiet(), module());
        let (name, span) = (function.sig.ident.to_string(), function.sig.ident.span());
        let hash = hash(&name);
        let lowered = lower(
            &function.sig,
            &function.block,
            self.generics,
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
        let by = self.by.map(|by| quote!(, #by));
        let body = lowered.map_or_else(
            || quote!(#p::not_lowered(#name, #module)),
            |mut lowered| {
                calls.note(&function.sig.ident, std::mem::take(&mut lowered.own_calls));
                let (base, name) = (wgsl::declaration(&letters_of(owner)), name.trim_start_matches("r#"));
                let wanted = quote!(#p::format!("{}_{}", #p::snake_case(#base), #name));
                let declare = lowered.declare(&quote!((Self, #p::Named<#hash> #by)), "method", &wanted, krate);
                quote! {
                    let name = { #declare };
                    #p::called(name, arguments)
                }
            },
        );
        // `#[derive(GpuType)]` implements `Method` of these: it asks whether a type has its own.
        let is_asked_for = self.by.is_none() && EXTREMA.contains(&name.as_str()) && has_no_arguments(owner);
        let of = if is_asked_for {
            quote!(#p::WrittenMethod)
        } else {
            quote!(#p::Method)
        };
        // The macro's own code at the function's name: `#![forbid(unsafe_code)]` is about the user's.
        let span = Span::call_site().located_at(span);
        quote_spanned! {span=>
            // SAFETY: the text is lowered from the user's Rust.
            #[automatically_derived]
            unsafe impl #generics #of<#hash #by> for #owner #clause {
                #changes
                #quiet
                fn call(arguments: &[#p::String], #module: &mut #p::Module) -> #p::String { #body }
            }
        }
    }
}
