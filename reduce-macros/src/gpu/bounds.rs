//! Type parameters whose bounds do not say that they are types of the GPU: the item is read with the bound that is missing. Where it has no bound of
//! use at all, that is a mistake.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Generics, Ident, ImplItem, Item, ItemImpl, Path, TypeParamBound, WherePredicate, parse_quote};

use crate::errors::Errors;
use crate::known_traits::{OF_THE_FRAMEWORK, is_of_any_type};
use crate::spans::mentions;

/// Whether a bound says nothing of the GPU.
pub(super) fn is_of_any(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| is_of_any_type(&last.ident.to_string()))
        }
        _ => true,
    }
}

/// Whether `tokens`, which are types, name values of the type `ident`: not a type of its own behind it, as in `T::Point`, nor the argument of `PhantomData`.
pub(super) fn is_of_values(tokens: &TokenStream, ident: &Ident) -> bool {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is = |index: usize, text: &str| trees.get(index).is_some_and(|tree| tree.to_string() == text);
    trees.iter().enumerate().any(|(index, tree)| match tree {
        TokenTree::Group(group) => is_of_values(&group.stream(), ident),
        TokenTree::Ident(found) if found == ident => {
            let is_path = is(index + 1, ":") && is(index + 2, ":") || is(index + 1, "as");
            let is_phantom = index >= 2 && is(index - 1, "<") && is(index - 2, "PhantomData");
            !is_path && !is_phantom
        }
        _ => false,
    })
}

/// The item with `T: GpuType` for each of its type parameters that could be any type, and `T: Scalar` where states are made of them.
pub(super) fn completed(item: &Item, krate: &Path, errors: &Errors) -> Item {
    let mut item = item.clone();
    let uses = uses(&item);
    let holds_states = matches!(&item, Item::Impl(block) if is_of(block, "Monoid") || is_of(block, "Reduction"));
    let (generics, types) = match &mut item {
        Item::Fn(function) => (&mut function.sig.generics, None),
        Item::Impl(block) => {
            let types = associated(block);
            (&mut block.generics, types)
        }
        _ => return item,
    };
    let parameters: Vec<Ident> = generics
        .type_params()
        .map(|parameter| parameter.ident.clone())
        .collect();
    for parameter in parameters {
        // A reduction, which is no type of the GPU itself, may have parameters that none of its types is made of.
        let is_used = types.as_ref().is_none_or(|types| mentions(types, &parameter));
        if is_used && is_bound_loosely(generics, &parameter) {
            bind(generics, &parameter, bounds_of_values(&uses, &parameter, krate));
            continue;
        }
        if !is_used || !is_open(generics, &parameter) {
            continue;
        }
        let is_bound = bounds_of(generics, &parameter).any(|bound| !matches!(bound.as_str(), "Send" | "Sync"));
        if !is_bound {
            errors.at(
                &parameter,
                format!("`{parameter}` may be any type; write `{parameter}: Scalar`, a number that states hold, or `{parameter}: GpuType`"),
            );
        }
        let bound = if holds_states || !is_bound {
            parse_quote!(#krate::Scalar)
        } else {
            parse_quote!(#krate::GpuType)
        };
        bind(generics, &parameter, vec![bound]);
    }
    item
}

/// Types of values, and the trait that they need.
type Uses = Vec<(TokenStream, &'static str)>;

/// The types of an item whose values are on the GPU.
fn uses(item: &Item) -> Uses {
    match item {
        Item::Fn(function) => {
            let (inputs, output) = (&function.sig.inputs, &function.sig.output);
            vec![(quote!(#inputs #output), "GpuType")]
        }
        Item::Impl(block) if is_of(block, "Reduction") => {
            let types = [
                ("Input", "Element"),
                ("State", "Storable"),
                ("State", "Unpadded"),
                ("Output", "GpuType"),
            ];
            let type_of = |name| super::traits::associated_type(block, name).map(ToTokens::to_token_stream);
            types
                .iter()
                .filter_map(|(name, bound)| Some((type_of(name)?, *bound)))
                .collect()
        }
        Item::Impl(block) if is_of(block, "Monoid") => vec![(block.self_ty.to_token_stream(), "Unpadded")],
        Item::Impl(block) => vec![(block.self_ty.to_token_stream(), "GpuType")],
        _ => Vec::new(),
    }
}

/// The bounds of a parameter that traits of the user's bound, for the values of its type that there are.
fn bounds_of_values(uses: &Uses, parameter: &Ident, krate: &Path) -> Vec<TypeParamBound> {
    let needed = uses.iter().filter(|(types, _)| is_of_values(types, parameter));
    let bounds = needed.map(|(_, bound)| {
        let bound = Ident::new(bound, parameter.span());
        parse_quote!(#krate::private::#bound)
    });
    bounds.collect()
}

/// Adds bounds to those that a parameter has, and where they stand: clippy asks for one place.
fn bind(generics: &mut Generics, parameter: &Ident, bounds: Vec<TypeParamBound>) {
    let own = generics.type_params_mut().find(|own| own.ident == *parameter);
    match own {
        Some(own) if !own.bounds.is_empty() => own.bounds.extend(bounds),
        _ => {
            let predicates = bounds
                .into_iter()
                .map(|bound| -> WherePredicate { parse_quote!(#parameter: #bound) });
            generics.make_where_clause().predicates.extend(predicates);
        }
    }
}

/// Whether traits of the user's bound `parameter`, or `GpuType`, and none of the framework's that says more: elements and states need more than these say.
fn is_bound_loosely(generics: &Generics, parameter: &Ident) -> bool {
    let mut bounds = bounds_of(generics, parameter).peekable();
    let says_more = |bound: &String| bound != "GpuType" && OF_THE_FRAMEWORK.contains(&bound.as_str());
    !is_open(generics, parameter) && bounds.peek().is_some() && !bounds.any(|bound| says_more(&bound))
}

/// The associated types of an `impl Reduction`.
fn associated(block: &ItemImpl) -> Option<TokenStream> {
    let types = block.items.iter().filter_map(|item| match item {
        ImplItem::Type(item) => Some(item.ty.to_token_stream()),
        _ => None,
    });
    is_of(block, "Reduction").then(|| types.collect())
}

/// Whether this is an impl of the trait of that name.
fn is_of(block: &ItemImpl, name: &str) -> bool {
    let path = block.trait_.as_ref().map(|(path, _)| path);
    path.and_then(|path| path.segments.last())
        .is_some_and(|last| last.ident == name)
}

/// The names of the traits that bound `parameter` itself.
fn bounds_of(generics: &Generics, parameter: &Ident) -> impl Iterator<Item = String> {
    let own = generics.type_params().filter(move |own| own.ident == *parameter);
    let behind = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let behind = behind.filter_map(move |predicate| match predicate {
        WherePredicate::Type(predicate) if *parameter == predicate.bounded_ty.to_token_stream().to_string() => {
            Some(&predicate.bounds)
        }
        _ => None,
    });
    let bounds = own.map(|own| &own.bounds).chain(behind).flatten();
    let names = bounds.filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    });
    names.collect::<Vec<_>>().into_iter()
}

/// Whether no bound on `parameter` is one that the types of the GPU alone have.
fn is_open(generics: &Generics, parameter: &Ident) -> bool {
    let own = generics.type_params().filter(|own| own.ident == *parameter);
    own.flat_map(|own| &own.bounds).all(is_of_any)
        && generics
            .where_clause
            .iter()
            .flat_map(|clause| &clause.predicates)
            .all(|predicate| match predicate {
                WherePredicate::Type(predicate) => {
                    !mentions(&predicate.bounded_ty.to_token_stream(), parameter)
                        || predicate.bounds.iter().all(is_of_any)
                }
                _ => true,
            })
}
