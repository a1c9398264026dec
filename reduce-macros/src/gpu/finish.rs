//! `finish`, which runs on the host whoever reduces: it becomes WGSL where it can, for results that stay on a device, and is the host's alone elsewhere.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{ImplItem, ImplItemFn, ItemImpl, Path, ReturnType, Type};

use super::lowered::{Lowered, Within, functions, lower};
use crate::body::module;
use crate::errors::Errors;
use crate::{fingerprint, rules};

/// The attribute of a `finish` that never becomes WGSL.
const HOST: &str = "host";

/// Lowers `finish` of `block`; the error is the expression that stands for the name of its WGSL, which says why there is none.
pub(super) fn lowered(
    function: &ImplItemFn,
    block: &ItemImpl,
    within: Within,
    krate: &Path,
) -> Result<Lowered, TokenStream> {
    let errors = Errors::default();
    let lowered = match on_host(function) {
        Some(reason) => Err(reason),
        None => lower(
            &function.sig,
            &function.block,
            &block.generics,
            Some(&block.self_ty),
            within,
            krate,
            &errors,
        )
        .ok_or_else(|| errors.first().unwrap_or_default()),
    };
    lowered.map_err(|reason| {
        let (p, module) = (quote!(#krate::private), module());
        let (signature, body) = (&function.sig, &function.block);
        let fingerprint = fingerprint::with_constants(fingerprint::of(quote!(#signature #body)), &block.generics, &p);
        quote!(#p::finished_on_host(#reason, #fingerprint, #module))
    })
}

/// The reason why a `finish` is for the host alone, where its attributes or its result say so.
fn on_host(function: &ImplItemFn) -> Option<String> {
    if function.attrs.iter().any(|attribute| attribute.path().is_ident(HOST)) {
        return Some("`#[host]` stands above its finish".to_owned());
    }
    let ReturnType::Type(_, output) = &function.sig.output else {
        return None;
    };
    let is_narrow = matches!(&**output, Type::Path(path) if rules::is_narrow_type(path));
    let (_, reason) = rules::output_refusal(output).filter(|_| !is_narrow)?;
    Some(reason.to_owned())
}

/// The constant that says whether a device can write the result, a type as the user wrote it.
pub(crate) fn outcome(output: &impl ToTokens, p: &TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        const OUTCOME: #p::Outcome<#output> = {
            #[allow(unused_imports, reason = "it has the constant of types that exist on the host alone")]
            use #p::Otherwise as _;
            #p::Asked::<#output>::OUTCOME
        };
    }
}

/// Removes the attribute, which rustc does not know; it is a mistake on any other function than `finish`.
pub(super) fn without_attribute(block: &mut ItemImpl) {
    for item in &mut block.items {
        if let ImplItem::Fn(function) = item {
            function.attrs.retain(|attribute| !attribute.path().is_ident(HOST));
        }
    }
}

/// Refuses the attribute where the function has to become WGSL.
pub(super) fn check_attribute(block: &ItemImpl, errors: &Errors) {
    let is_reduction = block
        .trait_
        .as_ref()
        .is_some_and(|(path, _)| path.segments.last().is_some_and(|last| last.ident == "Reduction"));
    for function in functions(block).filter(|function| !(is_reduction && function.sig.ident == "finish")) {
        if let Some(attribute) = function.attrs.iter().find(|attribute| attribute.path().is_ident(HOST)) {
            errors.at(
                attribute,
                "`#[host]` goes on the `finish` of a Reduction: all else runs on the device",
            );
        }
    }
}
