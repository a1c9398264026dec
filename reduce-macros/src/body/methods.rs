//! The types that stand for the names of methods, so that rustc says the name of one that is missing.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::fingerprint::hash;

/// The methods that a function calls, each once.
#[derive(Default)]
pub(crate) struct Methods(Vec<Ident>);

impl Methods {
    /// The type that stands for the name of `method`.
    pub(super) fn name(&mut self, method: &Ident) -> Ident {
        if !self.0.iter().any(|known| known == method) {
            self.0.push(method.clone());
        }
        type_of(method)
    }

    /// The types. They stand beside the statements of the function and in no closure, whose type would be a part of their name in messages.
    pub(super) fn declared(&self, p: &TokenStream) -> TokenStream {
        let types = self.0.iter().map(|method| {
            let (ident, hash) = (type_of(method), hash(&method.to_string()));
            quote! {
                enum #ident {}
                impl #p::MethodName for #ident {
                    type Hash = #p::Named<#hash>;
                }
            }
        });
        quote!(#(#types)*)
    }
}

/// Its name differs from those of the user's types, modules and functions.
fn type_of(method: &Ident) -> Ident {
    format_ident!(
        "{}_on_gpu",
        method.to_string().trim_start_matches("r#"),
        span = method.span()
    )
}
