//! Functions of the traits with a misspelt name, which rustc would report twice: as one that the trait has not, and as one that is missing.

use syn::{ImplItem, Item, ItemImpl};

use super::lowered::functions;
use crate::attr::closest;
use crate::errors::Errors;

/// The traits, the functions that they need, and those that they may have.
const TRAITS: [(&str, &[&str], &[&str]); 2] = [
    ("Monoid", &["identity", "combine"], &["combine_in_order"]),
    ("Reduction", &["lift", "finish"], &[]),
];

/// The item with the names that were meant.
pub(super) fn completed(mut item: Item, errors: &Errors) -> Item {
    if let Item::Impl(block) = &mut item {
        rename(block, errors);
    }
    item
}

fn rename(block: &mut ItemImpl, errors: &Errors) {
    let name = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    let name = name.map(|last| last.ident.to_string());
    let Some((of, needed, others)) = TRAITS.iter().find(|(of, _, _)| name.as_deref() == Some(*of)) else {
        return;
    };
    let is_missing = |name: &&&str| functions(block).all(|function| function.sig.ident != **name);
    let missing: Vec<&'static str> = needed.iter().filter(is_missing).copied().collect();
    for item in &mut block.items {
        let ImplItem::Fn(function) = item else { continue };
        let written = function.sig.ident.to_string();
        if needed.contains(&written.as_str()) || others.contains(&written.as_str()) {
            continue;
        }
        if let Some(meant) = closest(&written, &missing) {
            errors.at(
                &function.sig.ident,
                format!("`{of}` has no `{written}`; did you mean `{meant}`?"),
            );
            function.sig.ident = syn::Ident::new(meant, function.sig.ident.span());
        }
    }
}
