//! What lowering an expression gives.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Path;

/// An expression in both halves.
pub(crate) struct Lowered {
    /// The Rust expression with slots.
    pub(crate) probe: TokenStream,
    pub(super) pieces: Vec<Piece>,
}

pub(super) enum Piece {
    Fixed(String),
    /// A Rust expression that yields the text at run time, and what stands for it while the macro runs, if anything can.
    Asked(TokenStream, Option<String>),
}

impl Lowered {
    pub(super) fn fixed(probe: impl ToTokens, text: impl Into<String>) -> Self {
        Self {
            probe: probe.into_token_stream(),
            pieces: vec![Piece::Fixed(text.into())],
        }
    }

    pub(super) fn asked(probe: TokenStream, code: TokenStream, stand_in: Option<String>) -> Self {
        Self {
            probe,
            pieces: vec![Piece::Asked(code, stand_in)],
        }
    }

    pub(super) fn around(self, probe: TokenStream, before: &str, after: &str) -> Self {
        let mut pieces = vec![Piece::Fixed(before.to_owned())];
        pieces.extend(self.pieces);
        pieces.push(Piece::Fixed(after.to_owned()));
        Self { probe, pieces }
    }

    /// The text as a Rust expression of type String; [`module`] is in scope.
    pub(crate) fn text(&self, krate: &Path) -> TokenStream {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Fixed(text) => quote!(#krate::private::text(#text)),
            Piece::Asked(code, _) => code.clone(),
        });
        quote!(#krate::private::join([#(#pieces),*]))
    }

    /// The text with untyped literals, where nothing in it needs a type that only rustc knows.
    pub(crate) fn draft(&self) -> Option<String> {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Fixed(text) => Some(text.clone()),
                Piece::Asked(_, stand_in) => stand_in.clone(),
            })
            .collect()
    }
}

/// The WGSL module where texts are made, under a name that no field and no constant of the user's can have.
pub(crate) fn module() -> Ident {
    Ident::new("module", Span::mixed_site())
}
