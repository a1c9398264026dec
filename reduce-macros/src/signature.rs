//! Signatures of GPU functions: names or patterns, and types that WGSL has.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{
    FnArg, Ident, ItemFn, Pat, Receiver, ReceiverKind, ReturnType, Safety, Signature, Type, TypeReference, parse_quote,
};

use crate::errors::Errors;
use crate::rules;

/// The name of a parameter of a GPU function.
pub(crate) enum Called {
    /// One name, of a variable that the body changes if it is mutable.
    Name { ident: Ident, mutable: bool },
    /// The names of its parts.
    Parts(Pat),
}

/// The name of a parameter, and its type: of a shared reference, that of the value.
pub(crate) fn parameter(argument: &FnArg, owner: Option<&Type>, errors: &Errors) -> Option<(Called, Type)> {
    let (called, ty) = match argument {
        FnArg::Receiver(receiver) => {
            if !(is_shared(receiver) || is_changed(argument) || matches!(receiver.kind, ReceiverKind::Value)) {
                errors.at(receiver, "take `self`, `&self` or `&mut self`");
                return None;
            }
            let called = Called::Name {
                ident: Ident::new("self", receiver.self_token.span),
                mutable: receiver.mutability.is_some() || is_changed(argument),
            };
            (called, owner?.clone())
        }
        FnArg::Typed(typed) => {
            let called = match &*typed.pat {
                Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Called::Name {
                    ident: ident.ident.clone(),
                    mutable: ident.mutability.is_some() || is_changed(argument),
                },
                pattern if is_changed(argument) => {
                    errors.at(
                        pattern,
                        "name a parameter that the function changes, and take it apart in the body",
                    );
                    return None;
                }
                pattern => Called::Parts(pattern.clone()),
            };
            let ty = match &*typed.ty {
                Type::Reference(reference) if is_plain(reference) || is_changed(argument) => &reference.elem,
                _ => &typed.ty,
            };
            (called, (**ty).clone())
        }
    };
    if let Some((place, remedy)) = rules::value_refusal(&ty) {
        errors.at_type(place, remedy);
        return None;
    }
    Some((called, ty))
}

/// Whether a function changes what this parameter refers to: `&mut T`, of one value and not of a slice.
pub(crate) fn is_changed(argument: &FnArg) -> bool {
    match argument {
        FnArg::Receiver(receiver) => matches!(&receiver.kind, ReceiverKind::Reference(_, None, Some(_))),
        FnArg::Typed(typed) => matches!(
            &*typed.ty,
            Type::Reference(reference)
                if reference.mutability.is_some() && reference.lifetime.is_none() && !matches!(&*reference.elem, Type::Slice(_))
        ),
    }
}

/// Whether a parameter is a shared reference, of which the body gets the value.
pub(crate) fn is_borrowed(argument: &FnArg) -> bool {
    match argument {
        FnArg::Receiver(receiver) => is_shared(receiver),
        FnArg::Typed(typed) => matches!(&*typed.ty, Type::Reference(shared) if is_plain(shared)),
    }
}

/// Whether it is `&T`, of one value and not of a slice.
fn is_plain(shared: &TypeReference) -> bool {
    shared.mutability.is_none() && shared.lifetime.is_none() && !matches!(&*shared.elem, Type::Slice(_))
}

/// Whether it is `&self`.
pub(crate) fn is_shared(receiver: &Receiver) -> bool {
    matches!(&receiver.kind, ReceiverKind::Reference(_, None, None))
}

/// The type of the result: of a function that changes parameters, theirs.
pub(crate) fn output(signature: &Signature, changed: &[Type], errors: &Errors) -> Option<Type> {
    let ReturnType::Type(_, output) = &signature.output else {
        match changed {
            [] => errors.at(
                &signature.ident,
                "a GPU function returns a value, or changes what it takes by `&mut`",
            ),
            [one] => return Some(one.clone()),
            several => return Some(parse_quote!((#(#several),*))),
        }
        return None;
    };
    if !changed.is_empty() {
        errors.at(
            output,
            "a GPU function returns a value or changes what it takes by `&mut`, not both: return the changed value as well, in a tuple",
        );
        return None;
    }
    let refused = match &**output {
        Type::ImplTrait(_) => Some((output.to_token_stream(), "name the type")),
        output => rules::value_refusal(output).map(|(place, remedy)| (place.to_token_stream(), remedy)),
    };
    if let Some((place, remedy)) = refused {
        errors.at_type(place, remedy);
        return None;
    }
    Some((**output).clone())
}

/// Refuses the parts of a signature around the parameters that WGSL does not have.
pub(crate) fn check(signature: &Signature, errors: &Errors) {
    if let Some(token) = &signature.asyncness {
        errors.at(token, "there is no waiting on the GPU: remove `async`");
    }
    if let Safety::Unsafe(token) = &signature.safety {
        errors.at(token, "a GPU function is safe: remove `unsafe`");
    }
    if let Some(abi) = &signature.abi {
        errors.at(abi, "a GPU function has no ABI: remove `extern`");
    }
    let references = signature.inputs.iter().any(|argument| match argument {
        FnArg::Receiver(receiver) => !matches!(receiver.kind, ReceiverKind::Value),
        FnArg::Typed(typed) => matches!(*typed.ty, Type::Reference(_)),
    });
    // A lifetime that a reference needs goes with it.
    if let (Some(lifetime), false) = (signature.generics.lifetimes().next(), references) {
        errors.at(
            lifetime,
            "there are no references on the GPU, so there are no lifetimes",
        );
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(variadic, "a GPU function takes a fixed number of parameters");
    }
}

/// The type of a function as a pointer.
pub(crate) fn pointer(item: &ItemFn) -> TokenStream {
    let types = item.sig.inputs.iter().filter_map(|argument| match argument {
        FnArg::Typed(typed) => Some(&typed.ty),
        FnArg::Receiver(_) => None,
    });
    let output = &item.sig.output;
    quote!(fn(#(#types),*) #output)
}
