//! The value in an Option: whether it is a reference, and the names that patterns give to it.

use syn::{Ident, Pat};

/// The value in an Option, as far as references go.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Held {
    Value,
    Reference,
    /// A tuple of two, as `enumerate` and `zip` give.
    Pair(Box<Held>, Box<Held>),
}

impl Held {
    pub(super) fn reference_if(borrowed: bool) -> Self {
        if borrowed { Self::Reference } else { Self::Value }
    }

    pub(super) fn pair(one: Self, other: Self) -> Self {
        Self::Pair(Box::new(one), Box::new(other))
    }

    /// The names that `pattern` gives to references, tried on this value.
    pub(super) fn names(&self, pattern: &Pat) -> Vec<Ident> {
        match (self, pattern) {
            (_, Pat::Paren(inner)) => self.names(&inner.pat),
            (_, Pat::Or(or)) => or.cases.iter().flat_map(|case| self.names(case)).collect(),
            (Self::Reference, _) => names_in(pattern),
            (Self::Pair(one, other), Pat::Tuple(parts)) if parts.elems.len() == 2 => {
                let parts = [one, other].into_iter().zip(&parts.elems);
                parts.flat_map(|(held, pattern)| held.names(pattern)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The names in a pattern for what lies behind a reference, and others that it mentions; `&k` is a value again.
pub(super) fn names_in(pattern: &Pat) -> Vec<Ident> {
    let all = |patterns: &mut dyn Iterator<Item = &Pat>| patterns.flat_map(names_in).collect();
    match pattern {
        Pat::Ident(name) => {
            let inner = name.subpat.iter().flat_map(|(_, pattern)| names_in(pattern));
            inner.chain([name.ident.clone()]).collect()
        }
        Pat::Paren(inner) => names_in(&inner.pat),
        Pat::Or(or) => all(&mut or.cases.iter()),
        Pat::Tuple(tuple) => all(&mut tuple.elems.iter()),
        Pat::TupleStruct(fields) => all(&mut fields.elems.iter()),
        Pat::Slice(array) => all(&mut array.elems.iter()),
        Pat::Struct(fields) => all(&mut fields.fields.iter().map(|field| &*field.pat)),
        _ => Vec::new(),
    }
}
