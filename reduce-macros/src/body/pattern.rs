//! Patterns of `match`: the test whether a value fits, and the parts of it that get names.
//!
//! A literal in a pattern has the type of the part that it stands for. In the probe a slot learns that type from a pattern of its own, which binds
//! this part and nothing else ([`Place::binding`]); the user's patterns stay as they are.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Arm, Expr, Ident, Pat, PatIdent, PatOr, PatRange, RangeLimits};

use super::{Level, Lowerer, Text, module};
use crate::ast::spelled;

/// The remedy for a pattern that is refused.
const REMEDY: &str =
    "match with literals, constants, ranges, names, `_` and `|`; take tuples, arrays and structs apart";

/// A value that patterns are tried on.
pub(super) struct Subject {
    /// The WGSL name of a variable that nothing changes, or of a part of one.
    pub(super) text: Text,
    /// The slot of its type.
    pub(super) slot: Ident,
    /// Slots of the types of its parts, each with a pattern that binds the part alone to [`part`].
    pub(super) parts: Vec<(Ident, TokenStream)>,
}

/// The conditions under which a pattern fits a value, and the names that it gives.
#[derive(Default)]
pub(super) struct Fit {
    /// Holds where the pattern fits; none where it always does.
    pub(super) test: Option<Test>,
    pub(super) names: Vec<Name>,
}

/// A WGSL condition.
#[derive(Clone)]
pub(super) struct Test {
    pub(super) text: Text,
    pub(super) level: Level,
}

/// A name for a part of the value.
pub(super) struct Name {
    pub(super) ident: Ident,
    pub(super) text: Text,
    pub(super) mutable: bool,
}

/// The part of the value that a pattern is about.
pub(super) struct Place<'p> {
    pub(super) text: Text,
    /// The place around it, the pattern that takes that apart, and the number of this part in the pattern.
    within: Option<(&'p Place<'p>, &'p Pat, usize)>,
}

impl Place<'_> {
    /// The pattern of the whole value that has `hole` at this place and says nothing of the others.
    fn binding(&self, hole: TokenStream) -> TokenStream {
        match self.within {
            None => hole,
            Some((outer, pattern, index)) => outer.binding(around(pattern, index, &hole)),
        }
    }
}

/// The pattern with `hole` for its part of this number and `_` for the others.
fn around(pattern: &Pat, index: usize, hole: &TokenStream) -> TokenStream {
    let parts = |patterns: &mut dyn Iterator<Item = &Pat>| -> Vec<TokenStream> {
        let part = |(other, pattern): (usize, &Pat)| match pattern {
            _ if other == index => hole.clone(),
            Pat::Rest(_) => quote!(..),
            _ => quote!(_),
        };
        patterns.enumerate().map(part).collect()
    };
    match pattern {
        Pat::Tuple(tuple) => {
            let parts = parts(&mut tuple.elems.iter());
            quote!((#(#parts,)*))
        }
        Pat::TupleStruct(fields) => {
            let (path, parts) = (&fields.path, parts(&mut fields.elems.iter()));
            quote!(#path(#(#parts),*))
        }
        Pat::Slice(array) => {
            let parts = parts(&mut array.elems.iter());
            quote!([#(#parts),*])
        }
        Pat::Struct(fields) => {
            let (path, member) = (&fields.path, fields.fields.iter().nth(index).map(|field| &field.member));
            quote!(#path { #member: #hole, .. })
        }
        _ => hole.clone(),
    }
}

/// The name that [`Subject::parts`] bind.
pub(super) fn part() -> Ident {
    Ident::new("part", Span::mixed_site())
}

impl Test {
    pub(super) fn new(text: Text, level: Level) -> Self {
        Self { text, level }
    }

    /// The one that holds.
    pub(super) fn always() -> Self {
        Self::new(Text::fixed("true"), Level::Atom)
    }

    /// The condition beside an operator of level `op`.
    pub(super) fn operand(self, op: Level, right: bool) -> Text {
        if self.level.stands_in(op, right) {
            self.text
        } else {
            Text::fixed("(").and(self.text).then(")")
        }
    }

    /// Both conditions, or one of them, as `op` says; both may be computed, and a branch costs more.
    pub(super) fn joined(self, op: Level, other: Self) -> Self {
        let symbol = if op == Level::BitAnd { " & " } else { " | " };
        let right = other.operand(op, true);
        Self::new(self.operand(op, false).then(symbol).and(right), op)
    }
}

impl Lowerer<'_> {
    /// The conditions under which `pattern` fits `subject`; none if the pattern is refused.
    pub(super) fn fit(&mut self, pattern: &Pat, subject: &mut Subject) -> Option<Fit> {
        let place = Place {
            text: subject.text.clone(),
            within: None,
        };
        self.fit_place(pattern, &place, subject)
    }

    fn fit_place(&mut self, pattern: &Pat, place: &Place<'_>, subject: &mut Subject) -> Option<Fit> {
        let text = &place.text;
        match pattern {
            Pat::Wild(_) => Some(Fit::default()),
            Pat::Paren(inner) => self.fit_place(&inner.pat, place, subject),
            // rustc has seen that it is a reference, which is its value.
            Pat::Reference(inner) if inner.mutability.is_none() => self.fit_place(&inner.pat, place, subject),
            Pat::Ident(ident) if ident.by_ref.is_none() => self.fit_name(ident, place, subject),
            Pat::Or(or) => self.fit_any(or, place, subject),
            Pat::Lit(literal) => self.fit_literal(&Expr::Lit(literal.clone()), place, subject),
            Pat::Path(path) => Some(self.fit_constant(path, place, subject)),
            Pat::Range(range) => self.fit_range(range, place, subject),
            // A negative literal.
            Pat::Verbatim(tokens) => match syn::parse2::<Expr>(tokens.clone()) {
                Ok(expr) => self.fit_literal(&expr, place, subject),
                Err(_) => self.refuse(tokens, "this pattern", REMEDY),
            },
            Pat::Tuple(tuple) => {
                let part = |index| text.clone().then(&format!("._{index}"));
                self.fit_all(pattern, tuple.elems.iter(), part, place, subject)
            }
            Pat::TupleStruct(fields) => {
                let members: Vec<String> = (0..fields.elems.len()).map(|index| index.to_string()).collect();
                self.fit_fields(pattern, &fields.path, &members, fields.elems.iter(), place, subject)
            }
            Pat::Slice(array) => {
                let part = |index| text.clone().then(&format!("[{index}]"));
                self.fit_all(pattern, array.elems.iter(), part, place, subject)
            }
            Pat::Struct(fields) => {
                let members: Vec<String> = fields.fields.iter().map(|field| spelled(&field.member)).collect();
                let patterns = fields.fields.iter().map(|field| &*field.pat);
                self.fit_fields(pattern, &fields.path, &members, patterns, place, subject)
            }
            other => self.refuse(other, "this pattern", REMEDY),
        }
    }

    /// A name, a name for what fits another pattern, or a constant.
    fn fit_name(&mut self, name: &PatIdent, place: &Place<'_>, subject: &mut Subject) -> Option<Fit> {
        let mut fit = match &name.subpat {
            Some((_, pattern)) => self.fit_place(pattern, place, subject)?,
            None if name.ident.to_string().starts_with(char::is_uppercase) => {
                return Some(self.fit_constant(&name.ident, place, subject));
            }
            None => Fit::default(),
        };
        fit.names.push(Name {
            ident: name.ident.clone(),
            text: place.text.clone(),
            mutable: name.mutability.is_some(),
        });
        Some(fit)
    }

    /// `a | b`, inside of another pattern or with the same names for the same parts.
    fn fit_any(&mut self, or: &PatOr, place: &Place<'_>, subject: &mut Subject) -> Option<Fit> {
        let fits: Option<Vec<Fit>> = or
            .cases
            .iter()
            .map(|case| self.fit_place(case, place, subject))
            .collect();
        let fits = fits?;
        if name_the_same(&fits) {
            return either(fits);
        }
        // rustc says that the sides have to give the same names.
        let names = |fit: &Fit| {
            fit.names
                .iter()
                .map(|named| named.ident.to_string())
                .collect::<BTreeSet<_>>()
        };
        let first = names(fits.first()?);
        if fits.iter().any(|fit| names(fit) != first) {
            return None;
        }
        self.refuse(
            or,
            "a name for different parts on the two sides of `|`",
            "write an arm for each",
        )
    }

    fn fit_literal(&mut self, literal: &Expr, place: &Place<'_>, subject: &mut Subject) -> Option<Fit> {
        let slot = self.slot_of(literal, place, subject);
        let value = self.literal_of(literal, &slot)?;
        let text = place.text.clone().then(" == ").and(value);
        Some(Fit::only(Test::new(text, Level::Comparison)))
    }

    /// A constant of the surrounding code, which rustc evaluates.
    fn fit_constant(&mut self, constant: impl ToTokens, place: &Place<'_>, subject: &mut Subject) -> Fit {
        let constant = constant.to_token_stream();
        let name = constant
            .clone()
            .into_iter()
            .last()
            .map(|last| last.to_string())
            .unwrap_or_default();
        let slot = self.slot_of(&constant, place, subject);
        let value = self.value_of(&slot, &constant).code(self.krate);
        let (left, module) = (place.text.code(self.krate), module());
        // Its type may be one whose `==` is a function in WGSL, or none.
        let equal = self.ask_of(
            if self.is_generic { "InWgsl" } else { "HasConstants" },
            &slot,
            &constant,
            "is_constant",
            &quote!(#name, &#left, &#value, #module),
        );
        Fit::only(Test::new(Text::asked(equal, None), Level::Comparison))
    }

    fn fit_range(&mut self, range: &PatRange, place: &Place<'_>, subject: &mut Subject) -> Option<Fit> {
        let slot = self.slot_of(range, place, subject);
        let mut test = Text::default();
        if let Some(start) = &range.start {
            let start = self.literal_of(start, &slot)?;
            test = test.and(place.text.clone()).then(" >= ").and(start);
        }
        if let Some(end) = &range.end {
            let closed = matches!(range.limits, RangeLimits::Closed(_));
            let comparison = if closed { " <= " } else { " < " };
            let end = self.literal_of(end, &slot)?;
            let below = place.text.clone().then(comparison).and(end);
            if test.is_empty() {
                test = below;
            } else {
                let both = Text::fixed("((").and(test).then(") & (").and(below).then("))");
                return Some(Fit::only(Test::new(both, Level::Atom)));
            }
        }
        let text = Text::fixed("(").and(test).then(")");
        Some(Fit::only(Test::new(text, Level::Atom)))
    }

    /// The element of an array that is so many places before its end, which only rustc sees.
    fn before_the_end(&mut self, places: usize, array: &Pat, place: &Place<'_>, subject: &mut Subject) -> Text {
        let slot = self.slot_of(array, place, subject);
        let places = u32::try_from(places).unwrap_or_default();
        let index = self.ask_of("HasElements", &slot, array, "before_the_end", &quote!(#places));
        place.text.clone().and(Text::asked(index, None))
    }

    /// Parts in their order; one of them may be `..`.
    pub(super) fn fit_all<'p>(
        &mut self,
        whole: &Pat,
        patterns: impl ExactSizeIterator<Item = &'p Pat>,
        part: impl Fn(usize) -> Text,
        place: &Place<'_>,
        subject: &mut Subject,
    ) -> Option<Fit> {
        let (count, mut all, mut behind) = (patterns.len(), Some(Fit::default()), false);
        for (index, pattern) in patterns.enumerate() {
            if let Pat::Rest(rest) = pattern {
                if index + 1 < count && !matches!(whole, Pat::Slice(_)) {
                    return self.refuse_rest(rest);
                }
                behind = true;
                continue;
            }
            let text = if behind {
                self.before_the_end(count - index, whole, place, subject)
            } else {
                part(index)
            };
            let place = Place {
                text,
                within: Some((place, whole, index)),
            };
            let fit = self.fit_place(pattern, &place, subject);
            all = all.zip(fit).map(|(all, fit)| all.and(fit));
        }
        all
    }

    /// The slot of the type of the part at `place`.
    pub(super) fn slot_of(&mut self, pattern: impl ToTokens, place: &Place<'_>, subject: &mut Subject) -> Ident {
        if place.within.is_none() {
            return subject.slot.clone();
        }
        let slot = self.slot(pattern);
        subject
            .parts
            .push((slot.clone(), place.binding(part().to_token_stream())));
        slot
    }

    /// A literal or a constant of the type of `slot`.
    fn literal_of(&mut self, expr: &Expr, slot: &Ident) -> Option<Text> {
        match expr {
            Expr::Lit(_) => {
                let module = module();
                Some(Text::asked(
                    self.ask(slot, expr, "value", &quote!(#expr, #module)),
                    None,
                ))
            }
            Expr::Path(_) | Expr::Unary(_) => Some(self.value_of(slot, expr)),
            other => self.refuse(other, "this pattern", "use a literal or a constant"),
        }
    }

    /// The value of a constant of the type of `slot`.
    fn value_of(&self, slot: &Ident, constant: impl ToTokens) -> Text {
        let (module, shadows) = (module(), self.shadows());
        let text = self.ask(slot, &constant, "value", &quote!(#constant, #module));
        Text::asked(quote!({ #shadows #text }), None)
    }

    /// The statements of the probe that tell the slots of `subject` the types of its parts; `value` is what is matched.
    pub(super) fn parts_of(&self, subject: &Subject, value: &Ident) -> TokenStream {
        let part = part();
        let parts = subject
            .parts
            .iter()
            .map(|(slot, binding)| quote_spanned!(slot.span()=> if let #binding = #value { #slot.is(#part); }));
        quote!(#(#parts)*)
    }
}

impl Fit {
    /// A test that binds nothing.
    pub(super) fn only(test: Test) -> Self {
        Self {
            test: Some(test),
            names: Vec::new(),
        }
    }

    /// Both at once.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.names.extend(other.names);
        self.test = match (self.test, other.test) {
            (Some(a), Some(b)) => Some(a.joined(Level::BitAnd, b)),
            (a, b) => a.or(b),
        };
        self
    }
}

/// One of several, which give the same names to the same parts.
pub(super) fn either(fits: Vec<Fit>) -> Option<Fit> {
    let or = |a: Fit, b: Fit| Fit {
        test: a.test.zip(b.test).map(|(a, b)| a.joined(Level::BitOr, b)),
        names: a.names,
    };
    fits.into_iter().reduce(or)
}

/// Whether all give the same names to the same parts.
pub(super) fn name_the_same(fits: &[Fit]) -> bool {
    let names = |fit: &Fit| {
        let name = |named: &Name| Some((named.ident.to_string(), named.text.draft()?, named.mutable));
        let mut names = fit.names.iter().map(name).collect::<Option<Vec<_>>>()?;
        names.sort();
        Some(names)
    };
    let Some((first, rest)) = fits.split_first() else {
        return true;
    };
    let first = names(first);
    first.is_some() && rest.iter().all(|fit| names(fit) == first)
}

/// The pattern of an arm, and its guard.
pub(super) fn guard_of(arm: &Arm) -> (&Pat, Option<&Expr>) {
    match &arm.pat {
        Pat::Guard(guarded) => (&guarded.pat, Some(&guarded.guard)),
        pattern => (pattern, None),
    }
}
