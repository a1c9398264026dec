//! Calls: methods, associated and free functions, struct literals.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{AngleBracketedGenericArguments, Expr, ExprCall, ExprMethodCall, ExprPath, Ident, Path, PathArguments, Type};

use super::callees::companion_at;
use super::changes::together;
use super::held::Held;
use super::library::{extremum, is_default, is_from_fn, replacement};
use super::parts::borrowed;
use super::refused::no_method;
use super::{Lowerer, Text, Value, module};
use crate::known_traits::mark_of_qualified;
use crate::rules;

/// Traits whose functions have WGSL of their own.
const TRAIT_FUNCTIONS: [(&str, &str, &str); 5] = [
    ("combine", "Monoid", "wgsl_combine"),
    ("combine_in_order", "Monoid", "wgsl_combine_in_order"),
    ("identity", "Monoid", "wgsl_identity"),
    ("lift", "Reduction", "wgsl_lift"),
    ("finish", "Reduction", "wgsl_finish"),
];

/// Methods that give an `Ordering`, or an Option of one.
const ORDERS: [&str; 3] = ["cmp", "partial_cmp", "total_cmp"];

/// The remedy for recursion.
pub(crate) const RECURSION: &str = "WGSL has none: write a loop";

impl Lowerer<'_> {
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> Option<Value> {
        let known = self.consumed(call).or_else(|| self.contained(call));
        if let Some(value) = known.or_else(|| self.chosen_by_option(call)) {
            return value;
        }
        let values = self.sequence(std::iter::once(&*call.receiver).chain(&call.args));
        let name = call.method.to_string();
        let values = values?;
        if self.is_method && self.function.as_ref() == Some(&name) && is_self(&call.receiver) {
            return self.refuse(&call.method, "recursion", RECURSION);
        }
        if is_self(&call.receiver) {
            self.own_calls.push(call.method.clone());
        }
        if call.args.is_empty() && ["copied", "cloned", "as_ref"].contains(&name.as_str()) {
            // Of references, which are values.
            return values.into_iter().next();
        }
        if name == "into" && call.args.is_empty() {
            return Some(self.converted(call, values.first()?));
        }
        if ORDERS.contains(&name.as_str()) && call.args.len() == 1 {
            return Some(self.ordered(call, &values));
        }
        if let Some(remedy) = no_method(call) {
            return self.refuse(&call.method, &format!("the method `{name}`"), remedy);
        }
        let values = self.not_all_constant(values);
        let (receiver, rest) = values.split_first()?;
        let (slot, method, turbofish, dot) = (self.slot(&call.method), &call.method, &call.turbofish, &call.dot_token);
        let (probe, others) = (&receiver.probe, self.passed_to(call, rest));
        let probe = quote_spanned!(call.span()=> #slot.is(#probe) #dot #method #turbofish (#(#others),*));
        let stand_in = receiver.text.draft().and_then(|text| match (name.as_str(), rest) {
            ("to_f32", []) => Some(format!("f32({text})")),
            ("to_bits", []) => Some(format!("bitcast<u32>({text})")),
            ("abs" | "sqrt" | "floor" | "ceil" | "trunc", []) => Some(format!("{name}({text})")),
            _ => None,
        });
        Some(Value::atom(
            probe,
            Text::asked(self.by_name(method, &quote!(_), &slot, &values, None), stand_in),
        ))
    }

    pub(super) fn call(&mut self, call: &ExprCall) -> Option<Value> {
        let Expr::Path(callee) = &*call.func else {
            return self.refuse(&call.func, "calling a value", "call a function by its name");
        };
        let path = &callee.path;
        if let Some(kept) = self.kept_closure(&call.func) {
            return self.closure_value(call, &kept);
        }
        if let Some(method) = extremum(callee).filter(|_| call.args.len() == 2) {
            return self.extremum(call, callee, &method);
        }
        if is_from_fn(callee) && call.args.first().is_some_and(|function| self.is_function(function)) {
            return self.made(call);
        }
        if let Some(name) =
            replacement(&call.func).filter(|_| call.args.first().is_some_and(|first| self.lent(first).is_some()))
        {
            return self.replaced(call, &name);
        }
        if call.args.iter().any(|argument| borrowed(argument).is_some()) {
            return self.refuse(
                path,
                "a call with `&mut` inside an expression",
                "make it a statement of its own",
            );
        }
        if is_default(callee) && call.args.is_empty() {
            return Some(self.default_value(call));
        }
        let of = owner(callee).map(|of| self.with_arguments(of));
        if of.as_ref().is_some_and(|of| of.to_string() == "Default") {
            return self.refuse(path, "`Default::default`", "write the value out");
        }
        let known = of.clone().and_then(|of| syn::parse2::<Type>(of).ok());
        if let Some((place, remedy)) = known.as_ref().and_then(rules::value_refusal) {
            self.errors.at_type(place, remedy);
            return None;
        }
        let values = self.sequence(&call.args)?;
        self.call_of(call, callee, values, &[])
    }

    /// The call of a function with these arguments, of which it changes some; then its value is theirs.
    pub(super) fn call_of(
        &mut self,
        call: &ExprCall,
        callee: &ExprPath,
        mut values: Vec<Value>,
        passed: &[Passing],
    ) -> Option<Value> {
        let path = &callee.path;
        let of = owner(callee).map(|of| self.with_arguments(of));
        let last = path.segments.last()?;
        let name = last.ident.to_string();
        if of.is_some() && !name.starts_with(char::is_uppercase) {
            values = self.not_all_constant(values);
        }
        let probes = self.passed(&call.args, &values);
        let probe = match passed {
            [] => quote_spanned!(call.span()=> #callee(#(#probes),*)),
            passed => changing(call.span(), callee, &values, passed),
        };
        if name.starts_with(char::is_uppercase) {
            let names = (0..values.len()).map(|index| index.to_string());
            return Some(self.constructed(call, &name, &probe, names.zip(&values), None));
        }
        let texts = self.codes(&values);
        let (krate, owner, module) = (self.krate, of, module());
        let Some(owner) = owner else {
            return self.free_call(call, path, &values, passed);
        };
        if self.is_method && self.function.as_ref() == Some(&name) && owner.to_string() == "Self" {
            return self.refuse(path, "recursion", RECURSION);
        }
        if owner.to_string() == "Self" {
            self.own_calls.push(last.ident.clone());
        }
        if owner.to_string() == "Monoid" && ["identity", "combine"].contains(&name.as_str()) {
            // The type is the one that rustc infers.
            let slot = self.slot(call);
            let function = quote_spanned!(path.span()=> #krate::private::of_monoid(&#slot, #name, #module));
            let code = quote!(#krate::private::called(#function, &[#(#texts),*]));
            return Some(Value::atom(
                quote_spanned!(call.span()=> #slot.is(#probe)),
                Text::asked(code, None),
            ));
        }
        if let Some((_, of, wgsl)) = TRAIT_FUNCTIONS.iter().find(|(known, _, _)| *known == name) {
            let (of, wgsl) = (format_ident!("{of}"), format_ident!("{wgsl}"));
            let function = quote_spanned!(path.span()=> <#owner as #krate::private::#of>::#wgsl(#module));
            let code = quote!(#krate::private::called(#function, &[#(#texts),*]));
            return Some(Value::atom(probe, Text::asked(code, None)));
        }
        if name == "try_from" {
            return self.refuse(path, "a conversion that may fail", "use `as`, or compare first");
        }
        if name == "from" && values.len() == 1 {
            let (from, to, value) = (self.slot(&call.args), self.slot(call), &values[0]);
            let (text, given) = (value.text.code(self.krate), &value.probe);
            let code = self.ask_of("Conversion", &to, call, "convert", &quote!(&#from, &#text, #module));
            return Some(Value::atom(
                quote_spanned!(call.span()=> #to.is(#callee(#from.is(#given)))),
                Text::asked(code, None),
            ));
        }
        let (method, slot) = (&last.ident, self.slot(&last.ident));
        let by = mark_of_qualified(callee).unwrap_or_else(|| quote!(_));
        Some(Value::atom(
            quote_spanned!(call.span()=> #slot.calls(#krate::private::PhantomData::<#owner>, #probe)),
            Text::asked(self.by_name(method, &by, &slot, &values, None), None),
        ))
    }

    /// The text of a method call on the type of `slot`; as a statement on the place of this text, which the method may change.
    ///
    /// Methods are known by the hash of their name; a type lets rustc say the name where the method is missing. `by` is the mark of the trait, or
    /// left to rustc, which finds it where the type has one method of the name.
    pub(super) fn by_name(
        &mut self,
        method: &Ident,
        by: &TokenStream,
        slot: &Ident,
        values: &[Value],
        place: Option<&TokenStream>,
    ) -> TokenStream {
        let (texts, count, module) = (self.codes(values), values.len(), module());
        let here = self.private(Span::call_site());
        let arguments = Ident::new("arguments", Span::mixed_site());
        let p = self.private(method.span());
        let of = match method == "default" {
            true => quote_spanned!(method.span()=> HasDefault),
            false => {
                let name = self.methods.name(method);
                quote_spanned!(method.span()=> HasMethod::<#name, #by>)
            }
        };
        let ask = match place {
            None => quote_spanned!(method.span()=> #p::#of::call(&#slot, &#arguments, #module)),
            Some(place) => quote_spanned!(method.span()=> #p::#of::effect(&#slot, &#place, &#arguments, #module)),
        };
        quote! {{
            let #arguments: [#here::String; #count] = [#(#texts),*];
            #ask
        }}
    }

    /// A function with `#[gpu]`: beside it stands a type of its name, which knows its WGSL.
    fn free_call(&mut self, call: &ExprCall, path: &Path, values: &[Value], passed: &[Passing]) -> Option<Value> {
        let name = path.get_ident().map(ToString::to_string);
        if !self.is_method && name.is_some() && name == self.function {
            return self.refuse(path, "recursion", RECURSION);
        }
        let callee = self.callee(path);
        let (slot, probes, texts) = (
            self.slot(path),
            values.iter().map(|value| &value.probe),
            self.codes(values),
        );
        let (holes, module) = (values.iter().map(|_| quote!(_)), module());
        let names = || (0..values.len()).map(|index| format_ident!("argument{index}", span = Span::mixed_site()));
        let closed = names();
        let function = Ident::new("function", Span::mixed_site());
        // In a closure the path stands where it does in the user's code, so a misspelt one is reported alike.
        let closure = match passed {
            [] => {
                let references = call
                    .args
                    .iter()
                    .map(|argument| self.is_borrowed(argument).then(|| quote!(&)));
                let arguments = names()
                    .zip(references)
                    .map(|(name, reference)| quote!(#reference #name));
                quote_spanned!(call.span()=> |#(#closed),*| #path(#(#arguments),*))
            }
            passed => {
                let (arguments, values) = lent_arguments(names(), passed);
                quote_spanned!(call.span()=> |#(mut #closed),*| { #path(#(#arguments),*); #values })
            }
        };
        let signature = quote_spanned! {call.span()=>
            #slot.is({ let #function: fn(#(#holes),*) -> _ = #closure; #function })
        };
        let p = self.private(path.span());
        let arguments = Ident::new("arguments", Span::mixed_site());
        let count = values.len();
        let imports = companion_at(path, &callee, &p);
        // Parameters that no value of the function has are known by these alone.
        let turbofish = turbofish(path);
        let ask = quote_spanned! {path.span()=> {
            #imports
            companion::call #turbofish (#slot.signature(), &#arguments, #module).text()
        }};
        let here = self.private(Span::call_site());
        let code = quote! {{
            let #arguments: [#here::String; #count] = [#(#texts),*];
            #ask
        }};
        Some(Value::atom(
            quote_spanned!(call.span()=> (#signature)(#(#probes),*)),
            Text::asked(code, None),
        ))
    }

    /// `a.cmp(&b)` and its kin.
    fn ordered(&mut self, call: &ExprMethodCall, values: &[Value]) -> Value {
        let (slot, module, method, dot) = (self.slot(&call.method), module(), &call.method, &call.dot_token);
        let texts = self.codes(values);
        // The argument is a reference in Rust, and a value in the probe, however it is written.
        let probes = values.iter().skip(1).map(|value| &value.probe);
        let (receiver, name) = (values.first().map(|value| &value.probe), method.to_string());
        let of = if self.is_generic { "InWgsl" } else { "HasOrder" };
        let code = self.ask_of(of, &slot, method, "order", &quote!(#name #(, &#texts)*, #module));
        Value::atom(
            quote_spanned!(call.span()=> #slot.is(#receiver) #dot #method(#(&#probes),*)),
            Text::asked(code, None),
        )
    }

    /// `value.into()`
    fn converted(&mut self, call: &ExprMethodCall, value: &Value) -> Value {
        let (from, to, module) = (self.slot(&call.receiver), self.slot(call), module());
        let (text, probe) = (value.text.code(self.krate), &value.probe);
        let (dot, method) = (&call.dot_token, &call.method);
        let code = self.ask_of("Conversion", &to, call, "convert", &quote!(&#from, &#text, #module));
        Value::atom(
            quote_spanned!(call.span()=> #to.is(#from.is(#probe) #dot #method())),
            Text::asked(code, None),
        )
    }

    /// The arguments of a method in the probe, where an Option of references holds values and asks for such: `o.unwrap_or(&0)`.
    fn passed_to(&self, call: &ExprMethodCall, values: &[Value]) -> Vec<TokenStream> {
        match self.held_by(&call.receiver) {
            Held::Value => self.passed(&call.args, values),
            _ => values.iter().map(|value| value.probe.clone()).collect(),
        }
    }

    /// Arguments in the probe: where the user's are references, functions ask for such.
    pub(super) fn passed<'e>(
        &self,
        arguments: impl IntoIterator<Item = &'e Expr>,
        values: &[Value],
    ) -> Vec<TokenStream> {
        let passed = arguments.into_iter().zip(values).map(|(argument, value)| {
            let probe = &value.probe;
            if self.is_borrowed(argument) {
                quote_spanned!(argument.span()=> &#probe)
            } else {
                probe.clone()
            }
        });
        passed.collect()
    }

    /// A type with the arguments that it has in the signature, where the call leaves them out.
    fn with_arguments(&self, of: TokenStream) -> TokenStream {
        let name = of.to_string();
        let known = self.generic_types.iter().find(|known| match known {
            Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == name),
            _ => false,
        });
        known.map_or(of, ToTokens::to_token_stream)
    }

    pub(super) fn codes(&self, values: &[Value]) -> Vec<TokenStream> {
        values.iter().map(|value| value.listed().code(self.krate)).collect()
    }
}

/// The type arguments of a call of a free function.
fn turbofish(path: &Path) -> Option<&AngleBracketedGenericArguments> {
    match path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => Some(arguments),
        _ => None,
    }
}

/// How a call passes an argument, in Rust.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Passing {
    /// `x`
    Value,
    /// `&x`
    Shared,
    /// `&mut x`
    Changed,
}

/// The arguments of a function that changes some, and the values of these.
fn lent_arguments(names: impl Iterator<Item = Ident>, passed: &[Passing]) -> (Vec<TokenStream>, TokenStream) {
    let names: Vec<Ident> = names.collect();
    let arguments = names.iter().zip(passed).map(|(name, passing)| match passing {
        Passing::Value => quote!(#name),
        Passing::Shared => quote!(&#name),
        Passing::Changed => quote!(&mut #name),
    });
    let changed = names.iter().zip(passed);
    let changed = changed.filter(|(_, passing)| **passing == Passing::Changed);
    let values: Vec<&Ident> = changed.map(|(name, _)| name).collect();
    (arguments.collect(), together(&values))
}

/// The probe of a call that changes arguments: the changed values.
fn changing(span: Span, callee: &ExprPath, values: &[Value], passed: &[Passing]) -> TokenStream {
    let names = || (0..values.len()).map(|index| format_ident!("argument{index}", span = Span::mixed_site()));
    let (arguments, results) = lent_arguments(names(), passed);
    let (names, probes) = (names(), values.iter().map(|value| &value.probe));
    quote_spanned!(span=> { #(let mut #names = #probes;)* #callee(#(#arguments),*); #results })
}

fn is_self(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident("self"))
}

/// The type that an associated function belongs to; none for a free function.
fn owner(callee: &ExprPath) -> Option<TokenStream> {
    if let Some(qself) = &callee.qself {
        let ty = &qself.ty;
        return Some(quote!(#ty));
    }
    let mut path = callee.path.clone();
    path.segments.pop();
    let last = path.segments.pop()?;
    let name = last.ident.to_string();
    let primitive = ["f32", "f64", "i32", "u32", "i64", "u64", "bool", "usize"].contains(&name.as_str());
    if !primitive && !rules::is_narrow(&last.ident) && !name.starts_with(char::is_uppercase) {
        return None;
    }
    path.segments.push(last);
    Some(quote!(#path))
}
