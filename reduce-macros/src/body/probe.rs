//! The probe: statements that make the slots and infer their types; they run, and do nothing.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use super::Lowerer;

/// What a probe is made of.
pub(crate) struct Probe {
    /// The parameters in the user's words: names without `self`, and types.
    pub(crate) parameters: Vec<(Ident, TokenStream)>,
    pub(crate) output: TokenStream,
    /// The user's code with slots, an expression.
    pub(crate) body: TokenStream,
    /// The user's code as written, an expression; none where types depend on parameters of the item, because rustc
    /// allows no such constants.
    pub(crate) copy: Option<TokenStream>,
}

impl Lowerer<'_> {
    /// The statements that infer the types of all slots.
    ///
    /// rustc checks the user's code three times: where it runs, in the copy and in the probe. It prints equal messages
    /// once, and says nothing of the probe if there is a mistake in the copy (`Typed` in reduce-core).
    pub(crate) fn inference(&self, probe: &Probe) -> TokenStream {
        let krate = self.krate;
        let p = quote!(#krate::private);
        let (output, body, consts) = (&probe.output, &probe.body, &self.consts);
        let typed = Ident::new("typed", Span::mixed_site());
        let (names, types): (Vec<_>, Vec<_>) = probe.parameters.iter().map(|(name, ty)| (name, ty)).unzip();
        let copy = probe
            .copy
            .as_ref()
            .map(|copy| quote!(let _ = |#(mut #names: #types),*| -> #output { #copy };));
        let slots = &self.slots;
        quote! {
            #consts
            let #typed = #p::Typed::<{ #copy 1 }>;
            #(let #slots = #typed.slot();)*
            let _ = || -> #output {
                let (#(mut #names,)*) = #typed.value::<(#(#types,)*)>();
                #body
            };
        }
    }
}

/// What stands for `self`, which is no name that generated code could bind.
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
