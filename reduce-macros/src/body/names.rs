//! Rust names in scope and their WGSL names.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::quote;
use syn::{Expr, Ident};

use super::held::Held;
use super::{Binding, Lowerer, Text};
use crate::wgsl;

impl Lowerer<'_> {
    /// Brings the Rust name into scope as `wgsl`.
    pub(crate) fn bind(&mut self, ident: &Ident, text: Text) {
        self.bind_array(ident, text, None);
    }

    /// Brings the Rust name into scope as `wgsl`, an array of `length` if that is seen.
    pub(crate) fn bind_array(&mut self, ident: &Ident, text: Text, length: Option<usize>) {
        let ident = ident.clone();
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Binding {
                ident,
                text,
                length,
                borrowed: false,
                held: Held::Value,
                changes: false,
                closure: None,
                refused: false,
            });
        }
    }

    /// Brings the names of a pattern into scope whose value was refused.
    pub(super) fn bind_refused(&mut self, pattern: TokenStream) {
        for tree in pattern {
            match tree {
                TokenTree::Ident(ident) => {
                    self.bind(&ident, Text::default());
                    if let Some(binding) = self.scopes.last_mut().and_then(|scope| scope.last_mut()) {
                        binding.refused = true;
                    }
                }
                TokenTree::Group(group) => self.bind_refused(group.stream()),
                _ => {}
            }
        }
    }

    /// Whether the value of this name was refused.
    pub(super) fn is_refused(&self, ident: &Ident) -> bool {
        self.binding(ident).is_some_and(|binding| binding.refused)
    }

    /// The number of names in the innermost scope.
    pub(super) fn bindings(&self) -> usize {
        self.scopes.last().map_or(0, Vec::len)
    }

    /// Notes of all names of the innermost scope from this number on whether they are references.
    pub(super) fn borrow_since(&mut self, first: usize, borrowed: bool) {
        let names = self.scopes.last_mut().into_iter().flatten().skip(first);
        names.for_each(|binding| binding.borrowed |= borrowed);
    }

    /// Brings a name into scope under a WGSL name of its own, and returns that.
    pub(super) fn declare(&mut self, ident: &Ident) -> String {
        let name = self.unique(&local_name(&ident.to_string()));
        self.bind(ident, Text::fixed(name.clone()));
        name
    }

    /// Brings a parameter into scope and returns its WGSL name; one that the body changes is copied to a variable.
    pub(crate) fn parameter(&mut self, ident: &Ident, mutable: bool, borrowed: bool, length: Option<usize>) -> String {
        let rust = ident.to_string();
        let name = if rust == "self" {
            "self_".to_owned()
        } else {
            local_name(&rust)
        };
        if !mutable {
            let name = self.unique(&name);
            self.bind_array(ident, Text::fixed(name.clone()), length);
            self.borrow_since(self.bindings() - 1, borrowed);
            return name;
        }
        let variable = self.unique(&name);
        let name = self.unique(&format!("{}_in_", name.trim_end_matches('_')));
        self.line(Text::fixed(format!("var {variable} = {name};")));
        self.bind_array(ident, Text::fixed(variable), length);
        self.borrow_since(self.bindings() - 1, borrowed);
        name
    }

    /// The WGSL name of the parameter at `index` that has none in Rust.
    pub(crate) fn unnamed_parameter(&mut self, index: usize) -> String {
        self.unique(&format!("argument{index}"))
    }

    /// Keeps a WGSL name from the locals.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    pub(super) fn lookup(&self, ident: &Ident) -> Option<&Text> {
        self.binding(ident).map(|binding| &binding.text)
    }

    /// The number of elements of the array of this name, if that is seen.
    pub(super) fn length(&self, ident: &Ident) -> Option<usize> {
        self.binding(ident)?.length
    }

    /// Whether `expr` is a variable in scope, or a field of one.
    pub(super) fn is_place(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => path.path.get_ident().is_some_and(|ident| self.lookup(ident).is_some()),
            Expr::Field(field) => self.is_place(&field.base),
            Expr::Paren(inner) => self.is_place(&inner.expr),
            _ => false,
        }
    }

    pub(super) fn binding(&self, ident: &Ident) -> Option<&Binding> {
        let bindings = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
        bindings
            .into_iter()
            .find(|binding| binding.ident == *ident || same_raw(&binding.ident, ident))
    }

    /// `let` statements that give `()` to each name in scope: a constant that is misspelt is then reported in the same
    /// words here and in the user's own code, where rustc suggests these names.
    pub(super) fn shadows(&self) -> TokenStream {
        let names = self.scopes.iter().flatten().map(|binding| &binding.ident);
        let names = names.filter(|ident| *ident != "self");
        quote!(#(let #names = ();)*)
    }

    /// A name that no other local of the function has, and no function that it calls: WGSL knows no shadowing inside a block.
    pub(super) fn unique(&mut self, wanted: &str) -> String {
        let own = format!("{wanted}_local_");
        let wanted = if self.called.contains(wanted) { &own } else { wanted };
        let mut name = wanted.to_owned();
        let mut copy = 1;
        while self.called.contains(&name) || !self.taken.insert(name.clone()) {
            copy += 1;
            name = format!("{wanted}_{copy}");
        }
        name
    }

    /// Keeps the names of the free functions that `body` calls from the locals. Those of other functions have the name of a type in front.
    pub(crate) fn keep_called(&mut self, body: TokenStream) {
        let (mut behind_dot, mut behind_type, mut before) = (false, false, String::new());
        let mut trees = body.into_iter().peekable();
        while let Some(tree) = trees.next() {
            match (&tree, trees.peek()) {
                (TokenTree::Ident(method), Some(TokenTree::Group(arguments))) if behind_dot => {
                    let closure = last_argument(arguments.stream());
                    let takes = TAKE_CLOSURES.contains(&method.to_string().as_str());
                    self.called.extend(closure.filter(|_| takes));
                }
                (TokenTree::Ident(function), Some(next)) if !behind_dot && !behind_type => {
                    let is_called = match next {
                        TokenTree::Group(group) => group.delimiter() == Delimiter::Parenthesis,
                        // `function::<T>(x)`
                        TokenTree::Punct(punct) => punct.as_char() == ':' && punct.spacing() == Spacing::Joint,
                        _ => false,
                    };
                    let name = wgsl::declaration(&function.to_string());
                    self.called.extend(is_called.then_some(name));
                }
                _ => {}
            }
            if let TokenTree::Group(group) = &tree {
                self.keep_called(group.stream());
            }
            let next = tree.to_string();
            behind_type = next == ":" && (behind_type || before.starts_with(char::is_uppercase) || before == ">");
            // A range is two dots.
            behind_dot = next == "." && before != ".";
            before = next;
        }
    }
}

/// The methods that take a function by its name.
const TAKE_CLOSURES: [&str; 23] = [
    "map",
    "filter",
    "filter_map",
    "fold",
    "reduce",
    "find",
    "position",
    "any",
    "all",
    "for_each",
    "and_then",
    "map_or",
    "map_or_else",
    "unwrap_or_else",
    "or_else",
    "then",
    "is_some_and",
    "is_none_or",
    "min_by",
    "max_by",
    "min_by_key",
    "max_by_key",
    "then_with",
];

/// The WGSL name of the function that is the last argument.
fn last_argument(arguments: TokenStream) -> Option<String> {
    let trees: Vec<TokenTree> = arguments.into_iter().collect();
    let (last, before) = trees.split_last()?;
    match (last, before.last()) {
        (TokenTree::Ident(ident), None) => Some(wgsl::declaration(&ident.to_string())),
        (TokenTree::Ident(ident), Some(TokenTree::Punct(comma))) if comma.as_char() == ',' => {
            Some(wgsl::declaration(&ident.to_string()))
        }
        _ => None,
    }
}

/// Whether two names differ in `r#` only.
fn same_raw(a: &Ident, b: &Ident) -> bool {
    let (a, b) = (a.to_string(), b.to_string());
    a.trim_start_matches("r#") == b.trim_start_matches("r#")
}

/// The WGSL name of a local, which no function has: where a name has several words, locals alone end with `_` (`Module::unique` in core).
///
/// Functions of methods, roles and helpers are named after a type (`stats_mean`, `stats_combine`, `min_f32`).
pub(crate) fn local_name(name: &str) -> String {
    let name = wgsl::declaration(name);
    if name.contains('_') { format!("{name}_") } else { name }
}
