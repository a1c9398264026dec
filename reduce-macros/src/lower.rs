//! Rust expressions to WGSL.
//!
//! The result has two halves that belong together: the *probe*, the user's expression with inference slots in it,
//! from which rustc infers types, and the *text*, WGSL pieces that ask those slots for what depends on a type.
//!
//! Probe and user's expression are both compiled, so rustc finds each mistake twice. It prints equal messages once;
//! hence slots stand where they change no message, and every generated token stands where the user's token does.

mod compound;
mod lowered;
mod unsupported;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{BinOp, Expr, Ident, Lifetime, Lit, Member, Path, Type, UnOp};

use self::lowered::Piece;
pub(crate) use self::lowered::{Lowered, module};
use self::unsupported::unsupported;
use crate::ast::{Field, Struct, member_name};
use crate::errors::Errors;
use crate::spans::{ends, placed, starting};

/// Lowers the expressions of one function.
pub(crate) struct Lowerer<'a> {
    errors: &'a Errors,
    krate: &'a Path,
    /// Rust names in scope and what they are in WGSL.
    scope: Vec<(String, String)>,
    /// Rust names that are in scope elsewhere, and what to say of them.
    elsewhere: Vec<(String, &'static str)>,
    /// Rust names of arrays whose lengths are seen.
    lengths: Vec<(String, usize)>,
    /// What the expression is for, in messages: `lift` or `finish`.
    place: &'static str,
    slots: Vec<Ident>,
    /// Statements of the probe that only let rustc see a type.
    checks: Vec<TokenStream>,
}

impl<'a> Lowerer<'a> {
    /// For the expressions of `lift`.
    pub(crate) fn lift(item: &'a Struct<'_>, errors: &'a Errors) -> Self {
        let hint = "`lift` sees one element of the input, `x`; the fields can be used in `finish`";
        let input = item.options.input.as_ref().and_then(length);
        Self {
            scope: vec![("x".to_owned(), "x".to_owned())],
            elsewhere: names(item).map(|(name, _)| (name, hint)).collect(),
            lengths: input.map(|length| ("x".to_owned(), length)).into_iter().collect(),
            ..Self::new("lift", &item.krate, errors)
        }
    }

    /// For the expression of `finish`.
    pub(crate) fn finish(item: &'a Struct<'_>, errors: &'a Errors) -> Self {
        let hint = "`finish` sees the fields of the last state; the elements `x` can be used in `lift`";
        let own = ("self".to_owned(), STATE.to_owned());
        let fields = names(item).map(|(name, field)| (name, format!("{STATE}.{}", field.wgsl)));
        Self {
            scope: std::iter::once(own).chain(fields).collect(),
            elsewhere: vec![("x".to_owned(), hint)],
            lengths: names(item)
                .filter_map(|(name, field)| Some((name, length(field.ty)?)))
                .collect(),
            ..Self::new("finish", &item.krate, errors)
        }
    }

    fn new(place: &'static str, krate: &'a Path, errors: &'a Errors) -> Self {
        Self {
            errors,
            krate,
            scope: Vec::new(),
            elsewhere: Vec::new(),
            lengths: Vec::new(),
            place,
            slots: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// `let` statements for the slots that were handed out.
    pub(crate) fn declarations(&self) -> TokenStream {
        let (krate, slots) = (self.krate, &self.slots);
        quote!(#(let #slots = #krate::private::Slot::new();)*)
    }

    /// The statements that belong before the probes.
    pub(crate) fn checks(&self) -> TokenStream {
        self.checks.iter().cloned().collect()
    }

    /// A new slot, to stand at the start of `place`.
    fn slot(&mut self, place: impl ToTokens) -> Ident {
        let slot = format_ident!("__slot{}", self.slots.len(), span = ends(place).0);
        self.slots.push(slot.clone());
        slot
    }

    /// `probe` through `slot`, at `place`.
    fn through(&self, slot: &Ident, probe: &TokenStream, place: impl ToTokens) -> TokenStream {
        quote_spanned!(ends(place).1=> #slot.is(#probe))
    }

    /// The result of asking `slot` at `place`.
    fn ask(&self, slot: &Ident, place: impl ToTokens, question: TokenStream, arguments: &TokenStream) -> TokenStream {
        let (start, end) = ends(place);
        let p = self.private(start);
        let slot = starting(start, quote_spanned!(end=> &#slot));
        quote_spanned!(start=> #p::Slot::#question(#slot, #arguments))
    }

    fn private(&self, span: Span) -> TokenStream {
        let krate = self.krate;
        placed(quote!(#krate::private), span)
    }

    /// The flag of an `any` or `all` field.
    pub(crate) fn flag(&mut self, expr: &Expr) -> Option<Lowered> {
        let value = self.expr(expr)?;
        let (slot, text, module) = (self.slot(expr), value.text(self.krate), module());
        let probe = self.through(&slot, &value.probe, expr);
        Some(Lowered::asked(
            truth(self.krate, &probe),
            self.ask(&slot, expr, quote!(flag), &quote!(&#text, #module)),
            value.draft().map(|text| format!("u32(bool({text}))")),
        ))
    }

    /// Lowers `expr`; what WGSL cannot say is recorded and gives none.
    pub(crate) fn expr(&mut self, expr: &Expr) -> Option<Lowered> {
        if is_literal(expr) {
            let slot = self.slot(expr);
            let value = self.literal(expr, &slot)?;
            return Some(self.apart(&slot, value));
        }
        match expr {
            Expr::Path(path) => self.path(&path.path, path.qself.is_none(), expr),
            Expr::Paren(inner) => {
                let value = self.expr(&inner.expr)?;
                let mut probe = TokenStream::new();
                inner
                    .paren_token
                    .surround(&mut probe, |tokens| tokens.extend(value.probe));
                Some(Lowered { probe, ..value })
            }
            Expr::Group(inner) => self.expr(&inner.expr),
            Expr::Field(field) => {
                let base = self.expr(&field.base)?;
                let (probe, dot, member) = (&base.probe, &field.dot_token, &field.member);
                let probe = quote!(#probe #dot #member);
                Some(base.around(probe, "", &format!(".{}", member_name(member))))
            }
            Expr::Index(index) => self.index(index),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Cast(cast) => self.cast(cast),
            Expr::MethodCall(call) => self.method(call),
            Expr::If(branch) => self.branch(branch),
            Expr::Array(array) => self.array(array),
            Expr::Repeat(repeat) => self.repeat(repeat),
            other => {
                let (what, remedy) = unsupported(other, self.place);
                self.refuse(other, what, remedy)
            }
        }
    }

    fn refuse<T>(&self, tokens: impl ToTokens, what: &str, remedy: &str) -> Option<T> {
        self.errors.at(
            tokens,
            format!("{what} cannot become WGSL in `{}`; {remedy}", self.place),
        );
        None
    }

    /// A literal as it stands in Rust, with its sign; `slot` is to learn its type.
    fn literal(&mut self, expr: &Expr, slot: &Ident) -> Option<Lowered> {
        let (sign, literal) = match expr {
            Expr::Lit(literal) => ("", &literal.lit),
            Expr::Unary(syn::ExprUnary { expr: inner, .. }) => match &**inner {
                Expr::Lit(literal) => ("-", &literal.lit),
                _ => return None,
            },
            _ => return None,
        };
        let (digits, suffix) = match literal {
            Lit::Bool(value) => return Some(Lowered::fixed(expr, format!("{sign}{}", value.value))),
            Lit::Int(value) => (value.base10_digits(), value.suffix()),
            Lit::Float(value) => (value.base10_digits(), value.suffix()),
            other => return self.refuse(other, "a literal that is no number and no bool", "use numbers"),
        };
        // A float keeps a point, so that WGSL takes it for one without its type.
        let is_float = matches!(literal, Lit::Float(_)) || suffix.starts_with('f');
        let point = if is_float && !digits.contains(['.', 'e', 'E']) {
            ".0"
        } else {
            ""
        };
        let digits = format!("{sign}{digits}{point}");
        let text = self.ask(slot, expr, quote!(literal), &quote!(#digits));
        Some(Lowered::asked(expr.to_token_stream(), text, Some(digits)))
    }

    /// `value` in a block that could also be left with a value of the slot: it stays where its type is expected.
    fn apart(&self, slot: &Ident, value: Lowered) -> Lowered {
        let (p, probe) = (self.private(Span::mixed_site()), &value.probe);
        let label = Lifetime::new(&format!("'{slot}"), Span::mixed_site());
        let probe = quote_spanned! {Span::mixed_site()=> (#label: {
            if let #p::Option::Some(other) = #p::absent() { break #label #slot.is(other); }
            #probe
        })};
        Lowered { probe, ..value }
    }

    fn path(&mut self, path: &Path, plain: bool, expr: &Expr) -> Option<Lowered> {
        if let Some(ident) = path.get_ident().filter(|_| plain) {
            if let Some((_, wgsl)) = self.scope.iter().find(|(rust, _)| ident == rust) {
                return Some(Lowered::fixed(path, wgsl.clone()));
            }
            if let Some((_, hint)) = self.elsewhere.iter().find(|(rust, _)| ident == rust) {
                self.errors.at(ident, hint);
                return None;
            }
        }
        // Anything else is a constant of the surrounding code: rustc evaluates it, WGSL gets the value.
        let (p, module) = (self.private(ends(expr).0), module());
        let (start, end) = ends(expr);
        self.checks
            .push(quote_spanned!(end=> let _ = #p::GpuType::canonical(#expr);));
        let text = quote_spanned!(start=> #p::GpuType::wgsl_value(#expr, #module));
        Some(Lowered::asked(expr.to_token_stream(), text, None))
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Option<Lowered> {
        let op = &unary.op;
        match op {
            UnOp::Neg(_) => {
                let value = self.expr(&unary.expr)?;
                let probe = &value.probe;
                let probe = quote!(#op #probe);
                Some(value.around(probe, "(-", ")"))
            }
            UnOp::Not(_) => {
                let value = self.expr(&unary.expr)?;
                let (slot, probe, text) = (self.slot(unary), &value.probe, value.text(self.krate));
                let text = self.ask(&slot, unary, quote!(not), &quote!(&#text));
                Some(self.apart(&slot, Lowered::asked(quote!(#op #probe), text, None)))
            }
            _ => self.refuse(unary, "a dereference", "there are no references; use the value"),
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Option<Lowered> {
        let op = &binary.op;
        let Some((symbol, after)) = symbol(op) else {
            return self.refuse(binary, "an assignment", "write an expression of the value");
        };
        let (left, right) = self.operands(binary);
        let (left, right) = (left?, right?);
        let (a, b) = (&left.probe, &right.probe);
        if let BinOp::BitXor(_) = op {
            let slot = self.slot(&binary.left);
            let probe = self.through(&slot, a, &binary.left);
            let (left, right) = (left.text(self.krate), right.text(self.krate));
            let text = self.ask(&slot, &binary.left, quote!(xor), &quote!(&#left, &#right));
            return Some(Lowered::asked(quote!(#probe #op #b), text, None));
        }
        let probe = quote!(#a #op #b);
        let mut pieces = vec![Piece::Fixed("(".to_owned())];
        pieces.extend(left.pieces);
        pieces.push(Piece::Fixed(symbol.to_owned()));
        pieces.extend(right.pieces);
        pieces.push(Piece::Fixed(after.to_owned()));
        Some(Lowered { probe, pieces })
    }

    /// Both operands. Those of all operators but shifts have one type, so a literal's is learned from the other one.
    fn operands(&mut self, binary: &syn::ExprBinary) -> (Option<Lowered>, Option<Lowered>) {
        let (left, right) = (&*binary.left, &*binary.right);
        let shifts = matches!(binary.op, BinOp::Shl(_) | BinOp::Shr(_));
        match (is_literal(left), is_literal(right)) {
            (_, true) if !shifts => {
                let slot = self.slot(left);
                let value = self.literal(right, &slot);
                (self.teaching(&slot, left), value)
            }
            (true, _) if !shifts => {
                let slot = self.slot(right);
                (self.literal(left, &slot), self.teaching(&slot, right))
            }
            _ => (self.expr(left), self.expr(right)),
        }
    }

    /// `expr` where it tells its type to `slot`.
    fn teaching(&mut self, slot: &Ident, expr: &Expr) -> Option<Lowered> {
        let value = self.expr(expr)?;
        let probe = self.through(slot, &value.probe, expr);
        Some(Lowered { probe, ..value })
    }
}

/// A call of `Truth::flag` at the place of its argument.
pub(crate) fn truth(krate: &Path, argument: &TokenStream) -> TokenStream {
    let span = ends(argument).0;
    let p = placed(quote!(#krate::private), span);
    quote_spanned!(span=> #p::field::Truth::flag(#argument))
}

/// Whether `expr` is a literal, with a minus or without.
fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && matches!(*unary.expr, Expr::Lit(_)),
        _ => false,
    }
}

/// The WGSL symbol of an operator between its operands, and what follows them.
fn symbol(op: &BinOp) -> Option<(&'static str, &'static str)> {
    Some(match op {
        BinOp::Add(_) => (" + ", ")"),
        BinOp::Sub(_) => (" - ", ")"),
        BinOp::Mul(_) => (" * ", ")"),
        BinOp::Div(_) => (" / ", ")"),
        BinOp::Rem(_) => (" % ", ")"),
        // Nothing here has an effect or fails, so both sides may be computed: without a branch.
        BinOp::And(_) => (" & ", ")"),
        BinOp::Or(_) => (" | ", ")"),
        BinOp::BitAnd(_) => (" & ", ")"),
        BinOp::BitOr(_) => (" | ", ")"),
        BinOp::BitXor(_) => (" ^ ", ")"),
        BinOp::Shl(_) => (" << u32(", "))"),
        BinOp::Shr(_) => (" >> u32(", "))"),
        BinOp::Eq(_) => (" == ", ")"),
        BinOp::Lt(_) => (" < ", ")"),
        BinOp::Le(_) => (" <= ", ")"),
        BinOp::Ne(_) => (" != ", ")"),
        BinOp::Ge(_) => (" >= ", ")"),
        BinOp::Gt(_) => (" > ", ")"),
        _ => return None,
    })
}

/// The name of the state parameter of `finish` in WGSL.
const STATE: &str = "s";

/// The fields that have names.
fn names<'i>(item: &'i Struct<'_>) -> impl Iterator<Item = (String, &'i Field<'i>)> {
    item.fields.iter().filter_map(|field| match &field.member {
        Member::Named(ident) => Some((ident.to_string(), field)),
        Member::Unnamed(_) => None,
    })
}

/// The length of an array type, if it is a number above 0.
fn length(ty: &Type) -> Option<usize> {
    let Type::Array(array) = ty else { return None };
    let Expr::Lit(literal) = &array.len else { return None };
    let Lit::Int(len) = &literal.lit else { return None };
    len.base10_parse().ok().filter(|len| *len > 0)
}
