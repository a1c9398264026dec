//! Values made of their members: struct literals, tuples, and variants.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ExprStruct;
use syn::spanned::Spanned as _;

use super::{Lowerer, Text, Value, module};
use crate::ast::spelled;

impl Lowerer<'_> {
    pub(super) fn construct(&mut self, literal: &ExprStruct) -> Option<Value> {
        let base = literal.rest.as_deref();
        let exprs = literal.fields.iter().map(|field| &field.expr).chain(base);
        let mut values = self.sequence(exprs)?;
        let base = base.and_then(|expr| {
            let value = values.pop()?;
            // Named once for each member that comes from it; a value that is a name already needs no other.
            Some(if self.is_place(expr) { value } else { self.keep(value) })
        });
        let path = &literal.path;
        let qself = literal.qself.as_ref();
        if let Some(qself) = qself {
            return self.refuse(&qself.ty, "a struct by `<…>`", "write the struct's name");
        }
        let fields = literal.fields.iter().zip(&values).map(|(field, value)| {
            let (member, probe) = (&field.member, &value.probe);
            quote_spanned!(field.span()=> #member: #probe)
        });
        let rest = base.as_ref().map(|base| {
            let probe = &base.probe;
            quote!(..#probe)
        });
        let probe = quote_spanned!(literal.span()=> #path { #(#fields,)* #rest });
        let names = literal.fields.iter().map(|field| spelled(&field.member));
        let name = path.segments.last().map(|last| last.ident.to_string());
        Some(self.constructed(
            literal,
            &name.unwrap_or_default(),
            &probe,
            names.zip(&values),
            base.as_ref(),
        ))
    }

    /// A struct or tuple at `place` of these members, the missing ones of which come from `base`; or the variant of that name.
    pub(super) fn constructed<'v>(
        &mut self,
        place: impl ToTokens,
        name: &str,
        probe: &TokenStream,
        members: impl Iterator<Item = (String, &'v Value)>,
        base: Option<&Value>,
    ) -> Value {
        let (slot, module, krate) = (self.slot(&place), module(), self.krate);
        let mut constant = base.is_none_or(|base| base.constant);
        let members = members.map(|(name, value)| {
            constant &= value.constant;
            let text = value.listed().code(krate);
            quote!((#name, #text))
        });
        let members: Vec<TokenStream> = members.collect();
        let base = base.map(|base| base.text.code(krate));
        let base = base.map_or_else(|| quote!(""), |code| quote!(&#code));
        let arguments = quote!(#name, &[#(#members),*], #base, #module);
        let span = place.to_token_stream().span();
        let text = self.ask(&slot, place, "construct", &arguments);
        Value::atom(quote_spanned!(span=> #slot.is(#probe)), Text::asked(text, None)).constant_if(constant)
    }
}
