//! Rust bodies to WGSL.
//!
//! The result has two halves that belong together: the *probe*, the user's code with inference slots in it, from which
//! rustc infers types, and the *text*, WGSL that asks those slots for what depends on a type.
//!
//! Rust's control flow is made of expressions, WGSL's of statements: `if`, `match` and blocks that yield a value
//! become statements that assign it, in front of the statement that uses it (`branch`, `stmt`); all else is an
//! expression (`expr`, `call`). `text` is WGSL with holes.

mod branch;
mod call;
mod expr;
mod loops;
mod stmt;
mod text;

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, Ident, Path};

use crate::check;
use crate::errors::Errors;
pub(crate) use call::hash;
pub(crate) use text::Text;

/// An expression in both halves.
#[derive(Clone)]
pub(crate) struct Value {
    /// The Rust expression with slots.
    pub(crate) probe: TokenStream,
    /// Its WGSL.
    pub(crate) text: Text,
    /// How tightly the WGSL holds together.
    level: Level,
}

/// The operator that a WGSL text ends on at its top level.
#[derive(Clone, Copy, PartialEq)]
enum Level {
    /// None: a name, a call, a literal.
    Atom,
    /// `* / %`
    Product,
    /// `+ -`
    Sum,
    /// `== < …`
    Comparison,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `& |`, which WGSL mixes with nothing.
    Bits,
}

impl Level {
    /// Whether an operand of this level stands without parentheses beside an operator of level `op`.
    fn stands_in(self, op: Self, right: bool) -> bool {
        self == Self::Atom
            || match op {
                Self::Product => self == Self::Product && !right,
                Self::Sum => self == Self::Product || self == Self::Sum && !right,
                Self::Comparison => self == Self::Product || self == Self::Sum,
                Self::And | Self::Or => self == Self::Comparison || self == op && !right,
                Self::Atom | Self::Bits => false,
            }
    }
}

impl Value {
    /// A value whose WGSL is no operation.
    pub(crate) fn atom(probe: TokenStream, text: Text) -> Self {
        Self {
            probe,
            text,
            level: Level::Atom,
        }
    }

    /// The WGSL beside an operator of level `op`.
    fn operand(&self, op: Level, right: bool) -> Text {
        if self.level.stands_in(op, right) {
            self.text.clone()
        } else {
            Text::fixed("(").and(self.text.clone()).then(")")
        }
    }
}

/// What becomes of the value of an expression that is lowered to statements.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Dest {
    /// The function returns it.
    Return,
    /// A variable gets it.
    Assign(String),
    /// There is none.
    Discard,
}

/// Lowers the code of one function.
pub(crate) struct Lowerer<'a> {
    pub(crate) errors: &'a Errors,
    pub(crate) krate: &'a Path,
    /// What the code is for, in messages.
    pub(crate) place: String,
    /// The function itself, which must not call itself.
    pub(crate) function: Option<String>,
    /// `const` items of the body, which the generated code needs as well.
    pub(crate) consts: TokenStream,
    /// Whether the text has loops or indices that need run-time checks.
    pub(crate) checked: bool,
    /// Whether the text has control flow at all.
    pub(crate) branches: bool,
    scopes: Vec<Vec<(String, Text)>>,
    taken: HashSet<String>,
    slots: usize,
    out: Text,
    indent: usize,
}

impl<'a> Lowerer<'a> {
    pub(crate) fn new(place: impl Into<String>, krate: &'a Path, errors: &'a Errors) -> Self {
        Self {
            errors,
            krate,
            place: place.into(),
            function: None,
            consts: TokenStream::new(),
            checked: false,
            branches: false,
            scopes: vec![Vec::new()],
            taken: HashSet::new(),
            slots: 0,
            out: Text::default(),
            indent: 1,
        }
    }

    /// `let` statements for the slots that were handed out.
    pub(crate) fn declarations(&self) -> TokenStream {
        let krate = self.krate;
        let slots = (0..self.slots).map(slot_name);
        quote!(#(let #slots = #krate::private::Slot::new();)*)
    }

    /// The statements so far; the next ones start afresh.
    pub(crate) fn take_statements(&mut self) -> Text {
        std::mem::take(&mut self.out)
    }

    fn slot(&mut self) -> Ident {
        self.slots += 1;
        slot_name(self.slots - 1)
    }

    /// Brings the Rust name into scope as `wgsl`.
    pub(crate) fn bind(&mut self, name: &str, wgsl: Text) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name.to_owned(), wgsl));
        }
    }

    /// Brings a name into scope under a WGSL name of its own, and returns that.
    pub(crate) fn declare(&mut self, ident: &Ident) -> String {
        let name = self.unique(&local_name(&ident.to_string()));
        self.bind(&ident.to_string(), Text::fixed(name.clone()));
        name
    }

    fn lookup(&self, ident: &Ident) -> Option<&Text> {
        let name = ident.to_string();
        self.scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.iter().rev())
            .find(|(known, _)| *known == name)
            .map(|(_, text)| text)
    }

    /// A name that no other local of the function has: WGSL knows no shadowing inside a block.
    fn unique(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut copy = 1;
        while !self.taken.insert(name.clone()) {
            copy += 1;
            name = format!("{wanted}_{copy}");
        }
        name
    }

    /// Appends one statement line.
    fn line(&mut self, text: Text) {
        let indent = "    ".repeat(self.indent);
        self.out = std::mem::take(&mut self.out).then(&indent).and(text).then("\n");
    }

    /// Runs `lower` one level deeper, in a scope of its own, between braces.
    fn nested<T>(&mut self, open: Text, close: &str, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.line(open);
        self.indent += 1;
        self.scopes.push(Vec::new());
        let result = lower(self);
        self.scopes.pop();
        self.indent -= 1;
        self.line(Text::fixed(close));
        result
    }

    /// Lowers expressions that Rust evaluates from left to right; what stands before a later one's statements is kept
    /// in a variable, so that those statements cannot change it.
    fn sequence<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Option<Vec<Value>> {
        let before = self.take_statements();
        let mut done: Vec<(Text, Option<Value>)> = Vec::new();
        for expr in exprs {
            let value = self.expr(expr);
            done.push((self.take_statements(), value));
        }
        self.out = before;
        let last = done.iter().rposition(|(statements, _)| !statements.is_empty());
        let mut values = Vec::with_capacity(done.len());
        for (index, (statements, value)) in done.into_iter().enumerate() {
            self.out = std::mem::take(&mut self.out).and(statements);
            values.push(value.map(|value| match last {
                Some(last) if index < last && !value.text.is_constant() => self.keep(value),
                _ => value,
            }));
        }
        values.into_iter().collect()
    }

    /// Puts a value into a variable of its own.
    fn keep(&mut self, value: Value) -> Value {
        let name = self.unique("kept");
        self.line(Text::fixed(format!("let {name} = ")).and(value.text).then(";"));
        Value::atom(value.probe, Text::fixed(name))
    }

    fn refuse<T>(&self, tokens: impl ToTokens, what: &str, remedy: &str) -> Option<T> {
        self.errors
            .at(tokens, format!("{what} cannot become WGSL in {}; {remedy}", self.place));
        None
    }
}

fn slot_name(index: usize) -> Ident {
    format_ident!("slot{index}", span = Span::mixed_site())
}

/// The WGSL name of a local: none that a generated helper or a template function has.
fn local_name(name: &str) -> String {
    let name = check::declaration(name);
    // Helpers are named after a type (`min_f32`) or a role (`stats_combine`).
    let like_a_helper = name.contains(|c: char| c.is_ascii_digit()) && name.contains('_')
        || ["_combine", "_identity", "_lift", "_finish"]
            .iter()
            .any(|role| name.ends_with(role));
    if like_a_helper { format!("{name}_") } else { name }
}

impl Lowerer<'_> {
    /// Brings a parameter into scope and returns its WGSL name; one that the body changes is copied to a variable.
    pub(crate) fn parameter(&mut self, ident: &Ident, mutable: bool) -> String {
        let rust = ident.to_string();
        let name = if rust == "self" {
            "self_".to_owned()
        } else {
            local_name(&rust)
        };
        if !mutable {
            let name = self.unique(&name);
            self.bind(&rust, Text::fixed(name.clone()));
            return name;
        }
        let variable = self.unique(&name);
        let name = self.unique(&format!("{}_in", name.trim_end_matches('_')));
        self.line(Text::fixed(format!("var {variable} = {name};")));
        self.bind(&rust, Text::fixed(variable));
        name
    }
}
