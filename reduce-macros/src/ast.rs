//! What the user wrote, as far as the derives look at it.

use syn::{DeriveInput, Generics, Ident, Member, Path, Type, Visibility};

use crate::attr::{self, FieldOptions, Repr, StructOptions};
use crate::check;
use crate::errors::Errors;

/// A struct with its options.
pub(crate) struct Struct<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    pub(crate) generics: &'a Generics,
    /// The fields that exist on the GPU.
    pub(crate) fields: Vec<Field<'a>>,
    /// `PhantomData` fields, which do not.
    pub(crate) phantoms: Vec<Member>,
    pub(crate) options: StructOptions,
    pub(crate) repr: Repr,
    /// The crate that generated code refers to.
    pub(crate) krate: Path,
}

/// A field with its options.
pub(crate) struct Field<'a> {
    pub(crate) original: &'a syn::Field,
    pub(crate) member: Member,
    pub(crate) ty: &'a Type,
    /// Its name in WGSL.
    pub(crate) wgsl: String,
    pub(crate) options: FieldOptions,
}

impl<'a> Struct<'a> {
    /// Reads `item`; enums and unions are recorded as mistakes and give no struct.
    pub(crate) fn read(item: &'a DeriveInput, krate: &Path, errors: &Errors) -> Option<Self> {
        let syn::Data::Struct(data) = &item.data else {
            errors.at(
                &item.ident,
                "only a struct can be a GPU type: WGSL has no enums and unions; use an integer field for the case",
            );
            return None;
        };
        let options = attr::struct_options(&item.attrs, errors);
        let (mut fields, mut phantoms) = (Vec::new(), Vec::new());
        for (member, original) in data.fields.members().zip(&data.fields) {
            if is_phantom(&original.ty) {
                phantoms.push(member);
                continue;
            }
            fields.push(Field {
                original,
                ty: &original.ty,
                wgsl: member_name(&member),
                options: attr::field_options(&original.attrs, errors),
                member,
            });
        }
        Some(Self {
            ident: &item.ident,
            vis: &item.vis,
            generics: &item.generics,
            fields,
            phantoms,
            krate: options.krate.clone().unwrap_or_else(|| krate.clone()),
            options,
            repr: attr::repr(&item.attrs),
        })
    }

    /// The WGSL name of the struct, before type parameters are appended.
    pub(crate) fn wgsl(&self) -> String {
        check::declaration(&self.ident.to_string())
    }
}

/// The WGSL name of a field: `ptr` becomes `ptr_`, `0` becomes `_0`.
pub(crate) fn member_name(member: &Member) -> String {
    match member {
        Member::Named(ident) => check::member(&ident.to_string()),
        Member::Unnamed(index) => format!("_{}", index.index),
    }
}

fn is_phantom(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "PhantomData"))
}
