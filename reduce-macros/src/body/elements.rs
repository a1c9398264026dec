//! Loops over items: `for x in array`, and what is made of all of them by `map`, `sum`, `fold`, `any`, `all`, `count`, `find`, `position`, `min`, `max`,
//! `reduce` and `for_each`. Where the items come from is in `source`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprCall, ExprClosure, ExprForLoop, ExprMethodCall, Ident};

use super::closure::{Item, closure_of};
use super::opened::Opened;
use super::source::Source;
use super::{Dest, Lowerer, Text, Value, module};

impl Lowerer<'_> {
    /// `for` over the elements of arrays.
    pub(super) fn for_elements(&mut self, each: &ExprForLoop) -> Option<TokenStream> {
        let source = Source::of_any(&each.expr, self);
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
            ("count", 0, Some(source)) => self.counted_items(call, &source),
            ("find", 1, Some(source)) => self.first(call, &source, &closure(0, 1)?, false),
            ("position", 1, Some(source)) => self.first(call, &source, &closure(0, 1)?, true),
            ("min" | "max", 0, Some(source)) => self.extreme(call, &source),
            ("min_by" | "max_by", 1, Some(source)) => self.extreme_by(call, &source, &closure(0, 2)?),
            ("min_by_key" | "max_by_key", 1, Some(source)) => self.extreme_by_key(call, &source, &closure(0, 1)?),
            ("reduce", 1, Some(source)) => self.reduced(call, &source, &closure(0, 2)?),
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
        let count = self.count_of(&array.slot, &array.name, &call.receiver);
        let closure = self.turns(count, |lower, turn| {
            // Of an Option it is the value in it.
            let element = lower.item_of(&call.receiver, closure, array.element(lower, turn));
            let (value, closure) = lower.inlined(closure, vec![element])?;
            lower.put(&slot, call, &name, turn, &value);
            Some(closure)
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
        let count = self.count_of(&slot, &name, call);
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

    /// Whether this is `for_each` of a source.
    pub(super) fn is_for_each(&self, call: &ExprMethodCall) -> bool {
        call.method == "for_each" && call.args.len() == 1 && Source::of(&call.receiver).is_some()
    }

    /// `a.iter_mut().for_each(|x| …);`
    pub(super) fn for_each(&mut self, call: &ExprMethodCall) -> Option<TokenStream> {
        let (source, closure) = (Source::of(&call.receiver)?, closure_of(call.args.first()?, 1)?);
        let opened = self.open(&source)?;
        let (closure, items) = self.each(&opened, |lower, item| {
            lower.inline(&closure, vec![item], &Dest::Discard)
        })?;
        let (dot, method) = (&call.dot_token, &call.method);
        Some(quote_spanned!(call.span()=> (#items) #dot #method(#closure)))
    }

    /// A loop over a source with this body; returns what the body returns and the probe of the source.
    pub(super) fn each<T>(
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

    /// `count()`
    fn counted_items(&mut self, call: &ExprMethodCall, source: &Source<'_>) -> Option<Value> {
        let (opened, total) = (self.open(source)?, self.unique("total"));
        self.line(Text::fixed(format!("var {total} = 0u;")));
        let ((), items) = self.each(&opened, |lower, _| {
            lower.line(Text::fixed(format!("{total} += 1u;")));
            Some(())
        })?;
        let (dot, method) = (&call.dot_token, &call.method);
        Some(Value::atom(
            quote_spanned!(call.span()=> (#items) #dot #method()),
            Text::fixed(total),
        ))
    }

    /// `find` and, for its number, `position`: they end at the first item that fits.
    fn first(
        &mut self,
        call: &ExprMethodCall,
        source: &Source<'_>,
        closure: &ExprClosure,
        number: bool,
    ) -> Option<Value> {
        let opened = self.open(source)?;
        let (slot, name) = (self.slot(call), self.unique("first"));
        self.line_of_type(&name, &slot, call);
        let counter = number.then(|| self.unique("count"));
        if let Some(counter) = &counter {
            self.line(Text::fixed(format!("var {counter} = 0u;")));
        }
        let (closure, items) = self.each(&opened, |lower, item| {
            let item = lower.kept_item(item);
            let asked = if number { item.clone() } else { item.clone().lent() };
            let (value, closure) = lower.inlined(closure, vec![asked])?;
            lower.nested(Text::fixed("if (").and(value.text).then(") {"), "}", |lower| {
                let found = counter
                    .clone()
                    .map_or_else(|| item.text().cloned(), |counter| Some(Text::fixed(counter)))?;
                lower.put(&slot, call, &name, "", &Value::atom(TokenStream::new(), found));
                lower.line(Text::fixed("break;"));
                Some(())
            })?;
            if let Some(counter) = &counter {
                lower.line(Text::fixed(format!("{counter} += 1u;")));
            }
            Some(closure)
        })?;
        let (dot, method, p) = (
            &call.dot_token,
            &call.method,
            self.private(proc_macro2::Span::call_site()),
        );
        let probe = if number {
            quote_spanned!(call.span()=> #slot.is((#items) #dot #method(#closure)))
        } else {
            // The closure of `find` takes a reference, which is a value in the probe.
            quote_spanned!(call.span()=> #slot.is(#p::filtered(#items, #closure).next()))
        };
        Some(Value::atom(probe, Text::fixed(name)))
    }

    /// Whether `expr` gives items to loops: no method of such is one of Option's.
    pub(super) fn is_source(&self, expr: &Expr) -> bool {
        Source::of(expr).is_some()
    }

    /// The line that makes `value` the element of this turn, of the array or the Option in the variable `name`.
    pub(super) fn put(&mut self, slot: &Ident, place: impl quote::ToTokens, name: &str, turn: &str, value: &Value) {
        let (value, module) = (value.listed().code(self.krate), module());
        let put = self.ask_of(
            "HasElements",
            slot,
            place,
            "put",
            &quote!(#name, #turn, &#value, #module),
        );
        self.line(Text::asked(put, None));
    }
}
