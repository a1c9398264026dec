//! Which expressions are shared references in Rust, which Options hold some, and the names that patterns give to references.
//!
//! A reference is its value in WGSL and in the probe. That it is one decides whether `*` may stand in front of it, and whether a function asks for `&`.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Expr, ExprClosure, ExprMethodCall, Ident, Pat, UnOp};

use super::closure::Item;
use super::held::{Held, names_in};
use super::source::Source;
use super::{Lowerer, Text};

impl Lowerer<'_> {
    /// The names that `pattern` takes from a reference in `value`; asked before they are in scope.
    pub(super) fn borrowed_names(&self, pattern: &Pat, value: &Expr) -> Vec<Ident> {
        match (pattern, value) {
            (_, Expr::Paren(inner)) => self.borrowed_names(pattern, &inner.expr),
            (Pat::Paren(inner), _) => self.borrowed_names(&inner.pat, value),
            (Pat::Or(or), _) => {
                let cases = or.cases.iter();
                cases.flat_map(|case| self.borrowed_names(case, value)).collect()
            }
            (Pat::Tuple(patterns), Expr::Tuple(values)) if patterns.elems.len() == values.elems.len() => {
                let parts = patterns.elems.iter().zip(&values.elems);
                parts
                    .flat_map(|(pattern, value)| self.borrowed_names(pattern, value))
                    .collect()
            }
            _ if self.is_borrowed(value) => names_in(pattern),
            (Pat::TupleStruct(some), _) if some.elems.len() == 1 => self.held_by(value).names(&some.elems[0]),
            _ => Vec::new(),
        }
    }

    /// Notes that these names of the innermost scope from this number on are references.
    pub(super) fn borrow_names(&mut self, first: usize, names: &[Ident]) {
        let bindings = self.scopes.last_mut().into_iter().flatten().skip(first);
        let named = bindings.filter(|binding| names.contains(&binding.ident));
        named.for_each(|binding| binding.borrowed = true);
    }

    /// Notes of the name that came into scope last what it holds, if it is an Option.
    pub(super) fn note_held(&mut self, held: Held) {
        if let Some(binding) = self.scopes.last_mut().and_then(|scope| scope.last_mut()) {
            binding.held = held;
        }
    }

    /// Whether `expr` is a shared reference, as far as that is seen.
    pub(super) fn is_borrowed(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => {
                let binding = path.path.get_ident().and_then(|ident| self.binding(ident));
                binding.is_some_and(|binding| binding.borrowed)
            }
            Expr::Reference(reference) => reference.mutability.is_none(),
            Expr::Paren(inner) => self.is_borrowed(&inner.expr),
            Expr::Group(inner) => self.is_borrowed(&inner.expr),
            // `*&r`
            Expr::Unary(unary) => {
                matches!((&unary.op, &*unary.expr), (UnOp::Deref(_), Expr::Reference(inner)) if self.is_borrowed(&inner.expr))
            }
            Expr::Try(question) => self.held_by(&question.expr) == Held::Reference,
            Expr::MethodCall(call) if UNWRAPPING.iter().any(|name| call.method == name) => {
                self.held_by(&call.receiver) == Held::Reference
            }
            _ => false,
        }
    }

    /// The value in the Option `expr`, as far as that is seen.
    pub(super) fn held_by(&self, expr: &Expr) -> Held {
        match expr {
            Expr::Path(path) => {
                let binding = path.path.get_ident().and_then(|ident| self.binding(ident));
                binding.map_or(Held::Value, |binding| binding.held.clone())
            }
            Expr::Paren(inner) => self.held_by(&inner.expr),
            Expr::Group(inner) => self.held_by(&inner.expr),
            Expr::MethodCall(call) => self.held_by_result(call),
            _ => Held::Value,
        }
    }

    /// The value in the Option that a method gives.
    fn held_by_result(&self, call: &ExprMethodCall) -> Held {
        let (name, source) = (call.method.to_string(), Source::of(&call.receiver));
        match (name.as_str(), source) {
            (name, Some(source)) if CHOOSING.contains(&name) => self.items_of(&source),
            ("as_ref", None) => Held::Reference,
            ("or" | "or_else" | "xor" | "filter", None) => self.held_by(&call.receiver),
            ("zip", None) => {
                let other = call.args.first().map_or(Held::Value, |other| self.held_by(other));
                Held::pair(self.held_by(&call.receiver), other)
            }
            _ => Held::Value,
        }
    }

    /// The items of a source.
    fn items_of(&self, source: &Source<'_>) -> Held {
        match source {
            Source::Array { array, borrowed } => Held::reference_if(*borrowed || self.is_borrowed(array)),
            Source::Part(..) => Held::Reference,
            Source::Enumerated(inner, _) => Held::pair(Held::Value, self.items_of(inner)),
            Source::Zipped(one, other, _) => Held::pair(self.items_of(one), self.items_of(other)),
            Source::Reversed(inner, _)
            | Source::Filtered(inner, _)
            | Source::Flattened(inner, ..)
            | Source::Skipped(inner, ..)
            | Source::Chained(inner, ..)
            | Source::Taken(inner, ..) => self.items_of(inner),
            Source::Places(_)
            | Source::Range(_)
            | Source::Copied(_)
            | Source::Mapped(..)
            | Source::FilterMapped(..) => Held::Value,
        }
    }

    /// The value in the Option `option`, whose text is `text`, as `closure` takes it.
    pub(super) fn item_of(&self, option: &Expr, closure: &ExprClosure, text: Text) -> Item {
        match closure.inputs.first() {
            Some(pattern) => item(&self.held_by(option), pattern, text),
            None => Item::value(text),
        }
    }
}

/// The methods of iterators that give one of the items, in an Option.
const CHOOSING: [&str; 8] = [
    "find",
    "max",
    "max_by",
    "max_by_key",
    "min",
    "min_by",
    "min_by_key",
    "reduce",
];

/// The methods that take the value out of an Option.
const UNWRAPPING: [&str; 3] = ["unwrap", "unwrap_or", "unwrap_or_else"];

/// The item that a pattern is given for a value in an Option.
fn item(held: &Held, pattern: &Pat, text: Text) -> Item {
    match (held, pattern) {
        (Held::Reference, _) => Item::value(text).lent(),
        (Held::Pair(one, other), Pat::Tuple(parts)) if parts.elems.len() == 2 => {
            let part = |held: &Held, index: usize| {
                let text = text.clone().then(&format!("._{index}"));
                Box::new(item(held, &parts.elems[index], text))
            };
            Item::Pair(part(one, 0), part(other, 1))
        }
        _ => Item::value(text),
    }
}

/// A pattern as the probe has it, where references are values.
pub(super) fn without_references(pattern: &Pat) -> TokenStream {
    fn without(tokens: TokenStream) -> TokenStream {
        let trees = tokens.into_iter().filter_map(|tree| match tree {
            TokenTree::Punct(and) if and.as_char() == '&' => None,
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without(group.stream()));
                inner.set_span(group.span());
                Some(inner.into())
            }
            other => Some(other),
        });
        trees.collect()
    }
    without(pattern.to_token_stream())
}
