//! Expressions that stay expressions: literals, names, operators, casts, fields, indices, arrays, tuples.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprCast, Lit, Path, UnOp};

use super::{Dest, Level, Lowerer, Text, Value};
use crate::ast::member_name;

impl Lowerer<'_> {
    /// Lowers `expr` to an expression; control flow in it becomes statements in front.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Option<Value> {
        match expr {
            Expr::Lit(literal) => self.literal(&literal.lit, ""),
            Expr::Path(path) => self.path(&path.path, path.qself.is_none()),
            Expr::Paren(inner) => {
                let value = self.expr(&inner.expr)?;
                let probe = &value.probe;
                Some(Value {
                    probe: quote_spanned!(inner.span()=> (#probe)),
                    ..value
                })
            }
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Field(field) => {
                let base = self.expr(&field.base)?;
                let (probe, member) = (&base.probe, &field.member);
                let probe = quote_spanned!(field.span()=> #probe.#member);
                Some(Value::atom(
                    probe,
                    base.operand(Level::Bits, false)
                        .then(&format!(".{}", member_name(member))),
                ))
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
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) => self.hoist(expr),
            other => {
                let (what, remedy) = unsupported(other);
                self.refuse(other, what, remedy)
            }
        }
    }

    /// Control flow that yields a value: a variable gets it in front of the statement that uses it.
    fn hoist(&mut self, expr: &Expr) -> Option<Value> {
        let (slot, name) = (self.slot(), self.unique("chosen"));
        self.line(
            Text::fixed(format!("var {name}: "))
                .and(Text::asked(quote!(#slot.name(module))))
                .then(";"),
        );
        let probe = self.expr_to(expr, &Dest::Assign(name.clone()))?;
        Some(Value::atom(
            quote_spanned!(expr.span()=> #slot.is(#probe)),
            Text::fixed(name),
        ))
    }

    fn literal(&mut self, literal: &Lit, sign: &str) -> Option<Value> {
        let (digits, suffix) = match literal {
            Lit::Bool(value) => {
                return Some(Value::atom(quote!(#literal), Text::fixed(value.value.to_string())));
            }
            Lit::Int(value) => (value.base10_digits().to_owned(), value.suffix().to_owned()),
            Lit::Float(value) => (value.base10_digits().to_owned(), value.suffix().to_owned()),
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
        let minus = (!sign.is_empty()).then(|| quote!(-));
        let slot = self.slot();
        Some(Value::atom(
            quote_spanned!(literal.span()=> #slot.is(#minus #literal)),
            Text::constant(quote!(#slot.literal(#digits))),
        ))
    }

    fn path(&mut self, path: &Path, plain: bool) -> Option<Value> {
        if plain
            && let Some(ident) = path.get_ident()
            && let Some(text) = self.lookup(ident)
        {
            let text = text.clone();
            // `self` is no name that generated code could bind.
            let probe = if ident == "self" {
                format_ident!("this", span = ident.span())
            } else {
                ident.clone()
            };
            return Some(Value::atom(quote!(#probe), text));
        }
        // Anything else is a constant of the surrounding code: rustc evaluates it, WGSL gets the value.
        let slot = self.slot();
        Some(Value::atom(
            quote_spanned!(path.span()=> #slot.is(#path)),
            Text::asked(quote!(#slot.value(#path, module))),
        ))
    }

    fn index(&mut self, index: &syn::ExprIndex) -> Option<Value> {
        if let Expr::Range(range) = &*index.index {
            return self.refuse(range, "a slice", "index single elements");
        }
        let values = self.sequence([&*index.expr, &*index.index])?;
        let [base, position] = &values[..] else { return None };
        let (b, p) = (&base.probe, &position.probe);
        let probe = quote_spanned!(index.span()=> #b[#p]);
        if !matches!(&*index.index, Expr::Lit(_)) {
            self.checked = true;
        }
        Some(Value::atom(
            probe,
            base.operand(Level::Bits, false)
                .then("[")
                .and(position.text.clone())
                .then("]"),
        ))
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Option<Value> {
        match unary.op {
            UnOp::Neg(_) => {
                if let Expr::Lit(literal) = &*unary.expr {
                    return self.literal(&literal.lit, "-");
                }
                let value = self.expr(&unary.expr)?;
                let (slot, probe) = (self.slot(), &value.probe);
                let text = value.operand(Level::Bits, false).code(self.krate);
                Some(Value::atom(
                    quote_spanned!(unary.span()=> -#slot.is(#probe)),
                    Text::asked(quote!(#slot.negate(&#text, module))),
                ))
            }
            UnOp::Not(_) => {
                let value = self.expr(&unary.expr)?;
                let (slot, probe, text) = (self.slot(), &value.probe, value.text.code(self.krate));
                Some(Value::atom(
                    quote_spanned!(unary.span()=> !#slot.is(#probe)),
                    Text::asked(quote!(#slot.not(&#text))),
                ))
            }
            _ => self.refuse(unary, "a dereference", "there are no references; use the value"),
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Option<Value> {
        if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) {
            return self.short_circuit(binary);
        }
        let values = self.sequence([&*binary.left, &*binary.right])?;
        let [left, right] = &values[..] else { return None };
        self.operate(&binary.op, left, right, binary.span())
    }

    /// `left op right` for every operator that evaluates both.
    pub(super) fn operate(
        &mut self,
        op: &BinOp,
        left: &Value,
        right: &Value,
        span: proc_macro2::Span,
    ) -> Option<Value> {
        let (a, b) = (&left.probe, &right.probe);
        let Some((symbol, level)) = symbol(op) else {
            let (slot, l, r) = (self.slot(), left.text.code(self.krate), right.text.code(self.krate));
            // Of a type that decides what is written: `^` of bools is `!=`, a shift wants a u32 below the width.
            let code = match op {
                BinOp::BitXor(_) => quote!(#slot.xor(&#l, &#r)),
                BinOp::Shl(_) => quote!(#slot.shift("<<", &#l, &#r)),
                _ => quote!(#slot.shift(">>", &#l, &#r)),
            };
            return Some(Value::atom(
                quote_spanned!(span=> #slot.is(#a) #op #b),
                Text::asked(code),
            ));
        };
        let (l, r) = (left.operand(level, false), right.operand(level, true));
        if !OVERLOADED.contains(&symbol) {
            return Some(Value {
                probe: quote_spanned!(span=> #a #op #b),
                text: l.then(&format!(" {symbol} ")).and(r),
                level,
            });
        }
        let (first, second, l, r) = (self.slot(), self.slot(), l.code(self.krate), r.code(self.krate));
        Some(Value {
            probe: quote_spanned!(span=> #first.is(#a) #op #second.is(#b)),
            text: Text::asked(quote!(#first.operate(&#second, #symbol, &#l, &#r, module))),
            level,
        })
    }

    fn cast(&mut self, cast: &ExprCast) -> Option<Value> {
        let value = self.expr(&cast.expr)?;
        let target = &cast.ty;
        let (slot, probe, text) = (self.slot(), &value.probe, value.text.code(self.krate));
        Some(Value::atom(
            quote_spanned!(cast.span()=> (#slot.is(#probe)) as #target),
            Text::asked(quote!(#slot.cast::<#target>(&#text, module))),
        ))
    }

    fn tuple(&mut self, tuple: &syn::ExprTuple) -> Option<Value> {
        let values = self.sequence(&tuple.elems)?;
        let slot = self.slot();
        let probes = values.iter().map(|value| &value.probe);
        let texts = values.iter().enumerate().map(|(index, value)| {
            let (index, text) = (index.to_string(), value.text.code(self.krate));
            quote!((#index, #text))
        });
        let text = Text::asked(quote!(#slot.construct(&[#(#texts),*], "", module)));
        Some(Value::atom(
            quote_spanned!(tuple.span()=> #slot.is((#(#probes,)*))),
            text,
        ))
    }

    fn array(&mut self, array: &syn::ExprArray) -> Option<Value> {
        let values = self.sequence(&array.elems)?;
        let slot = self.slot();
        let probes = values.iter().map(|value| &value.probe);
        let probe = quote_spanned!(array.span()=> #slot.is([#(#probes),*]));
        let mut text = Text::asked(quote!(#slot.name(module))).then("(");
        for (index, value) in values.into_iter().enumerate() {
            text = if index == 0 { text } else { text.then(", ") }.and(value.text);
        }
        Some(Value::atom(probe, text.then(")")))
    }

    fn repeat(&mut self, repeat: &syn::ExprRepeat) -> Option<Value> {
        let element = self.expr(&repeat.expr)?;
        let (slot, probe, len, text) = (self.slot(), &element.probe, &repeat.len, element.text.code(self.krate));
        Some(Value::atom(
            quote_spanned!(repeat.span()=> #slot.is([#probe; #len])),
            Text::asked(quote!(#slot.repeat(&#text, module))),
        ))
    }
}

/// Operators that a type can have a WGSL of its own for.
const OVERLOADED: [&str; 7] = ["+", "-", "*", "/", "%", "==", "!="];

/// Whether the operator is `+=` or one of its kind.
pub(super) fn is_assignment(op: &BinOp) -> bool {
    plain_operator(op).is_some()
}

/// `+` for `+=`.
pub(super) fn plain_operator(op: &BinOp) -> Option<BinOp> {
    let plain: TokenStream = match op {
        BinOp::AddAssign(_) => quote!(+),
        BinOp::SubAssign(_) => quote!(-),
        BinOp::MulAssign(_) => quote!(*),
        BinOp::DivAssign(_) => quote!(/),
        BinOp::RemAssign(_) => quote!(%),
        BinOp::BitXorAssign(_) => quote!(^),
        BinOp::BitAndAssign(_) => quote!(&),
        BinOp::BitOrAssign(_) => quote!(|),
        BinOp::ShlAssign(_) => quote!(<<),
        BinOp::ShrAssign(_) => quote!(>>),
        _ => return None,
    };
    syn::parse2(plain).ok()
}

/// The WGSL operator and its level; none where the type decides what is written.
fn symbol(op: &BinOp) -> Option<(&'static str, Level)> {
    Some(match op {
        BinOp::Add(_) => ("+", Level::Sum),
        BinOp::Sub(_) => ("-", Level::Sum),
        BinOp::Mul(_) => ("*", Level::Product),
        BinOp::Div(_) => ("/", Level::Product),
        BinOp::Rem(_) => ("%", Level::Product),
        BinOp::BitAnd(_) => ("&", Level::Bits),
        BinOp::BitOr(_) => ("|", Level::Bits),
        BinOp::Eq(_) => ("==", Level::Comparison),
        BinOp::Lt(_) => ("<", Level::Comparison),
        BinOp::Le(_) => ("<=", Level::Comparison),
        BinOp::Ne(_) => ("!=", Level::Comparison),
        BinOp::Ge(_) => (">=", Level::Comparison),
        BinOp::Gt(_) => (">", Level::Comparison),
        _ => return None,
    })
}

/// What a refused expression is called and what to write instead.
fn unsupported(expr: &Expr) -> (&'static str, &'static str) {
    match expr {
        Expr::Closure(_) => ("a closure", "write the expression itself, or a function with `#[gpu]`"),
        Expr::Macro(_) => ("a macro call", "write out what it expands to"),
        Expr::Reference(_) => ("a reference", "there are no references; use the value"),
        Expr::Unsafe(_) => ("an unsafe block", "use safe code"),
        Expr::Tuple(_) => ("an empty tuple", "every value has a type"),
        Expr::Let(_) => ("`let` in a condition", "compare with `==`, or use `match`"),
        Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => (
            "a loop inside an expression",
            "write it as a statement that assigns a `let mut` variable",
        ),
        Expr::Range(_) => ("a range", "compare with both ends, as in `x >= 0.0 && x < 1.0`"),
        Expr::Assign(_) => ("an assignment inside an expression", "make it a statement of its own"),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => (
            "leaving in the middle of an expression",
            "make it a statement of its own",
        ),
        Expr::Try(_) | Expr::Await(_) | Expr::Async(_) => {
            ("this expression", "there are no errors and no waiting on the GPU")
        }
        _ => (
            "this expression",
            "use operators, casts, `if`, `match`, struct and array literals, and methods of numbers",
        ),
    }
}
