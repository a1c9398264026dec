//! One item of all: `min` and `max` and those with `_by` and `_by_key`, and `reduce`. They give none where there are no items.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{ExprClosure, ExprMethodCall};

use super::closure::Item;
use super::source::Source;
use super::{Lowerer, Text, Value, module};

/// The variable of the best item so far, an Option, and the slots of that and of the items.
struct Best<'c> {
    call: &'c ExprMethodCall,
    name: String,
    slot: Ident,
    of: Ident,
}

impl Best<'_> {
    /// The item in it.
    fn value(&self) -> Text {
        Text::fixed(format!("{}.Some_0", self.name))
    }
}

impl Lowerer<'_> {
    /// `min()` and `max()`, of integers.
    pub(super) fn extreme(&mut self, call: &ExprMethodCall, source: &Source<'_>) -> Option<Value> {
        let (name, module) = (call.method.to_string(), module());
        let (best, items) = self.joined(call, source, |lower, best, item| {
            let (so_far, item) = (best.value().code(lower.krate), item.text()?.code(lower.krate));
            let arguments = quote!(#name, &[#so_far, #item], #module);
            let chosen = lower.ask_of("HasExtrema", &best.of, &call.method, "extremum", &arguments);
            Some(Text::asked(chosen, None))
        })?;
        let (slot, dot, method) = (&best.slot, &call.dot_token, &call.method);
        let probe = quote_spanned!(call.span()=> #slot.is((#items) #dot #method()));
        Some(Value::atom(probe, Text::fixed(best.name)))
    }

    /// `reduce(|a, b| …)`
    pub(super) fn reduced(
        &mut self,
        call: &ExprMethodCall,
        source: &Source<'_>,
        closure: &ExprClosure,
    ) -> Option<Value> {
        let mut probe = TokenStream::new();
        let (best, items) = self.joined(call, source, |lower, best, item| {
            let (value, closure) = lower.inlined(closure, vec![Item::value(best.value()), item])?;
            probe = closure;
            Some(value.text)
        })?;
        let (slot, dot, method) = (&best.slot, &call.dot_token, &call.method);
        let probe = quote_spanned!(call.span()=> #slot.is((#items) #dot #method(#probe)));
        Some(Value::atom(probe, Text::fixed(best.name)))
    }

    /// `min_by(|a, b| …)` and `max_by`: of equal items `min_by` gives the first and `max_by` the last, as in Rust.
    pub(super) fn extreme_by(
        &mut self,
        call: &ExprMethodCall,
        source: &Source<'_>,
        closure: &ExprClosure,
    ) -> Option<Value> {
        let mut probe = TokenStream::new();
        let (best, items) = self.joined(call, source, |lower, best, item| {
            let both = vec![Item::value(best.value()).lent(), item.clone().lent()];
            let (order, closure) = lower.inlined(closure, both)?;
            probe = closure;
            let order = order.text.code(lower.krate);
            let is_better = if call.method == "max_by" { "!= 2u" } else { "== 2u" };
            let p = lower.private(call.method.span());
            let is_better = quote!(#p::format!("({} {})", #order, #is_better));
            let (so_far, item, module) = (best.value().code(lower.krate), item.text()?.code(lower.krate), module());
            let arguments = quote!(&#so_far, &#item, &#is_better, #module);
            Some(Text::asked(lower.ask(&best.of, call, "select", &arguments), None))
        })?;
        let (slot, p) = (&best.slot, self.private(call.method.span()));
        let probe = quote_spanned!(call.span()=> #slot.is(#p::best_by(#items, #probe)));
        Some(Value::atom(probe, Text::fixed(best.name)))
    }

    /// `min_by_key(|x| …)` and `max_by_key`, likewise.
    pub(super) fn extreme_by_key(
        &mut self,
        call: &ExprMethodCall,
        source: &Source<'_>,
        closure: &ExprClosure,
    ) -> Option<Value> {
        let (key, module) = (self.slot(&call.args), module());
        let (of_best, mut probe) = (self.unique("key_of_best"), TokenStream::new());
        self.line_of_type(&of_best, &key, &call.args);
        let symbol = if call.method == "max_by_key" { ">=" } else { "<" };
        let (best, items) = self.best(call, source, |lower, best, item| {
            let (value, head) = lower.inside(closure, vec![item.clone().lent()], Self::expr)?;
            let value = lower.keep(value);
            let of_item = &value.probe;
            probe = quote_spanned!(call.span()=> #head { #key.is(#of_item) });
            let own = value.text.code(lower.krate);
            let of = if lower.is_generic { "InWgsl" } else { "HasOperators" };
            let compared = lower.ask_of(
                of,
                &key,
                &call.args,
                "operate",
                &quote!(&#key, #symbol, &#own, #of_best, #module),
            );
            let open = Text::fixed(format!("if (({}.variant == 0u) || (", best.name));
            let open = open.and(Text::asked(compared, None)).then(")) {");
            lower.nested(open, "}", |lower| {
                lower.line(Text::fixed(format!("{of_best} = ")).and(value.text).then(";"));
                let item = Value::atom(TokenStream::new(), item.text()?.clone());
                lower.put(&best.slot, call, &best.name, "", &item);
                Some(())
            })
        })?;
        let (slot, p) = (&best.slot, self.private(call.method.span()));
        let probe = quote_spanned!(call.span()=> #slot.is(#p::best_by_key(#items, #probe)));
        Some(Value::atom(probe, Text::fixed(best.name)))
    }

    /// The first item, then what `join` gives of the one so far and the next.
    fn joined<'c>(
        &mut self,
        call: &'c ExprMethodCall,
        source: &Source<'_>,
        join: impl FnOnce(&mut Self, &Best<'c>, Item) -> Option<Text>,
    ) -> Option<(Best<'c>, TokenStream)> {
        self.best(call, source, |lower, best, item| {
            let first = Value::atom(TokenStream::new(), item.text()?.clone());
            lower.line(Text::fixed(format!("if ({}.variant == 0u) {{", best.name)));
            lower.put(&best.slot, call, &best.name, "", &first);
            lower.line(Text::fixed("    continue;"));
            lower.line(Text::fixed("}"));
            let joined = join(lower, best, item)?;
            lower.line(best.value().then(" = ").and(joined).then(";"));
            Some(())
        })
    }

    /// A loop that `take`s each item; returns the probe of the items as well.
    fn best<'c>(
        &mut self,
        call: &'c ExprMethodCall,
        source: &Source<'_>,
        take: impl FnOnce(&mut Self, &Best<'c>, Item) -> Option<()>,
    ) -> Option<(Best<'c>, TokenStream)> {
        let opened = self.open(source)?;
        let best = Best {
            call,
            name: self.unique("best"),
            slot: self.slot(call),
            of: self.slot(&call.method),
        };
        self.line_of_type(&best.name, &best.slot, call);
        let ((), items) = self.each(&opened, |lower, item| {
            let item = lower.whole_item(item, &best);
            take(lower, &best, item?)
        })?;
        let of = &best.of;
        let items = quote_spanned!(call.span()=> (#items).map(|item| #of.is(item)));
        Some((best, items))
    }

    /// An item in a variable, also a pair: as a tuple.
    fn whole_item(&mut self, item: Item, best: &Best<'_>) -> Option<Item> {
        let Item::Pair(one, other) = &item else {
            return Some(self.kept_item(item));
        };
        let (Some(one), Some(other)) = (one.text(), other.text()) else {
            return self.refuse(&best.call.method, "a pair in a pair", "`map` it to a tuple first");
        };
        let (one, other, module) = (one.code(self.krate), other.code(self.krate), module());
        let members = quote!("", &[("0", #one), ("1", #other)], "", #module);
        let pair = self.ask(&best.of, best.call, "construct", &members);
        Some(self.kept_item(Item::value(Text::asked(pair, None))))
    }
}
