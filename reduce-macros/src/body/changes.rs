//! `&mut`: what a function takes by it is returned, and assigned where the function is called; elsewhere it is another name of a place.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprCall, ExprMethodCall, Ident, Local, Pat, PatIdent, UnOp};

use super::call::Passing;
use super::parts::borrowed;
use super::{Lowerer, Text, Value, module, typed};

impl Lowerer<'_> {
    /// Notes that the function changes what this parameter refers to.
    pub(crate) fn changes(&mut self, ident: &Ident) {
        if let Some(binding) = self.scopes.last_mut().and_then(|scope| scope.last_mut()) {
            binding.changes = true;
            let text = binding.text.clone();
            self.changed.push((ident.clone(), text));
        }
    }

    /// The statement that returns the parameters that the function changes.
    pub(crate) fn return_changed(&mut self) {
        let texts: Vec<Text> = self.changed.iter().map(|(_, text)| text.clone()).collect();
        let value = match (texts.as_slice(), &self.output) {
            ([one], _) => one.clone(),
            (several, Some(output)) => {
                let (p, module) = (self.private(proc_macro2::Span::call_site()), module());
                let kind = Text::asked(quote!(<#output as #p::GpuType>::wgsl_type(#module)), None);
                let mut text = kind.then("(");
                for (index, value) in several.iter().enumerate() {
                    text = if index == 0 { text } else { text.then(", ") }.and(value.clone());
                }
                text.then(")")
            }
            _ => Text::default(),
        };
        self.line(Text::fixed("return ").and(value).then(";"));
    }

    /// A value of their types in the probe, where a variable may have the name of one of them.
    pub(crate) fn changed_values(&self) -> TokenStream {
        let (typed, output) = (typed(), &self.output);
        quote!(#typed.value::<#output>())
    }

    /// Whether `expr` is a name for a place that may change: of a parameter by `&mut`, or of such a reference.
    pub(super) fn is_changed(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => {
                let binding = path.path.get_ident().and_then(|ident| self.binding(ident));
                binding.is_some_and(|binding| binding.changes)
            }
            Expr::Paren(inner) => self.is_changed(&inner.expr),
            Expr::Group(inner) => self.is_changed(&inner.expr),
            _ => false,
        }
    }

    /// The place that an argument lends: behind `&mut`, or that of a name for one.
    pub(super) fn lent<'e>(&self, argument: &'e Expr) -> Option<&'e Expr> {
        borrowed(argument).or_else(|| self.is_changed(argument).then_some(argument))
    }

    /// Whether a call changes arguments.
    pub(super) fn changes_arguments(&self, call: &ExprCall) -> bool {
        call.args.iter().any(|argument| borrowed(argument).is_some())
            || matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_lowercase)))
                && call.args.iter().any(|argument| self.is_changed(argument))
    }

    /// `function(&mut place, value);`
    pub(super) fn changing_call(&mut self, call: &ExprCall) -> Option<TokenStream> {
        let Expr::Path(callee) = &*call.func else {
            return self.refuse(&call.func, "calling a value", "call a function by its name");
        };
        let mut values = Vec::new();
        let mut places = Vec::new();
        for argument in &call.args {
            let value = match self.lent(argument) {
                Some(place) => {
                    let value = self.stable_place(place)?;
                    places.push(value.clone());
                    value
                }
                None => self.expr(argument)?,
            };
            values.push(value);
        }
        let passed = call.args.iter().map(|argument| match self.lent(argument) {
            Some(_) => Passing::Changed,
            None if self.is_borrowed(argument) => Passing::Shared,
            None => Passing::Value,
        });
        let passed: Vec<Passing> = passed.collect();
        let value = self.call_of(call, callee, values, &passed)?;
        let assigned: Vec<&TokenStream> = places.iter().map(|place| &place.probe).collect();
        let probe = &value.probe;
        let probe = match assigned.as_slice() {
            [one] => quote_spanned!(call.span()=> #one = #probe),
            several => quote_spanned!(call.span()=> (#(#several),*) = #probe),
        };
        self.assign_changed(&places, value.text);
        Some(probe)
    }

    /// Assigns what a function returned to the places that it changed.
    fn assign_changed(&mut self, places: &[Value], text: Text) {
        if let [one] = places {
            self.line(one.text.clone().then(" = ").and(text).then(";"));
            return;
        }
        let changed = self.unique("changed");
        self.line(Text::fixed(format!("let {changed} = ")).and(text).then(";"));
        for (index, place) in places.iter().enumerate() {
            self.line(place.text.clone().then(&format!(" = {changed}._{index};")));
        }
    }

    /// `place.method(…);`, which assigns the place if the method takes `&mut self`: only its type says whether it does.
    pub(super) fn effect(&mut self, call: &ExprMethodCall) -> Option<TokenStream> {
        let arguments = self.sequence(&call.args)?;
        let place = self.stable_place(&call.receiver)?;
        let values: Vec<Value> = std::iter::once(place.clone()).chain(arguments).collect();
        let (slot, method, dot) = (self.slot(&call.method), &call.method, &call.dot_token);
        let (receiver, others) = (&place.probe, self.passed(&call.args, &values[1..]));
        let (on, code) = (place.text.code(self.krate), &call.turbofish);
        let probe = quote_spanned!(call.span()=> #slot.is(#receiver) #dot #method #code (#(#others),*));
        let text = self.by_name(method, &quote!(_), &slot, &values, Some(&on));
        self.line(Text::asked(text, None));
        Some(probe)
    }

    /// Whether a statement `receiver.method(…);` may change the receiver: a method that takes a closure does not.
    pub(super) fn may_change_by(&self, call: &ExprMethodCall) -> bool {
        self.may_change(&call.receiver) && !call.args.iter().any(|argument| matches!(argument, Expr::Closure(_)))
    }

    /// Whether the expression is a place, which a method may change.
    fn may_change(&self, receiver: &Expr) -> bool {
        match receiver {
            Expr::Path(_) => self.is_place(receiver),
            Expr::Field(field) => self.may_change(&field.base),
            Expr::Index(index) => self.may_change(&index.expr),
            Expr::Paren(inner) => self.may_change(&inner.expr),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && self.may_change(&unary.expr),
            _ => false,
        }
    }

    /// A place whose indices no later statement changes.
    pub(super) fn stable_place(&mut self, expr: &Expr) -> Option<Value> {
        let outside = std::mem::replace(&mut self.pins_indices, true);
        let place = self.place(expr);
        self.pins_indices = outside;
        place
    }

    /// `let name = &mut place;`: another name of the place.
    pub(super) fn renamed_place(&mut self, local: &Local, ident: &PatIdent, place: &Expr) -> Option<TokenStream> {
        let value = self.stable_place(place)?;
        self.bind(&ident.ident, value.text);
        self.mark_changed(self.bindings() - 1);
        let (name, probe) = (&ident.ident, &value.probe);
        // In the probe a copy, which has its type.
        Some(quote_spanned!(local.span()=> let mut #name = #probe;))
    }

    /// Marks the names of the innermost scope from this number on as those of places.
    pub(super) fn mark_changed(&mut self, first: usize) {
        for binding in self.scopes.last_mut().into_iter().flatten().skip(first) {
            (binding.borrowed, binding.changes) = (true, true);
        }
    }

    /// `std::mem::replace(&mut place, value)` and `std::mem::take(&mut place)`: what was there before.
    pub(super) fn replaced(&mut self, call: &ExprCall, name: &str) -> Option<Value> {
        let place = self.stable_place(self.lent(call.args.first()?)?)?;
        let (slot, before, function) = (self.slot(call), self.unique("before"), &call.func);
        let next = match call.args.iter().nth(1) {
            Some(next) => self.expr(next)?,
            None => {
                let (p, module) = (self.private(proc_macro2::Span::call_site()), module());
                let text = quote!(#p::default_of(&#slot, #module));
                Value::atom(TokenStream::new(), Text::asked(text, None))
            }
        };
        self.line(
            Text::fixed(format!("let {before} = "))
                .and(place.text.clone())
                .then(";"),
        );
        self.line(place.text.then(" = ").and(next.text).then(";"));
        let (of, next) = (&place.probe, &next.probe);
        let arguments = if name == "take" {
            quote!(&mut #of)
        } else {
            quote!(&mut #of, #next)
        };
        Some(Value::atom(
            quote_spanned!(call.span()=> #slot.is(#function(#arguments))),
            Text::fixed(before),
        ))
    }
}

/// The one, or a tuple of several.
pub(super) fn together(names: &[impl ToTokens]) -> TokenStream {
    match names {
        [one] => quote!(#one),
        several => quote!((#(#several),*)),
    }
}

/// The place behind `&mut` in `let name = &mut place;`.
pub(super) fn is_renamed<'l>(pattern: &'l Pat, init: &'l Expr) -> Option<(&'l PatIdent, &'l Expr)> {
    match pattern {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Some((ident, borrowed(init)?)),
        _ => None,
    }
}

/// A pattern whose names are those of variables, as the probe has them for places.
pub(super) fn mutable(pattern: &Pat) -> TokenStream {
    let trees = pattern.to_token_stream().into_iter();
    let named = names_of(pattern);
    fn marked(trees: impl Iterator<Item = TokenTree>, named: &[Ident]) -> TokenStream {
        let (mut found, mut trees) = (TokenStream::new(), trees.peekable());
        while let Some(tree) = trees.next() {
            match tree {
                // In front of `:` it is a field's.
                TokenTree::Ident(ident)
                    if named.contains(&ident)
                        && !matches!(trees.peek(), Some(TokenTree::Punct(colon)) if colon.as_char() == ':') =>
                {
                    found.extend(quote!(mut #ident));
                }
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), marked(group.stream().into_iter(), named));
                    inner.set_span(group.span());
                    found.extend([TokenTree::from(inner)]);
                }
                other => found.extend([other]),
            }
        }
        found
    }
    marked(trees, &named)
}

/// The names that a pattern gives, but for those in front of `:`.
fn names_of(pattern: &Pat) -> Vec<Ident> {
    let all = |patterns: &mut dyn Iterator<Item = &Pat>| patterns.flat_map(names_of).collect();
    match pattern {
        Pat::Ident(ident) => vec![ident.ident.clone()],
        Pat::Paren(inner) => names_of(&inner.pat),
        Pat::Tuple(tuple) => all(&mut tuple.elems.iter()),
        Pat::TupleStruct(fields) => all(&mut fields.elems.iter()),
        Pat::Slice(array) => all(&mut array.elems.iter()),
        Pat::Struct(fields) => all(&mut fields.fields.iter().map(|field| &*field.pat)),
        Pat::Or(or) => all(&mut or.cases.iter()),
        _ => Vec::new(),
    }
}
