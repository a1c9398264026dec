//! Where the items of a loop come from: arrays, parts of them, ranges, and the methods of iterators on the way.
//!
//! `a.iter()`, `enumerate`, `zip`, `map` and `filter` are no values: they say how the loop gets its next item.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprClosure, ExprIndex, ExprMethodCall, ExprRange, Ident, RangeLimits};

use super::closure::{Item, closure_of};
use super::{Lowerer, Text, Value, module};

/// Where the items of a loop come from.
pub(super) enum Source<'e> {
    /// An array, by value or by `&`.
    Array {
        array: &'e Expr,
        borrowed: bool,
    },
    /// The elements of an array where they are: `&mut` or `iter_mut`.
    Places(&'e Expr),
    /// Neighbouring elements of an array: `a[1..]`.
    Part(&'e ExprIndex, &'e ExprRange),
    /// Integers.
    Range(&'e ExprRange),
    Reversed(Box<Source<'e>>, &'e ExprMethodCall),
    /// Values instead of references: `copied` or `cloned`.
    Copied(Box<Source<'e>>),
    Enumerated(Box<Source<'e>>, &'e ExprMethodCall),
    Zipped(Box<Source<'e>>, Box<Source<'e>>, &'e ExprMethodCall),
    Mapped(Box<Source<'e>>, ExprClosure, &'e ExprMethodCall),
    Filtered(Box<Source<'e>>, ExprClosure),
    FilterMapped(Box<Source<'e>>, ExprClosure, &'e ExprMethodCall),
}

impl<'e> Source<'e> {
    /// The source that `expr` spells with `&`, a range or a method; none for an array by itself, and for everything else.
    pub(super) fn of(expr: &'e Expr) -> Option<Self> {
        match expr {
            Expr::Paren(inner) => Self::of(&inner.expr),
            Expr::Group(inner) => Self::of(&inner.expr),
            Expr::Range(range) if range.start.is_some() && range.end.is_some() => Some(Self::Range(range)),
            Expr::Reference(array) if array.mutability.is_none() => Some(Self::array(&array.expr, true)),
            Expr::Reference(array) => Some(Self::Places(&array.expr)),
            Expr::MethodCall(call) => Self::of_method(call),
            _ => None,
        }
    }

    fn of_method(call: &'e ExprMethodCall) -> Option<Self> {
        let inner = || Self::of(&call.receiver).map(Box::new);
        let closure = || closure_of(call.args.first()?, 1);
        Some(match (call.method.to_string().as_str(), call.args.len()) {
            ("iter", 0) => Self::array(&call.receiver, true),
            ("iter_mut", 0) => Self::Places(&call.receiver),
            ("into_iter", 0) => inner().map_or_else(|| Self::array(&call.receiver, false), |inner| *inner),
            ("rev", 0) => Self::Reversed(inner().filter(|inner| inner.is_plain())?, call),
            ("copied" | "cloned", 0) => Self::Copied(inner()?),
            ("enumerate", 0) => Self::Enumerated(inner()?, call),
            ("zip", 1) => {
                let other = call.args.first()?;
                let other = Self::of(other).unwrap_or_else(|| Self::array(other, false));
                let both = inner().filter(|inner| !inner.skips() && !other.skips())?;
                Self::Zipped(both, Box::new(other), call)
            }
            ("map", 1) => Self::Mapped(inner()?, closure()?, call),
            ("filter", 1) => Self::Filtered(inner()?, closure()?),
            ("filter_map", 1) => Self::FilterMapped(inner()?, closure()?, call),
            _ => return None,
        })
    }

    /// An array, or a part of one.
    fn array(array: &'e Expr, borrowed: bool) -> Self {
        match array {
            Expr::Index(part) => match &*part.index {
                Expr::Range(range) => Self::Part(part, range),
                _ => Self::Array { array, borrowed },
            },
            _ => Self::Array { array, borrowed },
        }
    }

    /// The source that `expr` spells, or the array that it is.
    pub(super) fn of_any(expr: &'e Expr, lower: &Lowerer<'_>) -> Self {
        let otherwise = || match lower.is_changed(expr) {
            true => Self::Places(expr),
            false => Self::array(expr, false),
        };
        Self::of(expr).unwrap_or_else(otherwise)
    }

    /// Whether its items have numbers of their own.
    fn is_plain(&self) -> bool {
        matches!(
            self,
            Self::Array { .. } | Self::Places(_) | Self::Part(..) | Self::Range(_) | Self::Copied(_)
        )
    }

    /// Whether some turns of its loop give no item.
    fn skips(&self) -> bool {
        match self {
            Self::Filtered(..) | Self::FilterMapped(..) => true,
            Self::Copied(inner) | Self::Enumerated(inner, _) | Self::Mapped(inner, ..) | Self::Reversed(inner, _) => {
                inner.skips()
            }
            _ => false,
        }
    }
}

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
}

impl Lowerer<'_> {
    /// An array in a variable of its own: the loop does not see what its body does to it.
    pub(super) fn array_of(&mut self, expr: &Expr) -> Option<Array> {
        let value = self.expr(expr)?;
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
            Opened::Zipped(one, other, _) => {
                let (one, other) = (self.count(one), self.count(other));
                Text::fixed("min(").and(one).then(", ").and(other).then(")")
            }
        }
    }

    pub(super) fn count_of(&self, slot: &Ident, name: &str, place: impl ToTokens) -> Text {
        Text::asked(self.ask_of("HasElements", slot, place, "count", &quote!(#name)), None)
    }

    /// The item of this turn, and the probe of the source. In the probe all items are values: a reference says no more than its value.
    pub(super) fn item(&mut self, opened: &Opened, turn: &str) -> Option<(Item, TokenStream)> {
        Some(match opened {
            Opened::Array(array, borrowed) => {
                let (text, borrowed, probe) = (array.element(self, turn), *borrowed, &array.probe);
                let items = quote_spanned!(probe.span()=> ::core::iter::IntoIterator::into_iter(#probe));
                (Item::One { text, borrowed }, items)
            }
            Opened::Places(text, slot, probe) => {
                let element = self.ask_of("HasElements", slot, probe, "element", &quote!(#turn));
                let text = text.clone().and(Text::asked(element, Some(format!("[{turn}]"))));
                let items = quote_spanned!(probe.span()=> ::core::iter::IntoIterator::into_iter(#probe));
                (Item::Place(text), items)
            }
            Opened::Part(array, first, _, items) => {
                let text = array.element(self, &format!("{first} + {turn}"));
                (Item::One { text, borrowed: true }, items.clone())
            }
            Opened::Range(first, _, slot, items) => {
                let kind = self.ask(slot, items, "name", &module().to_token_stream());
                let text = Text::fixed(format!("({first} + "))
                    .and(Text::asked(kind, None))
                    .then(&format!("({turn}))"));
                (Item::value(text), items.clone())
            }
            Opened::Reversed(inner, last, method) => {
                let (item, probe) = self.item(inner, &format!("({last} - {turn})"))?;
                (item, quote!(#probe #method()))
            }
            Opened::Copied(inner) => {
                let (item, probe) = self.item(inner, turn)?;
                (item.copied(), probe)
            }
            Opened::Enumerated(inner, method, counter) => {
                let (item, probe) = self.item(inner, turn)?;
                let index = match counter {
                    Some(counter) => {
                        let index = self.unique("index");
                        self.line(Text::fixed(format!("let {index} = {counter};")));
                        self.line(Text::fixed(format!("{counter} += 1u;")));
                        index
                    }
                    None => turn.to_owned(),
                };
                let index = Item::value(Text::fixed(index));
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
            Opened::Filtered(inner, closure) => {
                let (item, probe) = self.item(inner, turn)?;
                let item = self.kept_item(item);
                let (value, closure) = self.inlined(closure, vec![item.clone().lent()])?;
                self.line(Text::fixed("if (!(").and(value.text).then(")) { continue; }"));
                let p = self.private(proc_macro2::Span::call_site());
                (item, quote!(#p::filtered(#probe, #closure)))
            }
            Opened::FilterMapped(inner, closure, method) => {
                let (item, probe) = self.item(inner, turn)?;
                let (value, closure) = self.inlined(closure, vec![item])?;
                let option = self.keep(value).text;
                self.line(
                    Text::fixed("if (")
                        .and(option.clone())
                        .then(".variant == 0u) { continue; }"),
                );
                (Item::value(option.then(".Some_0")), quote!(#probe #method(#closure)))
            }
        })
    }

    /// An item in variables, which is named more than once; a place is one already.
    pub(super) fn kept_item(&mut self, item: Item) -> Item {
        match item {
            Item::One { text, borrowed } => {
                let name = self.unique("item");
                self.line(Text::fixed(format!("let {name} = ")).and(text).then(";"));
                Item::One {
                    text: Text::fixed(name),
                    borrowed,
                }
            }
            Item::Pair(one, other) => {
                let (one, other) = (self.kept_item(*one), self.kept_item(*other));
                Item::Pair(Box::new(one), Box::new(other))
            }
            place => place,
        }
    }
}

/// ` + 1u` behind the end of a closed range.
fn one_more(range: &ExprRange) -> &'static str {
    match range.limits {
        RangeLimits::HalfOpen(_) => "",
        RangeLimits::Closed(_) => " + 1u",
    }
}
