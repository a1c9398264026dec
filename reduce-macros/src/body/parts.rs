//! Values taken apart: patterns in `let` and in parameters, assignments to several places at once, `std::mem::swap`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprAssign, ExprCall, ExprRange, Pat};

use super::{Lowerer, Text, Value};
use crate::ast::member_name;

/// The remedy for a pattern that is refused.
const REMEDY: &str = "bind the parts by names: `(a, b)`, `[a, b]` or `Struct { a, b }`";

impl Lowerer<'_> {
    /// Binds the names of a pattern to parts of `value`.
    pub(crate) fn destructure(&mut self, pattern: &Pat, value: &Text) -> Option<()> {
        match pattern {
            Pat::Wild(_) => Some(()),
            Pat::Type(typed) => self.destructure(&typed.pat, value),
            Pat::Paren(inner) => self.destructure(&inner.pat, value),
            Pat::Ident(ident) if ident.by_ref.is_none() => {
                if ident.mutability.is_some() {
                    let name = self.declare(&ident.ident);
                    self.line(Text::fixed(format!("var {name} = ")).and(value.clone()).then(";"));
                } else {
                    self.bind(&ident.ident, value.clone());
                }
                match &ident.subpat {
                    Some((_, pattern)) => self.destructure(pattern, value),
                    None => Some(()),
                }
            }
            Pat::Tuple(tuple) => self.destructure_all(tuple.elems.iter(), |index| value.clone().then(&member(index))),
            Pat::TupleStruct(fields) => {
                self.destructure_all(fields.elems.iter(), |index| value.clone().then(&member(index)))
            }
            Pat::Slice(array) => self.destructure_all(array.elems.iter(), |index| value.clone().then(&element(index))),
            Pat::Struct(fields) => {
                for field in &fields.fields {
                    let part = value.clone().then(&format!(".{}", member_name(&field.member)));
                    self.destructure(&field.pat, &part)?;
                }
                Some(())
            }
            other => self.refuse(other, "this pattern", REMEDY),
        }
    }

    /// Parts in their order; the last one may be `..`.
    fn destructure_all<'p>(
        &mut self,
        patterns: impl ExactSizeIterator<Item = &'p Pat>,
        part: impl Fn(usize) -> Text,
    ) -> Option<()> {
        let last = patterns.len().saturating_sub(1);
        for (index, pattern) in patterns.enumerate() {
            match pattern {
                Pat::Rest(_) if index == last => {}
                // The parts behind it are counted from an end that only rustc sees.
                Pat::Rest(rest) => return self.refuse_rest(rest),
                pattern => self.destructure(pattern, &part(index))?,
            }
        }
        Some(())
    }

    pub(super) fn refuse_rest<T>(&self, rest: impl ToTokens) -> Option<T> {
        self.refuse(rest, "`..` before other parts", "write `_` for each of them")
    }

    /// `(a, b[i]) = value;`: the value first, then each place from left to right, as in Rust.
    ///
    /// Source: the Rust reference, "Destructuring assignments".
    pub(super) fn assign_parts(&mut self, assign: &ExprAssign) -> Option<TokenStream> {
        let value = self.expr(&assign.right)?;
        let value = self.keep(value);
        let left = self.assign_part(&assign.left, value.text)?;
        let right = &value.probe;
        Some(quote_spanned!(assign.span()=> #left = #right))
    }

    /// One part of the left side; returns its probe.
    fn assign_part(&mut self, left: &Expr, value: Text) -> Option<TokenStream> {
        match left {
            Expr::Infer(_) => Some(left.to_token_stream()),
            Expr::Paren(inner) => self.assign_part(&inner.expr, value),
            Expr::Group(inner) => self.assign_part(&inner.expr, value),
            // `(..) = value;`
            Expr::Range(rest) if is_rest(rest) => Some(quote_spanned!(left.span()=> (#rest))),
            Expr::Tuple(tuple) => {
                let parts = self.assign_all(tuple.elems.iter(), |index| value.clone().then(&member(index)))?;
                Some(quote_spanned!(tuple.span()=> (#(#parts,)*)))
            }
            Expr::Array(array) => {
                let parts = self.assign_all(array.elems.iter(), |index| value.clone().then(&element(index)))?;
                Some(quote_spanned!(array.span()=> [#(#parts),*]))
            }
            Expr::Call(call) => {
                let parts = self.assign_all(call.args.iter(), |index| value.clone().then(&member(index)))?;
                let path = &call.func;
                Some(quote_spanned!(call.span()=> #path(#(#parts),*)))
            }
            Expr::Struct(literal) => {
                let parts = literal.fields.iter().map(|field| {
                    let part = value.clone().then(&format!(".{}", member_name(&field.member)));
                    let (member, probe) = (&field.member, self.assign_part(&field.expr, part)?);
                    Some(quote_spanned!(field.span()=> #member: #probe))
                });
                let parts: Vec<TokenStream> = parts.collect::<Option<_>>()?;
                let (path, dots) = (&literal.path, &literal.dot2_token);
                Some(quote_spanned!(literal.span()=> #path { #(#parts,)* #dots }))
            }
            place => {
                let Value { probe, text, .. } = self.place(place)?;
                self.line(text.then(" = ").and(value).then(";"));
                Some(probe)
            }
        }
    }

    fn assign_all<'e>(
        &mut self,
        places: impl ExactSizeIterator<Item = &'e Expr>,
        part: impl Fn(usize) -> Text,
    ) -> Option<Vec<TokenStream>> {
        let last = places.len().saturating_sub(1);
        let mut probes = Vec::with_capacity(last + 1);
        for (index, place) in places.enumerate() {
            probes.push(match place {
                Expr::Range(rest) if is_rest(rest) && index == last => rest.to_token_stream(),
                Expr::Range(rest) => return self.refuse_rest(rest),
                place => self.assign_part(place, part(index))?,
            });
        }
        Some(probes)
    }

    /// `std::mem::swap(&mut a, &mut b);`
    pub(super) fn swap_places(&mut self, call: &ExprCall) -> Option<TokenStream> {
        let lent: Vec<&Expr> = call.args.iter().filter_map(|argument| self.lent(argument)).collect();
        let places = lent.into_iter().map(|expr| self.place(expr));
        let places = places.collect::<Option<Vec<Value>>>().unwrap_or_default();
        let [a, b] = places.as_slice() else {
            // `&mut CONSTANT` is a variable of its own in Rust.
            return self.refuse(call, "swapping this", "swap `let mut` variables, fields and elements");
        };
        let first = self.unique("kept");
        self.line(Text::fixed(format!("let {first} = ")).and(a.text.clone()).then(";"));
        self.line(a.text.clone().then(" = ").and(b.text.clone()).then(";"));
        self.line(b.text.clone().then(&format!(" = {first};")));
        let (function, a, b) = (&call.func, &a.probe, &b.probe);
        Some(quote_spanned!(call.span()=> #function(&mut #a, &mut #b)))
    }
}

/// Whether this is `..` alone.
fn is_rest(range: &ExprRange) -> bool {
    range.start.is_none() && range.end.is_none()
}

fn member(index: usize) -> String {
    format!("._{index}")
}

fn element(index: usize) -> String {
    format!("[{index}]")
}

/// Whether the left side of `=` has parts that are assigned on their own.
pub(super) fn is_pattern(left: &Expr) -> bool {
    match left {
        Expr::Paren(inner) => is_pattern(&inner.expr),
        Expr::Group(inner) => is_pattern(&inner.expr),
        Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Call(_) | Expr::Infer(_) | Expr::Range(_) => true,
        _ => false,
    }
}

impl Lowerer<'_> {
    /// Whether this is `std::mem::swap` or `core::mem::swap` of two places.
    pub(super) fn is_mem_swap(&self, call: &ExprCall) -> bool {
        // rustc sees to it that neither place is a part of the other; the code of an index must not change it in between.
        super::library::is_swap(&call.func)
            && call.args.len() == 2
            && call
                .args
                .iter()
                .all(|argument| self.lent(argument).is_some_and(super::index::is_plain))
    }
}

/// The expression behind `&mut`.
pub(super) fn borrowed(argument: &Expr) -> Option<&Expr> {
    match argument {
        Expr::Reference(reference) if reference.mutability.is_some() => Some(&reference.expr),
        Expr::Paren(inner) => borrowed(&inner.expr),
        _ => None,
    }
}
