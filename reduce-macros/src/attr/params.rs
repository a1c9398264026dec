//! `params(name: Type, …)`: the parameters of a derived operator.

use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Ident, Token, Type, parenthesized};

/// A parameter.
pub(crate) struct Param {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
}

/// Reads the parentheses behind `key`.
pub(super) fn parse(key: Ident, stream: ParseStream<'_>) -> syn::Result<(Ident, Vec<Param>)> {
    const EXAMPLE: &str = "as in `params(limit: f32)`";
    if !stream.peek(syn::token::Paren) {
        let message = format!("`params` takes names and types in parentheses, {EXAMPLE}");
        return Err(syn::Error::new(key.span(), message));
    }
    let inner;
    parenthesized!(inner in stream);
    let param = |stream: ParseStream<'_>| {
        let ident = stream.call(Ident::parse_any)?;
        if !stream.peek(Token![:]) {
            return Err(syn::Error::new(
                ident.span(),
                format!("a parameter has a type, {EXAMPLE}"),
            ));
        }
        stream.parse::<Token![:]>()?;
        let ty = stream.parse()?;
        Ok(Param { ident, ty })
    };
    let params: Vec<Param> = Punctuated::<Param, Token![,]>::parse_terminated_with(&inner, param)?
        .into_iter()
        .collect();
    if params.is_empty() {
        return Err(syn::Error::new(
            key.span(),
            format!("`params` names at least one parameter, {EXAMPLE}"),
        ));
    }
    Ok((key, params))
}
