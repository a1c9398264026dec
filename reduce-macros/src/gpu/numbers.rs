//! Numbers of a type parameter that its bounds do not give: each is one mistake, after which the item is read as if it were mended.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{Generics, Item, Lit, Path, TypeParamBound};

use crate::errors::Errors;

/// The constants of `Scalar`.
const OF_SCALAR: [&str; 8] = [
    "ZERO",
    "ONE",
    "MIN",
    "MAX",
    "LEAST",
    "GREATEST",
    "LEAST_OF_NONE",
    "GREATEST_OF_NONE",
];

/// The traits of the framework that lack these constants.
const OF_MORE: [&str; 3] = ["Number", "Element", "GpuType"];

/// The item with the numbers that are missing.
pub(super) fn completed(item: Item, krate: &Path, errors: &Errors) -> Item {
    let Some(generics) = generics(&mut item.clone()).cloned() else {
        return item;
    };
    let mut tokens = item.to_token_stream();
    let mut scalars = Vec::new();
    for parameter in generics.type_params().map(|of| &of.ident) {
        let before = errors.len();
        let is_open = lacks_constants(&generics, parameter);
        let of = Numbers {
            parameter,
            is_open,
            has_from: mentions_from(&generics),
            errors,
        };
        tokens = of.mended(tokens);
        if errors.len() > before && is_open {
            scalars.push(parameter.clone());
        }
    }
    let Ok(mut item) = syn::parse2(tokens) else {
        return item;
    };
    if let Some(generics) = self::generics(&mut item) {
        for parameter in generics.type_params_mut().filter(|of| scalars.contains(&of.ident)) {
            parameter.bounds.push(syn::parse_quote!(#krate::Scalar));
        }
    }
    item
}

fn generics(item: &mut Item) -> Option<&mut Generics> {
    match item {
        Item::Fn(function) => Some(&mut function.sig.generics),
        Item::Impl(block) => Some(&mut block.generics),
        _ => None,
    }
}

/// The numbers of one type parameter.
struct Numbers<'a> {
    parameter: &'a Ident,
    /// Whether its bounds give it no constants.
    is_open: bool,
    /// Whether a bound makes values of it from others.
    has_from: bool,
    errors: &'a Errors,
}

impl Numbers<'_> {
    /// `tokens` with `T::ONE` for `T::from(2)`, which is reported; so is `T::ZERO`, once, where `T` has none.
    fn mended(&self, tokens: TokenStream) -> TokenStream {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut mended = TokenStream::new();
        let mut rest = trees.as_slice();
        while let [first, behind @ ..] = rest {
            rest = behind;
            if let (true, [a, b, TokenTree::Ident(name), behind @ ..]) = (self.is(first), behind)
                && is_colon(a)
                && is_colon(b)
            {
                match (name.to_string().as_str(), behind) {
                    ("from", [TokenTree::Group(arguments), behind @ ..]) if !self.has_from && is_number(arguments) => {
                        self.report_literal(arguments);
                        let one = Ident::new("ONE", name.span());
                        mended.extend(quote!(#first #a #b #one));
                        rest = behind;
                        continue;
                    }
                    (constant, _) if self.is_open && OF_SCALAR.contains(&constant) => self.report_constant(name),
                    _ => {}
                }
            }
            match first {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.mended(group.stream()));
                    inner.set_span(group.span());
                    mended.extend([TokenTree::from(inner)]);
                }
                other => mended.extend([other.clone()]),
            }
        }
        mended
    }

    fn is(&self, tree: &TokenTree) -> bool {
        matches!(tree, TokenTree::Ident(ident) if ident == self.parameter)
    }

    fn report_constant(&self, name: &Ident) {
        let of = self.parameter;
        let message =
            format!("`{name}` is a constant of `Scalar`, and `{of}` may be another type: write `{of}: Scalar`");
        self.errors.at_value_of(&format!("{of}: Scalar"), name, message);
    }

    fn report_literal(&self, arguments: &Group) {
        let of = self.parameter;
        let message = format!("a literal has no type `{of}`: write `{of}::ONE + {of}::ONE` for 2, or name the type");
        self.errors.at(arguments.stream(), message);
    }
}

fn is_colon(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == ':')
}

/// Whether a literal number is the whole of the arguments.
fn is_number(arguments: &Group) -> bool {
    let is_number = |literal| matches!(literal, Lit::Int(_) | Lit::Float(_));
    arguments.delimiter() == Delimiter::Parenthesis && syn::parse2(arguments.stream()).is_ok_and(is_number)
}

/// Whether the bounds of `parameter` are all of traits that lack the constants of a `Scalar`.
fn lacks_constants(generics: &Generics, parameter: &Ident) -> bool {
    let of_more = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| OF_MORE.iter().any(|name| last.ident == name))
        }
        _ => true,
    };
    let own = generics.type_params().filter(|own| own.ident == *parameter);
    generics.where_clause.is_none() && own.flat_map(|own| &own.bounds).all(of_more)
}

/// Whether a bound makes values of a type parameter from others.
fn mentions_from(generics: &Generics) -> bool {
    let from = Ident::new("From", proc_macro2::Span::call_site());
    let clause = &generics.where_clause;
    crate::spans::mentions(&quote!(#generics #clause), &from)
}
