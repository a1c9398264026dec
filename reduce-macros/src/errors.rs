//! Collects the mistakes of one item, so that all of them are reported together.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// The mistakes found so far.
#[derive(Default)]
pub(crate) struct Errors {
    all: RefCell<Vec<syn::Error>>,
    /// Whether one is no Rust either.
    wrong: Cell<bool>,
    /// The types that were refused in the function at hand.
    types: RefCell<HashSet<String>>,
}

impl Errors {
    /// Records a mistake at `tokens`.
    pub(crate) fn at(&self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Records a refused type, once for each function: who writes it several times makes one mistake.
    pub(crate) fn at_type(&self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        let name = tokens.to_token_stream().to_string();
        self.at_value_of(&name, tokens, message);
    }

    /// [`at_type`](Self::at_type) for a value of the refused type `name`.
    pub(crate) fn at_value_of(&self, name: &str, tokens: impl ToTokens, message: impl std::fmt::Display) {
        if self.types.borrow_mut().insert(name.to_owned()) {
            self.at(tokens, message);
        }
    }

    /// Another function begins.
    pub(crate) fn begin_function(&self) {
        self.types.borrow_mut().clear();
    }

    /// Records a mistake that is one in Rust too, whether or not this becomes WGSL.
    pub(crate) fn wrong(&self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        self.wrong.set(true);
        self.at(tokens, message);
    }

    /// Whether there is such a mistake.
    pub(crate) fn is_wrong(&self) -> bool {
        self.wrong.get()
    }

    /// Adds those of `other`.
    pub(crate) fn append(&self, other: Self) {
        self.wrong.set(self.is_wrong() || other.is_wrong());
        self.all.borrow_mut().extend(other.all.into_inner());
    }

    /// Records a mistake that syn found.
    pub(crate) fn push(&self, error: syn::Error) {
        self.all.borrow_mut().push(error);
    }

    /// The number of recorded mistakes.
    pub(crate) fn len(&self) -> usize {
        self.all.borrow().len()
    }

    /// Whether nothing was recorded.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first message.
    pub(crate) fn first(&self) -> Option<String> {
        self.all.borrow().first().map(ToString::to_string)
    }

    /// A type that rustc takes for anything, so that its users add no messages.
    ///
    /// It is an array whose length is the first mistake; rustc prints equal messages at equal places once.
    pub(crate) fn any_type(&self) -> TokenStream {
        let first = self.all.borrow().first().map(syn::Error::to_compile_error);
        quote::quote!([(); #first])
    }

    /// A `compile_error!` for each mistake.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.all.into_inner().iter().map(syn::Error::to_compile_error).collect()
    }
}
