//! Type parameters whose bounds do not say that they are types of the GPU: each is one mistake, after which the item is read with the bound that is
//! missing.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Generics, Ident, ImplItem, Item, ItemImpl, Path, TypeParamBound, WherePredicate, parse_quote};

use crate::errors::Errors;
use crate::spans::mentions;

/// Traits of the standard library, which types outside of the GPU have as well. Without `Sum` and `Product`, names that people give to traits of their own.
const OF_ANY_TYPE: [&str; 36] = [
    "Add",
    "AddAssign",
    "BitAnd",
    "BitAndAssign",
    "BitOr",
    "BitOrAssign",
    "BitXor",
    "BitXorAssign",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Div",
    "DivAssign",
    "Eq",
    "From",
    "Hash",
    "Into",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Rem",
    "RemAssign",
    "Send",
    "Shl",
    "ShlAssign",
    "Shr",
    "ShrAssign",
    "Sub",
    "SubAssign",
    "Sync",
];

/// The item with `T: Scalar` for each of its type parameters that could be any type.
pub(super) fn completed(item: &Item, krate: &Path, errors: &Errors) -> Item {
    let mut item = item.clone();
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
        if !is_used || !is_open(generics, &parameter) {
            continue;
        }
        errors.at(
            &parameter,
            format!("`{parameter}` may be any type; write `{parameter}: Scalar`, a number that states hold, or `{parameter}: GpuType`"),
        );
        let bound: WherePredicate = parse_quote!(#parameter: #krate::Scalar);
        generics.make_where_clause().predicates.push(bound);
    }
    item
}

/// The associated types of an `impl Reduction`.
fn associated(block: &ItemImpl) -> Option<TokenStream> {
    let (path, _) = block.trait_.as_ref()?;
    let types = block.items.iter().filter_map(|item| match item {
        ImplItem::Type(item) => Some(item.ty.to_token_stream()),
        _ => None,
    });
    path.segments
        .last()
        .is_some_and(|last| last.ident == "Reduction")
        .then(|| types.collect())
}

/// Whether no bound on `parameter` is one that the types of the GPU alone have.
fn is_open(generics: &Generics, parameter: &Ident) -> bool {
    let of_any_type = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound
            .path
            .segments
            .last()
            .is_some_and(|last| OF_ANY_TYPE.iter().any(|name| last.ident == name)),
        _ => true,
    };
    let own = generics.type_params().filter(|own| own.ident == *parameter);
    own.flat_map(|own| &own.bounds).all(of_any_type)
        && generics
            .where_clause
            .iter()
            .flat_map(|clause| &clause.predicates)
            .all(|predicate| match predicate {
                WherePredicate::Type(predicate) => {
                    !mentions(&predicate.bounded_ty.to_token_stream(), parameter)
                        || predicate.bounds.iter().all(of_any_type)
                }
                _ => true,
            })
}
