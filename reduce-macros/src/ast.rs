//! The user's item, as far as the derives look at it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Generics, Ident, Member, Path, Type, TypePath, Visibility};

use crate::attr::{self, FieldOptions, Repr, StructOptions};
use crate::errors::Errors;
use crate::wgsl;

/// The derive that was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Derive {
    GpuType,
    Reduce,
}

/// A struct with its options.
pub(crate) struct Struct<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    pub(crate) generics: &'a Generics,
    /// The fields that exist on the GPU.
    pub(crate) fields: Vec<Field<'a>>,
    /// `PhantomData` fields, which do not.
    pub(crate) phantoms: Vec<Member>,
    /// The variants of an enum, whose fields are those of all of them.
    pub(crate) variants: Vec<Variant<'a>>,
    pub(crate) options: StructOptions,
    pub(crate) repr: Repr,
    /// A hash of the item.
    pub(crate) fingerprint: u64,
    /// The crate that generated code refers to.
    pub(crate) krate: Path,
}

/// A variant of an enum.
pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) members: Vec<Member>,
    /// The number of its first field among those of all variants.
    pub(crate) first: usize,
}

/// A field with its options.
pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
    /// Its name in WGSL.
    pub(crate) wgsl: String,
    pub(crate) options: FieldOptions,
}

impl<'a> Struct<'a> {
    /// Reads `item`; a union is recorded as a mistake and read as a struct without fields.
    pub(crate) fn read(item: &'a DeriveInput, krate: &Path, errors: &Errors) -> Self {
        let options = attr::struct_options(&item.attrs, errors);
        let mut read = Self {
            ident: &item.ident,
            vis: &item.vis,
            generics: &item.generics,
            fields: Vec::new(),
            phantoms: Vec::new(),
            variants: Vec::new(),
            krate: options.krate.clone().unwrap_or_else(|| krate.clone()),
            options,
            repr: attr::repr(&item.attrs),
            fingerprint: crate::fingerprint::of_struct(item),
        };
        match &item.data {
            syn::Data::Struct(data) => read.read_fields(&data.fields, errors),
            syn::Data::Enum(data) => read.read_variants(data, errors),
            syn::Data::Union(_) => errors.at(
                &item.ident,
                "a union cannot be a GPU type: WGSL has none; use a u32 for the bits, and `to_bits`",
            ),
        }
        read
    }

    fn read_fields(&mut self, fields: &'a syn::Fields, errors: &Errors) {
        for (member, field) in fields.members().zip(fields) {
            let options = attr::field_options(&field.attrs, errors);
            if is_phantom(&field.ty) {
                let reduction = options.reduction.map(|reduction| reduction.place());
                let operator = options.operator.map(ToTokens::into_token_stream).or(reduction);
                if let Some(option) = operator.or(options.lift.map(ToTokens::into_token_stream)) {
                    errors.at(option, "PhantomData holds nothing to combine; remove this");
                }
                self.phantoms.push(member);
                continue;
            }
            self.fields.push(Field {
                ty: &field.ty,
                wgsl: member_name(&member),
                options: options.with_narrow_count(&field.ty),
                member,
            });
        }
    }

    fn read_variants(&mut self, data: &'a syn::DataEnum, errors: &Errors) {
        for variant in &data.variants {
            let first = self.fields.len();
            for (member, field) in variant.fields.members().zip(&variant.fields) {
                let name = spelled(&member);
                let wgsl = wgsl::member(&format!("{}_{}", variant.ident, name.trim_start_matches("r#")));
                if self.fields.iter().any(|other| other.wgsl == wgsl) {
                    errors.at(
                        &variant.ident,
                        format!("two fields of variants are `{wgsl}` in WGSL; rename one"),
                    );
                }
                let options = attr::field_options(&field.attrs, errors);
                self.fields.push(Field {
                    ty: &field.ty,
                    wgsl,
                    options,
                    member,
                });
            }
            self.variants.push(Variant {
                ident: &variant.ident,
                members: variant.fields.members().collect(),
                first,
            });
        }
    }

    /// Whether the fields are results of reductions.
    pub(crate) fn asks_for_results(&self) -> bool {
        self.fields.iter().any(|field| field.options.reduction.is_some())
    }

    /// Whether `path` is the struct itself.
    pub(crate) fn is_named_by(&self, path: &TypePath) -> bool {
        path.path.is_ident(self.ident) || path.path.is_ident("Self")
    }

    /// The WGSL name of the struct, before type parameters are appended.
    pub(crate) fn wgsl(&self) -> String {
        wgsl::declaration(&self.ident.to_string())
    }
}

impl Field<'_> {
    /// The declaration without its attributes: where a message about the whole field belongs.
    pub(crate) fn place(&self) -> TokenStream {
        let ty = self.ty;
        match &self.member {
            Member::Named(ident) => quote!(#ident #ty),
            Member::Unnamed(_) => quote!(#ty),
        }
    }

    /// Whether the field holds flags of 0 and 1.
    pub(crate) fn is_flag(&self) -> bool {
        if is_bool(self.ty) {
            return false;
        }
        let operator = self.options.operator.as_ref();
        operator.is_some_and(|operator| operator == "any" || operator == "all")
    }
}

/// Whether this is `bool`, or an array of it.
fn is_bool(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.is_ident("bool"),
        Type::Array(array) => is_bool(&array.elem),
        Type::Paren(inner) => is_bool(&inner.elem),
        Type::Group(inner) => is_bool(&inner.elem),
        _ => false,
    }
}

/// The WGSL name of a field: `ptr` becomes `ptr_`, `0` becomes `_0`.
pub(crate) fn member_name(member: &Member) -> String {
    match member {
        Member::Named(ident) => wgsl::member(&ident.to_string()),
        Member::Unnamed(index) => format!("_{}", index.index),
    }
}

/// A field as Rust names it.
pub(crate) fn spelled(member: &Member) -> String {
    match member {
        Member::Named(ident) => ident.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

fn is_phantom(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "PhantomData"))
}
