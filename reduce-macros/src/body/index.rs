//! Elements of arrays.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprMethodCall, Lit, LitInt};

use super::pure::is_pure;
use super::{Level, Lowerer, Text, Value};

impl Lowerer<'_> {
    pub(super) fn index(&mut self, index: &syn::ExprIndex) -> Option<Value> {
        if let Expr::Range(range) = &*index.index {
            return self.refuse(range, "a slice", "index single elements");
        }
        let [base, position] = &self.element(index)?;
        let mut probe = base.probe.clone();
        let p = &position.probe;
        index.bracket_token.surround(&mut probe, |tokens| p.to_tokens(tokens));
        match &*index.index {
            Expr::Lit(syn::ExprLit {
                lit: Lit::Int(number), ..
            }) => self.check_bounds(&index.expr, number),
            _ => self.checked = true,
        }
        if !position.constant {
            self.note_indexed(base);
        }
        let text = base.operand(Level::BitOr, true);
        let value = Value::atom(probe, text.then("[").and(position.text.clone()).then("]"));
        Some(value.constant_if(base.constant && position.constant))
    }

    /// `v.swap(i, j);`, the one method that changes its receiver.
    pub(super) fn swap(&mut self, call: &ExprMethodCall) -> Option<TokenStream> {
        let positions = self.sequence(&call.args)?;
        let kept: Vec<Value> = positions.into_iter().map(|position| self.keep(position)).collect();
        let [i, j] = kept.as_slice() else { return None };
        let array = self.expr(&call.receiver)?;
        self.checked = true;
        let element = |position: &Value| {
            let base = array.operand(Level::BitOr, true);
            base.then("[").and(position.text.clone()).then("]")
        };
        let first = self.unique("kept");
        self.line(Text::fixed(format!("let {first} = ")).and(element(i)).then(";"));
        self.line(element(i).then(" = ").and(element(j)).then(";"));
        self.line(element(j).then(&format!(" = {first};")));
        let (v, i, j, method, dot) = (&array.probe, &i.probe, &j.probe, &call.method, &call.dot_token);
        // A type of the user's may have a method of this name.
        Some(quote_spanned!(call.span()=> { let _: &[_] = &#v; #v #dot #method(#i, #j) }))
    }

    /// The indexed value, and the index. An array with a name is no value that Rust reads before the index: it is a place, which the index may
    /// change.
    fn element(&mut self, index: &syn::ExprIndex) -> Option<[Value; 2]> {
        if !is_place(&index.expr) {
            let values = self.sequence([&*index.expr, &*index.index])?;
            return values.try_into().ok();
        }
        let outside = self.pins_indices;
        self.pins_indices |= !is_pure(&index.index);
        let base = self.expr(&index.expr);
        self.pins_indices = outside;
        let mut position = self.expr(&index.index)?;
        if outside && !position.text.is_constant() {
            position = self.keep(position);
        }
        Some([base?, position])
    }

    /// Refuses a position behind the end of an array whose length is seen.
    fn check_bounds(&self, array: &Expr, position: &LitInt) {
        let Expr::Path(path) = array else { return };
        let Some(name) = path.path.get_ident() else { return };
        if let (Some(length), Ok(index)) = (self.length(name), position.base10_parse::<usize>())
            && index >= length
        {
            let last = length - 1;
            let message = format!("`{name}` has {length} elements, the last of which is `{name}[{last}]`");
            self.errors.wrong(position, message);
        }
    }
}

/// Whether this swaps two elements of a variable, whose place is the same before and after the positions are computed.
pub(super) fn is_swap(call: &ExprMethodCall) -> bool {
    // The positions must not change anything that the place depends on.
    let pure = call.args.iter().all(is_pure) || is_pure(&call.receiver);
    call.method == "swap" && call.turbofish.is_none() && call.args.len() == 2 && pure && is_plain(&call.receiver)
}

/// Whether the expression is a variable, or a part of one that no statement computes.
pub(super) fn is_plain(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Paren(inner) => is_plain(&inner.expr),
        Expr::Field(field) => is_plain(&field.base),
        Expr::Index(index) => is_plain(&index.expr) && is_pure(&index.index),
        _ => false,
    }
}

/// Whether the expression is a variable or a part of one.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Paren(inner) => is_place(&inner.expr),
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr),
        _ => false,
    }
}
