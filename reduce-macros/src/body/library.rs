//! Functions and macros of the standard library, known by their whole path.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, ExprRange, Ident, Macro, Pat, Path, RangeLimits, Token};

use super::{Level, Lowerer, Text, Value, module};

impl Lowerer<'_> {
    /// `T::default()`: Rust computes the value when the WGSL is made, derived or written by hand.
    pub(super) fn default_value(&mut self, call: &ExprCall) -> Value {
        let (slot, module, shadows) = (self.slot(call), module(), self.shadows());
        let text = self.ask(&slot, call, "value", &quote!(#call, #module));
        Value::atom(
            quote_spanned!(call.span()=> #slot.is(#call)),
            Text::asked(quote!({ #shadows #text }), None),
        )
        .constant_if(true)
    }

    /// `std::cmp::min(a, b)`: of integers alone.
    pub(super) fn extremum(&mut self, call: &ExprCall, callee: &ExprPath, method: &Ident) -> Option<Value> {
        let values = self.sequence(&call.args)?;
        let values = self.not_all_constant(values);
        let (slot, probes) = (self.slot(callee), values.iter().map(|value| &value.probe));
        let probe = quote_spanned!(call.span()=> #slot.is(#callee(#(#probes),*)));
        let (texts, name, module) = (self.codes(&values), method.to_string(), module());
        let arguments = quote!(#name, &[#(#texts),*], #module);
        let text = self.ask_of("HasExtrema", &slot, callee, "extremum", &arguments);
        Some(Value::atom(probe, Text::asked(text, None)))
    }
}

/// Ranges, of which `contains` alone has a meaning outside of `for`.
impl Lowerer<'_> {
    /// `(a..b).contains(&x)`; outer none if it is another call.
    pub(super) fn contained(&mut self, call: &ExprMethodCall) -> Option<Option<Value>> {
        let mut receiver = &*call.receiver;
        while let Expr::Paren(inner) = receiver {
            receiver = &inner.expr;
        }
        match (receiver, call.args.first()) {
            (Expr::Range(range), Some(value)) if call.method == "contains" && call.args.len() == 1 => {
                Some(self.lies_in(call, range, value))
            }
            _ => None,
        }
    }

    fn lies_in(&mut self, call: &ExprMethodCall, range: &ExprRange, value: &Expr) -> Option<Value> {
        let bounds = [range.start.as_deref(), range.end.as_deref()];
        let mut values = self.sequence(bounds.into_iter().flatten().chain([value]))?.into_iter();
        let [start, end] = bounds.map(|bound| bound.and_then(|_| values.next()));
        let value = self.keep(values.next()?);
        let (slot, module) = (self.slot(value_of(call)), module());
        let is_closed = matches!(range.limits, RangeLimits::Closed(_));
        let compare = |symbol: &str, left: &Value, right: &Value| {
            let (l, r) = (
                left.operand(Level::Comparison, false).code(self.krate),
                right.operand(Level::Comparison, true).code(self.krate),
            );
            let text = self.ask_of(
                "HasOperators",
                &slot,
                value_of(call),
                "operate",
                &quote!(&#slot, #symbol, &#l, &#r, #module),
            );
            Text::fixed("(").and(Text::asked(text, None)).then(")")
        };
        let above = start.as_ref().map(|start| compare("<=", start, &value));
        let below = end
            .as_ref()
            .map(|end| compare(if is_closed { "<=" } else { "<" }, &value, end));
        let text = match (above, below) {
            (Some(above), Some(below)) => above.then(" & ").and(below),
            (above, below) => above.or(below).unwrap_or_else(|| Text::fixed("true")),
        };
        let bound = |value: &Option<Value>| value.as_ref().map(|Value { probe, .. }| quote!(#slot.is(#probe)));
        let (start, end, limits, probe) = (bound(&start), bound(&end), &range.limits, &value.probe);
        let (dot, method) = (&call.dot_token, &call.method);
        Some(Value {
            probe: quote_spanned!(call.span()=> (#start #limits #end) #dot #method(&#slot.is(#probe))),
            text,
            level: Level::BitAnd,
            constant: false,
        })
    }
}

/// The argument of a call that has one.
fn value_of(call: &ExprMethodCall) -> Option<&Expr> {
    call.args.first()
}

/// `min` of `std::cmp::min` or `core::cmp::min`, and `max` likewise.
pub(super) fn extremum(callee: &ExprPath) -> Option<Ident> {
    let names = words(&callee.path);
    let known = ["std::cmp::min", "std::cmp::max", "core::cmp::min", "core::cmp::max"];
    let found = callee.qself.is_none() && known.contains(&names.as_str());
    callee
        .path
        .segments
        .last()
        .filter(|_| found)
        .map(|last| last.ident.clone())
}

/// The last name of a function of `std::mem`.
fn of_mem(callee: &Expr) -> Option<String> {
    let Expr::Path(callee) = callee else { return None };
    let path = words(&callee.path);
    let name = path
        .strip_prefix("std::mem::")
        .or_else(|| path.strip_prefix("core::mem::"))?;
    Some(name.to_owned())
}

/// `replace` of `std::mem::replace`, and `take` likewise.
pub(super) fn replacement(callee: &Expr) -> Option<String> {
    of_mem(callee).filter(|name| name == "replace" || name == "take")
}

/// Whether this is `std::mem::swap`.
pub(super) fn is_swap(callee: &Expr) -> bool {
    of_mem(callee).is_some_and(|name| name == "swap")
}

/// Whether this is `Default::default`, or `default` of a type.
pub(super) fn is_default(callee: &ExprPath) -> bool {
    let mut segments = callee
        .path
        .segments
        .iter()
        .rev()
        .map(|segment| segment.ident.to_string());
    let is_default = segments.next().is_some_and(|last| last == "default");
    is_default && (callee.qself.is_some() || segments.next().is_some_and(|of| starts_as_type(&of)))
}

/// Whether a name is that of a type: a module's and a function's begin with a small letter, and so do those of numbers.
fn starts_as_type(name: &str) -> bool {
    let numbers = [
        "f32", "f64", "i32", "u32", "i64", "u64", "u8", "i8", "u16", "i16", "usize", "bool",
    ];
    name.starts_with(char::is_uppercase) || numbers.contains(&name)
}

/// Whether this is `std::array::from_fn`.
pub(super) fn is_from_fn(callee: &ExprPath) -> bool {
    callee.qself.is_none() && ["std::array::from_fn", "core::array::from_fn"].contains(&words(&callee.path).as_str())
}

/// The names of a path, with `::` between them.
fn words(path: &Path) -> String {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    names.join("::")
}

/// The arguments of `matches!`.
pub(super) struct Matches {
    pub(super) value: Expr,
    pub(super) pattern: Pat,
    pub(super) guard: Option<Expr>,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { value, pattern, guard })
    }
}

/// The macros that panic in any case.
pub(super) const PANICS: [&str; 4] = ["panic", "unreachable", "todo", "unimplemented"];

/// The macros that panic unless something holds.
pub(super) const ASSERTIONS: [&str; 6] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
];

/// Whether this is a macro of the standard library that panics in any case.
pub(super) fn never_returns(call: &Macro) -> bool {
    let name = words(&call.path);
    PANICS.contains(&name.as_str()) || ["std::unreachable", "std::panic"].contains(&name.as_str())
}

/// Whether this is a macro of the standard library that panics unless something holds.
pub(super) fn is_assertion(call: &Macro) -> bool {
    ASSERTIONS.contains(&words(&call.path).as_str())
}

/// Whether an assertion is one of debug builds alone.
pub(super) fn is_debug_assertion(call: &Macro) -> bool {
    words(&call.path).starts_with("debug")
}

/// The values of which an assertion speaks: without its message.
pub(super) fn asserted(call: &Macro) -> Vec<Expr> {
    let count = if words(&call.path).ends_with("assert") { 1 } else { 2 };
    let arguments = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
    arguments.map_or_else(|_| Vec::new(), |all| all.into_iter().take(count).collect())
}

/// Whether something is assigned in these tokens, or lent to be changed.
pub(super) fn assigns(tokens: TokenStream) -> bool {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let sign = |index: usize| match trees.get(index) {
        Some(TokenTree::Punct(punct)) => Some((punct.as_char(), punct.spacing() == Spacing::Joint)),
        _ => None,
    };
    let mut declares = false;
    (0..trees.len()).any(|index| match &trees[index] {
        TokenTree::Group(group) => assigns(group.stream()),
        TokenTree::Ident(ident) if ident == "let" => {
            declares = true;
            false
        }
        TokenTree::Ident(ident) => ident == "mut" && matches!(index.checked_sub(1).and_then(sign), Some(('&', _))),
        TokenTree::Punct(punct) if punct.as_char() == '=' => {
            let before = |places: usize| index.checked_sub(places).and_then(sign).filter(|(_, joint)| *joint);
            let compares = match before(1) {
                Some(('=' | '!', _)) => true,
                // `<=`, but not `<<=`.
                Some((one @ ('<' | '>'), _)) => before(2).is_none_or(|(other, _)| other != one),
                // The end of a range.
                Some(('.', _)) => true,
                _ => false,
            };
            let goes_on = punct.spacing() == Spacing::Joint && matches!(sign(index + 1), Some(('=' | '>', _)));
            let assigns = !compares && !goes_on;
            assigns && !std::mem::take(&mut declares)
        }
        _ => false,
    })
}

/// Whether this is `matches!` of the standard library.
pub(super) fn is_matches(call: &Macro) -> bool {
    ["matches", "std::matches", "core::matches"].contains(&words(&call.path).as_str())
}
