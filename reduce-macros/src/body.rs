//! Rust to WGSL: the bodies of `#[gpu]` functions and the expressions of the derives.
//!
//! The result has two halves that belong together: the *probe*, the user's code with inference slots in it, from which
//! rustc infers types, and the *text*, WGSL that asks those slots for all that depends on a type. `probe` puts the first
//! around a copy of the user's code, so that rustc speaks of each mistake once.
//!
//! Rust's control flow is made of expressions, WGSL's of statements: an `if` or `match` that yields a value becomes a
//! selection where both sides may be computed (`pure`), else statements that assign it, in front of the statement that
//! uses it (`branch`, `matching` with `pattern` and `fields`, `stmt`); taking values apart is in `parts`, `&mut` in `changes`; loops are in `loops`, over items in `source`,
//! `opened`, `items`, `elements` and `best`; closures in `closure`, in variables `called`; what is a reference in Rust is in `references` and `held`; all else is an expression (`expr`, `call`, `construct`, `option`). `arrays` counts the `bytes` of variables; `text` is WGSL with holes.

mod arrays;
mod best;
mod branch;
mod bytes;
mod call;
mod called;
mod callees;
mod changes;
mod closure;
mod constant;
mod construct;
mod elements;
mod expr;
mod fields;
mod held;
mod index;
mod items;
mod library;
mod loops;
mod matching;
mod methods;
mod names;
mod opened;
mod operator;
mod option;
mod parts;
mod pattern;
mod probe;
mod pure;
mod references;
mod refused;
mod source;
mod stmt;
mod text;

use std::collections::HashSet;
use std::rc::Rc;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, ExprClosure, Ident, Path, Type};

use crate::errors::Errors;
use crate::spans::{ends, placed, starting};
pub(crate) use call::RECURSION;
pub(crate) use names::local_name;
pub(crate) use operator::sign;
pub(crate) use probe::{Probe, this, typed, without_self};
pub(crate) use text::Text;

/// An expression in both halves.
#[derive(Clone)]
pub(crate) struct Value {
    /// The Rust expression with slots.
    pub(crate) probe: TokenStream,
    /// Its WGSL.
    pub(crate) text: Text,
    /// The precedence of the WGSL.
    level: Level,
    /// Whether WGSL would compute it while it compiles, and refuse an overflow there.
    constant: bool,
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
    /// `&`, which WGSL mixes with no other operator.
    BitAnd,
    /// `|`, likewise.
    BitOr,
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
                Self::BitAnd | Self::BitOr => self == op && !right,
                Self::Atom => false,
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
            constant: false,
        }
    }

    /// This value, a constant of WGSL if `constant` holds.
    fn constant_if(self, constant: bool) -> Self {
        Self { constant, ..self }
    }

    /// The WGSL in a list: WGSL takes `f(a < b, c > d)` for a template with arguments.
    fn listed(&self) -> Text {
        match self.level {
            Level::Comparison | Level::And | Level::Or => Text::fixed("(").and(self.text.clone()).then(")"),
            _ => self.text.clone(),
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

/// The destination of the value of an expression that is lowered to statements.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Dest {
    /// The function returns it.
    Return,
    /// A variable gets it.
    Assign(String),
    /// It has none.
    Discard,
}

/// A Rust name in scope and its WGSL.
struct Binding {
    ident: Ident,
    text: Text,
    /// The number of its elements, if it is an array whose length is seen.
    length: Option<usize>,
    /// Whether it is a reference in Rust, which is its value in WGSL and in the probe.
    borrowed: bool,
    /// The value in it, if it is an Option.
    held: held::Held,
    /// Whether it is a reference by `&mut`: the text is that of the place.
    changes: bool,
    /// The closure that it stands for, which is no value.
    closure: Option<Rc<Closure>>,
    /// Whether its value was refused: what is done with it is no further mistake.
    refused: bool,
}

/// A closure in a variable.
struct Closure {
    code: ExprClosure,
    /// The names around it that it mentions, and what they stood for.
    captured: Vec<(Ident, Option<String>)>,
}

/// Lowers the code of one function.
pub(crate) struct Lowerer<'a> {
    errors: &'a Errors,
    krate: &'a Path,
    /// The purpose of the code, in messages.
    place: String,
    /// The function itself, which must not call itself.
    pub(crate) function: Option<String>,
    /// Whether it belongs to a type.
    pub(crate) is_method: bool,
    /// The parameters that it takes by `&mut`, which it returns.
    changed: Vec<(Ident, Text)>,
    /// The types with arguments that its signature names: the arguments may be left out where a function of such a type is called.
    pub(crate) generic_types: Vec<Type>,
    /// The type that it returns, if it is a function.
    pub(crate) output: Option<TokenStream>,
    /// Whether types depend on parameters of the item.
    pub(crate) is_generic: bool,
    /// Whether `return` leaves this very code.
    pub(crate) returns: bool,
    /// Rust names that are in scope elsewhere, and the message about each.
    pub(crate) elsewhere: Vec<(Ident, &'static str)>,
    /// `const` items of the body, which the generated code needs as well.
    consts: TokenStream,
    /// Whether a `use` in it may name variants of an enum.
    imports_variants: bool,
    /// The paths of the free functions that it calls, each once.
    callees: Vec<Path>,
    /// The methods that it calls.
    methods: methods::Methods,
    /// The functions that it calls on `self` or as `Self::…`.
    pub(crate) own_calls: Vec<Ident>,
    /// Whether the text has loops or indices that need run-time checks.
    pub(crate) checked: bool,
    /// Whether the text has control flow at all.
    pub(crate) branches: bool,
    /// The arrays that have names.
    arrays: Vec<bytes::Named>,
    /// Whether these count towards the limit of a function's variables. The arrays of a function that the host runs do not.
    pub(crate) counts_arrays: bool,
    /// Whether an index comes later that may change the variables of those before it.
    pins_indices: bool,
    scopes: Vec<Vec<Binding>>,
    taken: HashSet<String>,
    /// The functions that the body calls: their WGSL names are none of its locals'.
    called: HashSet<String>,
    slots: Vec<Ident>,
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
            is_method: false,
            changed: Vec::new(),
            generic_types: Vec::new(),
            output: None,
            is_generic: false,
            returns: true,
            elsewhere: Vec::new(),
            consts: TokenStream::new(),
            imports_variants: false,
            callees: Vec::new(),
            methods: methods::Methods::default(),
            own_calls: Vec::new(),
            checked: false,
            branches: false,
            arrays: Vec::new(),
            counts_arrays: false,
            pins_indices: false,
            scopes: vec![Vec::new()],
            taken: HashSet::new(),
            called: HashSet::new(),
            slots: Vec::new(),
            out: Text::default(),
            indent: 1,
        }
    }

    /// The statements so far; the next ones start afresh.
    pub(crate) fn take_statements(&mut self) -> Text {
        std::mem::take(&mut self.out)
    }

    /// A new slot, to stand at the end of `place`: rustc places messages where the user's tokens are only if the
    /// generated ones have the user's spans altogether.
    fn slot(&mut self, place: impl ToTokens) -> Ident {
        let slot = format_ident!("__slot{}", self.slots.len(), span = ends(place).1);
        self.slots.push(slot.clone());
        slot
    }

    /// The expression that asks `slot` at `place`: if the type is none of the GPU's, rustc says so there.
    fn ask(&self, slot: &Ident, place: impl ToTokens, question: &str, arguments: &TokenStream) -> TokenStream {
        self.ask_of("InWgsl", slot, place, question, arguments)
    }

    /// [`ask`](Self::ask) for another trait that generated code refers to.
    fn ask_of(
        &self,
        of: &str,
        slot: &Ident,
        place: impl ToTokens,
        question: &str,
        arguments: &TokenStream,
    ) -> TokenStream {
        let (start, end) = ends(place);
        let (p, of, question) = (self.private(start), Ident::new(of, start), Ident::new(question, start));
        let slot = starting(start, quote_spanned!(end=> &#slot));
        quote_spanned!(start=> #p::#of::#question(#slot, #arguments))
    }

    /// The path of the module that generated code refers to, at `span`.
    fn private(&self, span: Span) -> TokenStream {
        let krate = self.krate;
        placed(quote!(#krate::private), span)
    }

    /// Appends one statement line.
    fn line(&mut self, text: Text) {
        let indent = "    ".repeat(self.indent);
        self.out = std::mem::take(&mut self.out).then(&indent).and(text).then("\n");
    }

    /// `var name: type;`, whose type `slot` knows.
    fn line_of_type(&mut self, name: &str, slot: &Ident, place: impl ToTokens) {
        let kind = self.ask(slot, place, "name", &module().to_token_stream());
        self.line(
            Text::fixed(format!("var {name}: "))
                .and(Text::asked(kind, None))
                .then(";"),
        );
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

    /// Runs `lower` apart; returns its result, and the statements that it needs in front.
    fn apart<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> (T, Text) {
        let before = self.take_statements();
        self.indent += 1;
        let result = lower(self);
        self.indent -= 1;
        let needed = self.take_statements();
        self.out = before;
        (result, needed)
    }

    /// Lowers expressions that Rust evaluates from left to right; a value in front of a later one's statements is kept
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

/// The WGSL module where texts are made, under a name that no field and no constant of the user's can have.
pub(crate) fn module() -> Ident {
    Ident::new("module", Span::mixed_site())
}
