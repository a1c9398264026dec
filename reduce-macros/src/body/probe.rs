//! The probe: statements that make the slots and infer their types; they run, and do nothing.

use std::collections::HashSet;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::Lowerer;

/// The parts of a probe.
pub(crate) struct Probe {
    /// The parameters in the user's words: patterns without `self`, and types.
    pub(crate) parameters: Vec<(TokenStream, TokenStream)>,
    pub(crate) output: TokenStream,
    /// The user's code with slots, an expression.
    pub(crate) body: TokenStream,
    /// The user's code as written, an expression; none where types depend on parameters of the item, because rustc
    /// allows no such constants.
    pub(crate) copy: Option<TokenStream>,
    /// Whether the probe alone asks that the types in the signature exist on a GPU.
    pub(crate) asks: bool,
    /// The type that `Self` stands for, if any: the copy stands in an item of its own, which has none.
    pub(crate) owner: Option<Type>,
}

impl Lowerer<'_> {
    /// The statements that infer the types of all slots.
    ///
    /// rustc checks the user's code three times: where it runs, in the copy and in the probe. It prints equal messages
    /// once, and says nothing about the probe if there is a mistake in the copy (`Typed` in reduce-core).
    pub(crate) fn inference(&self, probe: &Probe) -> TokenStream {
        let krate = self.krate;
        let p = quote!(#krate::private);
        let (output, body, consts) = (&probe.output, &probe.body, &self.consts);
        let typed = typed();
        let (patterns, types): (Vec<_>, Vec<_>) = probe.parameters.iter().cloned().unzip();
        let (copied, copy) = (copied_name(), copy(probe, &p));
        let slots = &self.slots;
        quote! {
            #consts
            #copy
            let #typed = #p::Typed::<#copied>;
            #(let #slots = #typed.slot();)*
            let _ = || -> #output {
                let (#(#patterns,)*) = #typed.value::<(#(#types,)*)>();
                #body
            };
        }
    }
}

/// The name of the value that makes slots: `Typed` in reduce-core, of this probe's copy.
pub(crate) fn typed() -> Ident {
    Ident::new("typed", Span::mixed_site())
}

fn copied_name() -> Ident {
    Ident::new("__COPY", Span::call_site())
}

/// The constant that holds the copy. An item, because clippy 1.95 panics at loops over closures' parameters elsewhere.
///
/// If it asks for the types in the signature, it does so once for each: a type that does not exist is one mistake.
fn copy(probe: &Probe, p: &TokenStream) -> TokenStream {
    let name = copied_name();
    let Some(copy) = &probe.copy else {
        return quote!(const #name: ::core::primitive::usize = 1;);
    };
    let (patterns, types): (Vec<_>, Vec<_>) = probe.parameters.iter().map(|(pattern, ty)| (pattern, ty)).unzip();
    let output = &probe.output;
    let mut asked = HashSet::new();
    let asked = types
        .iter()
        .copied()
        .chain([output])
        // That of `&self` is asked where it is declared to be parameters.
        .filter(|ty| probe.asks && !ty.to_string().starts_with('&') && asked.insert(ty.to_string()));
    let asked = asked.map(|ty| quote_spanned!(ty.span()=> #p::is_gpu_type::<#ty>();));
    let code = quote!(#(#asked)* let _ = |#(#patterns: #types),*| -> #output #copy;);
    let (alias, code) = match &probe.owner {
        None => (None, code),
        Some(owner) if is_generic(owner) => {
            let alias = Ident::new("__Owner", Span::call_site());
            let code = with_owner(code, &alias.to_token_stream(), p);
            (Some(quote!(type #alias = #owner;)), code)
        }
        Some(owner) => (None, with_owner(code, &owner.to_token_stream(), p)),
    };
    quote! {
        #alias
        const #name: ::core::primitive::usize = { #code 1 };
    }
}

/// Whether the type has arguments, with which it cannot stand in an expression.
fn is_generic(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.iter().any(|segment| !segment.arguments.is_empty()),
        _ => true,
    }
}

/// `tokens` with `owner` for `Self`, at its place. `Self::Input`, `Self::State` and `Self::Output` are those of an operator: outside of an impl, rustc
/// wants to know of which trait.
fn with_owner(tokens: TokenStream, owner: &TokenStream, p: &TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut replaced = TokenStream::new();
    while let Some(tree) = tokens.next() {
        match tree {
            TokenTree::Ident(ident) if ident == "Self" => {
                let mut colons = tokens.clone();
                let path = [colons.next(), colons.next()]
                    .iter()
                    .all(|tree| matches!(tree, Some(TokenTree::Punct(colon)) if colon.as_char() == ':'));
                let associated = matches!(colons.next(), Some(TokenTree::Ident(name))
                    if path && ["Input", "State", "Output"].contains(&name.to_string().as_str()));
                let whole = if associated {
                    quote!(<#owner as #p::Operator>)
                } else {
                    owner.clone()
                };
                replaced.extend(whole.into_iter().map(|mut tree| {
                    tree.set_span(tree.span().located_at(ident.span()));
                    tree
                }));
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_owner(group.stream(), owner, p));
                inner.set_span(group.span());
                replaced.extend([TokenTree::from(inner)]);
            }
            other => replaced.extend([other]),
        }
    }
    replaced
}

/// The stand-in for `self`, which is no name that generated code could bind.
pub(crate) fn this(span: Span) -> Ident {
    Ident::new("this", Span::mixed_site().located_at(span))
}

/// `tokens` with [`this`] for `self`.
pub(crate) fn without_self(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Ident(ident) if ident == "self" => this(ident.span()).into(),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_self(group.stream()));
                inner.set_span(group.span());
                inner.into()
            }
            other => other,
        })
        .collect()
}
