//! `#[gpu(wgsl = "…")]`: a function whose WGSL is written by hand, beside its Rust twin for the CPU.
//!
//! The text holds functions and constants; one function is called like the Rust function. Its names become
//! unique in the module, so the text is cut into identifiers that are renamed and the text between them.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{FnArg, ItemFn, LitStr, ReturnType, Type};

use crate::errors::Errors;
use crate::{fingerprint, validate, wgsl};

/// The function in WGSL, as far as naga sees it.
pub(crate) struct Function {
    pub(crate) name: String,
    /// The types of the parameters, and of the result.
    pub(crate) parameters: Vec<String>,
    pub(crate) output: Option<String>,
}

/// The declarations of a text outside of functions.
pub(crate) struct Declared {
    pub(crate) functions: Vec<Function>,
    pub(crate) constants: Vec<String>,
    /// Another kind of declaration, which is refused.
    pub(crate) others: Option<&'static str>,
}

/// Words of a text that have no place in a function that a kernel calls, with their remedy.
const REFUSED: [(&[&str], &str); 4] = [
    (
        &["enable", "requires", "diagnostic"],
        "a directive cannot stand in a function; the kernel is generated around it",
    ),
    (
        &["struct", "alias", "override"],
        "use functions and constants only, of f32, i32, u32, bool and arrays of them",
    ),
    (
        &[
            "workgroupBarrier",
            "storageBarrier",
            "textureBarrier",
            "subgroupBarrier",
            "workgroupUniformLoad",
        ],
        "an operator is computed by each invocation alone; barriers are the kernel's",
    ),
    (
        &["atomic", "subgroup", "quad"],
        "an operator is computed by each invocation alone; atomic and subgroup operations are the kernel's",
    ),
];

/// Checks the text of `function`; returns the call that declares it, an expression of its name.
pub(crate) fn declare(
    function: &ItemFn,
    source: &LitStr,
    key: &TokenStream,
    p: &TokenStream,
    errors: &Errors,
) -> Option<TokenStream> {
    let text = source.value();
    let before = errors.len();
    let signature = signature(function, errors)?;
    for word in words(&text).filter_map(|(_, word)| word) {
        let found = REFUSED
            .iter()
            .find(|(words, _)| words.iter().any(|known| is_like(word, known)));
        if let Some((_, remedy)) = found {
            errors.at(source, format!("`{word}` in raw WGSL: {remedy}"));
        }
    }
    if errors.len() > before {
        return None;
    }
    let declared = match validate::raw(&text) {
        Ok(declared) => declared,
        Err(message) => {
            errors.at(source, format!("naga refuses this WGSL: {message}"));
            return None;
        }
    };
    if let Some(what) = declared.others {
        errors.at(source, format!("{what} in raw WGSL: use functions and constants only"));
        return None;
    }
    let Some(found) = declared.functions.iter().find(|found| found.name == signature.name) else {
        let message = format!(
            "there is no `fn {}` in this WGSL; name it like the Rust function",
            signature.name
        );
        errors.at(source, message);
        return None;
    };
    if found.parameters != signature.parameters || found.output != signature.output {
        let message = format!(
            "this WGSL has `{}`, the Rust function is `{}`",
            line(found),
            line(&signature)
        );
        errors.at(source, message);
        return None;
    }
    let names: Vec<&String> = declared
        .functions
        .iter()
        .map(|function| &function.name)
        .chain(&declared.constants)
        .filter(|name| **name != signature.name)
        .collect();
    let pieces = words(&text).map(|(between, word)| {
        let index = word.and_then(|word| names.iter().position(|name| *name == word));
        match (word, index) {
            (Some(word), _) if word == signature.name => quote!((#between, #p::Option::Some(0))),
            (Some(_), Some(index)) => {
                let index = index + 1;
                quote!((#between, #p::Option::Some(#index)))
            }
            (word, _) => {
                let text = format!("{between}{}", word.unwrap_or_default());
                quote!((#text, #p::Option::None))
            }
        }
    });
    let (name, module) = (wgsl::declaration(&signature.name), crate::body::module());
    let line = quote_spanned!(source.span()=> ::core::line!());
    let fingerprint = fingerprint::of(quote!(#function #source));
    Some(quote! {
        #p::raw_function::<#key>(#module, #name, #p::Written { file: ::core::file!(), line: #line, fingerprint: #fingerprint }, &[#(#names),*], &[#(#pieces),*])
    })
}

/// The signature in Rust, with the types spelled as in WGSL.
fn signature(function: &ItemFn, errors: &Errors) -> Option<Function> {
    let name = function.sig.ident.to_string().trim_start_matches("r#").to_owned();
    if let Some(parameter) = function.sig.generics.params.first() {
        errors.at(parameter, "a function in raw WGSL has no type parameters");
        return None;
    }
    let spelled = |ty: &Type| {
        let known = wgsl::known_type(ty).filter(|name| !name.contains("64"));
        if known.is_none() {
            errors.at(ty, "raw WGSL takes and returns f32, i32, u32, bool and arrays of them");
        }
        known
    };
    let parameters: Vec<Option<String>> = function
        .sig
        .inputs
        .iter()
        .map(|argument| match argument {
            FnArg::Typed(typed) => spelled(&typed.ty),
            FnArg::Receiver(_) => None,
        })
        .collect();
    let output = match &function.sig.output {
        ReturnType::Type(_, ty) => spelled(ty)?,
        ReturnType::Default => {
            errors.at(
                &function.sig.ident,
                "a GPU function returns a value: it has no other effect",
            );
            return None;
        }
    };
    Some(Function {
        name,
        parameters: parameters.into_iter().collect::<Option<_>>()?,
        output: Some(output),
    })
}

/// A function's signature on one line.
fn line(function: &Function) -> String {
    let output = function.output.as_deref();
    let output = output.map_or_else(String::new, |output| format!(" -> {output}"));
    format!("fn {}({}){output}", function.name, function.parameters.join(", "))
}

/// Whether `word` is `known`, or for a prefix begins with it: `atomicAdd`, `subgroupAdd`.
fn is_like(word: &str, known: &str) -> bool {
    let rest = word.strip_prefix(known);
    let is_prefix = ["atomic", "subgroup", "quad"].contains(&known);
    rest.is_some_and(|rest| rest.is_empty() || is_prefix && rest.starts_with(char::is_uppercase))
}

/// The identifiers of a WGSL text that may name a declaration, each with the text in front of it, which includes comments, numbers and members. The
/// last pair has no identifier.
fn words(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut pairs = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let next = rest.chars().next().map_or(1, char::len_utf8);
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if rest.starts_with(is_word) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let is_name = !rest.starts_with(|c: char| c.is_ascii_digit()) && !text[..at].trim_end().ends_with('.');
            if is_name {
                pairs.push((&text[start..at], Some(&rest[..length])));
                start = at + length;
            }
            at += length;
        } else {
            at += next;
        }
    }
    pairs.push((&text[start..], None));
    pairs.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_names_and_nothing_else() {
        let found: Vec<&str> = words("fn f(x: f32) -> f32 { // f\n return x.f + 1.5f /* f */ * f(2u); }")
            .filter_map(|(_, word)| word)
            .collect();
        assert_eq!(found, ["fn", "f", "x", "f32", "f32", "return", "x", "f"]);
        assert!(is_like("atomicAdd", "atomic") && !is_like("atomics", "atomic") && !is_like("enabled", "enable"));
        assert!(is_like("subgroupAdd", "subgroup") && !is_like("quad_x", "quad"));
    }
}
