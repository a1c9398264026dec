//! `if`, `match` and the short-circuit operators: WGSL statements that bring a value to its destination.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprIf, ExprMatch, Pat, RangeLimits};

use super::{Dest, Level, Lowerer, Text, Value, module};

/// An arm's test against the scrutinee: none where it always holds.
type Test = Option<Text>;

impl Lowerer<'_> {
    /// `a && b` and `a || b`; a `b` with statements runs only where Rust runs it.
    pub(super) fn short_circuit(&mut self, binary: &syn::ExprBinary) -> Option<Value> {
        let (op, is_and) = (&binary.op, matches!(binary.op, BinOp::And(_)));
        let left = self.expr(&binary.left);
        let (right, inside) = self.apart(|lower| lower.expr(&binary.right));
        let (left, right) = (left?, right?);
        let (a, b) = (&left.probe, &right.probe);
        let probe = quote_spanned!(binary.span()=> #a #op #b);
        if inside.is_empty() {
            let (symbol, level) = if is_and {
                (" && ", Level::And)
            } else {
                (" || ", Level::Or)
            };
            let text = left.operand(level, false).then(symbol).and(right.operand(level, true));
            return Some(Value {
                probe,
                text,
                level,
                constant: left.constant && right.constant,
            });
        }
        self.branches = true;
        let name = self.unique("holds");
        self.line(Text::fixed(format!("var {name} = ")).and(left.text).then(";"));
        let condition = if is_and {
            format!("if ({name}) {{")
        } else {
            format!("if (!{name}) {{")
        };
        self.line(Text::fixed(condition));
        self.out = std::mem::take(&mut self.out).and(inside);
        self.indent += 1;
        self.line(Text::fixed(format!("{name} = ")).and(right.text).then(";"));
        self.indent -= 1;
        self.line(Text::fixed("}"));
        Some(Value::atom(probe, Text::fixed(name)))
    }

    pub(super) fn if_to(&mut self, branch: &ExprIf, dest: &Dest) -> Option<TokenStream> {
        let condition = self.expr(&branch.cond)?;
        self.if_chain(condition, branch, dest, "if (")
    }

    /// One `if` with its condition at hand; `open` is `if (` or `} else if (`.
    fn if_chain(&mut self, condition: Value, branch: &ExprIf, dest: &Dest, open: &str) -> Option<TokenStream> {
        self.branches = true;
        let c = &condition.probe;
        self.line(Text::fixed(open).and(condition.text).then(") {"));
        self.indent += 1;
        let yes = self.block_to(&branch.then_branch, dest);
        self.indent -= 1;
        let Some((_, other)) = &branch.else_branch else {
            self.line(Text::fixed("}"));
            if *dest != Dest::Discard {
                return self.refuse(branch, "an `if` without `else` as a value", "add the `else` branch");
            }
            let yes = yes?;
            return Some(quote_spanned!(branch.span()=> if #c #yes));
        };
        let no = match &**other {
            Expr::If(next) => {
                // An `else if` whose condition needs no statements of its own stays on one line.
                let (condition, needed) = self.apart(|lower| lower.expr(&next.cond));
                let condition = condition?;
                if needed.is_empty() {
                    self.if_chain(condition, next, dest, "} else if (")?
                } else {
                    self.line(Text::fixed("} else {"));
                    self.out = std::mem::take(&mut self.out).and(needed);
                    self.indent += 1;
                    let no = self.if_chain(condition, next, dest, "if (");
                    self.indent -= 1;
                    self.line(Text::fixed("}"));
                    no?
                }
            }
            other => {
                self.line(Text::fixed("} else {"));
                self.indent += 1;
                let no = self.expr_to(other, dest);
                self.indent -= 1;
                self.line(Text::fixed("}"));
                let no = no?;
                quote!({ #no })
            }
        };
        let yes = yes?;
        Some(quote_spanned!(branch.span()=> if #c #yes else #no))
    }

    /// `match` on an integer or a bool: a chain of tests in the order of the arms.
    pub(super) fn match_to(&mut self, expr: &ExprMatch, dest: &Dest) -> Option<TokenStream> {
        self.branches = true;
        let subject = self.expr(&expr.expr)?;
        let slot = self.slot(&expr.expr);
        let name = self.unique("matched");
        self.line(Text::fixed(format!("let {name} = ")).and(subject.text).then(";"));
        let mut arms = Vec::new();
        // The statements up to an arm that takes everything: those behind it serve the types alone.
        let mut complete: Option<Text> = None;
        for (index, arm) in expr.arms.iter().enumerate() {
            let (pattern, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pattern => (pattern, None),
            };
            let mut names = Vec::new();
            let test = self.pattern(pattern, &name, &slot, &mut names);
            self.scopes.push(Vec::new());
            for ident in &names {
                self.bind(ident, Text::fixed(name.clone()));
            }
            let guard = guard.map(|guard| self.pure(guard));
            let last = index + 1 == expr.arms.len();
            self.open_arm(index == 0, last, test.clone().flatten(), guard.as_ref());
            self.indent += 1;
            let body = self.expr_to(&arm.body, dest);
            self.indent -= 1;
            self.scopes.pop();
            if complete.is_none() && guard.is_none() && matches!(test, Some(None)) {
                complete = Some(self.take_statements());
            }
            if let (Some(_), Some(body), Some(guard)) = (test, body, guard.map_or(Some(None), |guard| guard.map(Some)))
            {
                let guard = guard.map(|guard| guard.probe).map(|guard| quote!(if #guard));
                arms.push(quote_spanned!(arm.span()=> #pattern #guard => { #body }));
            }
        }
        self.out = complete.unwrap_or_else(|| self.take_statements());
        self.line(Text::fixed("}"));
        let subject = &subject.probe;
        (arms.len() == expr.arms.len()).then(|| quote_spanned!(expr.span()=> match #slot.is(#subject) { #(#arms),* }))
    }

    /// The line that begins an arm: rustc has checked that the arms leave nothing out, so the last one needs no test.
    fn open_arm(&mut self, first: bool, last: bool, test: Test, guard: Option<&Option<Value>>) {
        let guard = guard
            .and_then(Option::as_ref)
            .map(|guard| guard.operand(Level::And, true));
        let condition = match (test, guard) {
            (Some(test), Some(guard)) => Some(Text::fixed("(").and(test).then(") && ").and(guard)),
            (test, guard) => test.or(guard),
        };
        let line = match (condition.filter(|_| !last), first) {
            (Some(condition), true) => Text::fixed("if (").and(condition).then(") {"),
            (Some(condition), false) => Text::fixed("} else if (").and(condition).then(") {"),
            (None, true) => Text::fixed("{"),
            (None, false) => Text::fixed("} else {"),
        };
        self.line(line);
    }

    /// An expression that needs no statements in front, where there is no place for them.
    fn pure(&mut self, expr: &Expr) -> Option<Value> {
        let (value, needed) = self.apart(|lower| lower.expr(expr));
        if !needed.is_empty() {
            return self.refuse(
                expr,
                "a block in a match guard",
                "compute the value in front of the `match`",
            );
        }
        value
    }

    /// The test of a pattern against the variable `subject`, whose type `slot` knows. Outer none: refused.
    fn pattern(
        &mut self,
        pattern: &Pat,
        subject: &str,
        slot: &syn::Ident,
        names: &mut Vec<syn::Ident>,
    ) -> Option<Test> {
        let remedy = "match numbers and bools with literals, constants, ranges, names, `|` and `_`; of tuples and structs compare the \
                      parts with `if`";
        match pattern {
            Pat::Wild(_) => Some(None),
            Pat::Ident(ident) if ident.subpat.is_none() && ident.by_ref.is_none() => {
                if ident.ident.to_string().starts_with(char::is_uppercase) {
                    let path = &ident.ident;
                    let value = self.value_of(slot, path);
                    return Some(Some(Text::fixed(format!("{subject} == ")).and(value)));
                }
                names.push(ident.ident.clone());
                Some(None)
            }
            Pat::Paren(inner) => self.pattern(&inner.pat, subject, slot, names),
            Pat::Or(or) => {
                let mut tests = Vec::new();
                for case in &or.cases {
                    match self.pattern(case, subject, slot, names)? {
                        None => return Some(None),
                        Some(test) => tests.push(test),
                    }
                }
                let first = tests.remove(0);
                Some(Some(
                    tests.into_iter().fold(first, |all, test| all.then(" || ").and(test)),
                ))
            }
            Pat::Lit(_) | Pat::Path(_) => {
                let value = self.bound(pattern, slot)?;
                Some(Some(Text::fixed(format!("{subject} == ")).and(value)))
            }
            Pat::Range(range) => {
                let mut test = Text::default();
                if let Some(start) = &range.start {
                    test = test.then(&format!("{subject} >= ")).and(self.constant(start, slot)?);
                }
                if let Some(end) = &range.end {
                    let closed = matches!(range.limits, RangeLimits::Closed(_));
                    let joint = if test.is_empty() { "" } else { " && " };
                    let comparison = if closed { "<=" } else { "<" };
                    test = test
                        .then(&format!("{joint}{subject} {comparison} "))
                        .and(self.constant(end, slot)?);
                }
                Some(Some(Text::fixed("(").and(test).then(")")))
            }
            // A negative literal.
            Pat::Verbatim(tokens) => match syn::parse2::<Expr>(tokens.clone()) {
                Ok(expr) => Some(Some(
                    Text::fixed(format!("{subject} == ")).and(self.constant(&expr, slot)?),
                )),
                Err(_) => self.refuse(tokens, "this pattern", remedy),
            },
            other => self.refuse(other, "this pattern", remedy),
        }
    }

    fn bound(&mut self, pattern: &Pat, slot: &syn::Ident) -> Option<Text> {
        match pattern {
            Pat::Lit(literal) => self.constant(&Expr::Lit(literal.clone()), slot),
            Pat::Path(path) => self.constant(&Expr::Path(path.clone()), slot),
            other => self.refuse(other, "this pattern", "match numbers and bools"),
        }
    }

    /// A literal or a constant of the type that is matched.
    fn constant(&mut self, expr: &Expr, slot: &syn::Ident) -> Option<Text> {
        match expr {
            Expr::Lit(_) | Expr::Path(_) | Expr::Unary(_) => Some(self.value_of(slot, expr)),
            other => self.refuse(other, "this pattern", "use a literal or a constant"),
        }
    }

    /// The value of a constant of the type of `slot`.
    fn value_of(&self, slot: &syn::Ident, constant: impl ToTokens) -> Text {
        let (module, shadows) = (module(), self.shadows());
        let text = self.ask(slot, &constant, "value", &quote!(#constant, #module));
        Text::asked(quote!({ #shadows #text }), None)
    }
}
