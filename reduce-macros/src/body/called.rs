//! Closures in variables: each is written out where it is called, with the names around it as they were where it stands.

use std::rc::Rc;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprCall, Ident, Local, Pat};

use super::closure::Item;
use super::{Closure, Dest, Lowerer, Text, Value};

impl Lowerer<'_> {
    /// `let f = |x| …;`, which becomes nothing by itself; none for any other `let`.
    pub(super) fn closure_of_let(&mut self, local: &Local) -> Option<TokenStream> {
        let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else {
            return None;
        };
        let Expr::Closure(closure) = &*init.expr else {
            return None;
        };
        if closure.asyncness.is_some() || closure.lifetimes.is_some() || name.subpat.is_some() {
            return None;
        }
        let (mut mentioned, mut own) = (Vec::new(), Vec::new());
        names_in(closure.body.to_token_stream(), &mut mentioned);
        names_in(closure.inputs.to_token_stream(), &mut own);
        let around = mentioned.into_iter().filter(|name| !own.contains(name));
        let captured = around.map(|name| (name.clone(), self.meaning(&name))).collect();
        let code = closure.clone();
        self.bind(&name.ident, Text::default());
        if let Some(binding) = self.scopes.last_mut().and_then(|scope| scope.last_mut()) {
            binding.closure = Some(Rc::new(Closure { code, captured }));
        }
        Some(TokenStream::new())
    }

    /// The closure that a name stands for.
    pub(super) fn kept_closure(&self, function: &Expr) -> Option<Rc<Closure>> {
        let Expr::Path(path) = function else { return None };
        self.binding(path.path.get_ident()?)?.closure.clone()
    }

    /// The value of a call of a closure in a variable.
    pub(super) fn closure_value(&mut self, call: &ExprCall, kept: &Closure) -> Option<Value> {
        let (items, probes) = self.given(call, kept)?;
        let (value, closure) = self.inlined(&kept.code, items)?;
        let probe = self.applied(call, &probes, &closure);
        Some(Value { probe, ..value })
    }

    /// A call of a closure in a variable whose value goes to `dest`.
    pub(super) fn closure_to(&mut self, call: &ExprCall, kept: &Closure, dest: &Dest) -> Option<TokenStream> {
        let (items, probes) = self.given(call, kept)?;
        let closure = self.nested(Text::fixed("{"), "}", |lower| lower.inline(&kept.code, items, dest))?;
        Some(self.applied(call, &probes, &closure))
    }

    /// The arguments as items, and their probes.
    fn given(&mut self, call: &ExprCall, kept: &Closure) -> Option<(Vec<Item>, Vec<TokenStream>)> {
        let hidden = kept
            .captured
            .iter()
            .find(|(name, meaning)| self.meaning(name) != *meaning);
        if let Some((name, _)) = hidden {
            let remedy = format!("`{name}` is another variable here: give one of them another name");
            return self.refuse(&call.func, "a call of this closure", &remedy);
        }
        if kept.code.inputs.len() != call.args.len() {
            // rustc says so.
            return None;
        }
        let values = self.sequence(&call.args)?;
        let borrowed: Vec<bool> = call.args.iter().map(|argument| self.is_borrowed(argument)).collect();
        let probes = values.iter().map(|value| value.probe.clone()).collect();
        let items = values.into_iter().zip(borrowed).map(|(value, borrowed)| Item::One {
            text: value.text,
            borrowed: usize::from(borrowed),
        });
        Some((items.collect(), probes))
    }

    /// The call in the probe: its arguments come first, so that the closure knows their types.
    fn applied(&self, call: &ExprCall, arguments: &[TokenStream], closure: &TokenStream) -> TokenStream {
        let p = self.private(call.span());
        let apply = format_ident!("apply_{}", arguments.len(), span = call.span());
        quote_spanned!(call.span()=> #p::#apply(#(#arguments,)* #closure))
    }

    /// What a name stands for.
    fn meaning(&self, name: &Ident) -> Option<String> {
        let binding = self.binding(name)?;
        Some(match &binding.closure {
            Some(kept) => format!("{:p}", Rc::as_ptr(kept)),
            None => binding.text.code(self.krate).to_string(),
        })
    }
}

/// The names in these tokens that are no fields or methods.
fn names_in(tokens: TokenStream, found: &mut Vec<Ident>) {
    let mut behind_dot = false;
    for tree in tokens {
        match tree {
            TokenTree::Ident(ident) if !behind_dot => found.push(ident),
            TokenTree::Group(group) => names_in(group.stream(), found),
            TokenTree::Punct(punct) => {
                behind_dot = punct.as_char() == '.' && !behind_dot;
                continue;
            }
            _ => {}
        }
        behind_dot = false;
    }
}
