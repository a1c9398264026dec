//! `#[gpu]`: the item stays as it is, and beside it stands the code that makes its WGSL.

mod traits;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Generics, ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, Path, Signature, Type};

use crate::attr::GpuOptions;
use crate::body::{Dest, Lowerer, Probe, Text, hash, module, this, typed, without_self};
use crate::errors::Errors;
use crate::signature::Called;
use crate::{fingerprint, raw, signature, wgsl};

/// Expands `#[gpu]` on `item`.
pub(crate) fn expand(item: &Item, options: &GpuOptions) -> TokenStream {
    let (errors, krate) = (Errors::default(), &options.krate);
    if let (Some(wgsl), false) = (&options.wgsl, matches!(item, Item::Fn(_))) {
        errors.at(
            wgsl,
            "`wgsl` goes on a free function, which is called like the one in the text",
        );
    }
    let beside = match item {
        Item::Fn(function) => free_function(function, options, &errors),
        Item::Impl(block) => impl_block(block, krate, &errors),
        Item::Const(_) => Some(Beside::default()),
        other => {
            errors.at(other, "`#[gpu]` goes on functions, consts, and impl blocks: impl Monoid, impl Reduction, or a type's own methods");
            None
        }
    };
    let beside = beside.unwrap_or_default();
    let kept = match item {
        Item::Impl(block) => {
            let mut block = block.clone();
            block.items.extend(beside.inside);
            block.to_token_stream()
        }
        other => other.to_token_stream(),
    };
    let (messages, outside) = (errors.into_tokens(), beside.outside);
    // A GPU has no iterators, so loops are over indices.
    let allowed = matches!(item, Item::Impl(_) | Item::Fn(_))
        .then(|| quote!(#[allow(clippy::needless_range_loop, reason = "there are no iterators on a GPU")]));
    quote!(#allowed #kept #outside #messages)
}

/// The attributes of generated functions, which repeat the user's code for inference: lints have seen it where it stands.
fn quiet() -> TokenStream {
    quote! {
        #[allow(
            unused,
            unused_qualifications,
            nonstandard_style,
            arithmetic_overflow,
            overflowing_literals,
            unconditional_panic,
            clippy::all,
            clippy::pedantic,
            reason = "the user's code again, for inference only"
        )]
    }
}

/// The additions to an item: more items in the impl block, and items next to it.
#[derive(Default)]
struct Beside {
    inside: Vec<ImplItem>,
    outside: TokenStream,
}

/// One function in both halves.
struct Lowered {
    /// Statements that make the slots and infer their types; they run, and do nothing.
    inference: TokenStream,
    /// Rust names, WGSL names and types of the parameters.
    parameters: Vec<(String, Type)>,
    output: Type,
    body: Text,
    checked: bool,
    branches: bool,
    /// The expression of the hash of its tokens.
    fingerprint: TokenStream,
    /// The place of the function's name.
    span: Span,
}

impl Lowered {
    /// The call that declares the function in the module, an expression of its name.
    fn declare(&self, key: &TokenStream, role: &str, wanted: &TokenStream, krate: &Path) -> TokenStream {
        let (p, module) = (quote!(#krate::private), module());
        let (inference, output, body) = (&self.inference, &self.output, self.body.code(krate));
        let (checked, branches) = (self.checked, self.branches);
        let line = quote_spanned!(self.span=> ::core::line!());
        let fingerprint = &self.fingerprint;
        let typed = typed();
        let spelling = |ty: &Type| quote!(#p::InWgsl::name(&#typed.slot::<#ty>(), #module));
        let parameters = self.parameters.iter().map(|(name, ty)| {
            let spelling = spelling(ty);
            quote!((#name, #spelling))
        });
        let output = spelling(output);
        quote! {
            #inference
            let wanted: #p::String = #wanted;
            #p::function::<#key>(
                #module,
                #role,
                &wanted,
                #p::Written { file: ::core::file!(), line: #line, fingerprint: #fingerprint },
                #p::Flow { checked: #checked, branches: #branches, raw: false },
                |#module| #p::Body {
                    parameters: ::core::convert::From::from([#(#parameters),*]),
                    output: #output,
                    text: #body,
                },
            )
        }
    }
}

/// Lowers one function of an item with these generics; `owner` is the type of `self`, which has associated types in a `Reduction`.
fn lower(
    signature: &Signature,
    block: &syn::Block,
    generics: &Generics,
    owner: Option<&Type>,
    in_reduction: bool,
    krate: &Path,
    errors: &Errors,
) -> Option<Lowered> {
    let name = signature.ident.to_string();
    let mut lowerer = Lowerer::new(format!("`{name}`"), krate, errors);
    lowerer.function = Some(name.clone());
    lowerer.is_method = owner.is_some();
    let before = errors.len();
    signature::check(signature, errors);
    let (mut parameters, mut bindings, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
    for (index, argument) in signature.inputs.iter().enumerate() {
        let Some((called, ty)) = signature::parameter(argument, owner, errors) else {
            continue;
        };
        let (wgsl, pattern) = match called {
            Called::Name { ident, mutable } => {
                let wgsl = lowerer.parameter(&ident, mutable, wgsl::length(&ty));
                let rust = if ident == "self" { this(ident.span()) } else { ident };
                (wgsl, quote!(mut #rust))
            }
            Called::Parts(pattern) => {
                // Only the names of its parts are in scope.
                let wgsl = lowerer.unnamed_parameter(index);
                let rust = pattern.to_token_stream();
                patterns.push((pattern, Text::fixed(wgsl.clone())));
                (wgsl, rust)
            }
        };
        bindings.push((pattern, ty.to_token_stream()));
        parameters.push((wgsl, ty));
    }
    let output = signature::output(signature, errors);
    if errors.len() > before {
        return None;
    }
    let output = output?;
    lowerer.output = Some(output.to_token_stream());
    let is_plain = generics.params.is_empty() && signature.generics.params.is_empty();
    lowerer.is_generic = !is_plain;
    for (pattern, wgsl) in &patterns {
        lowerer.destructure(pattern, wgsl)?;
    }
    let probe = lowerer.block_to(block, &Dest::Return)?;
    let body = lowerer.take_statements();
    let inference = lowerer.inference(&Probe {
        parameters: bindings,
        output: output.to_token_stream(),
        body: probe,
        copy: is_plain.then(|| without_self(block.to_token_stream())),
        asks: true,
        owner: owner.cloned(),
        in_reduction,
    });
    Some(Lowered {
        inference,
        parameters,
        output: output.clone(),
        body,
        checked: lowerer.checked,
        branches: lowerer.branches,
        fingerprint: fingerprint::with_constants(
            fingerprint::of(quote!(#signature #block)),
            generics,
            &quote!(#krate::private),
        ),
        span: signature.ident.span(),
    })
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
            let lowered = lower(&item.sig, &item.block, &Generics::default(), None, false, krate, errors);
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
            inside: Vec::new(),
            outside: function_stub(item, krate),
        });
    };
    let (generics, _, clause) = item.sig.generics.split_for_impl();
    let (quiet, module) = (quiet(), module());
    let outside = quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "named after the function, in the other namespace")]
        #vis enum #ident {}

        impl #ident {
            #[doc(hidden)]
            #quiet
            #vis fn call #generics(
                _: #p::PhantomData<fn() -> #signature>,
                arguments: &[#p::String],
                #module: &mut #p::Module,
            ) -> #p::FreeCall #clause {
                let name = { #declare };
                // SAFETY: the function was declared from the user's Rust, or is checked as it runs.
                unsafe { #p::FreeCall::new(name, arguments) }
            }
        }
    };
    Some(Beside {
        inside: Vec::new(),
        outside,
    })
}

/// Keeps callers of a refused function free of follow-up errors.
fn function_stub(item: &ItemFn, krate: &Path) -> TokenStream {
    let (ident, vis, p) = (&item.sig.ident, &item.vis, quote!(#krate::private));
    let (name, module) = (ident.to_string(), module());
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "named after the function, in the other namespace")]
        #vis enum #ident {}
        impl #ident {
            #[doc(hidden)]
            #vis fn call<S>(_: #p::PhantomData<fn() -> S>, _: &[#p::String], #module: &mut #p::Module) -> #p::FreeCall {
                #p::free_call_not_lowered(#name, #module)
            }
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
    let Some((path, _)) = &block.trait_ else {
        return Some(methods(block, krate, errors));
    };
    let last = path.segments.last()?.ident.to_string();
    match last.as_str() {
        "Monoid" => Some(traits::monoid(block, krate, errors)),
        "Reduction" => Some(traits::reduction(block, krate, errors)),
        _ => {
            errors.at(
                path,
                "`#[gpu]` knows `impl Monoid`, `impl Reduction` and a type's own methods; put other functions there",
            );
            None
        }
    }
}

/// The functions of an impl block.
fn functions(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    })
}

/// A type's own functions: each implements `Method` of its name.
fn methods(block: &ItemImpl, krate: &Path, errors: &Errors) -> Beside {
    let p = quote!(#krate::private);
    let owner = &block.self_ty;
    let (generics, _, clause) = block.generics.split_for_impl();
    let (type_name, quiet, module) = (type_name(owner), quiet(), module());
    let mut outside = TokenStream::new();
    for function in functions(block) {
        let (name, span) = (function.sig.ident.to_string(), function.sig.ident.span());
        if let Some(parameter) = function.sig.generics.type_params().next() {
            errors.at(parameter, "a GPU method takes its type parameters from the impl block; put this one there, or write a free function");
            continue;
        }
        let hash = hash(&name);
        let body = lower(
            &function.sig,
            &function.block,
            &block.generics,
            Some(owner),
            false,
            krate,
            errors,
        )
        .map_or_else(
            || quote!(#p::not_lowered(#name, #module)),
            |lowered| {
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
            unsafe impl #generics #p::Method<#hash> for #owner #clause {
                #quiet
                fn call(arguments: &[#p::String], #module: &mut #p::Module) -> #p::String { #body }
            }
        });
    }
    Beside {
        inside: Vec::new(),
        outside,
    }
}

/// The last name of a type's path.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map_or_else(String::new, |last| last.ident.to_string()),
        other => other.span().source_text().unwrap_or_default(),
    }
}
