//! Loops: `loop`, `while`, and `for` over a range of integers; those over arrays are in `elements`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprForLoop, Ident, Pat, RangeLimits, parse_quote_spanned};

use super::{Dest, Lowerer, Text, local_name, module};

impl Lowerer<'_> {
    pub(super) fn endless_loop(&mut self, each: &syn::ExprLoop, dest: &Dest) -> Option<TokenStream> {
        (self.checked, self.branches) = (true, true);
        let body = self.nested(Text::fixed("loop {"), "}", |lower| {
            lower.block_to(&each.body, &Dest::Discard)
        })?;
        if *dest == Dest::Return {
            self.unreachable_return();
        }
        Some(quote_spanned!(each.span()=> loop #body))
    }

    /// Ends a function that leaves by a `return` further up: WGSL wants one at the end nevertheless.
    pub(super) fn unreachable_return(&mut self) {
        if let Some(output) = &self.output {
            let (p, module) = (self.private(Span::call_site()), module());
            let kind = quote!(<#output as #p::GpuType>::wgsl_type(#module));
            self.line(Text::fixed("return ").and(Text::asked(kind, None)).then("();"));
        }
    }

    pub(super) fn while_loop(&mut self, each: &syn::ExprWhile) -> Option<TokenStream> {
        if let Expr::Let(condition) = &*each.cond {
            let (pattern, value, body) = (&condition.pat, &condition.expr, &each.body);
            let each = parse_quote_spanned!(each.span()=> loop { match #value { #pattern => #body _ => break } });
            return self.endless_loop(&each, &Dest::Discard);
        }
        (self.checked, self.branches) = (true, true);
        let (condition, needed) = self.apart(|lower| lower.expr(&each.cond));
        let condition = condition?;
        let open = if needed.is_empty() {
            Text::fixed("while (").and(condition.text.clone()).then(") {")
        } else {
            Text::fixed("loop {")
        };
        let body = self.nested(open, "}", |lower| {
            if !needed.is_empty() {
                lower.out = std::mem::take(&mut lower.out).and(needed);
                lower.line(Text::fixed("if (!(").and(condition.text.clone()).then(")) { break; }"));
            }
            lower.block_to(&each.body, &Dest::Discard)
        })?;
        let condition = &condition.probe;
        Some(quote_spanned!(each.span()=> while #condition #body))
    }

    /// `for` over a range of integers, with `.rev()` and `.step_by(n)`.
    pub(super) fn for_loop(&mut self, each: &ExprForLoop) -> Option<TokenStream> {
        let remedy = "loop over a range, as in `for i in 0..n`, with `.rev()` or `.step_by(k)` if need be";
        self.branches = true;
        let Some(course) = Course::of(&each.expr) else {
            if !is_of_range(&each.expr)
                || matches!(&*each.expr, Expr::MethodCall(call) if call.method != "rev" && call.method != "step_by")
            {
                return self.for_elements(each);
            }
            return self.refuse(&each.expr, "looping over this", remedy);
        };
        let bounds = [Some(course.start), Some(course.end), course.step]
            .into_iter()
            .flatten();
        let values = self.sequence(bounds)?;
        let (slot, end) = (self.slot(course.start), self.unique("end"));
        self.line(
            Text::fixed(format!("let {end} = "))
                .and(values[1].text.clone())
                .then(";"),
        );
        let (name, pattern) = match &*each.pat {
            Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => (Some(ident), &*each.pat),
            Pat::Wild(_) => (None, &*each.pat),
            other => return self.refuse(other, "this pattern", "name the counter, or write `_`"),
        };
        let counter = self.unique(&name.map_or_else(|| "turn".to_owned(), |name| local_name(&name.ident.to_string())));
        let one = Text::asked(self.ask(&slot, course.start, "literal", &quote!("1")), None);
        // The step is a usize in Rust; WGSL adds equal types only.
        let step = values.get(2).map_or_else(
            || one.clone(),
            |step| {
                let kind = self.ask(&slot, course.start, "name", &module().to_token_stream());
                // Rust panics at a step of 0. A kernel is made without the driver's bounds on loops, so this one has to end.
                Text::asked(kind, None)
                    .then("(max(")
                    .and(step.text.clone())
                    .then(", 1u))")
            },
        );
        let start = values[0].text.clone();
        let body = self.counted(&course, &slot, &counter, start, &end, step, one, |lower| {
            if let Some(name) = name {
                // A counter that the body changes is a copy in Rust.
                if name.mutability.is_some() {
                    let copy = lower.declare(&name.ident);
                    lower.line(Text::fixed(format!("var {copy} = {counter};")));
                } else {
                    lower.bind(&name.ident, Text::fixed(counter.clone()));
                }
            }
            lower.block_to(&each.body, &Dest::Discard)
        })?;
        let (first, last) = (&values[0].probe, &values[1].probe);
        let range = if course.closed {
            quote!(#slot.is(#first)..=#last)
        } else {
            quote!(#slot.is(#first)..#last)
        };
        let rev = course.reversed.then(|| quote!(.rev()));
        let step_by = values.get(2).map(|step| {
            let step = &step.probe;
            quote!(.step_by(#step))
        });
        Some(quote_spanned!(each.span()=> for #pattern in (#range) #rev #step_by #body))
    }

    /// The WGSL loop of a course; the last turn leaves before the counter could wrap round.
    #[allow(clippy::too_many_arguments, reason = "the parts of one loop")]
    fn counted<T>(
        &mut self,
        course: &Course<'_>,
        slot: &Ident,
        counter: &str,
        start: Text,
        end: &str,
        step: Text,
        one: Text,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if !course.reversed && !course.closed && course.step.is_none() {
            let open = Text::fixed(format!("for (var {counter} = "))
                .and(start)
                .then(&format!("; {counter} < {end}; {counter} += "))
                .and(one)
                .then(") {");
            return self.nested(open, "}", body);
        }
        if course.reversed && !course.closed && course.step.is_none() {
            // Down from `end`: the counter of the loop is one above that of the body.
            let above = self.unique("above");
            let begin = self.unique("start");
            self.line(Text::fixed(format!("let {begin} = ")).and(start).then(";"));
            let open = Text::fixed(format!("for (var {above} = {end}; {above} > {begin}; {above} -= "))
                .and(one.clone())
                .then(") {");
            return self.nested(open, "}", |lower| {
                lower.line(Text::fixed(format!("let {counter} = {above} - ")).and(one).then(";"));
                body(lower)
            });
        }
        let begin = self.unique("start");
        self.line(Text::fixed(format!("let {begin} = ")).and(start).then(";"));
        let comparison = if course.closed { "<=" } else { "<" };
        self.line(Text::fixed(format!("if ({begin} {comparison} {end}) {{")));
        self.indent += 1;
        let (first, bound, away) = if course.reversed {
            let first = if course.closed {
                Text::fixed(end)
            } else {
                Text::fixed(format!("{end} - ")).and(one)
            };
            (first, begin.clone(), "-")
        } else {
            (Text::fixed(begin.clone()), end.to_owned(), "+")
        };
        self.line(Text::fixed(format!("var {counter} = ")).and(first).then(";"));
        let stride = self.unique("stride");
        self.line(Text::fixed(format!("let {stride} = ")).and(step).then(";"));
        self.line(Text::fixed("loop {"));
        self.indent += 1;
        self.scopes.push(Vec::new());
        let result = body(self);
        self.scopes.pop();
        self.line(Text::fixed("continuing {"));
        self.indent += 1;
        let distance = if course.reversed {
            format!("{counter} - {bound}")
        } else {
            format!("{bound} - {counter}")
        };
        let inside = if course.closed || course.reversed { "<" } else { "<=" };
        let done = self.unique("done");
        // Unsigned, because the distance from one end of a signed type to the other is beyond that type.
        let word = || {
            Text::asked(
                self.ask(slot, course.start, "unsigned", &module().to_token_stream()),
                None,
            )
        };
        let (distance, least) = (
            word().then(&format!("({distance})")),
            word().then(&format!("({stride})")),
        );
        self.line(
            Text::fixed(format!("let {done} = "))
                .and(distance)
                .then(&format!(" {inside} "))
                .and(least)
                .then(";"),
        );
        self.line(Text::fixed(format!("{counter} {away}= {stride};")));
        self.line(Text::fixed(format!("break if {done};")));
        for _ in 0..3 {
            self.indent -= 1;
            self.line(Text::fixed("}"));
        }
        result
    }
}

/// Whether this is a range, or what methods make of one.
fn is_of_range(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_of_range(&inner.expr),
        Expr::Group(inner) => is_of_range(&inner.expr),
        Expr::MethodCall(call) => is_of_range(&call.receiver),
        expr => matches!(expr, Expr::Range(_)),
    }
}

/// The parts of `(start..end).rev().step_by(step)`.
struct Course<'e> {
    start: &'e Expr,
    end: &'e Expr,
    step: Option<&'e Expr>,
    closed: bool,
    reversed: bool,
}

impl<'e> Course<'e> {
    fn of(expr: &'e Expr) -> Option<Self> {
        match expr {
            Expr::Paren(inner) => Self::of(&inner.expr),
            Expr::Group(inner) => Self::of(&inner.expr),
            Expr::Range(range) => Some(Self {
                start: range.start.as_deref()?,
                end: range.end.as_deref()?,
                step: None,
                closed: matches!(range.limits, RangeLimits::Closed(_)),
                reversed: false,
            }),
            Expr::MethodCall(call) => {
                let inner = Self::of(&call.receiver)?;
                // `.step_by(k).rev()` starts elsewhere than `.rev().step_by(k)`: only the latter is counted here.
                match (call.method.to_string().as_str(), call.args.len()) {
                    ("rev", 0) if inner.step.is_none() => Some(Self {
                        reversed: !inner.reversed,
                        ..inner
                    }),
                    ("step_by", 1) if inner.step.is_none() => Some(Self {
                        step: call.args.first(),
                        ..inner
                    }),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
