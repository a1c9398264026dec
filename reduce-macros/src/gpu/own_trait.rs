//! `#[gpu]` on a trait of the user's and on its impls: code that is generic over the trait calls its functions.
//!
//! rustc knows of `M: Metric` what the supertraits say, so each function of the trait is one: `Method` of its name. An impl of `Method` for a foreign
//! type such as f32 has to name a type of the user's crate: that is the hidden associated type of the trait, a type beside the impl.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::{
    FnArg, ImplItem, ImplItemFn, ItemImpl, ItemTrait, Path, TraitItem, TraitItemFn, Type, TypeParamBound, parse_quote,
};

use super::bounds;
use super::lowered::{Beside, functions};
use super::methods::{Of, letters_of};
use crate::errors::Errors;
use crate::fingerprint::hash;
use crate::known_traits::mark;
use crate::spans::mentions;

/// Names that have a meaning of their own in bodies.
const TAKEN: [&str; 16] = [
    "as_ref",
    "cloned",
    "cmp",
    "combine",
    "combine_in_order",
    "copied",
    "default",
    "finish",
    "from",
    "identity",
    "into",
    "lift",
    "partial_cmp",
    "total_cmp",
    "try_from",
    "widen",
];

/// The trait with a supertrait for each of its functions.
pub(super) fn declaration(item: &ItemTrait, krate: &Path, errors: &Errors) -> Beside {
    let p = quote!(#krate::private);
    let (mut item, mark) = (item.clone(), mark());
    let (ident, (_, arguments, _)) = (&item.ident, item.generics.split_for_impl());
    let by = quote!(<Self as #ident #arguments>::#mark);
    let mut supertraits: Vec<TypeParamBound> = vec![
        parse_quote!('static),
        parse_quote!(::core::marker::Send),
        parse_quote!(::core::marker::Sync),
    ];
    let mut holds_values = false;
    for function in trait_functions(&item) {
        let name = &function.sig.ident;
        if !is_translatable(function, errors) {
            continue;
        }
        let hash = hash(&name.to_string());
        supertraits.push(parse_quote!(#p::Method<#hash, #by>));
        holds_values |= has_values_of_self(function);
    }
    if holds_values {
        supertraits.push(parse_quote!(#p::GpuType));
    }
    item.supertraits.extend(supertraits);
    item.colon_token.get_or_insert_default();
    complete_types(&mut item, &p);
    item.items.push(parse_quote! {
        #[doc(hidden)]
        type #mark;
    });
    Beside {
        instead: Some(item.into_token_stream()),
        ..Beside::default()
    }
}

fn trait_functions(item: &ItemTrait) -> impl Iterator<Item = &TraitItemFn> {
    item.items.iter().filter_map(|item| match item {
        TraitItem::Fn(function) => Some(function),
        _ => None,
    })
}

/// Whether each impl of the trait can translate this function; reports why not.
fn is_translatable(function: &TraitItemFn, errors: &Errors) -> bool {
    let name = &function.sig.ident;
    if let Some(body) = &function.default {
        errors.at(
            body,
            "a function of a trait with `#[gpu]` has no body: an impl does not see it; write it in each impl, or as a free function that is generic over the trait",
        );
        return false;
    }
    if let Some(parameter) = function.sig.generics.params.first() {
        errors.at(
            parameter,
            "a function of a trait with `#[gpu]` has no parameters of its own: put this one on the trait, or write a free function",
        );
        return false;
    }
    if TAKEN.iter().any(|taken| name == taken) {
        errors.at(
            name,
            format!(
                "`{name}` is a function of other traits as well, and a body names no trait: give this one another name"
            ),
        );
        return false;
    }
    true
}

/// Whether a function takes or gives a value of the type that has the trait.
fn has_values_of_self(function: &TraitItemFn) -> bool {
    let this = Ident::new("Self", Span::call_site());
    let has_receiver = matches!(function.sig.inputs.first(), Some(FnArg::Receiver(_)));
    let (inputs, output) = (&function.sig.inputs, &function.sig.output);
    has_receiver || bounds::is_of_values(&quote!(#inputs #output), &this)
}

/// Bounds the associated types that the functions take or give.
fn complete_types(item: &mut ItemTrait, p: &TokenStream) {
    let signatures = trait_functions(item).map(|function| {
        let (inputs, output) = (&function.sig.inputs, &function.sig.output);
        quote!(#inputs #output)
    });
    let signatures: TokenStream = signatures.collect();
    for member in &mut item.items {
        if let TraitItem::Type(ty) = member
            && mentions(&signatures, &ty.ident)
            && ty.bounds.iter().all(bounds::is_of_any)
        {
            ty.bounds.push(parse_quote!(#p::GpuType));
        }
    }
}

/// The impl with its hidden type, and beside it the functions' WGSL.
pub(super) fn implementation(block: &ItemImpl, path: &Path, krate: &Path, errors: &Errors) -> Option<Beside> {
    if is_for_every_type(block, errors) {
        // Nothing stands in its place: an impl without the hidden type would be a second error.
        return Some(Beside {
            instead: Some(TokenStream::new()),
            ..Beside::default()
        });
    }
    let (owner, last) = (&*block.self_ty, path.segments.last()?);
    let (p, by) = (quote!(#krate::private), hidden_type(block, path, &last.ident));
    let qualified: Vec<ImplItemFn> = functions(block)
        .map(|function| qualified(function, block, path))
        .collect();
    let of = Of {
        owner,
        generics: &block.generics,
        by: Some(&by),
        krate,
    };
    let mut beside = of.methods(qualified.iter(), errors);
    if block.generics.params.is_empty() {
        let names = functions(block).map(|function| &function.sig.ident);
        beside.outside.extend(names.map(|name| is_alone(name, owner, &p)));
    }
    beside.outside.extend(quote! {
        #[doc(hidden)]
        #[allow(unreachable_pub, non_camel_case_types, reason = "as reachable as the impl")]
        pub enum #by {}
    });
    let mut mark = mark();
    mark.set_span(mark.span().located_at(last.ident.span()));
    beside.inside.push(parse_quote! {
        #[doc(hidden)]
        type #mark = #by;
    });
    Some(beside)
}

/// The name of the hidden type of an impl: each has one of its own.
fn hidden_type(block: &ItemImpl, path: &Path, name: &Ident) -> Ident {
    let (generics, owner) = (&block.generics, &block.self_ty);
    let text = [
        generics.to_token_stream(),
        path.to_token_stream(),
        owner.to_token_stream(),
    ]
    .map(|tokens| tokens.to_string());
    format_ident!("__{name}Of{}_{:x}", letters_of(owner), hash(&text.concat()))
}

/// Whether an impl is one for every type, which is reported.
fn is_for_every_type(block: &ItemImpl, errors: &Errors) -> bool {
    let owner = &*block.self_ty;
    let mut parameters = block.generics.type_params();
    let every = parameters.find(|parameter| is_parameter(owner, &parameter.ident));
    if let Some(parameter) = every {
        errors.at(
            owner,
            format!(
                "an impl for every `{}` cannot become WGSL: write one for each type, by a macro if there are many",
                parameter.ident
            ),
        );
    }
    every.is_some()
}

/// Whether the type is this parameter itself, or a reference to it.
fn is_parameter(ty: &Type, parameter: &Ident) -> bool {
    match ty {
        Type::Path(path) => path.path.is_ident(parameter),
        Type::Reference(of) => is_parameter(&of.elem, parameter),
        _ => false,
    }
}

/// A constant that does not compile where the type has a method of this name of its own: Rust calls that one instead, and a body does not say which.
fn is_alone(name: &Ident, owner: &Type, p: &TokenStream) -> TokenStream {
    let hash = hash(&name.to_string());
    let message = format!(
        "`{}` has a method `{name}` of its own, which Rust calls instead: give this one another name",
        owner.to_token_stream()
    );
    quote_spanned! {name.span()=>
        const _: () = {
            use #p::NoInherent as _;
            ::core::assert!(!#p::AskedInherent::<#owner, #hash>::HAS, #message)
        };
    }
}

/// The function with `<Self as Trait>::Name` for the `Self::Name` of an associated type: its WGSL stands in an impl of another trait.
fn qualified(function: &ImplItemFn, block: &ItemImpl, path: &Path) -> ImplItemFn {
    let types = block.items.iter().filter_map(|item| match item {
        ImplItem::Type(ty) => Some(ty.ident.to_string()),
        _ => None,
    });
    let types: Vec<String> = types.collect();
    if types.is_empty() {
        return function.clone();
    }
    let tokens = with_path(function.to_token_stream(), &types, path);
    syn::parse2(tokens).unwrap_or_else(|_| function.clone())
}

fn with_path(tokens: TokenStream, types: &[String], path: &Path) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut qualified, mut rest) = (TokenStream::new(), trees.as_slice());
    while let [first, behind @ ..] = rest {
        rest = behind;
        match (first, behind) {
            (TokenTree::Ident(this), [TokenTree::Punct(a), TokenTree::Punct(b), TokenTree::Ident(name), ..])
                if this == "Self" && a.as_char() == ':' && b.as_char() == ':' && types.iter().any(|ty| name == ty) =>
            {
                qualified.extend(crate::spans::starting(this.span(), quote!(<#this as #path>)));
            }
            (TokenTree::Group(group), _) => {
                let mut inner = Group::new(group.delimiter(), with_path(group.stream(), types, path));
                inner.set_span(group.span());
                qualified.extend([TokenTree::from(inner)]);
            }
            _ => qualified.extend([first.clone()]),
        }
    }
    qualified
}
