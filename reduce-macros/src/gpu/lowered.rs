//! A function of the user's in both halves: as Rust that infers the types of its slots, and as the expression that declares its WGSL.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Block, Expr, Generics, Ident, ImplItem, ImplItemFn, ItemImpl, Path, Signature, Stmt, Type, WherePredicate};

use crate::body::{Dest, Lowerer, Probe, Text, module, this, typed, without_self};
use crate::errors::Errors;
use crate::signature::Called;
use crate::{fingerprint, signature, wgsl};

/// The attributes of generated functions, which repeat the user's code for inference: lints have seen it where it stands.
pub(crate) fn quiet() -> TokenStream {
    quote! {
        #[allow(
            unused,
            unused_qualifications,
            nonstandard_style,
            arithmetic_overflow,
            overflowing_literals,
            trivial_bounds,
            unconditional_panic,
            clippy::all,
            clippy::pedantic,
            reason = "the user's code again, for inference only"
        )]
    }
}

/// One function in both halves.
pub(super) struct Lowered {
    /// Statements that make the slots and infer their types; they run, and do nothing.
    inference: TokenStream,
    /// Of a free function, the items that follow its calls, which other functions do from there.
    followed: TokenStream,
    /// Rust names, WGSL names and types of the parameters.
    pub(super) parameters: Vec<(String, Type)>,
    pub(super) output: Type,
    body: Text,
    checked: bool,
    branches: bool,
    /// Whether the first parameter is `&self`.
    reads_self: bool,
    /// Whether it changes its parameters, which it returns.
    pub(super) changes: bool,
    /// The functions that it calls on `self` or as `Self::…`.
    pub(super) own_calls: Vec<Ident>,
    /// The expression of the hash of its tokens.
    fingerprint: TokenStream,
    /// The place of the function's name.
    span: Span,
}

impl Lowered {
    /// The call that declares the function in the module, an expression of its name.
    pub(super) fn declare(&self, key: &TokenStream, role: &str, wanted: &TokenStream, krate: &Path) -> TokenStream {
        let (p, module) = (quote!(#krate::private), module());
        let (inference, followed, output, body) =
            (&self.inference, &self.followed, &self.output, self.body.code(krate));
        let (checked, branches) = (self.checked, self.branches);
        let line = quote_spanned!(self.span=> ::core::line!());
        let fingerprint = &self.fingerprint;
        let typed = typed();
        let spelling = |ty: &Type| quote!(#p::InWgsl::name(&#typed.slot::<#ty>(), #module));
        let parameters = self.parameters.iter().enumerate().map(|(index, (name, ty))| {
            // A type that cannot be parameters is reported where they are declared.
            let spelling = match index {
                0 if self.reads_self => quote!(#p::params_type::<Self>(#module)),
                _ => spelling(ty),
            };
            quote!((#name, #spelling))
        });
        let output = spelling(output);
        quote! {
            #inference
            #followed
            let wanted: #p::String = #wanted;
            #p::function::<#key>(
                #module,
                #role,
                &wanted,
                #p::Written { file: ::core::file!(), line: #line, fingerprint: #fingerprint },
                #p::Flow { checked: #checked, branches: #branches, raw: false },
                &|#module| #p::Body {
                    parameters: ::core::convert::From::from([#(#parameters),*]),
                    output: #output,
                    text: #body,
                },
            )
        }
    }
}

/// Where a function stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// Alone, or in an impl of a type's own.
    Anything,
    /// In a monoid.
    Monoid,
    /// In a reduction, whose owner has associated types.
    Reduction,
    /// In a reduction whose `&self` are parameters.
    Parameters,
}

/// The types in the signature that the traits themselves do not ask for.
fn asked(name: &str, parameters: &[(TokenStream, TokenStream)], output: &Type, within: Within) -> Vec<TokenStream> {
    let (types, output) = (parameters.iter().map(|(_, ty)| ty.clone()), output.to_token_stream());
    match within {
        Within::Anything | Within::Parameters => types.chain([output]).collect(),
        Within::Reduction if name == "finish" && types.clone().all(|ty| ty.to_string() != output.to_string()) => {
            vec![output]
        }
        Within::Monoid | Within::Reduction => Vec::new(),
    }
}

/// Lowers one function of an item with these generics; `owner` is the type of `self`.
pub(super) fn lower(
    signature: &Signature,
    block: &Block,
    generics: &Generics,
    owner: Option<&Type>,
    within: Within,
    krate: &Path,
    errors: &Errors,
) -> Option<Lowered> {
    let (name, parameters) = (signature.ident.to_string(), within == Within::Parameters);
    let mut lowerer = Lowerer::new(format!("`{name}`"), krate, errors);
    lowerer.function = Some(name.clone());
    lowerer.is_method = owner.is_some();
    // The host may run `finish`, and has memory enough.
    let may_be_on_host = name == "finish" && matches!(within, Within::Reduction | Within::Parameters);
    lowerer.counts_arrays = !may_be_on_host;
    lowerer.keep_called(block.to_token_stream());
    let before = errors.len();
    errors.begin_function();
    signature::check(signature, errors);
    let (mut named, mut bindings, mut patterns) = (Vec::new(), Vec::new(), Vec::new());
    let mut changed = Vec::new();
    for (index, argument) in signature.inputs.iter().enumerate() {
        let Some((called, ty)) = signature::parameter(argument, owner, errors) else {
            continue;
        };
        let (borrowed, changes) = (signature::is_borrowed(argument), signature::is_changed(argument));
        let mut rust_type = match (borrowed, changes) {
            (true, _) => quote!(&#ty),
            (_, true) => quote!(&mut #ty),
            _ => ty.to_token_stream(),
        };
        if changes {
            changed.push(ty.clone());
        }
        let (wgsl, pattern) = match called {
            Called::Name { ident, mutable } => {
                let wgsl = lowerer.parameter(&ident, mutable, borrowed || changes, wgsl::length(&ty));
                if changes {
                    lowerer.changes(&ident);
                }
                let rust = if ident == "self" { this(ident.span()) } else { ident };
                let keyword = (mutable || !borrowed).then(|| quote!(mut));
                (wgsl, quote!(#keyword #rust))
            }
            Called::Parts(pattern) => {
                let pattern = match pattern {
                    // The value of a reference is what WGSL and the probe have.
                    syn::Pat::Reference(inner) if borrowed && inner.mutability.is_none() => {
                        rust_type = ty.to_token_stream();
                        *inner.pat
                    }
                    pattern => pattern,
                };
                // Only the names of its parts are in scope.
                let wgsl = lowerer.unnamed_parameter(index);
                let rust = pattern.to_token_stream();
                patterns.push((pattern, Text::fixed(wgsl.clone())));
                (wgsl, rust)
            }
        };
        bindings.push((pattern, rust_type));
        named.push((wgsl, ty));
    }
    let output = signature::output(signature, &changed, errors);
    if errors.len() > before {
        return None;
    }
    let output = output?;
    let types = named.iter().map(|(_, ty)| ty).chain(owner).chain([&output]);
    lowerer.generic_types = types.filter(|ty| has_arguments(ty)).cloned().collect();
    lowerer.output = Some(output.to_token_stream());
    let is_plain = generics.params.is_empty() && signature.generics.params.is_empty();
    lowerer.is_generic = !is_plain;
    for (pattern, wgsl) in &patterns {
        lowerer.destructure(pattern, wgsl)?;
    }
    let probe = if changed.is_empty() {
        lowerer.block_to(block, &Dest::Return)?
    } else {
        let probe = lowerer.block_to(block, &Dest::Discard)?;
        if reaches_the_end(block) {
            lowerer.return_changed();
        }
        let values = lowerer.changed_values();
        // In the probe they are values, which the function returns.
        quote!({ #[allow(unreachable_code, reason = "a body may end before")] { #probe; #values } })
    };
    // rustc says so where the function stands, with the semicolon to remove, and would say it again of each copy.
    if changed.is_empty() && yields_nothing(block) {
        return None;
    }
    let body = lowerer.take_statements();
    let inference = lowerer.inference(&Probe {
        asked: asked(&name, &bindings, &output, within),
        parameters: bindings,
        output: output.to_token_stream(),
        written_output: changed.is_empty().then(|| output.to_token_stream()),
        body: probe,
        copy: is_plain.then(|| without_self(block.to_token_stream())),
        owner: owner.cloned(),
        in_reduction: matches!(within, Within::Reduction | Within::Parameters),
    });
    Some(Lowered {
        inference,
        followed: match owner {
            None => lowerer.followed(&signature.ident),
            Some(_) => TokenStream::new(),
        },
        parameters: named,
        output,
        body,
        checked: lowerer.checked,
        branches: lowerer.branches,
        reads_self: parameters,
        changes: !changed.is_empty(),
        own_calls: lowerer.own_calls,
        fingerprint: fingerprint::with_constants(
            fingerprint::of(quote!(#signature #block)),
            generics,
            &quote!(#krate::private),
        ),
        span: signature.ident.span(),
    })
}

/// Whether the type has arguments.
fn has_arguments(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| !last.arguments.is_empty()))
}

/// Whether a body surely ends without a value: its last statement is no expression, and does not leave the function.
fn yields_nothing(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(Expr::While(_) | Expr::ForLoop(_), None)) => true,
        Some(Stmt::Expr(_, None) | Stmt::Macro(_)) => false,
        _ => reaches_the_end(block),
    }
}

/// Whether what stands behind a block surely runs as well, in some case.
fn reaches_the_end(block: &Block) -> bool {
    match block.stmts.last() {
        Some(Stmt::Expr(expr, _)) => goes_on(expr),
        Some(Stmt::Macro(_)) => false,
        _ => true,
    }
}

fn goes_on(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => goes_on(&inner.expr),
        Expr::Block(inner) => reaches_the_end(&inner.block),
        Expr::If(branch) => {
            let otherwise = branch
                .else_branch
                .as_ref()
                .is_none_or(|(_, otherwise)| goes_on(otherwise));
            otherwise || reaches_the_end(&branch.then_branch)
        }
        Expr::Match(expr) => expr.arms.iter().any(|arm| goes_on(&arm.body)),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Loop(_) | Expr::Macro(_) => false,
        _ => true,
    }
}

/// The functions of an impl block.
pub(super) fn functions(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    })
}

/// The last name of a type's path.
pub(super) fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map_or_else(String::new, |last| last.ident.to_string()),
        other => other.span().source_text().unwrap_or_default(),
    }
}

/// The additions to an item: more items in the impl block, and items next to it.
#[derive(Default)]
pub(super) struct Beside {
    pub(super) inside: Vec<ImplItem>,
    pub(super) outside: TokenStream,
    /// The item that takes the place of the user's.
    pub(super) instead: Option<TokenStream>,
    /// The bound that the impl takes for granted, because rustc reports elsewhere that it does not hold.
    pub(super) granted: Option<WherePredicate>,
}
