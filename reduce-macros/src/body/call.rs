//! Calls: methods, associated and free functions, struct literals.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprCall, ExprMethodCall, ExprStruct, Path, PathArguments};

use super::{Lowerer, Text, Value};

/// Traits whose functions have WGSL of their own.
const TRAIT_FUNCTIONS: [(&str, &str, &str); 4] = [
    ("combine", "Monoid", "wgsl_combine"),
    ("identity", "Monoid", "wgsl_identity"),
    ("lift", "Reduction", "wgsl_lift"),
    ("finish", "Reduction", "wgsl_finish"),
];

/// Methods that people reach for and that no GPU type has, with what to write instead.
const NO_METHODS: [(&[&str], &str); 4] = [
    (
        &["clone", "to_owned", "borrow", "as_ref", "into"],
        "the types of the GPU are Copy: use the value itself, or `as`",
    ),
    (
        &[
            "iter",
            "iter_mut",
            "into_iter",
            "map",
            "fold",
            "sum",
            "product",
            "collect",
            "zip",
            "filter",
        ],
        "write a `for` loop over indices",
    ),
    (
        &[
            "unwrap",
            "expect",
            "unwrap_or",
            "ok",
            "is_some",
            "is_none",
            "checked_add",
            "checked_sub",
            "checked_mul",
        ],
        "there is no Option and no Result: compare first, or use the wrapping_ methods",
    ),
    (
        &["push", "len", "is_empty", "swap", "sort", "get", "first", "last"],
        "arrays have a fixed length: use its constant and indices",
    ),
];

impl Lowerer<'_> {
    pub(super) fn method(&mut self, call: &ExprMethodCall) -> Option<Value> {
        let name = call.method.to_string();
        let values = self.sequence(std::iter::once(&*call.receiver).chain(&call.args));
        if let Some((_, remedy)) = NO_METHODS.iter().find(|(names, _)| names.contains(&name.as_str())) {
            return self.refuse(&call.method, &format!("the method `{name}`"), remedy);
        }
        let values = values?;
        let (receiver, rest) = values.split_first()?;
        let (slot, method, turbofish) = (self.slot(), &call.method, &call.turbofish);
        let (probe, others) = (&receiver.probe, rest.iter().map(|value| &value.probe));
        let (hash, texts, module) = (hash(&name), self.codes(&values), module());
        Some(Value::atom(
            quote_spanned!(call.span()=> #slot.is(#probe).#method #turbofish (#(#others),*)),
            Text::asked(quote_spanned!(method.span()=> #slot.call::<#hash>(&[#(#texts),*], #module))),
        ))
    }

    pub(super) fn call(&mut self, call: &ExprCall) -> Option<Value> {
        let Expr::Path(callee) = &*call.func else {
            return self.refuse(&call.func, "calling a value", "call a function by its name");
        };
        let path = &callee.path;
        let values = self.sequence(&call.args)?;
        let probes: Vec<&TokenStream> = values.iter().map(|value| &value.probe).collect();
        let last = path.segments.last()?;
        let name = last.ident.to_string();
        if name.starts_with(char::is_uppercase) {
            let slot = self.slot();
            let members = self.members(
                values
                    .iter()
                    .enumerate()
                    .map(|(index, value)| (index.to_string(), value)),
            );
            return Some(Value::atom(
                quote_spanned!(call.span()=> #slot.is(#callee(#(#probes),*))),
                Text::asked(quote!(#slot.construct(&[#(#members),*], "", module))),
            ));
        }
        let probe = quote_spanned!(call.span()=> #callee(#(#probes),*));
        let (texts, module) = (self.codes(&values), module());
        let (krate, owner) = (self.krate, owner(callee));
        let Some(owner) = owner else {
            return self.free_call(call, path, &values);
        };
        if let Some((_, of, wgsl)) = TRAIT_FUNCTIONS.iter().find(|(known, _, _)| *known == name) {
            let (of, wgsl) = (quote::format_ident!("{of}"), quote::format_ident!("{wgsl}"));
            let function = quote_spanned!(path.span()=> <#owner as #krate::private::#of>::#wgsl(#module));
            let code = quote!(#krate::private::called(#function, &[#(#texts),*]));
            return Some(Value::atom(probe, Text::asked(code)));
        }
        let hash = hash(&name);
        let code = quote_spanned!(last.ident.span()=> <#owner as #krate::private::Method<#hash>>::call(&[#(#texts),*], #module));
        Some(Value::atom(probe, Text::asked(code)))
    }

    /// A function with `#[gpu]`: beside it stands a type of its name, which knows its WGSL.
    fn free_call(&mut self, call: &ExprCall, path: &Path, values: &[Value]) -> Option<Value> {
        if path.get_ident().map(ToString::to_string) == self.function && self.function.is_some() {
            return self.refuse(path, "recursion", "WGSL has none: write a loop");
        }
        let mut companion = path.clone();
        if let Some(last) = companion.segments.last_mut() {
            last.arguments = PathArguments::None;
        }
        let (slot, probes, texts) = (self.slot(), values.iter().map(|value| &value.probe), self.codes(values));
        let (holes, module) = (values.iter().map(|_| quote!(_)), module());
        Some(Value::atom(
            quote_spanned!(call.span()=> (#slot.is(#path as fn(#(#holes),*) -> _))(#(#probes),*)),
            Text::asked(quote_spanned!(path.span()=> #companion::call(#slot.signature(), &[#(#texts),*], #module))),
        ))
    }

    pub(super) fn construct(&mut self, literal: &ExprStruct) -> Option<Value> {
        let base = literal.rest.as_deref();
        let exprs = literal.fields.iter().map(|field| &field.expr).chain(base);
        let mut values = self.sequence(exprs)?;
        let base = base.and_then(|_| values.pop()).map(|base| self.keep(base));
        let slot = self.slot();
        let path = &literal.path;
        let fields = literal.fields.iter().zip(&values).map(|(field, value)| {
            let (member, probe) = (&field.member, &value.probe);
            quote_spanned!(field.span()=> #member: #probe)
        });
        let rest = base.as_ref().map(|base| {
            let probe = &base.probe;
            quote!(..#probe)
        });
        let probe = quote_spanned!(literal.span()=> #slot.is(#path { #(#fields,)* #rest }));
        let names = literal
            .fields
            .iter()
            .map(|field| field.member.to_token_stream().to_string());
        let members = self.members(names.zip(&values));
        let base = base.map_or_else(
            || quote!(""),
            |base| {
                let code = base.text.code(self.krate);
                quote!(&#code)
            },
        );
        Some(Value::atom(
            probe,
            Text::asked(quote!(#slot.construct(&[#(#members),*], #base, module))),
        ))
    }

    fn codes(&self, values: &[Value]) -> Vec<TokenStream> {
        values.iter().map(|value| value.text.code(self.krate)).collect()
    }

    fn members<'v>(&self, members: impl Iterator<Item = (String, &'v Value)>) -> Vec<TokenStream> {
        members
            .map(|(name, value)| {
                let text = value.text.code(self.krate);
                quote!((#name, #text))
            })
            .collect()
    }
}

/// The module parameter where tokens stand at the user's: those can come from a `macro_rules`, which cannot name it.
fn module() -> syn::Ident {
    syn::Ident::new("module", proc_macro2::Span::call_site())
}

/// The type that an associated function belongs to; none for a free function.
fn owner(callee: &syn::ExprPath) -> Option<TokenStream> {
    if let Some(qself) = &callee.qself {
        let ty = &qself.ty;
        return Some(quote!(#ty));
    }
    let mut path = callee.path.clone();
    path.segments.pop();
    let last = path.segments.pop()?;
    let name = last.ident.to_string();
    let primitive = ["f32", "f64", "i32", "u32", "i64", "u64", "bool", "usize"].contains(&name.as_str());
    if !primitive && !name.starts_with(char::is_uppercase) {
        return None;
    }
    path.segments.push(last);
    Some(quote!(#path))
}

/// `reduce_core`'s `method::name`: the 64-bit FNV-1a hash that stands for a method at the type level.
pub(crate) fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
