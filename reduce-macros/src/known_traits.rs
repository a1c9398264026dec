//! Traits by their names: those of the standard library and of the framework, and what marks those of the user's.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{ExprPath, Ident, Path};

/// The hidden associated type. rustc names it where a trait or an impl lacks `#[gpu]`, so it says what to do.
const MARK: &str = "NeedsGpuOnTraitAndImpl";

/// Traits of the standard library, which types outside of the GPU have as well. Without `Sum` and `Product`, names that people give to traits of their own.
const OF_ANY_TYPE: [&str; 36] = [
    "Add",
    "AddAssign",
    "BitAnd",
    "BitAndAssign",
    "BitOr",
    "BitOrAssign",
    "BitXor",
    "BitXorAssign",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Div",
    "DivAssign",
    "Eq",
    "From",
    "Hash",
    "Into",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Rem",
    "RemAssign",
    "Send",
    "Shl",
    "ShlAssign",
    "Shr",
    "ShrAssign",
    "Sub",
    "SubAssign",
    "Sync",
];

/// Traits of the framework, whose types are those of the GPU or no values at all.
pub(crate) const OF_THE_FRAMEWORK: [&str; 14] = [
    "DeviceOutput",
    "Element",
    "GpuType",
    "Integer",
    "Monoid",
    "Number",
    "Operator",
    "Real",
    "Reduction",
    "Rounded",
    "Scalar",
    "Statistic",
    "Storable",
    "Unpadded",
];

/// Whether a trait of this name is one of the standard library, which types outside of the GPU have as well.
pub(crate) fn is_of_any_type(name: &str) -> bool {
    OF_ANY_TYPE.contains(&name)
}

/// Traits of the standard library and of the framework that are no one's own.
const FOREIGN: [&str; 21] = [
    "AsRef",
    "BitXor",
    "Borrow",
    "Deref",
    "DerefMut",
    "Drop",
    "Element",
    "Fn",
    "FnMut",
    "FnOnce",
    "FromIterator",
    "FromStr",
    "GpuType",
    "Index",
    "IndexMut",
    "IntoIterator",
    "Iterator",
    "Number",
    "Product",
    "Scalar",
    "Sum",
];

/// Whether a trait of this name is not the user's.
pub(crate) fn is_foreign(name: &str) -> bool {
    FOREIGN.contains(&name)
}

/// The hidden associated type by its name.
pub(crate) fn mark() -> Ident {
    Ident::new(MARK, Span::call_site())
}

/// What tells the functions of this trait from those of the same name in other traits, where `<T as Trait>::function` is called.
pub(crate) fn mark_of_qualified(callee: &ExprPath) -> Option<TokenStream> {
    let qself = callee.qself.as_ref().filter(|qself| qself.position > 0)?;
    let segments = callee.path.segments.iter().take(qself.position).cloned();
    let of = Path {
        leading_colon: callee.path.leading_colon,
        segments: segments.collect(),
    };
    let name = of.segments.last()?.ident.to_string();
    if is_of_any_type(&name) || is_foreign(&name) || OF_THE_FRAMEWORK.contains(&name.as_str()) {
        return None;
    }
    let (ty, mark) = (&qself.ty, mark());
    Some(quote!(<#ty as #of>::#mark))
}
