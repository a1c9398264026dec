//! Where the items of a loop come from: arrays, parts of them, ranges, and the methods of iterators on the way.
//!
//! `a.iter()`, `enumerate`, `zip`, `map` and `filter` are no values: they say how the loop gets its next item.

use syn::{Expr, ExprClosure, ExprIndex, ExprMethodCall, ExprRange};

use super::Lowerer;
use super::closure::closure_of;

/// The number of items that `flatten` makes of one.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Width {
    /// As many as there are: an Option may have none.
    Any,
    /// The length of an array.
    Fixed,
}

/// Where the items of a loop come from.
pub(super) enum Source<'e> {
    /// An array, by value or by `&`.
    Array {
        array: &'e Expr,
        borrowed: bool,
    },
    /// The elements of an array where they are: `&mut` or `iter_mut`.
    Places(&'e Expr),
    /// Neighbouring elements of an array: `a[1..]`.
    Part(&'e ExprIndex, &'e ExprRange),
    /// Integers.
    Range(&'e ExprRange),
    Reversed(Box<Source<'e>>, &'e ExprMethodCall),
    /// Values instead of references: `copied` or `cloned`.
    Copied(Box<Source<'e>>),
    Enumerated(Box<Source<'e>>, &'e ExprMethodCall),
    Zipped(Box<Source<'e>>, Box<Source<'e>>, &'e ExprMethodCall),
    Mapped(Box<Source<'e>>, ExprClosure, &'e ExprMethodCall),
    Filtered(Box<Source<'e>>, ExprClosure),
    FilterMapped(Box<Source<'e>>, ExprClosure, &'e ExprMethodCall),
    /// The elements of arrays, or the values of Options; of arrays alone where each item has a number of its own.
    Flattened(Box<Source<'e>>, &'e ExprMethodCall, Width),
    /// Without the first items, so many.
    Skipped(Box<Source<'e>>, &'e Expr, &'e ExprMethodCall),
    /// The items of the one, then those of the other.
    Chained(Box<Source<'e>>, Box<Source<'e>>, &'e ExprMethodCall),
    /// The first items, so many.
    Taken(Box<Source<'e>>, &'e Expr, &'e ExprMethodCall),
}

impl<'e> Source<'e> {
    /// The source that `expr` spells with `&`, a range or a method; none for an array by itself, and for everything else.
    pub(super) fn of(expr: &'e Expr) -> Option<Self> {
        match expr {
            Expr::Paren(inner) => Self::of(&inner.expr),
            Expr::Group(inner) => Self::of(&inner.expr),
            Expr::Range(range) if range.start.is_some() && range.end.is_some() => Some(Self::Range(range)),
            Expr::Reference(array) if array.mutability.is_none() => Some(Self::array(&array.expr, true)),
            Expr::Reference(array) => Some(Self::Places(&array.expr)),
            Expr::MethodCall(call) => Self::of_method(call),
            _ => None,
        }
    }

    fn of_method(call: &'e ExprMethodCall) -> Option<Self> {
        let inner = || Self::of(&call.receiver).map(Box::new);
        let closure = || closure_of(call.args.first()?, 1);
        Some(match (call.method.to_string().as_str(), call.args.len()) {
            ("iter", 0) => Self::array(&call.receiver, true),
            ("iter_mut", 0) => Self::Places(&call.receiver),
            ("into_iter", 0) => inner().map_or_else(|| Self::array(&call.receiver, false), |inner| *inner),
            ("rev", 0) => Self::Reversed(inner().filter(|inner| inner.is_plain())?.numbered()?, call),
            ("copied" | "cloned", 0) => Self::Copied(inner()?),
            ("enumerate", 0) => Self::Enumerated(inner()?, call),
            ("zip", 1) => {
                let other = call.args.first()?;
                let other = Self::of(other).unwrap_or_else(|| Self::array(other, false));
                Self::Zipped(inner()?.numbered()?, Box::new(other).numbered()?, call)
            }
            ("chain", 1) => {
                let other = call.args.first()?;
                let other = Self::of(other).unwrap_or_else(|| Self::array(other, false));
                Self::Chained(inner()?.numbered()?, Box::new(other).numbered()?, call)
            }
            ("map", 1) => Self::Mapped(inner()?, closure()?, call),
            ("filter", 1) => Self::Filtered(inner()?, closure()?),
            ("flatten", 0) => Self::Flattened(inner().filter(|inner| inner.is_plain())?, call, Width::Any),
            ("skip", 1) => Self::Skipped(inner()?.numbered()?, call.args.first()?, call),
            ("take", 1) => Self::Taken(inner()?.numbered()?, call.args.first()?, call),
            ("filter_map", 1) => Self::FilterMapped(inner()?, closure()?, call),
            _ => return None,
        })
    }

    /// An array, or a part of one.
    fn array(array: &'e Expr, borrowed: bool) -> Self {
        match array {
            Expr::Index(part) => match &*part.index {
                Expr::Range(range) => Self::Part(part, range),
                _ => Self::Array { array, borrowed },
            },
            _ => Self::Array { array, borrowed },
        }
    }

    /// The source that `expr` spells, or the array that it is.
    pub(super) fn of_any(expr: &'e Expr, lower: &Lowerer<'_>) -> Self {
        let otherwise = || match lower.is_changed(expr) {
            true => Self::Places(expr),
            false => Self::array(expr, false),
        };
        Self::of(expr).unwrap_or_else(otherwise)
    }

    /// The source with items that have numbers of their own; none if some turns give no item.
    fn numbered(self: Box<Self>) -> Option<Box<Self>> {
        fn fix(source: &mut Source<'_>) {
            match source {
                Source::Flattened(inner, _, width) => {
                    *width = Width::Fixed;
                    fix(inner);
                }
                Source::Copied(inner)
                | Source::Enumerated(inner, _)
                | Source::Mapped(inner, ..)
                | Source::Reversed(inner, _) => fix(inner),
                _ => {}
            }
        }
        let mut source = self;
        fix(&mut source);
        (!source.skips()).then_some(source)
    }

    /// Whether its items are elements and numbers, which nothing made or left out.
    fn is_plain(&self) -> bool {
        match self {
            Self::Array { .. } | Self::Places(_) | Self::Part(..) | Self::Range(_) | Self::Copied(_) => true,
            Self::Skipped(inner, ..) | Self::Taken(inner, ..) | Self::Flattened(inner, ..) => inner.is_plain(),
            _ => false,
        }
    }

    /// Whether some turns of its loop give no item.
    pub(super) fn skips(&self) -> bool {
        match self {
            Self::Filtered(..) | Self::FilterMapped(..) => true,
            Self::Flattened(inner, _, width) => *width == Width::Any || inner.skips(),
            Self::Copied(inner) | Self::Enumerated(inner, _) | Self::Mapped(inner, ..) | Self::Reversed(inner, _) => {
                inner.skips()
            }
            Self::Skipped(inner, ..) | Self::Taken(inner, ..) => inner.skips(),
            _ => false,
        }
    }
}
