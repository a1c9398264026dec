//! WGSL text with holes: pieces that are fixed while the macro runs, and pieces that a slot fills in at run time.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

/// Pieces of WGSL, in order.
#[derive(Clone, Default)]
pub(crate) struct Text(Vec<Piece>);

#[derive(Clone)]
enum Piece {
    Fixed(String),
    /// A Rust expression that yields the text at run time, and its stand-in while the macro runs, if anything can be one.
    Asked(TokenStream, Option<String>),
    /// [`Asked`](Self::Asked) for a literal, which nothing can change.
    Constant(TokenStream, String),
}

impl Text {
    /// A text that is known now.
    pub(crate) fn fixed(text: impl Into<String>) -> Self {
        Self(vec![Piece::Fixed(text.into())])
    }

    /// A text that `code` yields at run time, where [`module`](super::module) is in scope; naga sees `stand_in` in its
    /// place while the macro runs.
    pub(crate) fn asked(code: TokenStream, stand_in: Option<String>) -> Self {
        Self(vec![Piece::Asked(code, stand_in)])
    }

    /// A literal that `code` spells at run time.
    pub(crate) fn constant(code: TokenStream, digits: String) -> Self {
        Self(vec![Piece::Constant(code, digits)])
    }

    /// Appends a fixed piece.
    #[must_use]
    pub(crate) fn then(mut self, text: &str) -> Self {
        match self.0.last_mut() {
            Some(Piece::Fixed(last)) => last.push_str(text),
            _ => self.0.push(Piece::Fixed(text.to_owned())),
        }
        self
    }

    /// Appends another text.
    #[must_use]
    pub(crate) fn and(mut self, other: Self) -> Self {
        for piece in other.0 {
            match piece {
                Piece::Fixed(text) => self = self.then(&text),
                asked => self.0.push(asked),
            }
        }
        self
    }

    /// The Rust expression of type String that builds the text.
    pub(crate) fn code(&self, krate: &Path) -> TokenStream {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Fixed(text) => quote!(#krate::private::text(#text)),
            Piece::Asked(code, _) | Piece::Constant(code, _) => code.clone(),
        });
        quote!(#krate::private::join([#(#pieces),*]))
    }

    /// The text with untyped literals, where nothing in it needs a type that only rustc knows.
    pub(crate) fn draft(&self) -> Option<String> {
        self.0
            .iter()
            .map(|piece| match piece {
                Piece::Fixed(text) | Piece::Constant(_, text) => Some(text.clone()),
                Piece::Asked(_, stand_in) => stand_in.clone(),
            })
            .collect()
    }

    /// Whether the text is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the text is one literal.
    pub(crate) fn is_constant(&self) -> bool {
        matches!(self.0.as_slice(), [Piece::Constant(..)])
    }
}
