//! Statements: `let`, assignments, loops, blocks, leaving.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Block, Expr, Local, Macro, Pat, Stmt, Type, UnOp, UseTree};

use super::changes::is_renamed;
use super::index::is_swap;
use super::library::{asserted, assigns, is_assertion, is_debug_assertion, is_matches, never_returns, replacement};
use super::operator::{is_assignment, plain_operator};
use super::parts::is_pattern;
use super::pure::is_pure;
use super::refused::{changes_a_slice, of_macro};
use super::{Dest, Lowerer, Text, Value, local_name};

impl Lowerer<'_> {
    /// Lowers a block into the current WGSL block, in a scope of its own; returns its probe with braces.
    pub(crate) fn block_to(&mut self, block: &Block, dest: &Dest) -> Option<TokenStream> {
        self.scopes.push(Vec::new());
        let mut probes: Vec<Option<TokenStream>> = Vec::new();
        let stmts: Vec<&Stmt> = statements(block).collect();
        for (index, stmt) in stmts.iter().copied().enumerate() {
            let last = index + 1 == stmts.len();
            probes.push(match stmt {
                Stmt::Local(local) => {
                    let lowered = self.closure_of_let(local).or_else(|| self.local(local));
                    if lowered.is_none() {
                        self.bind_refused(local.pat.to_token_stream());
                    }
                    lowered
                }
                Stmt::Expr(expr, None) if last => self.expr_to(expr, dest),
                Stmt::Expr(expr, semicolon) => self
                    .expr_to(expr, &Dest::Discard)
                    .map(|probe| quote!(#probe #semicolon)),
                Stmt::Item(syn::Item::Const(item)) => {
                    self.consts.extend(quote!(#item));
                    Some(TokenStream::new())
                }
                // A trait or a constant may be what it names.
                Stmt::Item(syn::Item::Use(item)) => {
                    self.imports_variants |= names_a_type(&item.tree);
                    self.consts.extend(quote!(#item));
                    Some(TokenStream::new())
                }
                Stmt::Item(item) => self.refuse(item, "an item inside a function", "move it out of the function"),
                Stmt::Macro(call) if is_matches(&call.mac) => {
                    let (dest, semicolon) = match call.semi_token {
                        None if last => (dest, None),
                        semicolon => (&Dest::Discard, semicolon),
                    };
                    let (attrs, mac) = (call.attrs.clone(), call.mac.clone());
                    let probe = self.expr_to(&Expr::Macro(syn::ExprMacro { attrs, mac }), dest);
                    probe.map(|probe| quote!(#probe #semicolon))
                }
                Stmt::Macro(call) if never_returns(&call.mac) || is_assertion(&call.mac) => {
                    let is_end = last && never_returns(&call.mac);
                    Some(self.panicking(&call.mac, if is_end { dest } else { &Dest::Discard }))
                }
                Stmt::Macro(call) => self.refuse(call, "a macro call", of_macro(&call.mac)),
            });
        }
        // A statement that never ends, such as `loop { return n; };`.
        if let (Dest::Return, Some(Stmt::Expr(expr, Some(_)))) = (dest, stmts.last())
            && !is_return(expr)
        {
            self.unreachable_return();
        }
        self.scopes.pop();
        let probes: Vec<TokenStream> = probes.into_iter().collect::<Option<_>>()?;
        Some(quote_spanned!(block.span()=> { #(#probes)* }))
    }

    /// Lowers an expression as a statement and brings its value to `dest`.
    pub(crate) fn expr_to(&mut self, expr: &Expr, dest: &Dest) -> Option<TokenStream> {
        if let Expr::Call(call) = expr
            && let Some(kept) = self.kept_closure(&call.func)
        {
            return self.closure_to(call, &kept, dest);
        }
        match expr {
            _ if *dest != Dest::Discard && is_pure(expr) => self.value_to(expr, dest),
            Expr::If(branch) => self.if_to(branch, dest),
            Expr::Match(expr) => self.match_to(expr, dest),
            Expr::Block(block) if block.label.is_none() => self.block_to(&block.block, dest),
            Expr::Paren(inner) => self.expr_to(&inner.expr, dest),
            Expr::Group(inner) => self.expr_to(&inner.expr, dest),
            Expr::Return(leave) => self.leave(leave),
            Expr::Break(leave) if leave.expr.is_none() && leave.label.is_none() => {
                self.line(Text::fixed("break;"));
                Some(quote!(#expr))
            }
            Expr::Continue(leave) if leave.label.is_none() => {
                self.line(Text::fixed("continue;"));
                Some(quote!(#expr))
            }
            Expr::Break(_) | Expr::Continue(_) => self.refuse(
                expr,
                "a label or a value here",
                "assign a `let mut` variable, and leave one loop at a time",
            ),
            Expr::While(each) if each.label.is_none() => self.while_loop(each),
            Expr::Loop(each) if each.label.is_none() => self.endless_loop(each, dest),
            Expr::ForLoop(each) if each.label.is_none() => self.for_loop(each),
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => {
                self.refuse(expr, "a loop label", "leave one loop at a time")
            }
            Expr::Macro(call) if never_returns(&call.mac) || *dest == Dest::Discard && is_assertion(&call.mac) => {
                Some(self.panicking(&call.mac, dest))
            }
            Expr::Tuple(unit) if unit.elems.is_empty() && *dest == Dest::Discard => Some(quote!(#unit)),
            Expr::Assign(assign) if is_pattern(&assign.left) => self.assign_parts(assign),
            Expr::Assign(assign) => {
                let (place, value) = self.assigned(&assign.left, &assign.right)?;
                let (left, right) = (&place.probe, &value.probe);
                let probe = quote_spanned!(assign.span()=> #left = #right);
                self.line(place.text.then(" = ").and(value.text).then(";"));
                Some(probe)
            }
            Expr::Binary(binary) if is_assignment(&binary.op) => self.compound(binary),
            Expr::MethodCall(call) if *dest == Dest::Discard && is_swap(call) => self.swap(call),
            Expr::MethodCall(call) if *dest == Dest::Discard && changes_a_slice(call) => self.refuse(
                &call.method,
                &format!("`{}`", call.method),
                "write loops; `a.swap(i, j)` is the one method that changes an array",
            ),
            Expr::Call(call) if *dest == Dest::Discard && self.is_mem_swap(call) => self.swap_places(call),
            Expr::Call(call)
                if *dest == Dest::Discard && replacement(&call.func).is_none() && self.changes_arguments(call) =>
            {
                self.changing_call(call)
            }
            Expr::MethodCall(call) if *dest == Dest::Discard && self.is_for_each(call) => self.for_each(call),
            Expr::MethodCall(call) if *dest == Dest::Discard && self.may_change_by(call) => self.effect(call),
            _ => self.value_to(expr, dest),
        }
    }

    /// A macro that panics: a GPU goes on, with whatever value there is.
    fn panicking(&mut self, call: &Macro, dest: &Dest) -> TokenStream {
        if never_returns(call) {
            if *dest == Dest::Return {
                self.unreachable_return();
            }
            return quote_spanned!(call.span()=> ::core::panic!());
        }
        let changing = asserted(call)
            .into_iter()
            .filter(|expr| assigns(expr.to_token_stream()));
        let probes = changing.map(|expr| {
            if is_debug_assertion(call) {
                // Its value would be another one in a release.
                return self.refuse(
                    &expr,
                    "an assignment in an assertion of debug builds",
                    "assign in a statement of its own",
                );
            }
            let probe = self.value_to(&expr, &Dest::Discard)?;
            Some(quote_spanned!(expr.span()=> let _ = #probe;))
        });
        probes.flatten().collect()
    }

    /// Brings the value of an expression to `dest`.
    fn value_to(&mut self, expr: &Expr, dest: &Dest) -> Option<TokenStream> {
        let Value { probe, text, .. } = self.expr(expr)?;
        match dest {
            Dest::Return => self.line(Text::fixed("return ").and(text).then(";")),
            Dest::Assign(name) => self.line(Text::fixed(format!("{name} = ")).and(text).then(";")),
            // No expression of the subset has an effect of its own, but whether a called function belongs to it has to be asked: Rust's `v.sort();`
            // changes `v`.
            Dest::Discard => self.line(Text::fixed("_ = ").and(text).then(";")),
        }
        Some(probe)
    }

    fn leave(&mut self, leave: &syn::ExprReturn) -> Option<TokenStream> {
        if !self.returns {
            return self.refuse(leave, "leaving early", "write one expression");
        }
        if leave.expr.is_none() && !self.changed.is_empty() {
            self.return_changed();
            let values = self.changed_values();
            return Some(quote_spanned!(leave.span()=> return #values));
        }
        // Any other function returns a value, so rustc refuses a `return` without one.
        let expr = leave.expr.as_ref()?;
        let probe = self.expr_to(expr, &Dest::Return)?;
        Some(quote_spanned!(leave.span()=> return #probe))
    }

    /// The left side of `=`: a variable, or a part of one.
    pub(super) fn place(&mut self, expr: &Expr) -> Option<Value> {
        match expr {
            Expr::Path(path) if path.path.get_ident().is_some_and(|ident| self.lookup(ident).is_some()) => {
                self.expr(expr)
            }
            Expr::Field(_) | Expr::Index(_) => self.expr(expr),
            Expr::Paren(inner) => self.place(&inner.expr),
            Expr::Group(inner) => self.place(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) && self.is_borrowed(&unary.expr) => {
                self.place(&unary.expr)
            }
            Expr::Unary(_) | Expr::Macro(_) => self.refuse(
                expr,
                "assigning to this",
                "assign to a `let mut` variable, a field or an element",
            ),
            // Nothing else is a place in Rust either, and rustc says so.
            _ => None,
        }
    }

    /// Both sides of an assignment: Rust computes the right one first, and the left one cannot change it.
    fn assigned(&mut self, left: &Expr, right: &Expr) -> Option<(Value, Value)> {
        let mut value = self.expr(right)?;
        let before = self.take_statements();
        let place = self.place(left);
        let needed = std::mem::replace(&mut self.out, before);
        if !needed.is_empty() && !value.text.is_constant() {
            value = self.keep(value);
        }
        self.out = std::mem::take(&mut self.out).and(needed);
        Some((place?, value))
    }

    fn compound(&mut self, binary: &syn::ExprBinary) -> Option<TokenStream> {
        let plain = plain_operator(&binary.op)?;
        let (place, mut right) = self.assigned(&binary.left, &binary.right)?;
        if matches!(*binary.right, Expr::Binary(_)) {
            // `b |= x > y` is not `b = b | x > y`.
            let probe = right.probe;
            right.probe = quote_spanned!(binary.right.span()=> (#probe));
        }
        let value = self.operate(&plain, &place, &right, binary.span(), Some(&binary.op));
        self.line(place.text.clone().then(" = ").and(value.text).then(";"));
        Some(value.probe)
    }

    fn local(&mut self, local: &Local) -> Option<TokenStream> {
        let (pattern, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&typed.ty)),
            pattern => (pattern, None),
        };
        // A shared reference is its value.
        let ty: Option<&Type> = ty.map(|ty| match &**ty {
            Type::Reference(shared) if shared.mutability.is_none() => &*shared.elem,
            ty => ty,
        });
        let ascription = ty.map(|ty| quote!(: #ty));
        let Some(init) = &local.init else {
            return self.uninitialised(local, pattern, ty);
        };
        if let (Some((ident, place)), None) = (is_renamed(pattern, &init.expr), &init.diverge) {
            return self.renamed_place(local, ident, place);
        }
        let simple = matches!(pattern, Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none());
        if let (Pat::Ident(ident), true, None) = (pattern, simple, &init.diverge) {
            if is_control_flow(&init.expr) && !is_pure(&init.expr) {
                return self.chosen(local, ident, ty, &init.expr);
            }
            let value = self.expr(&init.expr)?;
            let keyword = if ident.mutability.is_some() { "var" } else { "let" };
            // The name comes into scope after its own initial value, which may use the old one.
            let (borrowed, held) = (self.is_borrowed(&init.expr), self.held_by(&init.expr));
            let name = self.declare(&ident.ident);
            self.borrow_since(self.bindings() - 1, borrowed);
            self.note_held(held);
            self.note_array(&name, ident.mutability.is_some(), ty, Some(&init.expr));
            self.line(Text::fixed(format!("{keyword} {name} = ")).and(value.text).then(";"));
            let probe = &value.probe;
            return Some(quote_spanned!(local.span()=> let #pattern #ascription = #probe;));
        }
        self.taken_apart(local, pattern, ascription, init)
    }

    /// `let x = if … ;`: declared first, assigned in the branches.
    fn chosen(&mut self, local: &Local, ident: &syn::PatIdent, ty: Option<&Type>, init: &Expr) -> Option<TokenStream> {
        let (slot, ascription) = (self.slot(&ident.ident), ty.map(|ty| quote!(: #ty)));
        let name = self.unique(&local_name(&ident.ident.to_string()));
        self.line_of_type(&name, &slot, &ident.ident);
        self.note_array(&name, true, ty, None);
        let probe = self.expr_to(init, &Dest::Assign(name.clone()));
        self.bind(&ident.ident, Text::fixed(name));
        let probe = probe?;
        Some(quote_spanned!(local.span()=> let #ident #ascription = #slot.is(#probe);))
    }

    fn uninitialised(&mut self, local: &Local, pattern: &Pat, ty: Option<&Type>) -> Option<TokenStream> {
        let Pat::Ident(ident) = pattern else {
            return self.refuse(local, "a pattern without a value", "declare the names one by one");
        };
        let slot = self.slot(&ident.ident);
        let name = self.declare(&ident.ident);
        self.note_array(&name, true, ty, None);
        self.line_of_type(&name, &slot, &ident.ident);
        let (rust, ascription) = (&ident.ident, ty.map(|ty| quote!(: #ty)));
        Some(quote_spanned!(local.span()=> let mut #rust #ascription = #slot.never();))
    }
}

/// Whether `use` goes into a type, whose items are variants.
fn names_a_type(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => path.ident.to_string().starts_with(char::is_uppercase) || names_a_type(&path.tree),
        UseTree::Group(group) => group.items.iter().any(names_a_type),
        _ => false,
    }
}

/// The statements that are not empty: `;` alone is one.
fn statements(block: &Block) -> impl Iterator<Item = &Stmt> {
    let is_empty = |stmt: &&Stmt| matches!(stmt, Stmt::Expr(Expr::Verbatim(tokens), _) if tokens.is_empty());
    block.stmts.iter().filter(move |stmt| !is_empty(stmt))
}

/// Whether the last line that `expr` becomes is a `return` in the same block.
fn is_return(expr: &Expr) -> bool {
    match expr {
        Expr::Return(_) => true,
        Expr::Paren(inner) => is_return(&inner.expr),
        Expr::Group(inner) => is_return(&inner.expr),
        Expr::Block(block) => {
            matches!(statements(&block.block).last(), Some(Stmt::Expr(last, _)) if is_return(last))
        }
        _ => false,
    }
}

fn is_control_flow(expr: &Expr) -> bool {
    match expr {
        Expr::Paren(inner) => is_control_flow(&inner.expr),
        expr => matches!(expr, Expr::If(_) | Expr::Match(_) | Expr::Block(_)),
    }
}
