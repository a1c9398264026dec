//! The probe: statements that make the slots and infer their types; they run, and do nothing.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::Lowerer;
use crate::spans::starting;

/// The parts of a probe.
pub(crate) struct Probe {
    /// The parameters in the user's words: patterns without `self`, and types.
    pub(crate) parameters: Vec<(TokenStream, TokenStream)>,
    pub(crate) output: TokenStream,
    /// The type that the user's function returns; none if that is nothing.
    pub(crate) written_output: Option<TokenStream>,
    /// The user's code with slots, an expression.
    pub(crate) body: TokenStream,
    /// The user's code as written, an expression; none where types depend on parameters of the item, because rustc
    /// allows no such constants.
    pub(crate) copy: Option<TokenStream>,
    /// The types in the signature of which nothing but the copy asks that they exist on a GPU.
    pub(crate) asked: Vec<TokenStream>,
    /// The type that `Self` stands for, if any: the copy stands in an item of its own, which has none.
    pub(crate) owner: Option<Type>,
    /// Whether `Self::Input`, `Self::State` and `Self::Output` are the types of an operator.
    pub(crate) in_reduction: bool,
}

impl Lowerer<'_> {
    /// The statements that infer the types of all slots.
    ///
    /// rustc checks the user's code three times: where it runs, in the copy and in the probe. It prints equal messages
    /// once, and says nothing about the probe if there is a mistake in the copy (`Typed` in reduce-core).
    pub(crate) fn inference(&self, probe: &Probe) -> TokenStream {
        let krate = self.krate;
        let p = quote!(#krate::private);
        let (output, body, consts, callees) = (&probe.output, &probe.body, &self.consts, self.imported());
        let typed = typed();
        let parameters = probe.parameters.iter().map(|(pattern, ty)| (pattern, referent(ty)));
        let (patterns, types): (Vec<_>, Vec<_>) = parameters.unzip();
        let (copied, copy) = (copied_name(), copy(probe, self.fitting(), &p));
        let (slots, methods) = (&self.slots, self.methods.declared(&p));
        quote! {
            #consts
            #methods
            #copy
            let #typed = #p::Typed::<#copied>;
            #(let #slots = #typed.slot();)*
            let _ = || -> #output {
                let (#(#patterns,)*) = #typed.value::<(#(#types,)*)>();
                #body
            };
            #callees
        }
    }
}

/// The name of the value that makes slots: `Typed` in reduce-core, of this probe's copy.
pub(crate) fn typed() -> Ident {
    Ident::new("typed", Span::mixed_site())
}

pub(super) fn copied_name() -> Ident {
    Ident::new("__COPY", Span::call_site())
}

/// The constant that holds the copy. An item, because clippy 1.95 panics at loops over closures' parameters elsewhere.
///
/// If it asks for the types in the signature, it does so once for each: a type that does not exist is one mistake.
/// Beside it stand the constants `fitting`, in which types are as the user wrote them, too.
fn copy(probe: &Probe, fitting: TokenStream, p: &TokenStream) -> TokenStream {
    let name = copied_name();
    let Some(copy) = &probe.copy else {
        return quote!(const #name: ::core::primitive::usize = 1; #fitting);
    };
    let (patterns, types): (Vec<_>, Vec<_>) = probe.parameters.iter().map(|(pattern, ty)| (pattern, ty)).unzip();
    // The type that the functions belong to is asked for at one place, so that rustc says once for all of them what it lacks.
    let own = probe.owner.as_ref().map(|owner| owner.to_token_stream());
    let is_own = |ty: &str| ty == "Self" || own.as_ref().is_some_and(|own| own.to_string() == ty);
    let mut asked = HashSet::new();
    // That of `&self` is asked where it is declared to be parameters.
    let are_parameters = |ty: &TokenStream| probe.in_reduction && ty.to_string().starts_with('&');
    let types_of_values = probe.asked.iter().filter(|ty| !are_parameters(ty)).map(referent);
    let asked = types_of_values.filter_map(|ty| {
        let text = ty.to_string();
        let ty = own.clone().filter(|_| is_own(&text)).unwrap_or(ty);
        let is_new = asked.insert(ty.to_string());
        is_new.then(|| quote_spanned!(ty.span()=> let _ = <#ty as #p::InWgsl>::not;))
    });
    let (mut aliases, mut replaced) = (TokenStream::new(), Replaced::default());
    if let Some(owner) = &probe.owner {
        replaced.owner = Some(owner.to_token_stream());
        if is_generic(owner) {
            let alias = Ident::new("__Owner", Span::call_site());
            aliases.extend(quote!(type #alias = #owner;));
            replaced.owner = Some(alias.into_token_stream());
        }
        if probe.in_reduction {
            replaced.reduction = Some(quote!(#owner as #p::Operator));
            aliases.extend(ASSOCIATED.map(|name| {
                let (alias, name) = (literal_type(name), Ident::new(name, Span::call_site()));
                quote!(type #alias = <#owner as #p::Operator>::#name;)
            }));
        }
    }
    // Apart from the body: a type in front of its `{` is no struct literal.
    let asked = replaced.apply(quote!(#(#asked)*));
    let types = types.into_iter().map(|ty| replaced.apply(ty.clone()));
    let output = probe.written_output.clone().unwrap_or_else(|| quote!(()));
    let (output, copy) = (replaced.apply(output), replaced.apply(copy.clone()));
    let fitting = replaced.apply(fitting);
    quote! {
        #aliases
        const #name: ::core::primitive::usize = {
            #asked
            let _ = |#(#patterns: #types),*| -> #output #copy;
            1
        };
        #fitting
    }
}

/// `T` for `&T` and `&mut T`: in the probe a reference is its value.
fn referent(ty: &TokenStream) -> TokenStream {
    let mut trees = ty.clone().into_iter().peekable();
    if matches!(trees.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == '&') {
        trees.next();
        if matches!(trees.peek(), Some(TokenTree::Ident(ident)) if ident == "mut") {
            trees.next();
        }
    }
    trees.collect()
}

/// Whether the type has arguments, with which it cannot stand in an expression.
fn is_generic(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.iter().any(|segment| !segment.arguments.is_empty()),
        _ => true,
    }
}

/// The types of an operator.
const ASSOCIATED: [&str; 3] = ["Input", "State", "Output"];

/// The alias of an associated type in front of the braces of a struct, where `<Owner as Operator>::State` cannot stand.
fn literal_type(name: &str) -> Ident {
    Ident::new(&format!("__{name}"), Span::call_site())
}

/// What stands for `Self` and the types behind it, in an item of its own.
#[derive(Default)]
struct Replaced {
    owner: Option<TokenStream>,
    /// `Owner as Operator`, where `Self` has associated types.
    reduction: Option<TokenStream>,
}

impl Replaced {
    /// `tokens` with each `Self` replaced, at its place.
    fn apply(&self, tokens: TokenStream) -> TokenStream {
        let Some(owner) = &self.owner else { return tokens };
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut replaced = TokenStream::new();
        let mut rest = trees.as_slice();
        while let [first, behind @ ..] = rest {
            rest = behind;
            match first {
                TokenTree::Ident(ident) if ident == "Self" => {
                    if let Some((path, behind)) = self.associated(ident, rest) {
                        replaced.extend(path);
                        rest = behind;
                    } else {
                        replaced.extend(located(owner.clone(), ident.span()));
                    }
                }
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.apply(group.stream()));
                    inner.set_span(group.span());
                    replaced.extend([TokenTree::from(inner)]);
                }
                other => replaced.extend([other.clone()]),
            }
        }
        replaced
    }

    /// The path that stands for `Self::State` and the like, and the tokens behind it.
    fn associated<'t>(&self, this: &Ident, rest: &'t [TokenTree]) -> Option<(TokenStream, &'t [TokenTree])> {
        let reduction = self.reduction.as_ref()?;
        let [
            TokenTree::Punct(a),
            TokenTree::Punct(b),
            TokenTree::Ident(name),
            behind @ ..,
        ] = rest
        else {
            return None;
        };
        if a.as_char() != ':' || b.as_char() != ':' || !ASSOCIATED.iter().any(|known| name == known) {
            return None;
        }
        if matches!(behind, [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Brace) {
            let alias = located(literal_type(&name.to_string()).into_token_stream(), name.span());
            return Some((alias, behind));
        }
        // The place of the whole path is that of the first and the last token.
        let path = starting(this.span(), quote!(<#reduction>));
        Some((quote!(#path #a #b #name), behind))
    }
}

/// `tokens` at a place in the user's code, with the names in scope here.
fn located(tokens: TokenStream, at: Span) -> TokenStream {
    let trees = tokens.into_iter().map(|mut tree| {
        tree.set_span(tree.span().located_at(at));
        tree
    });
    trees.collect()
}

/// The stand-in for `self`, which is no name that generated code could bind.
pub(crate) fn this(span: Span) -> Ident {
    Ident::new("this", Span::mixed_site().located_at(span))
}

/// `tokens` with [`this`] for `self`.
pub(crate) fn without_self(tokens: TokenStream) -> TokenStream {
    let (mut imports, mut replaced) = (false, TokenStream::new());
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        // `self::function` and `use module::{self, name};` name modules.
        let is_path = matches!(trees.peek(), Some(TokenTree::Punct(colon)) if colon.as_char() == ':' && colon.spacing() == Spacing::Joint);
        match &tree {
            TokenTree::Ident(ident) if ident == "use" => imports = true,
            TokenTree::Punct(end) if end.as_char() == ';' => imports = false,
            _ => {}
        }
        replaced.extend([match tree {
            tree if imports => tree,
            TokenTree::Ident(ident) if ident == "self" && !is_path => this(ident.span()).into(),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_self(group.stream()));
                inner.set_span(group.span());
                inner.into()
            }
            other => other,
        }]);
    }
    replaced
}
