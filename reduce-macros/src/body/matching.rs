//! `match` and `matches!`: tests in the order of the arms; `let` with a pattern.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Arm, Expr, ExprMacro, ExprMatch, Local, LocalInit, Pat, parse_quote_spanned};

use super::changes::mutable;
use super::library::Matches;
use super::pattern::{Fit, Subject, Test, either, guard_of, name_the_same};
use super::pure::is_pure;
use super::references::without_references;
use super::{Dest, Level, Lowerer, Text, Value, module};

/// The `if … else if …` that a `match` becomes, as far as it is written.
#[derive(Default)]
struct Chain<'e> {
    /// Whether an `if` waits for its `else`.
    is_open: bool,
    /// Whether the next arm is the last one.
    is_last: bool,
    /// The value: where it is a shared reference, names are references to parts of it.
    value: Option<&'e Expr>,
    /// Whether the value is a place, so that names are places in it.
    changes: bool,
    /// The statements up to an arm that takes everything, and their depth: the arms behind it serve the types alone.
    complete: Option<(Text, usize)>,
}

impl Lowerer<'_> {
    /// `match`: a chain of tests in the order of the arms.
    pub(super) fn match_to(&mut self, expr: &ExprMatch, dest: &Dest) -> Option<TokenStream> {
        self.branches = true;
        let (value, mut subject) = self.subject(&expr.expr)?;
        let mut arms = Some(TokenStream::new());
        let (outside, mut chain) = (self.indent, Chain::default());
        chain.value = Some(&expr.expr);
        chain.changes = self.lent(&expr.expr).is_some();
        for (index, arm) in expr.arms.iter().enumerate() {
            let (pattern, guard) = guard_of(arm);
            let cases = self.cases(pattern, &mut subject);
            let count = cases.len();
            for (number, (pattern, fit)) in cases.into_iter().enumerate() {
                let takes_all = guard.is_none() && fit.as_ref().is_some_and(|fit| fit.test.is_none());
                chain.is_last = index + 1 == expr.arms.len() && number + 1 == count;
                let lowered = self.arm(arm, pattern, guard, fit, &mut chain, dest);
                arms = arms.zip(lowered).map(|(arms, arm)| quote!(#arms #arm,));
                if chain.complete.is_none() && takes_all {
                    chain.complete = Some((self.take_statements(), self.indent));
                }
            }
        }
        if let Some((statements, indent)) = chain.complete {
            (self.out, self.indent) = (statements, indent);
        }
        self.line(Text::fixed("}"));
        while self.indent > outside {
            self.indent -= 1;
            self.line(Text::fixed("}"));
        }
        Some(self.probe_of(expr.span(), &value.probe, &subject, &arms?))
    }

    /// `match` between values that may all be computed: a selection for each arm, from the last one on.
    pub(super) fn select_match(&mut self, choice: &ExprMatch) -> Option<Value> {
        let value = self.expr(&choice.expr)?;
        let mut subject = self.named_subject(&choice.expr, &value);
        let slot = self.slot(choice);
        let (mut chosen, mut arms) = (Vec::new(), TokenStream::new());
        for arm in &choice.arms {
            let (pattern, guard) = guard_of(arm);
            for (pattern, fit) in self.cases(pattern, &mut subject) {
                let Fit { test, names } = fit?;
                let borrowed = self.borrowed_names(pattern, &choice.expr);
                self.scopes.push(Vec::new());
                for name in names {
                    self.bind(&name.ident, name.text);
                }
                self.borrow_names(0, &borrowed);
                let (guard, body) = (guard.map(|guard| self.expr(guard)), self.expr(&arm.body));
                self.scopes.pop();
                let (guard, body) = (guard.map_or(Some(None), |guard| guard.map(Some))?, body?);
                let test = guarded(test, guard.as_ref());
                let guard = guard.map(|guard| guard.probe).map(|guard| quote!(if #guard));
                let (probe, pattern) = (&body.probe, without_references(pattern));
                arms.extend(quote_spanned!(arm.span()=> #pattern #guard => #probe,));
                chosen.push((test, body));
            }
        }
        let mut chosen = chosen.into_iter().rev();
        // rustc has checked that the arms leave nothing out, so the last one needs no test.
        let (_, last) = chosen.next()?;
        let mut text = last.listed();
        for (test, body) in chosen {
            let Some(test) = test else {
                text = body.listed();
                continue;
            };
            let (no, yes) = (text.code(self.krate), body.listed().code(self.krate));
            let (test, module) = (test.text.code(self.krate), module());
            let select = self.ask(&slot, choice, "select", &quote!(&#no, &#yes, &#test, #module));
            text = Text::asked(select, None);
        }
        let probe = self.probe_of(choice.span(), &value.probe, &subject, &arms);
        Some(Value::atom(quote_spanned!(choice.span()=> #slot.is(#probe)), text))
    }

    /// The value that patterns are tried on: a variable, or the place behind `&mut`.
    fn subject(&mut self, expr: &Expr) -> Option<(Value, Subject)> {
        let Some(place) = self.lent(expr) else {
            let value = self.expr(expr)?;
            let subject = self.named_subject(expr, &value);
            return Some((value, subject));
        };
        let value = self.stable_place(place)?;
        let (slot, text, parts) = (self.slot(place), value.text.clone(), Vec::new());
        Some((value, Subject { text, slot, parts }))
    }

    /// The value of `match` in a variable, and its slot.
    fn named_subject(&mut self, expr: &Expr, value: &Value) -> Subject {
        let slot = self.slot(expr);
        let name = self.unique("matched");
        self.line(Text::fixed(format!("let {name} = ")).and(value.text.clone()).then(";"));
        Subject {
            text: Text::fixed(name),
            slot,
            parts: Vec::new(),
        }
    }

    /// The patterns that an arm stands for: sides of `|` that give a name to different parts are arms of their own, as in Rust, which tries the guard on
    /// each.
    fn cases<'p>(&mut self, pattern: &'p Pat, subject: &mut Subject) -> Vec<(&'p Pat, Option<Fit>)> {
        let mut inside = pattern;
        while let Pat::Paren(inner) = inside {
            inside = &inner.pat;
        }
        let Pat::Or(or) = inside else {
            return vec![(pattern, self.fit(pattern, subject))];
        };
        let fits = or.cases.iter().map(|case| self.fit(case, subject)).collect::<Vec<_>>();
        if fits.iter().any(Option::is_none) {
            return vec![(pattern, None)];
        }
        let fits: Vec<Fit> = fits.into_iter().flatten().collect();
        if name_the_same(&fits) {
            return vec![(pattern, either(fits))];
        }
        or.cases.iter().zip(fits.into_iter().map(Some)).collect()
    }

    /// One arm in both halves; returns its probe.
    fn arm(
        &mut self,
        arm: &Arm,
        pattern: &Pat,
        guard: Option<&Expr>,
        fit: Option<Fit>,
        chain: &mut Chain<'_>,
        dest: &Dest,
    ) -> Option<TokenStream> {
        let is_fit = fit.is_some();
        let Fit { test, names } = fit.unwrap_or_default();
        let borrowed = chain.value.map(|value| self.borrowed_names(pattern, value));
        self.scopes.push(Vec::new());
        for name in &names {
            self.bind(&name.ident, name.text.clone());
        }
        self.borrow_names(0, &borrowed.unwrap_or_default());
        if chain.changes {
            self.mark_changed(0);
        }
        let guard = guard.map(|guard| self.apart(|lower| lower.expr(guard)));
        let test = match &guard {
            Some((value, needed)) if !needed.is_empty() => {
                let value = value.as_ref().map(|value| value.text.clone());
                Some(self.open_guard(test, value.unwrap_or_default(), needed, chain))
            }
            guard => guarded(test, guard.as_ref().and_then(|(value, _)| value.as_ref())),
        };
        self.open_arm(test, chain);
        self.indent += 1;
        // A guard cannot change them.
        for name in names.iter().filter(|name| name.mutable) {
            let variable = self.declare(&name.ident);
            self.line(
                Text::fixed(format!("var {variable} = "))
                    .and(name.text.clone())
                    .then(";"),
            );
        }
        let body = self.expr_to(&arm.body, dest);
        self.indent -= 1;
        self.scopes.pop();
        let (body, guard) = (body?, guard.map_or(Some(None), |(guard, _)| guard.map(Some))?);
        let guard = guard.map(|guard| guard.probe).map(|guard| quote!(if #guard));
        let pattern = if chain.changes {
            mutable(pattern)
        } else {
            without_references(pattern)
        };
        is_fit.then(|| quote_spanned!(arm.span()=> #pattern #guard => { #body }))
    }

    /// The line that begins an arm: rustc has checked that the arms leave nothing out, so the last one needs no test.
    fn open_arm(&mut self, test: Option<Test>, chain: &mut Chain<'_>) {
        let line = match (test.filter(|_| !chain.is_last), chain.is_open) {
            (Some(test), false) => Text::fixed("if (").and(test.text).then(") {"),
            (Some(test), true) => Text::fixed("} else if (").and(test.text).then(") {"),
            (None, false) => Text::fixed("{"),
            (None, true) => Text::fixed("} else {"),
        };
        chain.is_open = true;
        self.line(line);
    }

    /// A guard that needs statements of its own, which run only where the pattern fits; the rest of the chain stands one level deeper.
    fn open_guard(&mut self, test: Option<Test>, guard: Text, needed: &Text, chain: &mut Chain<'_>) -> Test {
        if chain.is_open {
            self.line(Text::fixed("} else {"));
            self.indent += 1;
            chain.is_open = false;
        }
        let name = self.unique("fits");
        let test = test.unwrap_or_else(Test::always);
        self.line(Text::fixed(format!("var {name} = ")).and(test.text).then(";"));
        self.line(Text::fixed(format!("if ({name}) {{")));
        self.out = std::mem::take(&mut self.out).and(needed.clone());
        self.indent += 1;
        self.line(Text::fixed(format!("{name} = ")).and(guard).then(";"));
        self.indent -= 1;
        self.line(Text::fixed("}"));
        Test {
            text: Text::fixed(name),
            level: Level::Atom,
        }
    }

    /// `let` with a pattern, and with `else` if it may not fit.
    pub(super) fn taken_apart(
        &mut self,
        local: &Local,
        pattern: &Pat,
        ascription: Option<TokenStream>,
        init: &LocalInit,
    ) -> Option<TokenStream> {
        let value = self.expr(&init.expr)?;
        let mut subject = self.named_subject(&init.expr, &value);
        let Fit { test, names } = self.fit(pattern, &mut subject)?;
        let mut otherwise = TokenStream::new();
        if let Some((keyword, diverge)) = &init.diverge {
            self.branches = true;
            let test = test.unwrap_or_else(Test::always);
            self.line(Text::fixed("if (!(").and(test.text).then(")) {"));
            self.indent += 1;
            let diverge = self.expr_to(diverge, &Dest::Discard);
            self.indent -= 1;
            self.line(Text::fixed("}"));
            let diverge = diverge?;
            otherwise = quote!(#keyword #diverge);
        }
        let (first, borrowed) = (self.bindings(), self.borrowed_names(pattern, &init.expr));
        for name in names {
            if name.mutable {
                let variable = self.declare(&name.ident);
                self.line(Text::fixed(format!("var {variable} = ")).and(name.text).then(";"));
            } else {
                self.bind(&name.ident, name.text);
            }
        }
        self.borrow_names(first, &borrowed);
        self.note_parts(pattern, local);
        let (slot, probe, pattern) = (&subject.slot, &value.probe, without_references(pattern));
        if subject.parts.is_empty() {
            return Some(quote_spanned!(local.span()=> let #pattern #ascription = #slot.is(#probe) #otherwise;));
        }
        let matched = Ident::new("matched", Span::mixed_site());
        let parts = self.parts_of(&subject, &matched);
        Some(quote_spanned! {local.span()=>
            let #matched #ascription = #slot.is(#probe);
            #parts
            let #pattern = #matched #otherwise;
        })
    }

    /// `match` as the probe has it, with the types of the parts that slots ask for.
    fn probe_of(&self, span: Span, value: &TokenStream, subject: &Subject, arms: &TokenStream) -> TokenStream {
        let slot = &subject.slot;
        if subject.parts.is_empty() {
            return quote_spanned!(span=> match #slot.is(#value) { #arms });
        }
        let matched = Ident::new("matched", Span::mixed_site());
        let parts = self.parts_of(subject, &matched);
        quote_spanned!(span=> { let #matched = #slot.is(#value); #parts match #matched { #arms } })
    }

    /// `matches!(value, pattern if guard)`.
    pub(super) fn matches(&mut self, call: &ExprMacro) -> Option<Value> {
        // Arguments of another form are none of the macro's, and rustc says so.
        let Matches { value, pattern, guard } = call.mac.parse_body().ok()?;
        if guard.as_ref().is_some_and(|guard| !is_pure(guard)) {
            let guard = guard.map(|guard| quote!(if #guard));
            return self
                .hoist(&parse_quote_spanned!(call.span()=> match #value { #pattern #guard => true, _ => false }));
        }
        let matched = self.expr(&value)?;
        let mut subject = if self.is_place(&value) {
            let (slot, text) = (self.slot(&value), matched.text.clone());
            let parts = Vec::new();
            Subject { text, slot, parts }
        } else {
            self.named_subject(&value, &matched)
        };
        let mut holds: Option<Test> = None;
        let mut arms = TokenStream::new();
        for (pattern, fit) in self.cases(&pattern, &mut subject) {
            let Fit { test, names } = fit?;
            let borrowed = self.borrowed_names(pattern, &value);
            self.scopes.push(Vec::new());
            for name in names {
                self.bind(&name.ident, name.text);
            }
            self.borrow_names(0, &borrowed);
            let guard = guard.as_ref().map(|guard| self.expr(guard));
            self.scopes.pop();
            let guard = guard.map_or(Some(None), |guard| guard.map(Some))?;
            let test = guarded(test, guard.as_ref()).unwrap_or_else(Test::always);
            holds = Some(match holds {
                Some(before) => before.joined(Level::BitOr, test),
                None => test,
            });
            let guard = guard.map(|guard| guard.probe).map(|guard| quote!(if #guard));
            let pattern = without_references(pattern);
            arms.extend(quote_spanned!(call.span()=> #pattern #guard => true,));
        }
        let holds = holds?;
        arms.extend(quote!(_ => false,));
        Some(Value {
            probe: self.probe_of(call.span(), &matched.probe, &subject, &arms),
            text: holds.text,
            level: holds.level,
            constant: false,
        })
    }
}

/// The test of a pattern with its guard; none if there is neither.
fn guarded(test: Option<Test>, guard: Option<&Value>) -> Option<Test> {
    match (test, guard) {
        (Some(test), Some(guard)) => {
            let text = Text::fixed("(")
                .and(test.text)
                .then(") && ")
                .and(guard.operand(Level::And, true));
            Some(Test {
                text,
                level: Level::And,
            })
        }
        (None, Some(guard)) => Some(Test {
            text: guard.operand(Level::And, true),
            level: Level::Comparison,
        }),
        (test, None) => test,
    }
}
