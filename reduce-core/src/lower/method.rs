//! Methods in WGSL, with Rust's meaning: where a WGSL built-in means something else, a helper stands in.
//!
//! A macro does not know the type of a receiver, so a call `x.round()` becomes `T::call` of `Method<{name("round")}>`
//! for whatever T rustc infers. Methods that users write with `#[gpu]` implement the same trait. The methods of floats
//! are in `float` and `half`, the division of f32 in `quotient`, those of integers in `integer`, `wide_integer`, `narrow_integer` and `checked`;
//! `reduce-macros/SUBSET.md` lists them all.
//!
//! Helpers select instead of branching: a branch in a lift that is unrolled makes SwiftShader compile for minutes.

mod checked;
mod float;
pub(crate) mod half;
mod integer;
mod narrow_integer;
pub(crate) mod product;
pub(crate) mod quotient;
mod wide_integer;

use std::marker::PhantomData;

use crate::wgsl::{Module, operand};

/// The type has the method (or associated function) of this name on the GPU.
///
/// `By` says whose method it is: the type's own, or a trait's. Of a trait it is a type of the impl's crate, by which the impl may be one for a
/// foreign type such as f32.
///
/// # Safety
/// The text of the call reaches drivers without bounds checks, so only `#[gpu]` implements this trait.
#[diagnostic::on_unimplemented(
    message = "this method of `{Self}` has no WGSL",
    label = "not available on the GPU",
    note = "write `#[gpu]` on the impl block that defines it; for numbers, the methods that WGSL has are listed in the documentation of `gpu`"
)]
pub unsafe trait Method<const NAME: u64, By = Inherent> {
    /// Whether it takes `&mut self`: then the call gives the changed receiver.
    const CHANGES: bool = false;

    /// The WGSL expression of the call; the receiver is the first argument.
    fn call(arguments: &[String], module: &mut Module) -> String;
}

/// Says of a [`Method`] that it is no trait's.
#[derive(Debug)]
pub enum Inherent {}

/// Asks whether a type has a method of this name of its own: the constant of this impl where it has, and that of [`NoInherent`] elsewhere.
#[derive(Debug)]
pub struct AskedInherent<T, const NAME: u64>(PhantomData<T>);

impl<T: Method<NAME>, const NAME: u64> AskedInherent<T, NAME> {
    /// It has.
    pub const HAS: bool = true;
}

/// The answer for types without one.
pub trait NoInherent {
    /// It has none.
    const HAS: bool = false;
}

impl<T, const NAME: u64> NoInherent for AskedInherent<T, NAME> {}

/// A method name as a type, to key its function by.
#[derive(Debug)]
pub enum Named<const NAME: u64> {}

/// The words by which a text for several types names the parts of one of them.
pub(crate) trait Spelling {
    /// Pairs of a word and its replacement.
    const WORDS: &'static [(&'static str, &'static str)];

    /// `text` for this type.
    fn spell(text: &str) -> String {
        Self::WORDS
            .iter()
            .fold(text.to_owned(), |text, (word, spelling)| text.replace(word, spelling))
    }
}

/// `pattern` with `$0`, `$1`, … replaced by the arguments, in parentheses where something else could tear them apart.
///
/// A pattern names each argument once: an argument can be a long expression.
pub(crate) fn fill(pattern: &str, arguments: &[String]) -> String {
    let mut text = String::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    while let Some(at) = rest.find('$') {
        text.push_str(&rest[..at]);
        let index = rest[at + 1..]
            .chars()
            .next()
            .and_then(|digit| digit.to_digit(10))
            .unwrap_or(0) as usize;
        let after = &rest[at + 2..];
        let alone = (text.ends_with('(') || text.ends_with(", ")) && after.starts_with([',', ')']);
        let argument = arguments.get(index).map_or("", String::as_str);
        if alone {
            text.push_str(argument)
        } else {
            text.push_str(&operand(argument))
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

/// Declares the helper `wanted` of the method `role` of `T` with `text` behind its name, and calls it.
pub(crate) fn helper<T: Spelling + 'static>(
    role: &'static str,
    wanted: &str,
    text: &str,
    arguments: &[String],
    module: &mut Module,
) -> String {
    let function = module.function::<T>(role, &T::spell(wanted), &|_, name| {
        format!("fn {name}{}", T::spell(text))
    });
    format!("{function}({})", arguments.join(", "))
}

/// Methods of a number that WGSL holds as a wider one, whose methods they are.
macro_rules! held {
    (@one $t:ty, $wide:ty, [$($method:literal)*]) => {$(
        // SAFETY: the text stands in this crate, and indexes nothing.
        unsafe impl $crate::lower::method::Method<{ $crate::hash::name($method) }> for $t {
            fn call(arguments: &[String], module: &mut $crate::wgsl::Module) -> String {
                <$wide as $crate::lower::method::Method<{ $crate::hash::name($method) }>>::call(arguments, module)
            }
        }
    )*};
    ($($t:ty as $wide:ty),* => $methods:tt) => {$(
        $crate::lower::method::held!(@one $t, $wide, $methods);
    )*};
}

/// Methods that are one WGSL expression, which names each argument once.
macro_rules! expressions {
    (@one $t:ty { $($method:literal => $pattern:literal,)* }) => {$(
        // SAFETY: the text stands in this crate, and indexes nothing.
        unsafe impl $crate::lower::method::Method<{ $crate::hash::name($method) }> for $t {
            fn call(arguments: &[String], _: &mut $crate::wgsl::Module) -> String {
                $crate::lower::method::fill(&<$t as $crate::lower::method::Spelling>::spell($pattern), arguments)
            }
        }
    )*};
    ($($t:ty)* => $methods:tt) => {$(
        $crate::lower::method::expressions!(@one $t $methods);
    )*};
}

/// Methods that need a function of their own: its name, and its text behind the name; in front, in brackets, the method that it calls and the word
/// for that in the text, and `branches` if it has an `if` or a loop.
macro_rules! functions {
    (@one $t:ty { $($method:literal => $([$called:literal as $word:literal])? $($branches:ident)? $function:literal $text:literal,)* }) => {$(
        // SAFETY: the text stands in this crate, and indexes nothing.
        unsafe impl $crate::lower::method::Method<{ $crate::hash::name($method) }> for $t {
            fn call(arguments: &[String], module: &mut $crate::wgsl::Module) -> String {
                $(module.$branches();)?
                let text = $text;
                // Declares what it calls, whose name the user may have taken.
                $(
                    let called = <$t as $crate::lower::method::Method<{ $crate::hash::name($called) }>>::call(&["x".to_owned()], module);
                    let text = &text.replace($word, called.split('(').next().unwrap_or_default());
                )?
                $crate::lower::method::helper::<$t>(concat!("method ", $method), $function, text, arguments, module)
            }
        }
    )*};
    ($($t:ty)* => $methods:tt) => {$(
        $crate::lower::method::functions!(@one $t $methods);
    )*};
}

pub(crate) use {expressions, functions, held};

#[cfg(test)]
mod tests {
    use super::{Method, quotient};
    use crate::hash::name;
    use crate::types::gpu_type::GpuType;
    use crate::wgsl::Module;

    fn called<T: Method<NAME>, const NAME: u64>(module: &mut Module) {
        T::call(&["a".to_owned(), "b".to_owned(), "c".to_owned()], module);
    }

    /// Whether naga sees a branch in the functions of `module`.
    fn has_branches(module: &Module) -> bool {
        use naga::{Block, Statement};
        fn branches(block: &Block) -> bool {
            block.iter().any(|statement| match statement {
                Statement::If { .. } | Statement::Switch { .. } | Statement::Loop { .. } => true,
                Statement::Block(inner) => branches(inner),
                _ => false,
            })
        }
        let parsed = naga::front::wgsl::parse_str(&module.to_string()).unwrap_or_else(|why| panic!("{module}: {why}"));
        parsed.functions.iter().any(|(_, function)| branches(&function.body))
    }

    fn agrees<T: GpuType>(declare: impl FnOnce(&mut Module), what: &str) {
        let mut module = Module::new();
        T::wgsl_type(&mut module);
        declare(&mut module);
        assert_eq!(module.flow().branches, has_branches(&module), "{what}:\n{module}");
    }

    #[test]
    fn helpers_say_whether_they_branch() {
        macro_rules! check {
            ($($t:ty { $($method:literal)* })*) => {$($(
                agrees::<$t>(called::<$t, { name($method) }>, concat!(stringify!($t), "::", $method));
            )*)*};
        }
        check! {
            f32 { "powi" "powf" "rem_euclid" "div_euclid" "hypot" "round" "sin_cos" "signum" "copysign" }
            i32 { "pow" "wrapping_pow" "rotate_left" "rem_euclid" "div_euclid" "abs_diff" "saturating_add" }
            u32 { "pow" "wrapping_pow" "rotate_right" "leading_zeros" "saturating_sub" "isqrt" }
            i64 { "pow" "wrapping_pow" "abs_diff" }
            u64 { "pow" "wrapping_pow" "leading_zeros" }
        }
        let arguments = ["a".to_owned(), "b".to_owned()];
        agrees::<f32>(
            |module| drop(quotient::exact(&arguments, module)),
            "a quotient by integers",
        );
        agrees::<f32>(
            |module| drop(quotient::corrected(&arguments, module)),
            "a corrected quotient",
        );
    }

    #[test]
    fn helpers_call_what_they_declare_where_the_name_is_taken() {
        let mut module = Module::new();
        module.unique("trunc_f64");
        called::<f64, { name("fract") }>(&mut module);
        let text = module.to_string();
        assert!(
            text.contains("fn trunc_f64_2(x: f64)") && text.contains("x - trunc_f64_2(x)"),
            "{text}"
        );
        let mut module = Module::new();
        module.unique("quotient_f32");
        quotient::corrected(&["a".to_owned(), "b".to_owned()], &mut module);
        let text = module.to_string();
        assert!(
            text.contains("fn quotient_f32_2(") && text.contains("return quotient_f32_2(a, b);"),
            "{text}"
        );
    }
}
