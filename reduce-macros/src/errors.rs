//! Collects the mistakes of one item, so that all of them are reported together.

use std::cell::RefCell;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors(RefCell<Vec<syn::Error>>);

impl Errors {
    /// Records a mistake at `tokens`.
    pub(crate) fn at(&self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Records a mistake that syn found.
    pub(crate) fn push(&self, error: syn::Error) {
        self.0.borrow_mut().push(error);
    }

    /// The number of recorded mistakes.
    pub(crate) fn len(&self) -> usize {
        self.0.borrow().len()
    }

    /// Whether nothing was recorded.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A type that rustc takes for anything, so that its users add no messages.
    ///
    /// It is an array whose length is the first mistake; rustc prints equal messages at equal places once.
    pub(crate) fn any_type(&self) -> TokenStream {
        let first = self.0.borrow().first().map(syn::Error::to_compile_error);
        quote::quote!([(); #first])
    }

    /// A `compile_error!` for each mistake.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.into_inner().iter().map(syn::Error::to_compile_error).collect()
    }
}
