//! `&self` in `lift` and `finish` of an operator that reads no parameters: it is left out, and the operator is a plain `Reduction`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::{FnArg, Ident, ImplItem, Item, ItemImpl, Path};

use super::lowered::functions;
use super::parameters::{FUNCTIONS, are_read};
use crate::signature::is_shared;
use crate::spans::mentions;

/// `item` as an `impl Reduction` without receivers, if it has them and no body names `self`.
pub(super) fn dropped(item: &Item) -> Option<Item> {
    let Item::Impl(block) = item else { return None };
    let this = Ident::new("self", Span::call_site());
    if !are_read(block) || functions(block).any(|function| mentions(&function.block.to_token_stream(), &this)) {
        return None;
    }
    let mut block = block.clone();
    for item in &mut block.items {
        if let ImplItem::Fn(function) = item
            && FUNCTIONS.iter().any(|name| function.sig.ident == name)
            && let Some(FnArg::Receiver(receiver)) = function.sig.inputs.first()
            && is_shared(receiver)
        {
            function.sig.inputs = function.sig.inputs.iter().skip(1).cloned().collect();
        }
    }
    (!are_read(&block)).then_some(Item::Impl(block))
}

/// `reducer_using` takes a value of the type, as of one with parameters, and the host can call `value.lift(x)`.
pub(super) fn value(block: &ItemImpl, krate: &Path) -> TokenStream {
    let (p, owner) = (quote!(#krate::private), &block.self_ty);
    let (generics, _, clause) = block.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics #p::ReductionWithParameters for #owner #clause {
            type Input = <Self as #p::Reduction>::Input;
            type State = <Self as #p::Reduction>::State;
            type Output = <Self as #p::Reduction>::Output;

            fn lift(&self, x: <Self as #p::Reduction>::Input) -> <Self as #p::Reduction>::State {
                <Self as #p::Reduction>::lift(x)
            }

            fn finish(&self, state: <Self as #p::Reduction>::State) -> <Self as #p::Reduction>::Output {
                <Self as #p::Reduction>::finish(state)
            }
        }

        #[automatically_derived]
        impl #generics #p::OperatorValue for #owner #clause {
            type Operator = Self;

            fn params(self) {}
        }
    }
}
