//! Operators of two operands: of numbers as WGSL has them, of other types as a function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::BinOp;
use syn::spanned::Spanned as _;

use super::constant::{can_overflow, is_finite};
use super::pure::is_eager;
use super::{Level, Lowerer, Text, Value, module};
use crate::spans::{ends, starting};

impl Lowerer<'_> {
    pub(super) fn binary(&mut self, binary: &syn::ExprBinary) -> Option<Value> {
        if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) && !is_eager(binary) {
            return self.short_circuit(binary);
        }
        let values = self.sequence([&*binary.left, &*binary.right])?;
        let [left, right] = &values[..] else { return None };
        Some(self.operate(&binary.op, left, right, binary.span(), None))
    }

    /// [`ask`](Self::ask) for the operator of this symbol, whose right operand is that of another slot.
    fn ask_operator(
        &self,
        symbol: &str,
        slot: &Ident,
        place: impl ToTokens,
        question: &str,
        arguments: &TokenStream,
    ) -> TokenStream {
        if COMPARISONS.contains(&symbol) {
            return self.ask_of("HasComparisons", slot, place, "compare", arguments);
        }
        let (start, end) = ends(place);
        let (p, question, symbol) = (self.private(start), Ident::new(question, start), sign(symbol));
        let slot = starting(start, quote_spanned!(end=> &#slot));
        quote_spanned!(start=> #p::Operation::<#symbol, _>::#question(#slot, #arguments))
    }

    /// `left op right` for every operator that evaluates both; of `left op= right`, `assigning` is that operator.
    pub(super) fn operate(
        &mut self,
        op: &BinOp,
        left: &Value,
        right: &Value,
        span: Span,
        assigning: Option<&BinOp>,
    ) -> Value {
        let constant = left.constant && right.constant;
        let wraps = constant && can_overflow(op) && !is_finite(op, left, right);
        let kept = if wraps { self.at_run_time(left) } else { left.clone() };
        let (left, constant) = (&kept, constant && !wraps);
        let (a, b) = (&left.probe, &right.probe);
        let written = assigning.unwrap_or(op);
        let Some((symbol, level)) = symbol(op) else {
            let place = &left.probe;
            let (slot, l, r) = (
                self.slot(place),
                left.text.code(self.krate),
                right.text.code(self.krate),
            );
            // With a type that decides the operator: `^` of bools is `!=`, a shift wants a u32 below the width.
            let code = match op {
                BinOp::BitXor(_) => self.ask(&slot, place, "xor", &quote!(&#l, &#r)),
                BinOp::Shl(_) => self.ask(&slot, place, "shift", &quote!("<<", &#l, &#r)),
                _ => self.ask(&slot, place, "shift", &quote!(">>", &#l, &#r)),
            };
            let probe = match assigning {
                None => quote_spanned!(span=> #slot.is(#a) #op #b),
                Some(_) => quote_spanned!(span=> { let _ = #slot.is(#a); #a #written #b }),
            };
            return Value::atom(probe, Text::asked(code, None)).constant_if(constant);
        };
        let (l, r) = (left.operand(level, false), right.operand(level, true));
        let plain = l.clone().then(&format!(" {symbol} ")).and(r.clone());
        let is_overloaded = OVERLOADED.contains(&symbol) || matches!(op, BinOp::BitAnd(_) | BinOp::BitOr(_));
        if !is_overloaded {
            return Value {
                probe: quote!(#a #written #b),
                text: plain,
                level,
                constant,
            };
        }
        let (first, second) = (self.slot(&left.probe), self.slot(&right.probe));
        let (l, r, module) = (l.code(self.krate), r.code(self.krate), module());
        let probe = {
            let (a, b) = (
                quote_spanned!(ends(a).1=> #first.is(#a)),
                quote_spanned!(ends(b).1=> #second.is(#b)),
            );
            match assigning {
                None => quote!(#a #op #b),
                Some(assigning) => {
                    let place = &left.probe;
                    quote_spanned!(span=> { let _ = #a; #place #assigning #b })
                }
            }
        };
        // A type parameter may stand for a type with operators: that is known when the WGSL is made.
        let (place, arguments) = (&left.probe, quote!(&#second, #symbol, &#l, &#r, #module));
        // The impl of `+=` may be another than that of `+`.
        let of = assigning.map_or_else(|| symbol.to_owned(), |_| format!("{symbol}="));
        let text = match self.is_generic {
            true => {
                let (here, sign) = (self.private(span), sign(&of));
                let operands = match COMPARISONS.contains(&of.as_str()) {
                    true => quote!(#here::Compared(&#first, &#second)),
                    false => quote!(#here::Operands::<_, _, #sign>(&#first, &#second)),
                };
                quote_spanned!(span=> {
                    #[allow(unused_imports, reason = "of types that are known it is not asked")]
                    use #here::OfParameters as _;
                    #operands.operate(#symbol, &#l, &#r, #module)
                })
            }
            false => self.ask_operator(&of, &first, place, "operate", &arguments),
        };
        Value {
            probe,
            text: Text::asked(text, plain.draft()),
            level,
            constant,
        }
    }
}

/// Operators that a type can have a WGSL of its own for.
const OVERLOADED: [&str; 11] = ["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">="];

/// Those that compare.
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// The one character that stands for an operator at the type level, where rustc's messages have it.
pub(crate) fn sign(symbol: &str) -> char {
    match symbol {
        // A type may have `+` and `+=`.
        "+=" => '⊕',
        "-=" => '⊖',
        "*=" => '⊗',
        "/=" => '⊘',
        "%=" => '⊙',
        "&=" => '⩓',
        "|=" => '⩔',
        other => other.chars().next().unwrap_or_default(),
    }
}

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

/// The WGSL operator and its level; none where the type decides the operator.
fn symbol(op: &BinOp) -> Option<(&'static str, Level)> {
    Some(match op {
        BinOp::Add(_) => ("+", Level::Sum),
        BinOp::Sub(_) => ("-", Level::Sum),
        BinOp::Mul(_) => ("*", Level::Product),
        BinOp::Div(_) => ("/", Level::Product),
        BinOp::Rem(_) => ("%", Level::Product),
        // `&&` and `||` come here where both sides may be computed.
        BinOp::BitAnd(_) | BinOp::And(_) => ("&", Level::BitAnd),
        BinOp::BitOr(_) | BinOp::Or(_) => ("|", Level::BitOr),
        BinOp::Eq(_) => ("==", Level::Comparison),
        BinOp::Lt(_) => ("<", Level::Comparison),
        BinOp::Le(_) => ("<=", Level::Comparison),
        BinOp::Ne(_) => ("!=", Level::Comparison),
        BinOp::Ge(_) => (">=", Level::Comparison),
        BinOp::Gt(_) => (">", Level::Comparison),
        _ => return None,
    })
}
