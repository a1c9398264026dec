//! Arrays in variables: rustc adds up their bytes while it compiles, and refuses more than WGSL grants a function.
//!
//! A macro sees tokens, so an array counts with what is written of it: the type behind `:`, or `[value; N]`, whose length rustc evaluates. It never counts
//! with more than it takes. What is not seen, naga finds when a kernel is made (`oversized` in reduce-core).

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Lit, Local, Pat, Type};

use super::bytes::{Bytes, LEAST, Named, literal_bytes, number_bytes, number_named};
use super::library::is_from_fn;
use super::{Lowerer, Text, Value};
use crate::spans::{ends, starting};

/// Bytes of variables that WGSL grants a function.
const GRANTED: u64 = 8192;

impl Lowerer<'_> {
    /// Notes the array that `let` gives the WGSL name `name`; `is_var` says whether that is a variable.
    pub(super) fn note_array(&mut self, name: &str, is_var: bool, ty: Option<&Type>, value: Option<&Expr>) {
        let by_type = ty.and_then(|ty| Some((self.array_type(ty)?, ty.to_token_stream())));
        let by_value = || value.and_then(|value| Some((self.array_value(value)?, value.to_token_stream())));
        let Some((bytes, place)) = by_type.or_else(by_value) else {
            return;
        };
        let (is_array, is_filled) = (ty.is_none_or(is_array), value.is_some_and(is_filled));
        // Another name of a value takes no memory of its own.
        if is_var || is_filled || value.is_some_and(is_made) {
            self.arrays.push(Named {
                name: is_array.then(|| name.to_owned()),
                bytes,
                place,
                counts: is_var || is_filled,
                changes: is_var,
            });
        }
    }

    /// Notes that the array `value` is indexed by a number that is not known before it runs: naga makes a variable of a value.
    pub(super) fn note_indexed(&mut self, value: &Value) {
        if let Some(array) = self.noted(value).filter(|array| !array.changes) {
            array.counts = true;
        }
    }

    /// Notes that a loop goes over a copy of the array `value`.
    pub(super) fn note_looped(&mut self, value: &Value, place: &Expr) {
        match self.noted(value) {
            Some(array) if array.changes => {
                let bytes = array.bytes.clone();
                self.arrays.push(Named {
                    name: None,
                    bytes,
                    place: place.to_token_stream(),
                    counts: true,
                    changes: false,
                });
            }
            Some(array) => array.counts = true,
            None => {}
        }
    }

    fn noted(&mut self, value: &Value) -> Option<&mut Named> {
        if self.arrays.is_empty() {
            return None;
        }
        let name = Some(value.text.draft()?);
        self.arrays.iter_mut().find(|array| array.name == name)
    }

    /// Notes the names of a pattern that are variables.
    pub(super) fn note_parts(&mut self, pattern: &Pat, local: &Local) {
        fn parts<'l>(
            pattern: &'l Pat,
            ty: Option<&'l Type>,
            value: Option<&'l Expr>,
            found: &mut Vec<(&'l Ident, Option<&'l Type>, Option<&'l Expr>)>,
        ) {
            match pattern {
                Pat::Ident(name) if name.mutability.is_some() => found.push((&name.ident, ty, value)),
                Pat::Tuple(patterns) => {
                    let types = match ty {
                        Some(Type::Tuple(types)) if types.elems.len() == patterns.elems.len() => Some(&types.elems),
                        _ => None,
                    };
                    let values = match value {
                        Some(Expr::Tuple(values)) if values.elems.len() == patterns.elems.len() => Some(&values.elems),
                        _ => None,
                    };
                    for (index, pattern) in patterns.elems.iter().enumerate() {
                        let (ty, value) = (types.map(|types| &types[index]), values.map(|values| &values[index]));
                        parts(pattern, ty, value, found);
                    }
                }
                _ => {}
            }
        }
        let ty = match &local.pat {
            Pat::Type(typed) => Some(&*typed.ty),
            _ => None,
        };
        let mut found = Vec::new();
        parts(pattern, ty, local.init.as_ref().map(|init| &*init.expr), &mut found);
        for (ident, ty, value) in found {
            let name = self.lookup(ident).and_then(Text::draft).unwrap_or_default();
            self.note_array(&name, true, ty, value);
        }
    }

    /// A constant at the place of each array, of which the first that goes beyond the limit has no value.
    ///
    /// They are items, which rustc evaluates in every build, and stand where the function's own constants are known.
    pub(super) fn fitting(&self) -> TokenStream {
        let counted = || self.arrays.iter().filter(|array| self.counts_arrays && array.counts);
        // Items know no type parameters.
        let seen = counted().filter(|array| !self.is_generic || array.bytes.known.is_some());
        let seen: Vec<&Named> = seen.collect();
        let mut total = seen.iter().map(|array| array.bytes.known);
        let total = total.try_fold(0u64, |total, bytes| Some(total.saturating_add(bytes?)));
        if total.is_some_and(|total| total <= GRANTED) {
            return TokenStream::new();
        }
        let (sizes, place) = (seen.iter().map(|array| &array.bytes.code), &self.place);
        let krate = self.krate;
        let p = quote!(#krate::private);
        let each = seen.iter().enumerate().map(|(index, array)| {
            let (start, end) = ends(&array.place);
            let private = self.private(start);
            let fit = starting(
                start,
                quote_spanned!(end=> #private::variables_fit(#place, __ARRAYS, #index)),
            );
            quote_spanned!(start=> const _: () = #fit;)
        });
        quote! {
            #[allow(unused_imports, reason = "it has the bytes of types that exist on the host alone")]
            use #p::NotCounted as _;
            const __ARRAYS: &[::core::primitive::usize] = &[#(#sizes),*];
            #(#each)*
        }
    }

    /// The bytes of a type that is an array or may be one: a number by itself is not worth a word.
    fn array_type(&self, ty: &Type) -> Option<Bytes> {
        match ty {
            Type::Paren(inner) => self.array_type(&inner.elem),
            Type::Group(inner) => self.array_type(&inner.elem),
            Type::Reference(shared) if shared.mutability.is_none() => self.array_type(&shared.elem),
            Type::Array(array) => Some(self.length_of(&array.len)?.times(&self.type_bytes(&array.elem)?)),
            Type::Path(_) if number_bytes(ty).is_none() => self.type_bytes(ty),
            _ => None,
        }
    }

    /// The bytes of any type.
    fn type_bytes(&self, ty: &Type) -> Option<Bytes> {
        match ty {
            Type::Paren(inner) => self.type_bytes(&inner.elem),
            Type::Group(inner) => self.type_bytes(&inner.elem),
            Type::Array(_) => self.array_type(ty),
            Type::Tuple(tuple) => Bytes::sum(tuple.elems.iter().map(|part| self.type_bytes(part))),
            Type::Path(_) => Some(match number_bytes(ty) {
                Some(bytes) => Bytes::known(bytes),
                None if self.is_generic => Bytes::known(LEAST),
                None => {
                    let krate = self.krate;
                    Bytes::evaluated(quote!(#krate::private::Counted::<#ty>::BYTES))
                }
            }),
            _ => Some(Bytes::known(LEAST)),
        }
    }

    /// The bytes of an array by its value.
    fn array_value(&self, value: &Expr) -> Option<Bytes> {
        match value {
            Expr::Paren(inner) => self.array_value(&inner.expr),
            Expr::Group(inner) => self.array_value(&inner.expr),
            Expr::Reference(shared) if shared.mutability.is_none() => self.array_value(&shared.expr),
            Expr::Repeat(repeat) => Some(self.length_of(&repeat.len)?.times(&self.value_bytes(&repeat.expr)?)),
            Expr::Array(array) => {
                let elements: Option<Vec<Bytes>> = array.elems.iter().map(|value| self.value_bytes(value)).collect();
                let elements = elements?;
                // All elements have one type, so what is known of one holds for all.
                let known = elements.iter().filter(|bytes| bytes.known.is_some());
                let most = known.max_by_key(|bytes| bytes.known).or(elements.first())?;
                Some(Bytes::known(elements.len() as u64).times(most))
            }
            _ => None,
        }
    }

    /// The bytes of an element by its value.
    fn value_bytes(&self, value: &Expr) -> Option<Bytes> {
        match value {
            Expr::Paren(inner) => self.value_bytes(&inner.expr),
            Expr::Group(inner) => self.value_bytes(&inner.expr),
            Expr::Unary(unary) => self.value_bytes(&unary.expr),
            Expr::Repeat(_) | Expr::Array(_) => self.array_value(value),
            Expr::Tuple(tuple) => Bytes::sum(tuple.elems.iter().map(|part| self.value_bytes(part))),
            Expr::Cast(cast) => self.type_bytes(&cast.ty),
            Expr::Lit(literal) => Some(Bytes::known(literal_bytes(&literal.lit))),
            // `f32::MAX`
            Expr::Path(path) if path.path.segments.len() == 2 => {
                let of = &path.path.segments[0].ident;
                let is_constant = path.path.segments[1].ident.to_string().starts_with(char::is_uppercase);
                Some(Bytes::known(
                    number_named(&of.to_string()).filter(|_| is_constant).unwrap_or(LEAST),
                ))
            }
            _ => Some(Bytes::known(LEAST)),
        }
    }

    /// A length, where it is made of literals and constants alone.
    fn length_of(&self, length: &Expr) -> Option<Bytes> {
        if let Expr::Lit(literal) = length
            && let Lit::Int(number) = &literal.lit
        {
            return Some(Bytes::known(number.base10_parse().ok()?));
        }
        let is_constant = !self.is_generic && is_constant(length.to_token_stream());
        // In braces: what stands in it ends there.
        is_constant.then(|| Bytes::evaluated(quote!({ #length })))
    }
}

/// Whether a type is written as an array.
fn is_array(ty: &Type) -> bool {
    match ty {
        Type::Paren(inner) => is_array(&inner.elem),
        Type::Group(inner) => is_array(&inner.elem),
        Type::Reference(shared) => is_array(&shared.elem),
        ty => matches!(ty, Type::Array(_)),
    }
}

/// Whether a value is a new one, and no other name of one.
fn is_made(value: &Expr) -> bool {
    match value {
        Expr::Paren(inner) => is_made(&inner.expr),
        Expr::Group(inner) => is_made(&inner.expr),
        Expr::Reference(shared) => is_made(&shared.expr),
        value => matches!(value, Expr::Repeat(_) | Expr::Array(_) | Expr::Call(_)),
    }
}

/// Whether a value is filled element by element, for which there is a variable: `from_fn` and `map`.
fn is_filled(value: &Expr) -> bool {
    match value {
        Expr::Paren(inner) => is_filled(&inner.expr),
        Expr::Group(inner) => is_filled(&inner.expr),
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if is_from_fn(path)),
        Expr::MethodCall(call) => call.method == "map" && matches!(call.args.first(), Some(Expr::Closure(_))),
        _ => false,
    }
}

/// Whether these tokens name constants and types alone, and modules on the way to them: no variable of the function.
fn is_constant(tokens: TokenStream) -> bool {
    let mut trees = tokens.into_iter().peekable();
    while let Some(tree) = trees.next() {
        let is_constant = match &tree {
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                let is_path = matches!(trees.peek(), Some(TokenTree::Punct(colon)) if colon.as_char() == ':');
                is_path || name == "as" || name.starts_with(char::is_uppercase) || number_named(&name).is_some()
            }
            TokenTree::Group(group) => is_constant(group.stream()),
            _ => true,
        };
        if !is_constant {
            return false;
        }
    }
    true
}
