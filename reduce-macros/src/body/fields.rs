//! Patterns with fields: of structs, and of the variants of enums, which their types know.

use quote::quote;
use syn::{Pat, Path};

use super::pattern::{Fit, Place, Subject, Test};
use super::{Level, Lowerer, Text};
use crate::wgsl;

impl Lowerer<'_> {
    /// The fields of a struct or of a variant, with these names in Rust.
    pub(super) fn fit_fields<'p>(
        &mut self,
        whole: &Pat,
        path: &Path,
        members: &[String],
        patterns: impl ExactSizeIterator<Item = &'p Pat>,
        place: &Place<'_>,
        subject: &mut Subject,
    ) -> Option<Fit> {
        let name = path
            .segments
            .last()
            .map(|last| last.ident.to_string())
            .unwrap_or_default();
        let kind = self.named(path);
        let text = place.text.clone();
        if kind == Names::Struct {
            let part = |index: usize| text.clone().then(&format!(".{}", member_of_struct(&members[index])));
            return self.fit_all(whole, patterns, part, place, subject);
        }
        let slot = self.slot_of(whole, place, subject);
        let code = text.code(self.krate);
        let test = self.ask(&slot, whole, "is_variant", &quote!(#name, &#code));
        let parts: Vec<Text> = members
            .iter()
            .map(|member| {
                let member = self.ask(&slot, whole, "member", &quote!(#name, #member));
                text.clone().and(Text::asked(member, None))
            })
            .collect();
        let fit = self.fit_all(whole, patterns, |index| parts[index].clone(), place, subject)?;
        Some(Fit::only(Test::new(Text::asked(test, None), Level::Comparison)).and(fit))
    }
}

/// What the path of a pattern with fields names.
#[derive(Clone, Copy, PartialEq)]
enum Names {
    Struct,
    /// A variant, or where variants are imported a struct or a variant, as its type says.
    Variant,
}

impl Lowerer<'_> {
    /// What this path names: a variant is one of Option's, or stands behind the name of a type, if the body does not import variants.
    fn named(&self, path: &Path) -> Names {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let is_variant = match names.as_slice() {
            [name] => name == "Some" || self.imports_variants && name != "Self",
            [.., of, name] => {
                let is_associated = of == "Self" && ["Input", "State", "Output"].contains(&name.as_str());
                of.starts_with(char::is_uppercase) && !is_associated
            }
            [] => false,
        };
        if is_variant { Names::Variant } else { Names::Struct }
    }
}

/// The WGSL name of a member of a struct.
fn member_of_struct(member: &str) -> String {
    if member.starts_with(|first: char| first.is_ascii_digit()) {
        format!("_{member}")
    } else {
        wgsl::member(member)
    }
}
