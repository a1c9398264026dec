//! Items with a mistake of syntax in a body: the rest of them is read as if the bodies were endless loops, so that the code that uses them adds no
//! messages.
//!
//! rustc has parsed the item before, and has said what it expected at the mistake. It parses what the macro gives back as well: in an item that it
//! leaves out, the mistake gives the same message, which is printed once. Of a syntax that rustc knows and syn does not, nobody speaks here; such a
//! function has no WGSL, and is an error where it is first used.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;
use syn::Item;

/// The item with other bodies, and the tokens that give the message; the message alone where the mistake is elsewhere.
pub(crate) fn without_bodies(tokens: TokenStream, error: &syn::Error) -> (Option<Item>, TokenStream) {
    match syn::parse2(emptied(tokens.clone())) {
        Ok(item) => (Some(item), quote!(#[cfg(any())] #tokens)),
        Err(_) => (None, error.to_compile_error()),
    }
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
