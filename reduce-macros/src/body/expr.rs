//! Expressions that stay expressions: literals, names, operators, casts, fields, indices, arrays, tuples.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprCast, Lit, UnOp};

use super::library::is_matches;
use super::operator::is_assignment;
use super::pure::{is_pure, sides, single};
use super::refused::unsupported;
use super::{Dest, Level, Lowerer, Text, Value, module, this};
use crate::ast::member_name;
use crate::spans::{ends, starting};
use crate::{rules, wgsl};

/// `x` of `**x`.
fn without_derefs(expr: &Expr) -> &Expr {
    match expr {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => without_derefs(&unary.expr),
        Expr::Paren(inner) => without_derefs(&inner.expr),
        expr => expr,
    }
}

impl Lowerer<'_> {
    /// Lowers `expr` to an expression; control flow in it becomes statements in front.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Option<Value> {
        match expr {
            Expr::Lit(literal) => self.literal(expr, &literal.lit, ""),
            Expr::Path(path) => self.path(path),
            Expr::Paren(inner) => {
                let value = self.expr(&inner.expr)?;
                let probe = &value.probe;
                Some(Value {
                    probe: quote_spanned!(inner.span()=> (#probe)),
                    ..value
                })
            }
            Expr::Group(inner) => self.expr(&inner.expr),
            // What is borrowed does not change: it is its value.
            Expr::Reference(shared) if shared.mutability.is_none() => self.expr(&shared.expr),
            Expr::Field(field) => {
                let base = self.expr(&field.base)?;
                let (probe, dot, member) = (&base.probe, &field.dot_token, &field.member);
                let text = base.operand(Level::BitOr, true);
                Some(
                    Value::atom(
                        quote!(#probe #dot #member),
                        text.then(&format!(".{}", member_name(member))),
                    )
                    .constant_if(base.constant),
                )
            }
            Expr::Index(index) => self.index(index),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) if is_assignment(&binary.op) => self.refuse(
                binary,
                "an assignment inside an expression",
                "make it a statement of its own",
            ),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Cast(cast) => self.cast(cast),
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => self.call(call),
            Expr::Struct(literal) => self.construct(literal),
            Expr::Tuple(tuple) if !tuple.elems.is_empty() => self.tuple(tuple),
            Expr::Array(array) => self.array(array),
            Expr::Repeat(repeat) => self.repeat(repeat),
            Expr::Macro(call) if is_matches(&call.mac) => self.matches(call),
            Expr::If(branch) if sides(branch).is_some() => self.select(branch),
            Expr::Block(block) if is_pure(expr) => {
                let value = self.expr(single(&block.block)?)?;
                let probe = &value.probe;
                Some(Value {
                    probe: quote!({ #probe }),
                    ..value
                })
            }
            Expr::Try(question) => self.question(question),
            Expr::Match(choice) if is_pure(expr) => self.select_match(choice),
            Expr::If(_) | Expr::Match(_) => self.hoist(expr),
            Expr::Block(block) if block.label.is_none() => self.hoist(expr),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) if !self.returns => {
                self.refuse(expr, "leaving early", "write one expression")
            }
            other => {
                let (what, remedy) = unsupported(other);
                self.refuse(other, what, remedy)
            }
        }
    }

    /// The flag of an `any` or `all` field; `truth` makes it from a probe.
    pub(crate) fn flag(&mut self, expr: &Expr, truth: impl FnOnce(&TokenStream) -> TokenStream) -> Option<Value> {
        let value = self.expr(expr)?;
        let (slot, text, module, probe) = (self.slot(expr), value.text.code(self.krate), module(), &value.probe);
        Some(Value::atom(
            truth(&quote_spanned!(expr.span()=> #slot.is(#probe))),
            Text::asked(
                quote!(#slot.flag(&#text, #module)),
                value.text.draft().map(|text| format!("u32(bool({text}))")),
            ),
        ))
    }

    /// Control flow that yields a value: a variable gets it in front of the statement that uses it.
    pub(super) fn hoist(&mut self, expr: &Expr) -> Option<Value> {
        let (slot, name) = (self.slot(expr), self.unique("chosen"));
        self.line_of_type(&name, &slot, expr);
        let probe = self.expr_to(expr, &Dest::Assign(name.clone()))?;
        Some(Value::atom(
            quote_spanned!(expr.span()=> #slot.is(#probe)),
            Text::fixed(name),
        ))
    }

    /// `if` between two values that may both be computed.
    fn select(&mut self, branch: &syn::ExprIf) -> Option<Value> {
        let (condition, yes, no) = sides(branch)?;
        let values = [condition, yes, no].map(|part| self.expr(part));
        let [Some(condition), Some(yes), Some(no)] = values else {
            return None;
        };
        let (slot, c, y, n) = (self.slot(branch), &condition.probe, &yes.probe, &no.probe);
        let code = |value: &Value| value.text.code(self.krate);
        let listed = |value: &Value| value.listed().code(self.krate);
        let (no_code, yes_code, condition_code, module) = (listed(&no), listed(&yes), code(&condition), module());
        let arguments = quote!(&#no_code, &#yes_code, &#condition_code, #module);
        let draft = |value: &Value| value.text.draft();
        let stand_in = draft(&no)
            .zip(draft(&yes))
            .zip(draft(&condition))
            .map(|((no, yes), condition)| format!("select({no}, {yes}, {condition})"))
            // Of two literals without a type WGSL would make an i32 or an f32.
            .filter(|_| !(yes.constant && no.constant));
        let constant = condition.constant && yes.constant && no.constant;
        Some(
            Value::atom(
                quote_spanned!(branch.span()=> #slot.is(if #c { #y } else { #n })),
                Text::asked(self.ask(&slot, branch, "select", &arguments), stand_in),
            )
            .constant_if(constant),
        )
    }

    fn literal(&mut self, expr: &Expr, literal: &Lit, sign: &str) -> Option<Value> {
        let (digits, suffix) = match literal {
            Lit::Bool(value) => {
                let text = Text::fixed(value.value.to_string());
                return Some(Value::atom(quote!(#literal), text).constant_if(true));
            }
            Lit::Int(value) => (value.base10_digits().to_owned(), value.suffix().to_owned()),
            Lit::Float(value) => (value.base10_digits().to_owned(), value.suffix().to_owned()),
            Lit::Byte(value) => (value.value().to_string(), "u8".to_owned()),
            Lit::Char(_) => {
                let message = format!(
                    "a char cannot become WGSL in {}; write a byte, as in `b'a'`, or a cast of the literal, as in `'a' as u32`",
                    self.place
                );
                self.errors.at_value_of("char", literal, message);
                return None;
            }
            other => return self.refuse(other, "a literal that is no number and no bool", "use numbers"),
        };
        // A float keeps a point, so that WGSL takes it for one without its type.
        let is_float = matches!(literal, Lit::Float(_)) || suffix.starts_with('f');
        let digits = if is_float && !digits.contains(['.', 'e', 'E']) {
            format!("{digits}.0")
        } else {
            digits
        };
        let digits = format!("{sign}{digits}");
        let slot = self.slot(expr);
        Some(
            Value::atom(
                quote_spanned!(literal.span()=> #slot.is(#expr)),
                Text::constant(self.ask(&slot, expr, "literal", &quote!(#digits)), digits),
            )
            .constant_if(true),
        )
    }

    fn path(&mut self, path: &syn::ExprPath) -> Option<Value> {
        if let (Some(ident), None) = (path.path.get_ident(), &path.qself) {
            if self.is_refused(ident) {
                return None;
            }
            if self.binding(ident).is_some_and(|binding| binding.closure.is_some()) {
                return self.refuse(
                    ident,
                    "a closure as a value",
                    "call it, or give it to a method of iterators",
                );
            }
            if let Some(text) = self.lookup(ident) {
                let text = text.clone();
                let probe = if ident == "self" {
                    this(ident.span())
                } else {
                    ident.clone()
                };
                return Some(Value::atom(quote!(#probe), text));
            }
            if let Some((_, hint)) = self.elsewhere.iter().find(|(known, _)| known == ident) {
                self.errors.wrong(ident, hint);
                return None;
            }
        }
        // Anything else is a constant of the surrounding code: rustc evaluates it, WGSL gets the value.
        let (slot, module, shadows) = (self.slot(path), module(), self.shadows());
        let text = self.ask(&slot, path, "value", &quote!(#path, #module));
        Some(
            Value::atom(
                quote_spanned!(path.span()=> #slot.is(#path)),
                Text::asked(quote!({ #shadows #text }), None),
            )
            .constant_if(true),
        )
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Option<Value> {
        let op = &unary.op;
        match op {
            UnOp::Neg(_) => {
                if let Expr::Lit(literal) = &*unary.expr {
                    return self.literal(&Expr::Unary(unary.clone()), &literal.lit, "-");
                }
                let mut value = self.expr(&unary.expr)?;
                if value.constant {
                    value = self.at_run_time(&value);
                }
                let (slot, probe, module) = (self.slot(&unary.expr), &value.probe, module());
                let operand = value.operand(Level::BitOr, true);
                let (text, draft) = (operand.code(self.krate), operand.draft());
                let text = if self.is_generic {
                    let here = self.private(unary.span());
                    quote_spanned!(unary.span()=> {
                        #[allow(unused_imports, reason = "of a type that is known it is not asked")]
                        use #here::NegationOfParameter as _;
                        #here::Operand(&#slot).negate(&#text, #module)
                    })
                } else {
                    self.ask_of("Negation", &slot, &unary.expr, "negate", &quote!(&#text, #module))
                };
                Some(Value::atom(
                    quote_spanned!(unary.span()=> #op #slot.is(#probe)),
                    Text::asked(text, draft.map(|text| format!("(-{text})"))),
                ))
            }
            UnOp::Not(_) => {
                let value = self.expr(&unary.expr)?;
                let (slot, probe, text) = (self.slot(&unary.expr), &value.probe, value.text.code(self.krate));
                let text = self.ask(&slot, &unary.expr, "not", &quote!(&#text));
                Some(
                    Value::atom(
                        quote_spanned!(unary.span()=> #op #slot.is(#probe)),
                        Text::asked(text, None),
                    )
                    .constant_if(value.constant),
                )
            }
            UnOp::Deref(_) if self.is_borrowed(without_derefs(&unary.expr)) => self.expr(&unary.expr),
            _ => {
                // Of a value that was refused this is no second mistake.
                self.expr(&unary.expr)?;
                self.refuse(unary, "a dereference", "use the value itself")
            }
        }
    }

    fn cast(&mut self, cast: &ExprCast) -> Option<Value> {
        let value = match &*cast.expr {
            Expr::Lit(literal) if matches!(literal.lit, Lit::Char(_)) => Some(self.code_point(literal)),
            expr => self.expr(expr),
        };
        let (target, r#as) = (&*cast.ty, &cast.as_token);
        let known = wgsl::known_type(target);
        if known.as_deref() == Some("bool") {
            return self.refuse(target, "a cast to bool", "compare with zero, as in `x != 0`");
        }
        let is_index = matches!(target, syn::Type::Path(path) if path.path.is_ident("usize"));
        if let Some((place, remedy)) = rules::value_refusal(target) {
            self.errors.at_type(place, remedy);
            return None;
        }
        let value = value?;
        let (slot, probe, text, module) = (
            self.slot(&cast.expr),
            &value.probe,
            value.text.code(self.krate),
            module(),
        );
        let stand_in = known
            .as_ref()
            .zip(value.text.draft())
            .map(|(target, text)| format!("{target}({text})"));
        let (start, end) = ends(target);
        let p = self.private(end);
        let check = (known.is_none() && !is_index).then(|| {
            let named = starting(start, quote_spanned!(end=> <#target as #p::GpuType>));
            quote_spanned!(end=> let _ = #named::ALIGN;)
        });
        let to = quote!(#p::PhantomData::<#target>);
        let text = self.ask(&slot, &cast.expr, "cast", &quote!(#to, &#text, #module));
        Some(
            Value::atom(
                quote_spanned!(cast.span()=> (#slot.is(#probe)) #r#as #target),
                Text::asked(quote!({ #check #text }), stand_in),
            )
            .constant_if(value.constant),
        )
    }

    /// The number of a char, which Rust casts to every integer as it casts a u32.
    fn code_point(&mut self, literal: &syn::ExprLit) -> Value {
        let digits = match &literal.lit {
            Lit::Char(char) => u32::from(char.value()).to_string(),
            _ => String::new(),
        };
        let slot = self.slot(literal);
        let code = self.ask(&slot, literal, "literal", &quote!(#digits));
        Value::atom(
            quote_spanned!(literal.span()=> #slot.is(#literal as ::core::primitive::u32)),
            Text::constant(code, digits),
        )
        .constant_if(true)
    }

    fn tuple(&mut self, tuple: &syn::ExprTuple) -> Option<Value> {
        let values = self.sequence(&tuple.elems)?;
        let probes = values.iter().map(|value| &value.probe);
        let probe = quote_spanned!(tuple.span()=> (#(#probes,)*));
        let names = (0..values.len()).map(|index| index.to_string());
        Some(self.constructed(tuple, "", &probe, names.zip(&values), None))
    }

    fn array(&mut self, array: &syn::ExprArray) -> Option<Value> {
        let values = self.sequence(&array.elems)?;
        let slot = self.slot(array);
        let probes = values.iter().map(|value| &value.probe);
        let probe = quote_spanned!(array.span()=> #slot.is([#(#probes),*]));
        let name = self.ask(&slot, array, "name", &module().to_token_stream());
        let mut text = Text::asked(name, Some("array".to_owned())).then("(");
        let constant = values.iter().all(|value| value.constant);
        for (index, value) in values.into_iter().enumerate() {
            text = if index == 0 { text } else { text.then(", ") }.and(value.listed());
        }
        Some(Value::atom(probe, text.then(")")).constant_if(constant))
    }

    fn repeat(&mut self, repeat: &syn::ExprRepeat) -> Option<Value> {
        let element = self.expr(&repeat.expr)?;
        let (slot, probe, len, module) = (self.slot(repeat), &element.probe, &repeat.len, module());
        let text: TokenStream = element.listed().code(self.krate);
        Some(
            Value::atom(
                quote_spanned!(repeat.span()=> #slot.is([#probe; #len])),
                Text::asked(quote!(#slot.repeat(&#text, #module)), None),
            )
            .constant_if(element.constant),
        )
    }
}
