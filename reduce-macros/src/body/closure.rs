//! Closures, each written out where the items of a loop pass through it, and the names that it gives to them.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprClosure, ExprPath, Ident, Pat, Type, parse_quote_spanned};

use super::{Dest, Lowerer, Text, Value};

/// The values that a turn of a loop begins with.
#[derive(Clone)]
pub(super) enum Item {
    /// One value, in Rust behind so many references.
    One { text: Text, borrowed: usize },
    /// A place that the turn may change.
    Place(Text),
    /// A pair that is no value in WGSL: `enumerate` and `zip` give such.
    Pair(Box<Item>, Box<Item>),
}

impl Item {
    /// An item that is no reference.
    pub(super) fn value(text: Text) -> Self {
        Self::One { text, borrowed: 0 }
    }

    /// Its text, unless it is a pair, of which rustc has said that it has no sum.
    pub(super) fn text(&self) -> Option<&Text> {
        match self {
            Self::One { text, .. } | Self::Place(text) => Some(text),
            Self::Pair(..) => None,
        }
    }

    /// A reference to the item.
    pub(super) fn lent(self) -> Self {
        match self {
            Self::One { text, borrowed } => Self::One {
                text,
                borrowed: borrowed + 1,
            },
            Self::Place(text) => Self::One { text, borrowed: 1 },
            Self::Pair(one, other) => Self::Pair(Box::new(one.lent()), Box::new(other.lent())),
        }
    }

    /// The item behind one reference less.
    pub(super) fn copied(self) -> Self {
        match self {
            Self::One { text, borrowed } => Self::One {
                text,
                borrowed: borrowed.saturating_sub(1),
            },
            Self::Place(text) => Self::value(text),
            Self::Pair(one, other) => Self::Pair(Box::new(one.copied()), Box::new(other.copied())),
        }
    }
}

impl Lowerer<'_> {
    /// Gives the names of a pattern to an item; returns the pattern of the probe, where items are values.
    pub(super) fn bind_item(&mut self, pattern: &Pat, item: Item) -> Option<TokenStream> {
        match (pattern, item) {
            (Pat::Paren(inner), item) => self.bind_item(&inner.pat, item),
            (Pat::Type(typed), item) => {
                let ty = match &*typed.ty {
                    Type::Reference(reference) => &*reference.elem,
                    ty => ty,
                };
                let pattern = self.bind_item(&typed.pat, item)?;
                Some(quote_spanned!(typed.span()=> #pattern: #ty))
            }
            (Pat::Ident(ident), Item::Place(text)) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                self.bind(&ident.ident, text);
                self.mark_changed(self.bindings() - 1);
                let name = &ident.ident;
                Some(quote_spanned!(ident.span()=> mut #name))
            }
            (Pat::Tuple(tuple), Item::Place(text)) => {
                let parts = tuple.elems.iter().enumerate().map(|(index, pattern)| {
                    let part = text.clone().then(&format!("._{index}"));
                    self.bind_item(pattern, Item::Place(part))
                });
                let parts: Vec<_> = parts.collect::<Option<_>>()?;
                Some(quote_spanned!(tuple.span()=> (#(#parts),*)))
            }
            (Pat::Wild(_), _) => Some(pattern.to_token_stream()),
            // rustc has seen that it is a reference, perhaps to another.
            (Pat::Reference(reference), item) if reference.mutability.is_none() => {
                self.bind_item(&reference.pat, item.copied())
            }
            (Pat::Ident(ident), Item::One { text, borrowed }) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                let keyword = if ident.mutability.is_some() { "var" } else { "let" };
                let name = self.declare(&ident.ident);
                self.line(Text::fixed(format!("{keyword} {name} = ")).and(text).then(";"));
                self.borrow_since(self.bindings() - 1, borrowed > 0);
                Some(ident.to_token_stream())
            }
            (Pat::Tuple(tuple), Item::Pair(one, other)) if tuple.elems.len() == 2 => {
                let parts = tuple.elems.iter().zip([*one, *other]);
                let parts: Option<Vec<_>> = parts.map(|(pattern, item)| self.bind_item(pattern, item)).collect();
                let parts = parts?;
                Some(quote_spanned!(tuple.span()=> (#(#parts),*)))
            }
            (pattern, Item::Place(text)) => {
                let before = self.bindings();
                self.destructure(pattern, &text)?;
                self.borrow_since(before, true);
                Some(pattern.to_token_stream())
            }
            (pattern, Item::One { text, borrowed }) => {
                let (before, name) = (self.bindings(), self.unique("element"));
                self.line(Text::fixed(format!("let {name} = ")).and(text).then(";"));
                self.destructure(pattern, &Text::fixed(name))?;
                self.borrow_since(before, borrowed > 0);
                Some(pattern.to_token_stream())
            }
            (pattern, Item::Pair(..)) => self.refuse(pattern, "one name for a pair", "name both parts, as in `(i, x)`"),
        }
    }

    /// Writes a closure out for these items; its value goes to `dest`. Returns its probe.
    pub(super) fn inline(&mut self, closure: &ExprClosure, items: Vec<Item>, dest: &Dest) -> Option<TokenStream> {
        self.inside(closure, items, |lower, body| lower.expr_to(body, dest))
            .map(|(probe, closure)| wrapped(&closure, &probe))
    }

    /// Writes a closure out for these items; returns its value, and its probe.
    pub(super) fn inlined(&mut self, closure: &ExprClosure, items: Vec<Item>) -> Option<(Value, TokenStream)> {
        let (value, head) = self.inside(closure, items, Self::expr)?;
        let probe = wrapped(&head, &value.probe);
        Some((value, probe))
    }

    /// Lowers the body of a closure; returns what that gives, and the closure's probe up to the body.
    pub(super) fn inside<T>(
        &mut self,
        closure: &ExprClosure,
        items: Vec<Item>,
        lower: impl FnOnce(&mut Self, &Expr) -> Option<T>,
    ) -> Option<(T, TokenStream)> {
        if let Some(capture) = &closure.capture {
            return self.refuse(capture, "`move`", "remove it: all values are Copy");
        }
        if closure.inputs.len() != items.len() {
            // rustc says so.
            return None;
        }
        self.scopes.push(Vec::new());
        let inputs = closure.inputs.iter().zip(items);
        let patterns: Option<Vec<_>> = inputs.map(|(pattern, item)| self.bind_item(pattern, item)).collect();
        // A `return` leaves the closure, and no statement of WGSL does that.
        let returns = std::mem::replace(&mut self.returns, false);
        let lowered = patterns.is_some().then(|| lower(self, &closure.body)).flatten();
        self.returns = returns;
        self.scopes.pop();
        let (patterns, output) = (patterns?, &closure.output);
        Some((lowered?, quote!(|#(#patterns),*| #output)))
    }

    /// Whether this is a closure, or a function by its name.
    pub(super) fn is_function(&self, argument: &Expr) -> bool {
        match argument {
            Expr::Closure(_) => true,
            Expr::Path(path) => {
                let binding = path.path.get_ident().and_then(|name| self.binding(name));
                let is_local = binding.is_some_and(|binding| binding.closure.is_none());
                !is_local && names_function(path)
            }
            _ => false,
        }
    }
}

/// A closure's probe.
fn wrapped(head: &TokenStream, body: &TokenStream) -> TokenStream {
    quote_spanned!(body.span()=> #head { #body })
}

/// The closure that an argument is: `f` is `|x| f(x)`.
pub(super) fn closure_of(argument: &Expr, parameters: usize) -> Option<ExprClosure> {
    match argument {
        Expr::Closure(closure) if closure.asyncness.is_none() && closure.lifetimes.is_none() => Some(closure.clone()),
        Expr::Path(path) if names_function(path) => {
            let name = |index| format_ident!("passed{index}", span = Span::mixed_site());
            let names: Vec<Ident> = (0..parameters).map(name).collect();
            Some(parse_quote_spanned!(path.span()=> |#(#names),*| #path(#(#names),*)))
        }
        _ => None,
    }
}

/// Whether a path is named as functions are.
fn names_function(path: &ExprPath) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident.to_string().starts_with(char::is_lowercase))
}
