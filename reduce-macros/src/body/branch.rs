//! `if` and the short-circuit operators: WGSL statements that bring a value to its destination.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprIf, ExprLet, ExprMatch, parse_quote_spanned};

use super::{Dest, Level, Lowerer, Text, Value};

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
        if let Expr::Let(condition) = &*branch.cond {
            return self.match_to(&if_let(condition, branch), dest);
        }
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
            Expr::If(next) if !matches!(*next.cond, Expr::Let(_)) => {
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
}

/// `if let pattern = value { … } else { … }` as a `match`.
fn if_let(condition: &ExprLet, branch: &ExprIf) -> ExprMatch {
    let (pattern, value, yes) = (&condition.pat, &condition.expr, &branch.then_branch);
    let no = match &branch.else_branch {
        Some((_, no)) => no.to_token_stream(),
        None => quote!({}),
    };
    let value = match &**value {
        // A struct in front of the braces has parentheses in Rust, too.
        Expr::Paren(inner) => &inner.expr,
        value => value,
    };
    parse_quote_spanned!(branch.span()=> match (#value) { #pattern => #yes _ => #no })
}
