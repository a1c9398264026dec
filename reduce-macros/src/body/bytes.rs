//! The bytes of arrays, as far as tokens show them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Lit, Type};

/// An array that has a name, or a value of a type that may hold one.
pub(super) struct Named {
    /// The WGSL name of an array; of another value no part is known to be indexed.
    pub(super) name: Option<String>,
    pub(super) bytes: Bytes,
    /// The place in the user's code.
    pub(super) place: TokenStream,
    /// Whether it takes memory: it is a variable in WGSL, or a value that is indexed, of which naga makes a variable.
    pub(super) counts: bool,
    /// Whether it is a variable, so that each value of it is a copy.
    pub(super) changes: bool,
}

/// The size of a type, or the least that it can be.
#[derive(Clone)]
pub(super) struct Bytes {
    /// The expression that rustc evaluates.
    pub(super) code: TokenStream,
    /// Its value, where the macro knows it.
    pub(super) known: Option<u64>,
}

impl Bytes {
    pub(super) fn known(bytes: u64) -> Self {
        let known = Some(bytes);
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        Self {
            code: quote!(#bytes),
            known,
        }
    }

    pub(super) fn evaluated(code: TokenStream) -> Self {
        Self { code, known: None }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        match self.known.zip(other.known) {
            Some((a, b)) => Self::known(a.saturating_mul(b)),
            None => {
                let (a, b) = (&self.code, &other.code);
                Self::evaluated(quote!(::core::primitive::usize::saturating_mul(#a, #b)))
            }
        }
    }

    /// The bytes of all parts, if each has some that are known of; none of no parts.
    pub(super) fn sum(parts: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let parts: Option<Vec<Self>> = parts.collect();
        parts?.into_iter().reduce(|a, b| a.plus(&b))
    }

    fn plus(&self, other: &Self) -> Self {
        match self.known.zip(other.known) {
            Some((a, b)) => Self::known(a.saturating_add(b)),
            None => {
                let (a, b) = (&self.code, &other.code);
                Self::evaluated(quote!(::core::primitive::usize::saturating_add(#a, #b)))
            }
        }
    }
}

/// The least that a value can take: a bool has one byte as a variable.
pub(super) const LEAST: u64 = 1;

/// The bytes of a number or a bool as a variable of WGSL.
pub(super) fn number_named(name: &str) -> Option<u64> {
    match name {
        "bool" => Some(1),
        "f64" | "i64" | "u64" => Some(8),
        // Narrow numbers are held by one of 32 bits.
        "f32" | "i32" | "u32" | "usize" | "u8" | "i8" | "u16" | "i16" | "f16" => Some(4),
        _ => None,
    }
}

pub(super) fn number_bytes(ty: &Type) -> Option<u64> {
    match ty {
        Type::Path(path) => number_named(&path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

pub(super) fn literal_bytes(literal: &Lit) -> u64 {
    match literal {
        Lit::Bool(_) => 1,
        Lit::Int(number) => number_named(number.suffix()).unwrap_or(4),
        Lit::Float(number) => number_named(number.suffix()).unwrap_or(4),
        _ => 4,
    }
}
