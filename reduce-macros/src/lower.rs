//! Rust expressions to WGSL.
//!
//! The result has two halves that belong together: the *probe*, the user's expression with inference slots in it,
//! from which rustc infers types, and the *text*, WGSL pieces that ask those slots for what depends on a type.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{BinOp, Expr, ExprCast, ExprIf, ExprMethodCall, Ident, Lit, Member, Path, Stmt, UnOp};

use crate::ast::member_name;
use crate::errors::Errors;

/// Methods that mean the same in Rust and in WGSL.
const METHODS: [&str; 7] = ["abs", "sqrt", "floor", "ceil", "trunc", "to_bits", "to_f32"];

/// An expression in both halves.
pub(crate) struct Lowered {
    /// The Rust expression with slots.
    pub(crate) probe: TokenStream,
    pieces: Vec<Piece>,
}

enum Piece {
    Fixed(String),
    /// A Rust expression that yields the text at run time, and what stands for it while the macro runs, if anything can.
    Asked(TokenStream, Option<String>),
}

impl Lowered {
    fn fixed(probe: impl quote::ToTokens, text: impl Into<String>) -> Self {
        Self {
            probe: probe.into_token_stream(),
            pieces: vec![Piece::Fixed(text.into())],
        }
    }

    fn asked(probe: TokenStream, code: TokenStream, stand_in: Option<String>) -> Self {
        Self {
            probe,
            pieces: vec![Piece::Asked(code, stand_in)],
        }
    }

    fn around(self, probe: TokenStream, before: &str, after: &str) -> Self {
        let mut pieces = vec![Piece::Fixed(before.to_owned())];
        pieces.extend(self.pieces);
        pieces.push(Piece::Fixed(after.to_owned()));
        Self { probe, pieces }
    }

    /// The text as a Rust expression of type String; `module` is in scope.
    pub(crate) fn text(&self, krate: &Path) -> TokenStream {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Fixed(text) => quote!(#krate::private::text(#text)),
            Piece::Asked(code, _) => code.clone(),
        });
        quote!(#krate::private::join([#(#pieces),*]))
    }

    /// The text with untyped literals, where nothing in it needs a type that only rustc knows.
    pub(crate) fn draft(&self) -> Option<String> {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Fixed(text) => Some(text.clone()),
                Piece::Asked(_, stand_in) => stand_in.clone(),
            })
            .collect()
    }
}

/// Lowers the expressions of one function.
pub(crate) struct Lowerer<'a> {
    pub(crate) errors: &'a Errors,
    pub(crate) krate: &'a Path,
    /// Rust names in scope and what they are in WGSL.
    pub(crate) scope: Vec<(String, String)>,
    /// What the expression is for, in messages: `lift` or `finish`.
    pub(crate) place: &'static str,
    slots: usize,
}

impl<'a> Lowerer<'a> {
    pub(crate) fn new(place: &'static str, krate: &'a Path, errors: &'a Errors) -> Self {
        Self {
            errors,
            krate,
            scope: Vec::new(),
            place,
            slots: 0,
        }
    }

    /// `let` statements for the slots that were handed out.
    pub(crate) fn declarations(&self) -> TokenStream {
        let krate = self.krate;
        let slots = (0..self.slots).map(slot_name);
        quote!(#(let #slots = #krate::private::Slot::new();)*)
    }

    fn slot(&mut self) -> Ident {
        self.slots += 1;
        slot_name(self.slots - 1)
    }

    /// The flag of an `any` or `all` field.
    pub(crate) fn flag(&mut self, expr: &Expr) -> Option<Lowered> {
        let value = self.expr(expr)?;
        let (slot, krate, probe, text) = (self.slot(), self.krate, &value.probe, value.text(self.krate));
        Some(Lowered::asked(
            quote_spanned!(expr.span()=> #krate::private::field::Truth::flag(#slot.is(#probe))),
            quote!(#slot.flag(&#text, module)),
            value.draft().map(|text| format!("u32(bool({text}))")),
        ))
    }

    /// Lowers `expr`; what WGSL cannot say is recorded and gives none.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Option<Lowered> {
        match expr {
            Expr::Lit(literal) => self.literal(&literal.lit, ""),
            Expr::Path(path) => self.path(&path.path, path.qself.is_none()),
            Expr::Paren(inner) => {
                let value = self.expr(&inner.expr)?;
                let probe = &value.probe;
                let probe = quote_spanned!(inner.span()=> (#probe));
                Some(Lowered { probe, ..value })
            }
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Field(field) => self.field(field),
            Expr::Index(index) => {
                let base = self.expr(&index.expr)?;
                let Expr::Lit(syn::ExprLit {
                    lit: Lit::Int(position),
                    ..
                }) = &*index.index
                else {
                    return self.refuse(
                        &index.index,
                        "an index that is not a number",
                        "write the index as a number, as in `x[1]`",
                    );
                };
                let probe = &base.probe;
                let probe = quote_spanned!(index.span()=> #probe[#position]);
                Some(base.around(probe, "", &format!("[{}]", position.base10_digits())))
            }
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Cast(cast) => self.cast(cast),
            Expr::MethodCall(call) => self.method(call),
            Expr::If(branch) => self.branch(branch),
            Expr::Array(array) => self.array(array),
            Expr::Repeat(repeat) => self.repeat(repeat),
            other => {
                let (what, remedy) = unsupported(other);
                self.refuse(other, what, remedy)
            }
        }
    }

    fn refuse<T>(&self, tokens: impl quote::ToTokens, what: &str, remedy: &str) -> Option<T> {
        self.errors.at(
            tokens,
            format!("{what} cannot become WGSL in `{}`; {remedy}", self.place),
        );
        None
    }

    fn literal(&mut self, literal: &Lit, sign: &str) -> Option<Lowered> {
        let (digits, suffix) = match literal {
            Lit::Bool(value) => return Some(Lowered::fixed(literal, value.value.to_string())),
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
        Some(Lowered::asked(
            quote_spanned!(literal.span()=> #slot.is(#minus #literal)),
            quote!(#slot.literal(#digits)),
            Some(digits.clone()),
        ))
    }

    fn path(&mut self, path: &Path, plain: bool) -> Option<Lowered> {
        if plain
            && let Some(ident) = path.get_ident()
            && let Some((_, wgsl)) = self.scope.iter().find(|(rust, _)| ident == rust)
        {
            return Some(Lowered::fixed(path, wgsl.clone()));
        }
        // Anything else is a constant of the surrounding code: rustc evaluates it, WGSL gets the value.
        let slot = self.slot();
        Some(Lowered::asked(
            quote_spanned!(path.span()=> #slot.is(#path)),
            quote!(#slot.value(#path, module)),
            None,
        ))
    }

    fn field(&mut self, field: &syn::ExprField) -> Option<Lowered> {
        let base = self.expr(&field.base)?;
        let (probe, member) = (&base.probe, &field.member);
        let probe = quote_spanned!(field.span()=> #probe.#member);
        Some(base.around(probe, "", &format!(".{}", member_name(member))))
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Option<Lowered> {
        match unary.op {
            UnOp::Neg(_) => {
                if let Expr::Lit(literal) = &*unary.expr {
                    return self.literal(&literal.lit, "-");
                }
                let value = self.expr(&unary.expr)?;
                let probe = &value.probe;
                let probe = quote_spanned!(unary.span()=> -#probe);
                Some(value.around(probe, "(-", ")"))
            }
            UnOp::Not(_) => {
                let value = self.expr(&unary.expr)?;
                let (slot, probe, text) = (self.slot(), &value.probe, value.text(self.krate));
                Some(Lowered::asked(
                    quote_spanned!(unary.span()=> !#slot.is(#probe)),
                    quote!(#slot.not(&#text)),
                    None,
                ))
            }
            _ => self.refuse(unary, "a dereference", "there are no references; use the value"),
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Option<Lowered> {
        let (left, right) = (self.expr(&binary.left), self.expr(&binary.right));
        let (left, right) = (left?, right?);
        let (a, b, op) = (&left.probe, &right.probe, &binary.op);
        if let BinOp::BitXor(_) = op {
            let slot = self.slot();
            let (left, right) = (left.text(self.krate), right.text(self.krate));
            return Some(Lowered::asked(
                quote_spanned!(binary.span()=> #slot.is(#a) ^ #b),
                quote!(#slot.xor(&#left, &#right)),
                None,
            ));
        }
        let symbol = match op {
            BinOp::Add(_) => "+",
            BinOp::Sub(_) => "-",
            BinOp::Mul(_) => "*",
            BinOp::Div(_) => "/",
            BinOp::Rem(_) => "%",
            BinOp::And(_) => "&&",
            BinOp::Or(_) => "||",
            BinOp::BitAnd(_) => "&",
            BinOp::BitOr(_) => "|",
            BinOp::Shl(_) => "<<",
            BinOp::Shr(_) => ">>",
            BinOp::Eq(_) => "==",
            BinOp::Lt(_) => "<",
            BinOp::Le(_) => "<=",
            BinOp::Ne(_) => "!=",
            BinOp::Ge(_) => ">=",
            BinOp::Gt(_) => ">",
            _ => return self.refuse(binary, "an assignment", "write an expression of the value"),
        };
        let shifts = matches!(op, BinOp::Shl(_) | BinOp::Shr(_));
        let (before, after) = if shifts { (" u32(", "))") } else { (" ", ")") };
        let probe = quote_spanned!(binary.span()=> #a #op #b);
        let mut pieces = vec![Piece::Fixed("(".to_owned())];
        pieces.extend(left.pieces);
        pieces.push(Piece::Fixed(format!(" {symbol}{before}")));
        pieces.extend(right.pieces);
        pieces.push(Piece::Fixed(after.to_owned()));
        Some(Lowered { probe, pieces })
    }

    fn cast(&mut self, cast: &ExprCast) -> Option<Lowered> {
        let value = self.expr(&cast.expr)?;
        let target = &cast.ty;
        let (slot, probe, text) = (self.slot(), &value.probe, value.text(self.krate));
        let stand_in = match (crate::check::known_type(target), value.draft()) {
            (Some(target), Some(text)) => Some(format!("{target}({text})")),
            _ => None,
        };
        Some(Lowered::asked(
            quote_spanned!(cast.span()=> (#slot.is(#probe)) as #target),
            quote!(#slot.cast::<#target>(&#text, module)),
            stand_in,
        ))
    }

    fn method(&mut self, call: &ExprMethodCall) -> Option<Lowered> {
        let name = call.method.to_string();
        let receiver = self.expr(&call.receiver);
        if !METHODS.contains(&name.as_str()) {
            let remedy = format!("these can: {}", METHODS[..6].join(" "));
            return self.refuse(&call.method, &format!("the method `{name}`"), &remedy);
        }
        let receiver = receiver?;
        let (slot, probe, method, text) = (self.slot(), &receiver.probe, &call.method, receiver.text(self.krate));
        let stand_in = receiver.draft().map(|text| match name.as_str() {
            "to_f32" => format!("f32({text})"),
            "to_bits" => format!("bitcast<u32>({text})"),
            name => format!("{name}({text})"),
        });
        Some(Lowered::asked(
            quote_spanned!(call.span()=> #slot.is(#probe).#method()),
            quote!(#slot.method(#name, &#text, module)),
            stand_in,
        ))
    }

    /// `if c { a } else { b }` of plain values: both are computed, one is selected.
    fn branch(&mut self, branch: &ExprIf) -> Option<Lowered> {
        let remedy = "give `if` and `else` one expression each, as in `if x > 0.0 { 1 } else { 0 }`";
        let Some(yes) = single(&branch.then_branch) else {
            return self.refuse(&branch.then_branch, "a block of statements", remedy);
        };
        let no = match branch.else_branch.as_ref().map(|(_, no)| &**no) {
            None => return self.refuse(branch, "an `if` without `else`", remedy),
            Some(Expr::Block(block)) => match single(&block.block) {
                Some(no) => no,
                None => return self.refuse(block, "a block of statements", remedy),
            },
            Some(nested) => nested,
        };
        let (condition, yes, no) = (self.expr(&branch.cond), self.expr(yes), self.expr(no));
        let (condition, yes, no) = (condition?, yes?, no?);
        let (c, y, n) = (&condition.probe, &yes.probe, &no.probe);
        let probe = quote_spanned!(branch.span()=> if #c { #y } else { #n });
        let mut pieces = vec![Piece::Fixed("select(".to_owned())];
        for (part, after) in [(no, ", "), (yes, ", "), (condition, ")")] {
            pieces.extend(part.pieces);
            pieces.push(Piece::Fixed(after.to_owned()));
        }
        Some(Lowered { probe, pieces })
    }

    fn array(&mut self, array: &syn::ExprArray) -> Option<Lowered> {
        let elements: Vec<_> = array.elems.iter().map(|element| self.expr(element)).collect();
        let elements: Vec<Lowered> = elements.into_iter().collect::<Option<_>>()?;
        let (slot, probes) = (self.slot(), elements.iter().map(|element| &element.probe));
        let probe = quote_spanned!(array.span()=> #slot.is([#(#probes),*]));
        let mut pieces = vec![Piece::Asked(quote!(#slot.name(module)), Some("array".to_owned()))];
        for (index, element) in elements.into_iter().enumerate() {
            pieces.push(Piece::Fixed(if index == 0 { "(" } else { ", " }.to_owned()));
            pieces.extend(element.pieces);
        }
        pieces.push(Piece::Fixed(")".to_owned()));
        Some(Lowered { probe, pieces })
    }

    fn repeat(&mut self, repeat: &syn::ExprRepeat) -> Option<Lowered> {
        let element = self.expr(&repeat.expr)?;
        let (slot, probe, len, text) = (self.slot(), &element.probe, &repeat.len, element.text(self.krate));
        Some(Lowered::asked(
            quote_spanned!(repeat.span()=> #slot.is([#probe; #len])),
            quote!(#slot.repeat(&#text, module)),
            None,
        ))
    }
}

fn slot_name(index: usize) -> Ident {
    format_ident!("slot{index}", span = Span::mixed_site())
}

/// The only expression of a block.
fn single(block: &syn::Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

/// What a refused expression is called and what to write instead.
fn unsupported(expr: &Expr) -> (&'static str, &'static str) {
    match expr {
        Expr::Closure(_) => ("a closure", "write the expression itself"),
        Expr::Call(_) => (
            "a function call",
            "use operators, casts, `if`, and the methods abs sqrt floor ceil trunc to_bits",
        ),
        Expr::Macro(_) => ("a macro call", "write out what it expands to"),
        Expr::Reference(_) => ("a reference", "there are no references; use the value"),
        Expr::Match(_) => ("`match`", "use `if … { … } else { … }`"),
        Expr::Block(_) | Expr::Unsafe(_) => ("a block of statements", "write one expression"),
        Expr::Tuple(_) => ("a tuple", "give each part a field of its own"),
        Expr::Struct(_) => (
            "a struct literal",
            "give each part a field of its own, or leave `lift` out to use the field type's own",
        ),
        Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => ("a loop", "write one expression"),
        Expr::Range(_) => ("a range", "compare with both ends, as in `x >= 0.0 && x < 1.0`"),
        Expr::Assign(_) => ("an assignment", "write an expression of the value"),
        Expr::Return(_) | Expr::Try(_) => ("leaving early", "write one expression"),
        _ => (
            "this expression",
            "use operators, casts, `if`, array literals and the methods abs sqrt floor ceil trunc to_bits",
        ),
    }
}

/// The name of the state parameter of `finish` in WGSL.
pub(crate) const STATE: &str = "s";

/// What `self` and the names of the fields are in the WGSL of `finish`.
pub(crate) fn finish_scope<'f>(fields: impl Iterator<Item = (&'f Member, &'f str)>) -> Vec<(String, String)> {
    let mut scope = vec![("self".to_owned(), STATE.to_owned())];
    for (member, wgsl) in fields {
        if let Member::Named(ident) = member {
            scope.push((ident.to_string(), format!("{STATE}.{wgsl}")));
        }
    }
    scope
}
