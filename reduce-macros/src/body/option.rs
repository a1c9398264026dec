//! Methods of Option that take closures, `then` of bool, and `?`: an `if` on whether there is a value.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprClosure, ExprMethodCall, ExprTry, parse_quote_spanned};

use super::closure::{Item, closure_of};
use super::{Dest, Lowerer, Text, Value, module};

/// A value of type Option in a variable.
struct Optional {
    name: String,
    probe: TokenStream,
}

impl Optional {
    /// The value in it, where there is one.
    fn value(&self) -> Text {
        Text::fixed(format!("{}.Some_0", self.name))
    }

    fn is_some(&self) -> String {
        format!("{}.variant == 1u", self.name)
    }

    fn is_none(&self) -> String {
        format!("{}.variant == 0u", self.name)
    }
}

impl Lowerer<'_> {
    /// A method that Option or bool alone has, with a closure or a value to choose; outer none for any other method.
    pub(super) fn chosen_by_option(&mut self, call: &ExprMethodCall) -> Option<Option<Value>> {
        let argument = |index: usize| call.args.iter().nth(index);
        let closure = |index, parameters| {
            closure_of(
                argument(index).filter(|argument| self.is_function(argument))?,
                parameters,
            )
        };
        Some(match (call.method.to_string().as_str(), call.args.len()) {
            ("then", 1) => self.then(call, &closure(0, 0)?),
            ("then_some", 1) => self.then_some(call, argument(0)?),
            ("and_then", 1) => self.some_to(call, &closure(0, 1)?),
            ("filter", 1) if !self.is_source(&call.receiver) => self.filtered(call, &closure(0, 1)?),
            ("zip", 1) if !self.is_source(&call.receiver) => self.both(call, argument(0)?),
            ("then_with", 1) => self.then_with(call, &closure(0, 0)?),
            ("is_some_and", 1) => self.tested(call, &closure(0, 1)?, false),
            ("is_none_or", 1) => self.tested(call, &closure(0, 1)?, true),
            ("map_or", 2) => self.map_or(call, argument(0)?, &closure(1, 1)?),
            ("map_or_else", 2) => self.map_or_else(call, &closure(0, 0)?, &closure(1, 1)?),
            ("unwrap_or_else", 1) => self.unwrap_or_else(call, &closure(0, 0)?),
            ("or_else", 1) => self.or_else(call, &closure(0, 0)?),
            _ => return None,
        })
    }

    /// The receiver of a method in a variable.
    fn optional(&mut self, receiver: &Expr) -> Option<Optional> {
        let value = self.expr(receiver)?;
        let (name, probe) = (self.unique("option"), value.probe);
        self.line(Text::fixed(format!("let {name} = ")).and(value.text).then(";"));
        self.branches = true;
        Some(Optional { name, probe })
    }

    /// A variable for the value of `call`.
    fn result(&mut self, call: &ExprMethodCall) -> (Ident, String) {
        let (slot, name) = (self.slot(call), self.unique("chosen"));
        self.line_of_type(&name, &slot, call);
        (slot, name)
    }

    /// The value of `call`: `receiver.method(arguments)` in the probe.
    fn called(
        &self,
        call: &ExprMethodCall,
        slot: &Ident,
        name: String,
        receiver: &TokenStream,
        arguments: &TokenStream,
    ) -> Value {
        let (dot, method) = (&call.dot_token, &call.method);
        Value::atom(
            quote_spanned!(call.span()=> #slot.is((#receiver) #dot #method(#arguments))),
            Text::fixed(name),
        )
    }

    /// Writes a closure out below a condition; its value goes to `dest`.
    fn below(&mut self, condition: &str, closure: &ExprClosure, items: Vec<Item>, dest: &str) -> Option<TokenStream> {
        let open = Text::fixed(format!("if ({condition}) {{"));
        self.nested(open, "}", |lower| {
            lower.inline(closure, items, &Dest::Assign(dest.to_owned()))
        })
    }

    /// Writes the closure of a method of `option` out for the value in it, if there is one; the closure's value goes to `dest`.
    fn on_some(
        &mut self,
        call: &ExprMethodCall,
        option: &Optional,
        closure: &ExprClosure,
        dest: &str,
    ) -> Option<TokenStream> {
        let item = self.item_of(&call.receiver, closure, option.value());
        self.below(&option.is_some(), closure, vec![item], dest)
    }

    /// `option.and_then(|x| …)`, whose closure gives an Option itself.
    fn some_to(&mut self, call: &ExprMethodCall, closure: &ExprClosure) -> Option<Value> {
        let option = self.optional(&call.receiver)?;
        let (slot, name) = self.result(call);
        let closure = self.on_some(call, &option, closure, &name)?;
        Some(self.called(call, &slot, name, &option.probe, &closure))
    }

    /// `option.zip(other)`: an Option of both values.
    fn both(&mut self, call: &ExprMethodCall, other: &Expr) -> Option<Value> {
        let (one, two) = (
            Ident::new("one", Span::mixed_site()),
            Ident::new("two", Span::mixed_site()),
        );
        let receiver = &call.receiver;
        self.expr(&parse_quote_spanned!(call.span()=>
            (#receiver).and_then(|#one| (#other).map(|#two| (#one, #two)))
        ))
    }

    /// `ordering.then_with(|| …)`
    fn then_with(&mut self, call: &ExprMethodCall, closure: &ExprClosure) -> Option<Value> {
        let ordering = self.expr(&call.receiver)?;
        let (slot, name) = self.result(call);
        self.branches = true;
        self.line(Text::fixed(format!("{name} = ")).and(ordering.text).then(";"));
        let closure = self.below(&format!("{name} == 1u"), closure, Vec::new(), &name)?;
        Some(self.called(call, &slot, name, &ordering.probe, &closure))
    }

    /// `option.filter(|x| …)`
    fn filtered(&mut self, call: &ExprMethodCall, closure: &ExprClosure) -> Option<Value> {
        let option = self.optional(&call.receiver)?;
        let (slot, name) = self.result(call);
        let holds = self.unique("holds");
        self.line(Text::fixed(format!("var {holds} = false;")));
        let item = self.item_of(&call.receiver, closure, option.value()).lent();
        let closure = self.below(&option.is_some(), closure, vec![item], &holds)?;
        self.line(Text::fixed(format!("if ({holds}) {{ {name} = {}; }}", option.name)));
        let (probe, p) = (&option.probe, self.private(call.span()));
        Some(Value::atom(
            quote_spanned!(call.span()=> #slot.is(#p::kept_if(#probe, #closure))),
            Text::fixed(name),
        ))
    }

    /// `option.is_some_and(|x| …)`, and `is_none_or` with `otherwise` for none.
    fn tested(&mut self, call: &ExprMethodCall, closure: &ExprClosure, otherwise: bool) -> Option<Value> {
        let (option, name) = (self.optional(&call.receiver)?, self.unique("holds"));
        self.line(Text::fixed(format!("var {name} = {otherwise};")));
        let closure = self.on_some(call, &option, closure, &name)?;
        let slot = self.slot(call);
        Some(self.called(call, &slot, name, &option.probe, &closure))
    }

    /// `option.map_or(otherwise, |x| …)`
    fn map_or(&mut self, call: &ExprMethodCall, otherwise: &Expr, closure: &ExprClosure) -> Option<Value> {
        let option = self.optional(&call.receiver)?;
        let otherwise = self.expr(otherwise)?;
        let (slot, name) = self.result(call);
        self.line(Text::fixed(format!("{name} = ")).and(otherwise.text).then(";"));
        let closure = self.on_some(call, &option, closure, &name)?;
        let otherwise = &otherwise.probe;
        Some(self.called(call, &slot, name, &option.probe, &quote!(#otherwise, #closure)))
    }

    /// `option.map_or_else(|| …, |x| …)`
    fn map_or_else(&mut self, call: &ExprMethodCall, otherwise: &ExprClosure, closure: &ExprClosure) -> Option<Value> {
        let option = self.optional(&call.receiver)?;
        let (slot, name) = self.result(call);
        let closure = self.on_some(call, &option, closure, &name)?;
        let otherwise = self.below(&option.is_none(), otherwise, Vec::new(), &name)?;
        Some(self.called(call, &slot, name, &option.probe, &quote!(#otherwise, #closure)))
    }

    /// `option.unwrap_or_else(|| …)`
    fn unwrap_or_else(&mut self, call: &ExprMethodCall, otherwise: &ExprClosure) -> Option<Value> {
        let option = self.optional(&call.receiver)?;
        let (slot, name) = self.result(call);
        self.line(Text::fixed(format!("{name} = ")).and(option.value()).then(";"));
        let otherwise = self.below(&option.is_none(), otherwise, Vec::new(), &name)?;
        Some(self.called(call, &slot, name, &option.probe, &otherwise))
    }

    /// `option.or_else(|| …)`
    fn or_else(&mut self, call: &ExprMethodCall, otherwise: &ExprClosure) -> Option<Value> {
        let option = self.optional(&call.receiver)?;
        let (slot, name) = self.result(call);
        self.line(Text::fixed(format!("{name} = {};", option.name)));
        let otherwise = self.below(&option.is_none(), otherwise, Vec::new(), &name)?;
        Some(self.called(call, &slot, name, &option.probe, &otherwise))
    }

    /// `condition.then(|| …)`
    fn then(&mut self, call: &ExprMethodCall, closure: &ExprClosure) -> Option<Value> {
        let condition = self.expr(&call.receiver)?;
        let (slot, name) = self.result(call);
        self.branches = true;
        let open = Text::fixed("if (").and(condition.text).then(") {");
        let closure = self.nested(open, "}", |lower| {
            let (value, closure) = lower.inlined(closure, Vec::new())?;
            lower.put(&slot, call, &name, "", &value);
            Some(closure)
        })?;
        Some(self.called(call, &slot, name, &condition.probe, &closure))
    }

    /// `condition.then_some(value)`
    fn then_some(&mut self, call: &ExprMethodCall, value: &Expr) -> Option<Value> {
        let values = self.sequence([&*call.receiver, value])?;
        let [condition, value] = values.as_slice() else {
            return None;
        };
        let (slot, name) = self.result(call);
        self.branches = true;
        let open = Text::fixed("if (").and(condition.text.clone()).then(") {");
        self.nested(open, "}", |lower| lower.put(&slot, call, &name, "", value));
        Some(self.called(call, &slot, name, &condition.probe, &value.probe))
    }

    /// `option?`, in a function that returns an Option.
    pub(super) fn question(&mut self, question: &ExprTry) -> Option<Value> {
        let (true, Some(output)) = (self.returns, self.output.clone()) else {
            return self.refuse(question, "`?` in a closure", "match the Option");
        };
        let option = self.optional(&question.expr)?;
        let (p, module) = (self.private(Span::call_site()), module());
        let none = Text::asked(quote!(#p::none_of::<#output>(#module)), None);
        self.line(
            Text::fixed(format!("if ({}) {{ return ", option.is_none()))
                .and(none)
                .then("; }"),
        );
        let (probe, token) = (&option.probe, &question.question_token);
        Some(Value::atom(
            quote_spanned!(question.span()=> (#probe) #token),
            option.value(),
        ))
    }
}
