//! Casts, methods, branches, arrays and their elements.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Expr, ExprCast, ExprIf, ExprIndex, ExprMethodCall, Lit, LitInt, Stmt};

use super::unsupported::METHODS;
use super::{Lowered, Lowerer, Piece, is_literal, module};
use crate::spans::{ends, starting};
use crate::{check, valid};

impl Lowerer<'_> {
    pub(super) fn index(&mut self, index: &ExprIndex) -> Option<Lowered> {
        let base = self.expr(&index.expr)?;
        let position = match &*index.index {
            Expr::Lit(syn::ExprLit {
                lit: Lit::Int(position),
                ..
            }) => position,
            other => {
                let remedy = "write the index as a number, as in `x[1]`";
                return self.refuse(other, "an index that is not a number", remedy);
            }
        };
        self.check_bounds(&index.expr, position);
        let mut probe = base.probe.clone();
        let brackets = index.bracket_token;
        brackets.surround(&mut probe, |tokens| position.to_tokens(tokens));
        Some(base.around(probe, "", &format!("[{}]", position.base10_digits())))
    }

    /// Refuses a position behind the end of an array whose length is seen.
    fn check_bounds(&self, array: &Expr, position: &LitInt) {
        let Expr::Path(path) = array else { return };
        let named = self.lengths.iter().find(|(name, _)| path.path.is_ident(name.as_str()));
        if let (Some((name, length)), Ok(index)) = (named, position.base10_parse::<usize>())
            && index >= *length
        {
            let message = format!(
                "`{name}` has {length} elements, the last of which is `{name}[{}]`",
                length - 1
            );
            self.errors.at(position, message);
        }
    }

    pub(super) fn cast(&mut self, cast: &ExprCast) -> Option<Lowered> {
        let value = self.expr(&cast.expr);
        let (target, r#as) = (&*cast.ty, &cast.as_token);
        let known = check::known_type(target);
        if known.as_deref() == Some("bool") {
            return self.refuse(target, "a cast to bool", "compare with zero, as in `x != 0`");
        }
        if let Some((place, remedy)) = valid::refusal(target) {
            self.errors.at(place, remedy);
            return None;
        }
        let value = value?;
        let (slot, text, module) = (self.slot(&cast.expr), value.text(self.krate), module());
        let probe = self.through(&slot, &value.probe, &cast.expr);
        let (start, end) = ends(target);
        let p = self.private(end);
        if known.is_none() {
            let named = starting(start, quote_spanned!(end=> <#target as #p::GpuType>));
            self.checks.push(quote_spanned!(end=> let _ = #named::ALIGN;));
        }
        let stand_in = known
            .zip(value.draft())
            .map(|(target, text)| format!("{target}({text})"));
        let text = self.ask(&slot, &cast.expr, quote!(cast::<#target>), &quote!(&#text, #module));
        Some(Lowered::asked(quote!(#probe #r#as #target), text, stand_in))
    }

    pub(super) fn method(&mut self, call: &ExprMethodCall) -> Option<Lowered> {
        let name = call.method.to_string();
        let receiver = self.expr(&call.receiver);
        if !METHODS.contains(&name.as_str()) {
            let remedy = format!("these can: {}", METHODS[..6].join(" "));
            return self.refuse(&call.method, &format!("the method `{name}`"), &remedy);
        }
        let receiver = receiver?;
        let (slot, text, module) = (self.slot(&call.receiver), receiver.text(self.krate), module());
        let stand_in = receiver.draft().map(|text| match name.as_str() {
            "to_f32" => format!("f32({text})"),
            "to_bits" => format!("bitcast<u32>({text})"),
            "widen" => text,
            name => format!("{name}({text})"),
        });
        let mut probe = self.through(&slot, &receiver.probe, &call.receiver);
        call.dot_token.to_tokens(&mut probe);
        call.method.to_tokens(&mut probe);
        call.turbofish.to_tokens(&mut probe);
        call.paren_token
            .surround(&mut probe, |tokens| call.args.to_tokens(tokens));
        let text = self.ask(&slot, &call.receiver, quote!(method), &quote!(#name, &#text, #module));
        Some(Lowered::asked(probe, text, stand_in))
    }

    /// `if c { a } else { b }` of plain values: both are computed, one is selected.
    pub(super) fn branch(&mut self, branch: &ExprIf) -> Option<Lowered> {
        let remedy = "give `if` and `else` one expression each, as in `if x > 0.0 { 1 } else { 0 }`";
        let Some(yes) = single(&branch.then_branch) else {
            return self.refuse(&branch.then_branch, "a block of statements", remedy);
        };
        let (no, braces) = match branch.else_branch.as_ref().map(|(_, no)| &**no) {
            None => return self.refuse(branch, "an `if` without `else`", remedy),
            Some(Expr::Block(block)) => match single(&block.block) {
                Some(no) => (no, Some(block.block.brace_token)),
                None => return self.refuse(block, "a block of statements", remedy),
            },
            Some(nested) => (nested, None),
        };
        let (condition, yes, no) = (self.expr(&branch.cond), self.expr(yes), self.expr(no));
        let (condition, yes, no) = (condition?, yes?, no?);
        let (r#if, c, r#else) = (&branch.if_token, &condition.probe, branch.else_branch.as_ref()?.0);
        let mut probe = quote!(#r#if #c);
        let surround = |braces: syn::token::Brace, value: &Lowered, probe: &mut TokenStream| {
            braces.surround(probe, |tokens| value.probe.to_tokens(tokens));
        };
        surround(branch.then_branch.brace_token, &yes, &mut probe);
        r#else.to_tokens(&mut probe);
        match braces {
            Some(braces) => surround(braces, &no, &mut probe),
            None => no.probe.to_tokens(&mut probe),
        }
        let mut pieces = vec![Piece::Fixed("select(".to_owned())];
        for (part, after) in [(no, ", "), (yes, ", "), (condition, ")")] {
            pieces.extend(part.pieces);
            pieces.push(Piece::Fixed(after.to_owned()));
        }
        Some(Lowered { probe, pieces })
    }

    /// An array literal. Its elements have one type, so those that are literals learn it from one that is not.
    pub(super) fn array(&mut self, array: &syn::ExprArray) -> Option<Lowered> {
        let teacher = array.elems.iter().position(|element| !is_literal(element));
        let of_element = teacher.map(|index| self.slot(&array.elems[index]));
        let lower = |(index, element): (usize, &Expr)| match &of_element {
            Some(slot) if teacher == Some(index) => self.teaching(slot, element),
            Some(slot) if is_literal(element) => self.literal(element, slot),
            _ => self.expr(element),
        };
        let elements: Vec<_> = array.elems.iter().enumerate().map(lower).collect();
        let elements: Vec<Lowered> = elements.into_iter().collect::<Option<_>>()?;
        let (slot, module) = (self.slot(array), module());
        let mut probe = TokenStream::new();
        array.bracket_token.surround(&mut probe, |tokens| {
            let probes = elements.iter().map(|element| &element.probe);
            tokens.extend(quote!(#(#probes),*));
        });
        let name = self.ask(&slot, array, quote!(name), &quote!(#module));
        let mut pieces = vec![Piece::Asked(name, Some("array".to_owned()))];
        for (index, element) in elements.into_iter().enumerate() {
            pieces.push(Piece::Fixed(if index == 0 { "(" } else { ", " }.to_owned()));
            pieces.extend(element.pieces);
        }
        pieces.push(Piece::Fixed(")".to_owned()));
        Some(self.apart(&slot, Lowered { probe, pieces }))
    }

    pub(super) fn repeat(&mut self, repeat: &syn::ExprRepeat) -> Option<Lowered> {
        let element = self.expr(&repeat.expr)?;
        let (slot, text, module) = (self.slot(repeat), element.text(self.krate), module());
        let mut probe = TokenStream::new();
        repeat.bracket_token.surround(&mut probe, |tokens| {
            let (element, len) = (&element.probe, &repeat.len);
            tokens.extend(quote!(#element; #len));
        });
        let text = self.ask(&slot, repeat, quote!(repeat), &quote!(&#text, #module));
        Some(self.apart(&slot, Lowered::asked(probe, text, None)))
    }
}

/// The only expression of a block.
fn single(block: &syn::Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}
