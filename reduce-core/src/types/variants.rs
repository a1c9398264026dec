//! Enums: a word that says which variant a value is, in front of the fields of all variants, or that word alone.

use crate::types::gpu_type::GpuType;
use crate::wgsl::{Module, construct_of};

/// The member that says which variant a value is.
pub(crate) const VARIANT: &str = "variant";

/// The member of an Option that holds its value.
pub(crate) const SOME_VALUE: &str = "Some_0";

/// The condition that `value` is the variant called `name`; none if `T` has no such variant.
pub(crate) fn is_variant<T: GpuType>(value: &str, name: &str) -> Option<String> {
    let (_, word, _) = T::VARIANTS.iter().find(|(variant, ..)| *variant == name)?;
    // The struct of an enum with fields begins with its variant.
    let path = if T::MEMBERS.is_empty() {
        String::new()
    } else {
        format!(".{VARIANT}")
    };
    Some(format!("{value}{path} == {word}u"))
}

/// The value of the variant called `name` with these fields, by their Rust names; `kinds` are the types of the fields of all variants.
pub fn construct_variant<T: GpuType>(
    name: &str,
    given: &[(&str, String)],
    kinds: &[fn(&mut Module) -> String],
    module: &mut Module,
) -> Option<String> {
    let (_, word, fields) = T::VARIANTS.iter().find(|(variant, ..)| *variant == name)?;
    let mut members = vec![format!("{word}u")];
    // Fields of other variants are zeros, so that equal values have equal bits.
    for ((_, member), kind) in T::MEMBERS.iter().skip(1).zip(kinds) {
        let field = fields.iter().find(|(_, own)| own == member);
        let value = field.and_then(|(rust, _)| given.iter().find(|(name, _)| name == rust));
        members.push(value.map_or_else(|| format!("{}()", kind(module)), |(_, value)| value.clone()));
    }
    Some(construct_of(&T::wgsl_type(module), &members))
}
