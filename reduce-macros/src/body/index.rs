//! Elements of arrays.

use quote::ToTokens as _;
use syn::{Expr, Lit, LitInt};

use super::pure::is_pure;
use super::{Level, Lowerer, Value};

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
        let text = base.operand(Level::BitOr, true);
        let value = Value::atom(probe, text.then("[").and(position.text.clone()).then("]"));
        Some(value.constant_if(base.constant && position.constant))
    }

    /// What is indexed, and the index. An array with a name is no value that Rust reads before the index: it is a place,
    /// which the index may change.
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
            self.errors.at(position, message);
        }
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
