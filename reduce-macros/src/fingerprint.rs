//! A hash of the Rust of an item, by which two operators of one name are told apart.
//!
//! It depends on the tokens alone: not on layout, comments, documentation or attributes of other macros, and on nothing that is
//! generated from them.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::{Attribute, DeriveInput, GenericParam, Generics};

/// FNV-1a, with a byte behind each token that no token holds.
struct Hash(u64);

impl Hash {
    fn bytes(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// All tokens but attributes.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(tree) = tokens.next() {
            match tree {
                TokenTree::Punct(punct)
                    if punct.as_char() == '#' && matches!(tokens.peek(), Some(TokenTree::Group(_))) =>
                {
                    tokens.next();
                }
                TokenTree::Group(group) => {
                    self.bytes(match group.delimiter() {
                        proc_macro2::Delimiter::Parenthesis => "(",
                        proc_macro2::Delimiter::Brace => "{",
                        proc_macro2::Delimiter::Bracket => "[",
                        proc_macro2::Delimiter::None => "",
                    });
                    self.tokens(group.stream());
                    self.bytes(")");
                }
                other => self.bytes(&other.to_string()),
            }
        }
    }

    /// The content of `#[reduce(…)]`.
    fn options(&mut self, attributes: &[Attribute]) {
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("reduce"))
        {
            self.tokens(attribute.meta.to_token_stream());
        }
    }
}

/// The fingerprint of these tokens.
pub(crate) fn of(tokens: TokenStream) -> u64 {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    hash.tokens(tokens);
    hash.0
}

/// The fingerprint of a type with a derive: its name, its parameters, its fields or variants, and their options.
pub(crate) fn of_struct(item: &DeriveInput) -> u64 {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let (ident, generics) = (&item.ident, &item.generics);
    hash.options(&item.attrs);
    hash.tokens(quote!(#ident #generics));
    if let syn::Data::Struct(data) = &item.data {
        for field in &data.fields {
            let (ident, ty) = (&field.ident, &field.ty);
            hash.options(&field.attrs);
            hash.tokens(quote!(#ident #ty));
        }
    }
    if let syn::Data::Enum(data) = &item.data {
        for variant in &data.variants {
            let (ident, number) = (&variant.ident, variant.discriminant.as_ref().map(|(_, number)| number));
            hash.tokens(quote!(#ident #number));
            for field in &variant.fields {
                let (ident, ty) = (&field.ident, &field.ty);
                hash.tokens(quote!(#ident #ty));
            }
        }
    }
    hash.0
}

/// The expression of a fingerprint with the constant parameters of the item, whose values the tokens do not tell.
pub(crate) fn with_constants(fingerprint: u64, generics: &Generics, p: &TokenStream) -> TokenStream {
    let constants = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Const(constant) => Some(&constant.ident),
        _ => None,
    });
    quote!(#p::fingerprint(&[#fingerprint #(, #constants as ::core::primitive::u64)*]))
}

/// `reduce_core`'s `method::name`: the 64-bit FNV-1a hash that stands for a method at the type level.
pub(crate) fn hash(name: &str) -> u64 {
    name.trim_start_matches("r#")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}
