//! Places for generated tokens, so that rustc's messages about them point at the user's code.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The first and the last place of `tokens`.
pub(crate) fn ends(tokens: impl ToTokens) -> (Span, Span) {
    let trees: Vec<TokenTree> = tokens.into_token_stream().into_iter().collect();
    let start = trees.first().map(|tree| match tree {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    });
    let end = trees.last().map(|tree| match tree {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    });
    (
        start.unwrap_or_else(Span::call_site),
        end.unwrap_or_else(Span::call_site),
    )
}

/// All of `tokens` at `span`.
pub(crate) fn placed(tokens: impl ToTokens, span: Span) -> TokenStream {
    tokens
        .into_token_stream()
        .into_iter()
        .map(|mut tree| {
            if let TokenTree::Group(group) = &tree {
                tree = Group::new(group.delimiter(), placed(group.stream(), span)).into();
            }
            tree.set_span(span);
            tree
        })
        .collect()
}

/// `tokens` with the first one moved to `start`: rustc then underlines everything from there to the last one.
pub(crate) fn starting(start: Span, tokens: TokenStream) -> TokenStream {
    let mut trees = tokens.into_iter();
    let first = trees.next().map(|mut tree| {
        tree.set_span(start);
        tree
    });
    first.into_iter().chain(trees).collect()
}

/// `tokens` with parentheses for invisible delimiters.
pub(crate) fn visible(tokens: TokenStream) -> TokenStream {
    if !has_invisible(tokens.clone()) {
        return tokens;
    }
    tokens
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Group(group) => {
                let delimiter = match group.delimiter() {
                    Delimiter::None => Delimiter::Parenthesis,
                    other => other,
                };
                let mut shown = Group::new(delimiter, visible(group.stream()));
                shown.set_span(group.span());
                shown.into()
            }
            other => other,
        })
        .collect()
}

fn has_invisible(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Group(group) => group.delimiter() == Delimiter::None || has_invisible(group.stream()),
        _ => false,
    })
}

/// Whether `tokens` name `ident`.
pub(crate) fn mentions(tokens: &TokenStream, ident: &Ident) -> bool {
    tokens.clone().into_iter().any(|tree| match tree {
        TokenTree::Ident(found) => found == *ident,
        TokenTree::Group(group) => mentions(&group.stream(), ident),
        _ => false,
    })
}
