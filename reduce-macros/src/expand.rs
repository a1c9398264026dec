//! Item → checked → lowered → impls: the table of contents of a derive.
//!
//! The impls of an item hold without conditions on its fields; anything that the fields lack is reported once, at the field,
//! and not again wherever the item is used. To this end generated code stands at the field that it is about.

mod bodies;
mod compared;
mod enumeration;
mod gpu_type;
mod mapped;
mod monoid;
mod parameters;
mod reduction;
mod results;
mod shared;
mod stored;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path};

use self::bodies::Bodies;
pub(crate) use self::reduction::{constants, is_constant};
use crate::ast::{Derive, Struct};
use crate::errors::Errors;
use crate::{fallback, rules};

/// Expands a derive; a refused item gives its messages and stubs.
pub(crate) fn derive(input: &DeriveInput, derive: Derive, krate: &Path) -> TokenStream {
    let errors = Errors::default();
    let item = Struct::read(input, krate, &errors);
    if derive == Derive::Reduce && item.asks_for_results() {
        return struct_of_results(&item, errors);
    }
    if derive == Derive::GpuType
        && let Some(error) = rules::misplaced(&item)
    {
        return error.to_compile_error();
    }
    if matches!(input.data, syn::Data::Enum(_)) {
        rules::check_enum(&item, derive, &errors);
        if errors.is_empty() {
            return beside(&enumeration::impls(&item));
        }
    }
    if matches!(input.data, syn::Data::Struct(_)) {
        rules::check_layout(&item, &errors);
        if derive == Derive::Reduce {
            rules::check_reduce(&item, &errors);
        }
    }
    let params = item.options.params.as_deref();
    let bodies = (derive == Derive::Reduce && params.is_none()).then(|| Bodies::lower(&item, &errors));
    if !errors.is_empty() {
        let stubs = fallback::stubs(&item, derive, &errors);
        let messages = errors.into_tokens();
        return quote!(#messages #stubs);
    }
    let expand = |input: &DeriveInput, kind| self::derive(input, kind, &item.krate);
    let (mut impls, mut declared) = (gpu_type::impls(&item), TokenStream::new());
    if derive == Derive::Reduce {
        impls.extend(monoid::impls(&item));
    }
    if let Some(bodies) = &bodies {
        impls.extend(reduction::impls(&item, bodies));
    }
    if let (Some(params), Some(input)) = (params, &item.options.input) {
        impls.extend(parameters::operator(&item, params, input));
        declared = parameters::declared(&item, params, Some(&expand));
    }
    let impls = beside(&impls);
    quote!(#declared #impls)
}

/// Expands the derive of a struct whose fields are results.
fn struct_of_results(item: &Struct<'_>, errors: Errors) -> TokenStream {
    rules::check_results(item, &errors);
    let params = item.options.params.as_deref();
    let expand = |input: &DeriveInput, kind| derive(input, kind, &item.krate);
    if let Some(input) = item.options.input.as_ref().filter(|_| errors.is_empty()) {
        let impls = beside(&results::impls(item, input, &expand));
        let declared = params.map(|params| parameters::declared(item, params, None));
        return quote!(#declared #impls);
    }
    let stubs = fallback::results(item, &errors);
    let messages = errors.into_tokens();
    quote!(#messages #stubs)
}

/// The impls of an item, with the names in them out of the way.
fn beside(impls: &TokenStream) -> TokenStream {
    quote! {
        #[allow(
            unused_qualifications,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction,
            reason = "the expressions are the user's, the rest is not"
        )]
        const _: () = { #impls };
    }
}
