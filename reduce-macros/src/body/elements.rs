//! Elements of arrays, one after the other: `for x in array`, and what is made of all of them by `map`, `sum`, `fold`, `any` and `all`.
//!
//! `a.iter()`, `enumerate`, `zip` and a `map` on the way are no values: they say how the loop gets its next item.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprCall, ExprClosure, ExprForLoop, ExprMethodCall, Ident};

use super::closure::{Item, closure_of};
use super::{Dest, Lowerer, Text, Value, module};

/// Where the items of a loop come from.
enum Source<'e> {
    /// An array, by value or by `&`.
    Array {
        array: &'e Expr,
        borrowed: bool,
    },
    /// Values instead of references: `copied` or `cloned`.
    Copied(Box<Source<'e>>),
    Enumerated(Box<Source<'e>>, &'e ExprMethodCall),
    Zipped(Box<Source<'e>>, Box<Source<'e>>, &'e ExprMethodCall),
    Mapped(Box<Source<'e>>, ExprClosure, &'e ExprMethodCall),
}

impl<'e> Source<'e> {
    /// The source that `expr` spells with `&` or a method; none for an array by itself, and for everything else.
    fn of(expr: &'e Expr) -> Option<Self> {
        match expr {
            Expr::Paren(inner) => Self::of(&inner.expr),
            Expr::Group(inner) => Self::of(&inner.expr),
            Expr::Reference(array) if array.mutability.is_none() => Some(Self::Array {
                array: &array.expr,
                borrowed: true,
            }),
            Expr::MethodCall(call) => {
                let inner = || Self::of(&call.receiver).map(Box::new);
                let array = |borrowed| Self::Array {
                    array: &call.receiver,
                    borrowed,
                };
                match (call.method.to_string().as_str(), call.args.first()) {
                    ("iter", None) => Some(array(true)),
                    ("into_iter", None) => Some(inner().map_or_else(|| array(false), |inner| *inner)),
                    ("copied" | "cloned", None) => Some(Self::Copied(inner()?)),
                    ("enumerate", None) => Some(Self::Enumerated(inner()?, call)),
                    ("zip", Some(other)) => Some(Self::Zipped(inner()?, Box::new(Self::of_any(other)), call)),
                    ("map", Some(function)) => Some(Self::Mapped(inner()?, closure_of(function, 1)?, call)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The source that `expr` spells, or the array that it is.
    fn of_any(expr: &'e Expr) -> Self {
        Self::of(expr).unwrap_or(Self::Array {
            array: expr,
            borrowed: false,
        })
    }
}

/// An array that is a variable in WGSL.
struct Array {
    name: String,
    slot: Ident,
    probe: TokenStream,
}

impl Array {
    fn element(&self, turn: &str) -> Text {
        Text::fixed(format!("{}[{turn}]", self.name))
    }
}

/// A source whose arrays are variables; methods are `.` and the name.
enum Opened {
    Array(Array, bool),
    Copied(Box<Opened>),
    Enumerated(Box<Opened>, TokenStream),
    Zipped(Box<Opened>, Box<Opened>, TokenStream),
    Mapped(Box<Opened>, ExprClosure, TokenStream),
}

impl Lowerer<'_> {
    /// `for` over the elements of arrays.
    pub(super) fn for_elements(&mut self, each: &ExprForLoop) -> Option<TokenStream> {
        let source = Source::of_any(&each.expr);
        let opened = self.open(&source)?;
        let ((pattern, body), items) = self.each(&opened, |lower, item| {
            let pattern = lower.bind_item(&each.pat, item)?;
            Some((pattern, lower.block_to(&each.body, &Dest::Discard)?))
        })?;
        Some(quote_spanned!(each.span()=> for #pattern in #items #body))
    }

    /// The value that a method makes of all elements of an array; the outer option is none for any other method.
    pub(super) fn consumed(&mut self, call: &ExprMethodCall) -> Option<Option<Value>> {
        let (name, source) = (call.method.to_string(), Source::of(&call.receiver));
        let closure = |index, count| closure_of(call.args.iter().nth(index)?, count);
        Some(match (name.as_str(), call.args.len(), source) {
            ("map", 1, None) if self.is_function(call.args.first()?) => self.mapped(call, &closure(0, 1)?),
            ("sum", 0, Some(source)) => self.accumulated(call, &source, "+"),
            ("product", 0, Some(source)) => self.accumulated(call, &source, "*"),
            ("fold", 2, Some(source)) => self.folded(call, &source, &closure(1, 2)?),
            ("any", 1, Some(source)) => self.found(call, &source, &closure(0, 1)?, true),
            ("all", 1, Some(source)) => self.found(call, &source, &closure(0, 1)?, false),
            _ => return None,
        })
    }

    /// `array.map(|x| …)`
    fn mapped(&mut self, call: &ExprMethodCall, closure: &ExprClosure) -> Option<Value> {
        let (slot, name) = (self.slot(call), self.unique("mapped"));
        let array = self.array_of(&call.receiver)?;
        self.line_of_type(&name, &slot, call);
        let count = self.count_of(&array.slot, &call.receiver);
        let closure = self.turns(count, |lower, turn| {
            let element = Item::value(array.element(turn));
            lower.inline(closure, vec![element], &Dest::Assign(format!("{name}[{turn}]")))
        })?;
        let (receiver, dot, method) = (&array.probe, &call.dot_token, &call.method);
        Some(Value::atom(
            quote_spanned!(call.span()=> #slot.is(#receiver #dot #method(#closure))),
            Text::fixed(name),
        ))
    }

    /// `std::array::from_fn(|k| …)`
    pub(super) fn made(&mut self, call: &ExprCall) -> Option<Value> {
        let closure = closure_of(call.args.first()?, 1)?;
        let (slot, name, function) = (self.slot(call), self.unique("made"), &call.func);
        self.line_of_type(&name, &slot, call);
        let count = self.count_of(&slot, call);
        let closure = self.turns(count, |lower, turn| {
            let index = Item::value(Text::fixed(turn));
            lower.inline(&closure, vec![index], &Dest::Assign(format!("{name}[{turn}]")))
        })?;
        Some(Value::atom(
            quote_spanned!(call.span()=> #slot.is(#function(#closure))),
            Text::fixed(name),
        ))
    }

    /// `sum` and `product`, in the order of the elements.
    fn accumulated(&mut self, call: &ExprMethodCall, source: &Source<'_>, symbol: &str) -> Option<Value> {
        let (slot, total, module) = (self.slot(call), self.unique("total"), module());
        let start = self.ask_of("HasSum", &slot, call, "start", &quote!(#symbol));
        let opened = self.open(source)?;
        self.line(
            Text::fixed(format!("var {total} = "))
                .and(Text::asked(start, None))
                .then(";"),
        );
        let ((), items) = self.each(&opened, |lower, item| {
            let next = item.text()?.code(lower.krate);
            let step = lower.ask_of("HasSum", &slot, call, "step", &quote!(#symbol, #total, &#next, #module));
            lower.line(
                Text::fixed(format!("{total} = "))
                    .and(Text::asked(step, None))
                    .then(";"),
            );
            Some(())
        })?;
        let (dot, method, turbofish) = (&call.dot_token, &call.method, &call.turbofish);
        Some(Value::atom(
            quote_spanned!(call.span()=> #slot.is(#items #dot #method #turbofish ())),
            Text::fixed(total),
        ))
    }

    /// `fold(start, |folded, x| …)`
    fn folded(&mut self, call: &ExprMethodCall, source: &Source<'_>, closure: &ExprClosure) -> Option<Value> {
        let opened = self.open(source)?;
        let (slot, start, folded) = (self.slot(call), self.expr(call.args.first()?)?, self.unique("folded"));
        self.line(Text::fixed(format!("var {folded} = ")).and(start.text).then(";"));
        let (closure, items) = self.each(&opened, |lower, item| {
            let so_far = Item::value(Text::fixed(folded.clone()));
            lower.inline(closure, vec![so_far, item], &Dest::Assign(folded.clone()))
        })?;
        let (start, dot, method) = (&start.probe, &call.dot_token, &call.method);
        Some(Value::atom(
            quote_spanned!(call.span()=> #slot.is(#items #dot #method(#start, #closure))),
            Text::fixed(folded),
        ))
    }

    /// `any` and `all`, which end at the first element that decides: it `holds`, or does not.
    fn found(
        &mut self,
        call: &ExprMethodCall,
        source: &Source<'_>,
        closure: &ExprClosure,
        holds: bool,
    ) -> Option<Value> {
        let (opened, found) = (self.open(source)?, self.unique(if holds { "found" } else { "holds" }));
        self.line(Text::fixed(format!("var {found} = {};", !holds)));
        let (closure, items) = self.each(&opened, |lower, item| {
            let (value, closure) = lower.inlined(closure, vec![item])?;
            let (open, close) = if holds { ("if (", ") {") } else { ("if (!(", ")) {") };
            lower.line(Text::fixed(open).and(value.text).then(close));
            lower.line(Text::fixed(format!("    {found} = {holds};")));
            lower.line(Text::fixed("    break;"));
            lower.line(Text::fixed("}"));
            Some(closure)
        })?;
        let (dot, method) = (&call.dot_token, &call.method);
        Some(Value::atom(
            quote_spanned!(call.span()=> (#items) #dot #method(#closure)),
            Text::fixed(found),
        ))
    }

    /// A loop over a source with this body; returns what the body returns and the probe of the source.
    fn each<T>(
        &mut self,
        opened: &Opened,
        body: impl FnOnce(&mut Self, Item) -> Option<T>,
    ) -> Option<(T, TokenStream)> {
        let count = self.count(opened);
        self.turns(count, |lower, turn| {
            let (item, items) = lower.item(opened, turn)?;
            Some((body(lower, item)?, items))
        })
    }

    /// A loop of `count` turns, whose number the body gets the name of.
    fn turns<T>(&mut self, count: Text, body: impl FnOnce(&mut Self, &str) -> Option<T>) -> Option<T> {
        self.branches = true;
        let turn = self.unique("turn");
        let open = Text::fixed(format!("for (var {turn} = 0u; {turn} < ")).and(count);
        let open = open.then(&format!("; {turn} += 1u) {{"));
        self.nested(open, "}", |lower| body(lower, &turn))
    }

    /// An array in a variable of its own: the loop does not see what its body does to it.
    fn array_of(&mut self, expr: &Expr) -> Option<Array> {
        let value = self.expr(expr)?;
        let (slot, name, probe) = (self.slot(expr), self.unique("elements"), &value.probe);
        self.line(Text::fixed(format!("let {name} = ")).and(value.text).then(";"));
        Some(Array {
            probe: quote_spanned!(expr.span()=> #slot.is(#probe)),
            name,
            slot,
        })
    }

    fn open(&mut self, source: &Source<'_>) -> Option<Opened> {
        let method = |call: &ExprMethodCall| {
            let (dot, method) = (&call.dot_token, &call.method);
            quote!(#dot #method)
        };
        Some(match source {
            Source::Array { array, borrowed } => {
                let borrowed = *borrowed || self.is_borrowed(array);
                Opened::Array(self.array_of(array)?, borrowed)
            }
            Source::Copied(inner) => Opened::Copied(Box::new(self.open(inner)?)),
            Source::Enumerated(inner, call) => Opened::Enumerated(Box::new(self.open(inner)?), method(call)),
            Source::Zipped(one, other, call) => {
                let (one, other) = (self.open(one)?, self.open(other)?);
                Opened::Zipped(Box::new(one), Box::new(other), method(call))
            }
            Source::Mapped(inner, closure, call) => {
                Opened::Mapped(Box::new(self.open(inner)?), closure.clone(), method(call))
            }
        })
    }

    /// The number of items.
    fn count(&self, opened: &Opened) -> Text {
        match opened {
            Opened::Array(array, _) => self.count_of(&array.slot, &array.probe),
            Opened::Copied(inner) | Opened::Enumerated(inner, _) | Opened::Mapped(inner, ..) => self.count(inner),
            Opened::Zipped(one, other, _) => {
                let (one, other) = (self.count(one), self.count(other));
                Text::fixed("min(").and(one).then(", ").and(other).then(")")
            }
        }
    }

    fn count_of(&self, slot: &Ident, place: impl ToTokens) -> Text {
        Text::asked(
            self.ask_of("HasElements", slot, place, "count", &TokenStream::new()),
            None,
        )
    }

    /// The item of this turn, and the probe of the source. In the probe all items are values: a shared reference says no more than its value.
    fn item(&mut self, opened: &Opened, turn: &str) -> Option<(Item, TokenStream)> {
        Some(match opened {
            Opened::Array(array, borrowed) => {
                let (text, borrowed, probe) = (array.element(turn), *borrowed, &array.probe);
                let items = quote_spanned!(probe.span()=> ::core::iter::IntoIterator::into_iter(#probe));
                (Item::One { text, borrowed }, items)
            }
            Opened::Copied(inner) => {
                let (item, probe) = self.item(inner, turn)?;
                (item.copied(), probe)
            }
            Opened::Enumerated(inner, method) => {
                let (item, probe) = self.item(inner, turn)?;
                let index = Item::value(Text::fixed(turn));
                (Item::Pair(Box::new(index), Box::new(item)), quote!(#probe #method()))
            }
            Opened::Zipped(one, other, method) => {
                let ((one, a), (other, b)) = (self.item(one, turn)?, self.item(other, turn)?);
                (Item::Pair(Box::new(one), Box::new(other)), quote!(#a #method(#b)))
            }
            Opened::Mapped(inner, closure, method) => {
                let (item, probe) = self.item(inner, turn)?;
                let (value, closure) = self.inlined(closure, vec![item])?;
                let value = self.keep(value);
                (Item::value(value.text), quote!(#probe #method(#closure)))
            }
        })
    }
}
