//! Functions and macros of the standard library, known by their whole path.

use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprCall, ExprPath, Ident, Macro, Pat, Path, Token};

use super::{Lowerer, Text, Value, module};

impl Lowerer<'_> {
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

/// Whether this is `matches!` of the standard library.
pub(super) fn is_matches(call: &Macro) -> bool {
    ["matches", "std::matches", "core::matches"].contains(&words(&call.path).as_str())
}
