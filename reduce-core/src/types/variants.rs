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

/// How Rust compares the variants of an enum without fields; none where it does not.
#[derive(Debug)]
pub struct Compared<T: 'static> {
    /// All variants.
    pub all: &'static [T],
    /// `==`.
    pub equal: Option<fn(&T, &T) -> bool>,
    /// `<`.
    pub before: Option<fn(&T, &T) -> bool>,
}

impl<T: GpuType> Compared<T> {
    /// `left symbol right` of the words, which is what a derived comparison means; refuses another one.
    pub fn operate(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> Option<String> {
        let word = |value: &T| T::VARIANTS.iter().map(|(_, word, _)| *word).nth(self.place(value)?);
        let agrees = |rust: Option<fn(&T, &T) -> bool>, words: fn(u32, u32) -> bool| {
            let pairs = || self.all.iter().flat_map(|a| self.all.iter().map(move |b| (a, b)));
            rust.is_some_and(|rust| {
                pairs().all(|(a, b)| word(a).zip(word(b)).is_some_and(|(x, y)| rust(a, b) == words(x, y)))
            })
        };
        let derived = match symbol {
            "==" | "!=" => agrees(self.equal, |x, y| x == y),
            "<" | "<=" | ">" | ">=" => agrees(self.before, |x, y| x < y),
            _ => true,
        };
        if !derived {
            module.refuse(format!(
                "`{symbol}` of `{}` is not the one that Rust derives: match its variants, or call a function with `#[gpu]`",
                T::wgsl_name()
            ));
        }
        Some(format!("{left} {symbol} {right}"))
    }

    /// The number of the variant: the list of all holds it at the same place.
    fn place(&self, value: &T) -> Option<usize> {
        let text = |value: T| value.wgsl_value(&mut Module::new());
        self.all.iter().position(|known| text(*known) == text(*value))
    }
}

/// Asks for the comparisons of a type: the constants of this impl where it has them, and those of [`NotCompared`] elsewhere.
#[derive(Debug)]
pub struct AskedOrder<T>(std::marker::PhantomData<T>);

/// Likewise for `==`.
#[derive(Debug)]
pub struct AskedEquality<T>(std::marker::PhantomData<T>);

impl<T: PartialOrd> AskedOrder<T> {
    /// `<`.
    pub const COMPARED: Option<fn(&T, &T) -> bool> = Some(|a, b| a < b);
}

impl<T: PartialEq> AskedEquality<T> {
    /// `==`.
    pub const COMPARED: Option<fn(&T, &T) -> bool> = Some(|a, b| a == b);
}

/// The answer for types without that comparison.
pub trait NotCompared<T> {
    /// None.
    const COMPARED: Option<fn(&T, &T) -> bool> = None;
}

impl<T> NotCompared<T> for AskedOrder<T> {}
impl<T> NotCompared<T> for AskedEquality<T> {}
