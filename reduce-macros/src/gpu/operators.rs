//! `#[gpu]` on impls of operators, of a type of the user's: `PartialEq`, `PartialOrd`, `Ord`, `Add` and its kin, `AddAssign` and its kin, `Neg`.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};
use syn::{GenericArgument, Ident, ImplItemFn, ItemImpl, Path, PathArguments, PathSegment, Type, parse_quote};

use super::lowered::{Beside, Within, functions, lower, quiet, type_name};
use super::traits::associated_type;
use crate::body::{module, sign};
use crate::errors::Errors;
use crate::fingerprint::hash;
use crate::wgsl;

/// The traits of `core::ops`, their functions and symbols.
const OPERATORS: [(&str, &str, &str); 15] = [
    ("Add", "add", "+"),
    ("Sub", "sub", "-"),
    ("Mul", "mul", "*"),
    ("Div", "div", "/"),
    ("Rem", "rem", "%"),
    ("Neg", "neg", "-"),
    ("BitAnd", "bitand", "&"),
    ("BitOr", "bitor", "|"),
    ("AddAssign", "add_assign", "+="),
    ("SubAssign", "sub_assign", "-="),
    ("MulAssign", "mul_assign", "*="),
    ("DivAssign", "div_assign", "/="),
    ("RemAssign", "rem_assign", "%="),
    ("BitAndAssign", "bitand_assign", "&="),
    ("BitOrAssign", "bitor_assign", "|="),
];

/// Whether a trait of this name is that of an operator.
pub(super) fn is_operator(name: &str) -> bool {
    OPERATORS.iter().any(|(known, _, _)| *known == name)
}

/// The traits of comparisons: what the function is called, what another one of the trait is, and the trait and its function that say the text.
const COMPARISONS: [(&str, &str, &str, &str, &str); 3] = [
    (
        "PartialEq",
        "eq",
        "`!=` is the opposite of `==`",
        "WrittenEquality",
        "equal",
    ),
    (
        "PartialOrd",
        "partial_cmp",
        "`<` and its kin follow from it",
        "WrittenPartialOrder",
        "partial",
    ),
    (
        "Ord",
        "cmp",
        "`max`, `min` and `clamp` follow from it",
        "WrittenOrder",
        "order",
    ),
];

/// Whether a trait of this name compares.
pub(super) fn is_comparison(name: &str) -> bool {
    COMPARISONS.iter().any(|(known, ..)| *known == name)
}

/// `impl PartialEq`, `PartialOrd` or `Ord`: what its function says is `==`, `<` or `cmp` of the type.
pub(super) fn comparison(block: &ItemImpl, path: &Path, krate: &Path, errors: &Errors) -> Option<Beside> {
    let name = path.segments.last()?;
    let (compared, function, others, of, text) = COMPARISONS.iter().find(|(known, ..)| name.ident == known)?;
    if !name.arguments.is_empty() {
        let message = format!("`#[gpu]` knows comparisons of two values of one type; write `impl {compared} for` it");
        errors.at(path, message);
        return None;
    }
    if let Some(parameter) = block.generics.params.first().filter(|_| *compared != "PartialEq") {
        let message = format!("`#[gpu]` knows `impl {compared}` of types without parameters; write a method");
        errors.at(parameter, message);
        return None;
    }
    if let Some(other) = functions(block).find(|written| written.sig.ident != function) {
        errors.at(&other.sig.ident, format!("write `{function}` alone: {others}"));
        return None;
    }
    let owner = block.self_ty.to_token_stream();
    let call = declared(block, function, &owner, krate, errors)?;
    let (p, module, quiet) = (quote!(#krate::private), module(), quiet());
    let (generics, _, clause) = block.generics.split_for_impl();
    let (of, text) = (format_ident!("{of}"), format_ident!("{text}"));
    let method = method(block, function, &call, krate);
    let outside = quote! {
        // SAFETY: the text is lowered from the user's Rust.
        #[automatically_derived]
        unsafe impl #generics #p::#of for #owner #clause {
            #quiet
            fn #text(left: &::core::primitive::str, right: &::core::primitive::str, #module: &mut #p::Module) -> #p::String {
                #call
            }
        }
        #method
    };
    Some(Beside {
        outside,
        ..Beside::default()
    })
}

/// `impl From<T>`: `T::into` of values, and `Type::from`.
pub(super) fn conversion(block: &ItemImpl, path: &Path, krate: &Path, errors: &Errors) -> Option<Beside> {
    let from = right(path)?;
    let call = declared(block, "from", &from.to_token_stream(), krate, errors)?;
    let (p, owner, module, quiet) = (quote!(#krate::private), &block.self_ty, module(), quiet());
    let (generics, _, clause) = block.generics.split_for_impl();
    let outside = quote! {
        // SAFETY: the text is lowered from the user's Rust.
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        unsafe impl #generics #p::Conversion<#from> for #owner #clause {
            #quiet
            fn convert(
                _: &#p::Slot<Self>,
                _: &#p::Slot<#from>,
                left: &::core::primitive::str,
                #module: &mut #p::Module,
            ) -> #p::String { #call }
        }
    };
    Some(Beside {
        outside,
        ..Beside::default()
    })
}

/// The impl of any other operator.
pub(super) fn operator(block: &ItemImpl, path: &Path, krate: &Path, errors: &Errors) -> Beside {
    let name = path
        .segments
        .last()
        .map(|last| last.ident.to_string())
        .unwrap_or_default();
    let found = OPERATORS.iter().find(|(known, _, _)| *known == name);
    let (function, symbol) = found.map_or(("", ""), |(_, function, symbol)| (function, symbol));
    let right = right(path).map_or_else(|| block.self_ty.to_token_stream(), |right| right.to_token_stream());
    let Some(call) = declared(block, function, &right, krate, errors) else {
        return Beside::default();
    };
    let outside = if function == "neg" {
        negation(block, &call, krate)
    } else {
        operation(block, symbol, &right, &call, krate)
    };
    Beside {
        outside,
        instead: Some(of_core(block, &name)),
        ..Beside::default()
    }
}

/// The right operand that the path of a trait names.
fn right(path: &Path) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &path.segments.last()?.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The expression of the call of `function` with the texts `left` and `right`.
fn declared(
    block: &ItemImpl,
    function: &str,
    right: &TokenStream,
    krate: &Path,
    errors: &Errors,
) -> Option<TokenStream> {
    // One that is missing is reported by rustc, in words of its own.
    let written = functions(block).find(|written| written.sig.ident == function)?;
    let written = with_output(written, associated_type(block, "Output"));
    let lowered = lower(
        &written.sig,
        &written.block,
        &block.generics,
        Some(&block.self_ty),
        Within::Anything,
        krate,
        errors,
    )?;
    let p = quote!(#krate::private);
    let (base, name) = (wgsl::declaration(&type_name(&block.self_ty)), hash(function));
    let wanted = quote!(#p::format!("{}_{}", #p::snake_case(#base), #function));
    let declare = lowered.declare(&quote!((Self, #right, #p::Named<#name>)), "operator", &wanted, krate);
    let operands = match function {
        "neg" | "from" => quote!([#p::text(left)]),
        _ => quote!([#p::text(left), #p::text(right)]),
    };
    Some(quote!({
        let name = { #declare };
        #p::called(name, &#operands)
    }))
}

/// The impl that gives `left symbol right` the text of `call`.
fn operation(block: &ItemImpl, symbol: &str, right: &TokenStream, call: &TokenStream, krate: &Path) -> TokenStream {
    let (p, owner, module, quiet, symbol) = (quote!(#krate::private), &block.self_ty, module(), quiet(), sign(symbol));
    let (generics, _, clause) = block.generics.split_for_impl();
    quote! {
        // SAFETY: the text is lowered from the user's Rust.
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        unsafe impl #generics #p::Operation<#symbol, #right> for #owner #clause {
            #quiet
            fn operate(
                _: &#p::Slot<Self>,
                _: &#p::Slot<#right>,
                _: &::core::primitive::str,
                left: &::core::primitive::str,
                right: &::core::primitive::str,
                #module: &mut #p::Module,
            ) -> #p::String { #call }
        }
    }
}

/// The impl for calls of the function itself, as in `a.eq(&b)`.
fn method(block: &ItemImpl, function: &str, call: &TokenStream, krate: &Path) -> TokenStream {
    let (p, owner, module, quiet, name) = (
        quote!(#krate::private),
        &block.self_ty,
        module(),
        quiet(),
        hash(function),
    );
    let (generics, _, clause) = block.generics.split_for_impl();
    quote! {
        // SAFETY: the text is lowered from the user's Rust.
        #[automatically_derived]
        unsafe impl #generics #p::Method<#name> for #owner #clause {
            #quiet
            fn call(arguments: &[#p::String], #module: &mut #p::Module) -> #p::String {
                match arguments {
                    [left, right] => #call,
                    _ => #p::not_lowered(#function, #module),
                }
            }
        }
    }
}

/// The impl that gives `-left` the text of `call`.
fn negation(block: &ItemImpl, call: &TokenStream, krate: &Path) -> TokenStream {
    let (p, owner, module, quiet) = (quote!(#krate::private), &block.self_ty, module(), quiet());
    let (generics, _, clause) = block.generics.split_for_impl();
    quote! {
        // SAFETY: the text is lowered from the user's Rust.
        #[automatically_derived]
        unsafe impl #generics #p::Negation for #owner #clause {
            #quiet
            fn negate(_: &#p::Slot<Self>, left: &::core::primitive::str, #module: &mut #p::Module) -> #p::String { #call }
        }
    }
}

/// The function with the associated type as it was written for `Self::Output`.
fn with_output(function: &ImplItemFn, output: Option<&Type>) -> ImplItemFn {
    let Some(output) = output else { return function.clone() };
    let replaced = replaced(function.to_token_stream(), output);
    syn::parse2(replaced).unwrap_or_else(|_| function.clone())
}

fn replaced(tokens: TokenStream, output: &Type) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut found, mut rest) = (TokenStream::new(), trees.as_slice());
    while let [first, behind @ ..] = rest {
        rest = behind;
        match (first, behind) {
            (
                TokenTree::Ident(this),
                [
                    TokenTree::Punct(a),
                    TokenTree::Punct(b),
                    TokenTree::Ident(name),
                    after @ ..,
                ],
            ) if this == "Self" && a.as_char() == ':' && b.as_char() == ':' && name == "Output" => {
                found.extend(output.to_token_stream());
                rest = after;
            }
            (TokenTree::Group(group), _) => {
                let mut inner = Group::new(group.delimiter(), replaced(group.stream(), output));
                inner.set_span(group.span());
                found.extend([TokenTree::from(inner)]);
            }
            (other, _) => found.extend([other.clone()]),
        }
    }
    found
}

/// The user's impl, of the trait of the standard library, whatever is called so here: that is the one behind the operator.
fn of_core(block: &ItemImpl, name: &str) -> TokenStream {
    let mut block = block.clone();
    let Some((path, _)) = &mut block.trait_ else {
        return block.into_token_stream();
    };
    let mut written = path.clone();
    if let Some(last) = written.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    let last = path.segments.last().cloned();
    *path = parse_quote!(::core::ops);
    path.segments
        .push(last.unwrap_or_else(|| PathSegment::from(Ident::new(name, proc_macro2::Span::call_site()))));
    quote! {
        const _: () = {
            #[allow(unused_imports, reason = "it names the trait that the user imported")]
            use #written as _;
        };
        #block
    }
}
