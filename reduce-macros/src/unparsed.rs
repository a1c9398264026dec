//! Items with a mistake of syntax in a body: the rest of them is read as if the bodies were endless loops, so that the code that uses them adds no
//! messages.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use syn::Item;

/// The item with other bodies, and the message; the message alone where the mistake is elsewhere.
pub(crate) fn without_bodies(tokens: TokenStream, error: &syn::Error) -> (Option<Item>, TokenStream) {
    (syn::parse2(emptied(tokens)).ok(), error.to_compile_error())
}

/// `tokens` with `{ loop {} }` for the bodies of functions.
fn emptied(tokens: TokenStream) -> TokenStream {
    let mut is_signature = false;
    tokens
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Ident(ident) if ident == "fn" => {
                is_signature = true;
                ident.into()
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let inside = match std::mem::take(&mut is_signature) {
                    true => quote!(loop {}),
                    false => emptied(group.stream()),
                };
                let mut other = Group::new(Delimiter::Brace, inside);
                other.set_span(group.span());
                other.into()
            }
            other => other,
        })
        .collect()
}
