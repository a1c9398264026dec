//! A source in front of its loop: its arrays and bounds in variables, and the number of turns.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprClosure, ExprIndex, ExprMethodCall, ExprRange, Ident, RangeLimits};

use super::source::{Source, Width};
use super::{Lowerer, Text, Value, module};

/// An array that is a variable in WGSL.
pub(super) struct Array {
    pub(super) name: String,
    pub(super) slot: Ident,
    pub(super) probe: TokenStream,
}

impl Array {
    pub(super) fn element(&self, lower: &Lowerer<'_>, turn: &str) -> Text {
        let element = lower.ask_of("HasElements", &self.slot, &self.probe, "element", &quote!(#turn));
        Text::fixed(self.name.clone()).and(Text::asked(element, Some(format!("[{turn}]"))))
    }
}

/// A source whose arrays are variables; methods are `.` and the name.
pub(super) enum Opened {
    Array(Array, bool),
    /// The text of the place, which no statement of the loop changes.
    Places(Text, Ident, TokenStream),
    /// An array, the variables where the part begins and how long it is, and the part in the probe.
    Part(Array, String, String, TokenStream),
    /// The variables of the first integer and of their number, and the slot of their type.
    Range(String, String, Ident, TokenStream),
    /// The variable of the last number.
    Reversed(Box<Opened>, String, TokenStream),
    Copied(Box<Opened>),
    /// With a variable that counts the items, if some turns give none.
    Enumerated(Box<Opened>, TokenStream, Option<String>),
    Zipped(Box<Opened>, Box<Opened>, TokenStream),
    Mapped(Box<Opened>, ExprClosure, TokenStream),
    Filtered(Box<Opened>, ExprClosure),
    FilterMapped(Box<Opened>, ExprClosure, TokenStream),
    /// The slot of the items that have elements, and the variable of the number of these.
    Flattened(Box<Opened>, Ident, (String, Width), TokenStream),
    /// The variable of the number of items that are left out or taken, at most those that there are.
    Skipped(Box<Opened>, String, TokenStream),
    Taken(Box<Opened>, String, TokenStream),
    /// The variable of the number of items of the first, and the slot of the items.
    Chained(Box<Opened>, Box<Opened>, String, Ident, TokenStream),
}

impl Lowerer<'_> {
    /// An array in a variable of its own: the loop does not see what its body does to it.
    pub(super) fn array_of(&mut self, expr: &Expr) -> Option<Array> {
        let value = self.expr(expr)?;
        self.note_looped(&value, expr);
        let (slot, name, probe) = (self.slot(expr), self.unique("elements"), &value.probe);
        self.line(Text::fixed(format!("let {name} = ")).and(value.text).then(";"));
        Some(Array {
            probe: quote_spanned!(expr.span()=> #slot.is(#probe)),
            name,
            slot,
        })
    }

    pub(super) fn open(&mut self, source: &Source<'_>) -> Option<Opened> {
        let method = |call: &ExprMethodCall| {
            let (dot, method) = (&call.dot_token, &call.method);
            quote!(#dot #method)
        };
        Some(match source {
            Source::Array { array, borrowed } => {
                let borrowed = *borrowed || self.is_borrowed(array);
                Opened::Array(self.array_of(array)?, borrowed)
            }
            Source::Places(array) => {
                let value = self.stable_place(array)?;
                let (slot, probe) = (self.slot(array), &value.probe);
                Opened::Places(
                    value.text,
                    slot.clone(),
                    quote_spanned!(array.span()=> #slot.is(#probe)),
                )
            }
            Source::Part(part, range) => self.open_part(part, range)?,
            Source::Range(range) => self.open_range(range)?,
            Source::Reversed(inner, call) => {
                let inner = self.open(inner)?;
                let (last, count) = (self.unique("last"), self.count(&inner));
                self.line(Text::fixed(format!("let {last} = ")).and(count).then(" - 1u;"));
                Opened::Reversed(Box::new(inner), last, method(call))
            }
            Source::Copied(inner) => Opened::Copied(Box::new(self.open(inner)?)),
            Source::Enumerated(inner, call) => {
                let counter = inner.skips().then(|| self.unique("count"));
                let opened = self.open(inner)?;
                if let Some(counter) = &counter {
                    self.line(Text::fixed(format!("var {counter} = 0u;")));
                }
                Opened::Enumerated(Box::new(opened), method(call), counter)
            }
            Source::Zipped(one, other, call) => {
                let (one, other) = (self.open(one)?, self.open(other)?);
                Opened::Zipped(Box::new(one), Box::new(other), method(call))
            }
            Source::Mapped(inner, closure, call) => {
                Opened::Mapped(Box::new(self.open(inner)?), closure.clone(), method(call))
            }
            Source::Filtered(inner, closure) => Opened::Filtered(Box::new(self.open(inner)?), closure.clone()),
            Source::Flattened(inner, call, width_of) => {
                let (inner, slot, width) = (self.open(inner)?, self.slot(&call.method), self.unique("width"));
                let of = match width_of {
                    Width::Any => "HasElements",
                    Width::Fixed => "HasLength",
                };
                let most = self.ask_of(of, &slot, &call.method, "most", &TokenStream::new());
                self.line(
                    Text::fixed(format!("let {width} = "))
                        .and(Text::asked(most, None))
                        .then(";"),
                );
                Opened::Flattened(Box::new(inner), slot, (width, *width_of), method(call))
            }
            Source::Chained(one, other, call) => {
                let (one, other, slot) = (self.open(one)?, self.open(other)?, self.slot(&call.method));
                let (first, count) = (self.unique("items_of_first"), self.count(&one));
                self.line(Text::fixed(format!("let {first} = ")).and(count).then(";"));
                Opened::Chained(Box::new(one), Box::new(other), first, slot, method(call))
            }
            Source::Skipped(inner, number, call) => {
                let (inner, name, probe) = self.open_some(inner, number, "skipped")?;
                let method = method(call);
                Opened::Skipped(inner, name, quote!(#method(#probe)))
            }
            Source::Taken(inner, number, call) => {
                let (inner, name, probe) = self.open_some(inner, number, "taken")?;
                let method = method(call);
                Opened::Taken(inner, name, quote!(#method(#probe)))
            }
            Source::FilterMapped(inner, closure, call) => {
                Opened::FilterMapped(Box::new(self.open(inner)?), closure.clone(), method(call))
            }
        })
    }

    /// `a[first..end]`, whose ends may be left out.
    fn open_part(&mut self, part: &ExprIndex, range: &ExprRange) -> Option<Opened> {
        let array = self.array_of(&part.expr)?;
        let bound = |lower: &mut Self, bound: &Option<Box<Expr>>| match bound {
            Some(bound) => Some(Some(lower.expr(bound)?)),
            None => Some(None),
        };
        let (start, end) = (bound(self, &range.start)?, bound(self, &range.end)?);
        let (first, count) = (self.unique("first"), self.unique("items"));
        let text = start
            .as_ref()
            .map_or_else(|| Text::fixed("0u"), |start| start.text.clone());
        self.line(Text::fixed(format!("let {first} = ")).and(text).then(";"));
        let (length, one) = (self.count_of(&array.slot, &array.name, &array.probe), one_more(range));
        let end_text = end
            .as_ref()
            .map_or_else(|| length.clone(), |end| end.text.clone().then(one));
        self.line(
            Text::fixed(format!("let {count} = min("))
                .and(end_text)
                .then(", ")
                .and(length)
                .then(&format!(") - {first};")),
        );
        // Rust panics at an end beyond the array, and at one before the start.
        self.checked = true;
        let (probe, limits) = (&array.probe, &range.limits);
        let bound = |value: &Option<Value>| value.as_ref().map(|value| value.probe.clone());
        let (start, end) = (bound(&start), bound(&end));
        let items = quote_spanned!(part.span()=> (#probe)[#start #limits #end].iter().copied());
        Some(Opened::Part(array, first, count, items))
    }

    /// A source, and the variable and the probe of a number of its items.
    fn open_some(
        &mut self,
        inner: &Source<'_>,
        number: &Expr,
        wanted: &str,
    ) -> Option<(Box<Opened>, String, TokenStream)> {
        let inner = self.open(inner)?;
        let (number, name, count) = (self.expr(number)?, self.unique(wanted), self.count(&inner));
        let text = Text::fixed(format!("let {name} = min("))
            .and(number.text)
            .then(", ")
            .and(count);
        self.line(text.then(");"));
        Some((Box::new(inner), name, number.probe))
    }

    fn open_range(&mut self, range: &ExprRange) -> Option<Opened> {
        let ends = [range.start.as_deref()?, range.end.as_deref()?];
        let values = self.sequence(ends)?;
        let [start, end] = values.as_slice() else { return None };
        let (slot, module) = (self.slot(ends[0]), module());
        let (first, behind, count) = (self.unique("first"), self.unique("end"), self.unique("items"));
        self.line(Text::fixed(format!("let {first} = ")).and(start.text.clone()).then(";"));
        self.line(Text::fixed(format!("let {behind} = ")).and(end.text.clone()).then(";"));
        let word = Text::asked(self.ask(&slot, ends[0], "unsigned", &module.to_token_stream()), None);
        let one = one_more(range);
        let less = match range.limits {
            RangeLimits::HalfOpen(_) => "<",
            RangeLimits::Closed(_) => "<=",
        };
        self.line(
            Text::fixed(format!("let {count} = select(0u, u32("))
                .and(word)
                .then(&format!("({behind} - {first})){one}, {first} {less} {behind});")),
        );
        let (a, b, limits) = (&start.probe, &end.probe, &range.limits);
        let items = quote_spanned!(range.span()=> (#slot.is(#a) #limits #slot.is(#b)));
        Some(Opened::Range(first, count, slot, items))
    }

    /// The number of turns.
    pub(super) fn count(&self, opened: &Opened) -> Text {
        match opened {
            Opened::Array(array, _) => self.count_of(&array.slot, &array.name, &array.probe),
            Opened::Places(text, slot, probe) => {
                let text = text.code(self.krate);
                Text::asked(self.ask_of("HasElements", slot, probe, "count", &quote!(&#text)), None)
            }
            Opened::Part(_, _, count, _) | Opened::Range(_, count, ..) => Text::fixed(count.clone()),
            Opened::Copied(inner)
            | Opened::Enumerated(inner, ..)
            | Opened::Mapped(inner, ..)
            | Opened::Reversed(inner, ..)
            | Opened::Filtered(inner, _)
            | Opened::FilterMapped(inner, ..) => self.count(inner),
            Opened::Skipped(inner, skipped, _) => {
                Text::fixed("(").and(self.count(inner)).then(&format!(" - {skipped})"))
            }
            Opened::Chained(_, other, first, ..) => {
                Text::fixed(format!("({first} + ")).and(self.count(other)).then(")")
            }
            Opened::Taken(_, taken, _) => Text::fixed(taken.clone()),
            Opened::Flattened(inner, _, (width, _), _) => self.count(inner).then(&format!(" * {width}")),
            Opened::Zipped(one, other, _) => {
                let (one, other) = (self.count(one), self.count(other));
                Text::fixed("min(").and(one).then(", ").and(other).then(")")
            }
        }
    }

    pub(super) fn count_of(&self, slot: &Ident, name: &str, place: impl ToTokens) -> Text {
        Text::asked(self.ask_of("HasElements", slot, place, "count", &quote!(#name)), None)
    }
}

/// ` + 1u` behind the end of a closed range.
fn one_more(range: &ExprRange) -> &'static str {
    match range.limits {
        RangeLimits::HalfOpen(_) => "",
        RangeLimits::Closed(_) => " + 1u",
    }
}
