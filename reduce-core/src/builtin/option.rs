//! `Option<T>` as a value of GPU functions and in states: a word that says whether there is a value, in front of it.

use std::vec::IntoIter;

use crate::hash::{fingerprint, name};
use crate::lower::comparison::{Part, comparison};
use crate::lower::method::Method;
use crate::needs::Needs;
use crate::types::columns::Values;
use crate::types::construct::construct;
use crate::types::gpu_type::{GpuType, Storable};
use crate::types::stored::{Case, Members, Stored, Variant, found};
use crate::types::variants::{SOME_VALUE as VALUE, construct_variant};
use crate::wgsl::Module;

// SAFETY: the text names types and indexes within their bounds.
unsafe impl<T: GpuType> GpuType for Option<T> {
    const NEEDS: Needs = T::NEEDS;
    const ALIGN: usize = 4;
    const FINGERPRINT: u64 = fingerprint(&[name("Option"), T::FINGERPRINT]);
    const MEMBERS: &'static [(&'static str, &'static str)] = &[("variant", "variant"), ("value", VALUE)];
    const VARIANTS: &'static [Variant] = &[("None", 0, &[]), ("Some", 1, &[("0", VALUE)])];
    type Columns = Values<Self>;

    fn wgsl_name() -> String {
        format!("Option_{}", T::wgsl_name())
    }

    fn wgsl_type(module: &mut Module) -> String {
        module.structure::<Self>(&Self::wgsl_name(), &|module| {
            vec![("variant", "u32".to_owned()), (VALUE, T::wgsl_type(module))]
        })
    }

    fn wgsl_value(self, module: &mut Module) -> String {
        let members = match self {
            None => ["0u".to_owned(), format!("{}()", T::wgsl_type(module))],
            Some(value) => ["1u".to_owned(), value.wgsl_value(module)],
        };
        construct::<Self>(&members, module)
    }

    fn wgsl_variant(variant: &str, given: &[(&str, String)], module: &mut Module) -> Option<String> {
        construct_variant::<Self>(variant, given, &[T::wgsl_type], module)
    }

    fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
        let members = [
            u32::wgsl_shuffle(&format!("{value}.variant"), distance, module),
            T::wgsl_shuffle(&format!("{value}.{VALUE}"), distance, module),
        ];
        construct::<Self>(&members, module)
    }

    fn wgsl_select(no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
        Self::TABLE.select_of(no, yes, condition, module, &|module| {
            vec![
                u32::wgsl_select("no.variant", "yes.variant", "condition", module),
                T::wgsl_select(&format!("no.{VALUE}"), &format!("yes.{VALUE}"), "condition", module),
            ]
        })
    }

    fn wgsl_words(value: &str, module: &mut Module) -> Vec<String> {
        let variant = u32::wgsl_words(&format!("{value}.variant"), module);
        [variant, T::wgsl_words(&format!("{value}.{VALUE}"), module)].concat()
    }

    fn wgsl_of_words(words: &mut IntoIter<String>, module: &mut Module) -> String {
        let members = [u32::wgsl_of_words(words, module), T::wgsl_of_words(words, module)];
        construct::<Self>(&members, module)
    }

    /// As Rust orders them: nothing is less than any value.
    fn wgsl_operator<Left: GpuType, Right: GpuType>(
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> Option<String> {
        let parts = [
            Part::of::<u32>(".variant"),
            Part::of_variant::<T>(format!(".{VALUE}"), 1),
        ];
        comparison::<Self>(symbol, left, right, module, &parts)
    }

    fn canonical(self) -> Self {
        self.map(T::canonical)
    }
}

// SAFETY: it is not plain, and the members of its twin are those of its members.
unsafe impl<T: GpuType> Stored for Option<T> {
    const PLAIN: bool = false;
    const BYTES: usize = 4 + T::BYTES;
    const ALIGNED: usize = 4;
    const MEMBERS_ALIGNED: usize = T::ALIGNED;
    const TWIN: bool = T::TWIN || T::ALIGNED > 4;

    fn write(&self, to: &mut [u8]) {
        let mut members = Members::default();
        members.write(&u32::from(self.is_some()), to);
        if let Some(value) = self {
            members.write(value, to);
        }
    }

    fn read(from: &[u8], case: Case) -> Option<Self> {
        let mut members = Members::default();
        let word: u32 = members.read(from, case)?;
        match case(found(word, 2), word, 2)? {
            0 => Some(None),
            _ => members.read(from, case).map(Some),
        }
    }

    fn wgsl_stored(module: &mut Module) -> String {
        Self::TABLE.stored_of(module, &|module| {
            vec![("variant", "u32".to_owned()), (VALUE, T::wgsl_stored(module))]
        })
    }

    fn wgsl_store(value: &str, module: &mut Module) -> String {
        Self::TABLE.store_of(value, module, &|module| {
            vec![
                "value.variant".to_owned(),
                T::wgsl_store(&format!("value.{VALUE}"), module),
            ]
        })
    }

    fn wgsl_load(stored: &str, module: &mut Module) -> String {
        Self::TABLE.load_of(stored, module, &|module| {
            vec![
                "stored.variant".to_owned(),
                T::wgsl_load(&format!("stored.{VALUE}"), module),
            ]
        })
    }
}

impl<T: GpuType> Storable for Option<T> {}

/// Declares the method of `Option<T>` with `text` behind its name, in which `$T` and `$Option` stand for both types, and calls it.
fn method<T: GpuType>(method: &'static str, text: &str, arguments: &[String], module: &mut Module) -> String {
    let wanted = format!("{}_{method}", crate::wgsl::snake_case(&Option::<T>::wgsl_name()));
    let function = module.function::<Option<T>>(method, &wanted, &|module, name| {
        let (kind, value) = (Option::<T>::wgsl_type(module), T::wgsl_type(module));
        let select_value = T::wgsl_select("other", &format!("x.{VALUE}"), "x.variant == 1u", module);
        let text = text
            .replace("$either", &select_value)
            .replace("$Option", &kind)
            .replace("$T", &value);
        format!("fn {name}{text}")
    });
    format!("{function}({})", arguments.join(", "))
}

macro_rules! methods {
    ($($name:literal => $text:literal,)*) => {$(
        // SAFETY: the text stands in this crate, and indexes nothing.
        unsafe impl<T: GpuType> Method<{ name($name) }> for Option<T> {
            fn call(arguments: &[String], module: &mut Module) -> String {
                method::<T>($name, $text, arguments, module)
            }
        }
    )*};
}

methods! {
    "is_some" => "(x: $Option) -> bool {\n    return x.variant == 1u;\n}",
    "is_none" => "(x: $Option) -> bool {\n    return x.variant == 0u;\n}",
    // Where Rust panics, the value is zero.
    "unwrap" => "(x: $Option) -> $T {\n    return x.Some_0;\n}",
    "unwrap_or" => "(x: $Option, other: $T) -> $T {\n    return $either;\n}",
}

// SAFETY: the text stands in this crate, and indexes nothing.
unsafe impl<T: GpuType + Default> Method<{ name("unwrap_or_default") }> for Option<T> {
    fn call(arguments: &[String], module: &mut Module) -> String {
        let default = T::default().wgsl_value(module);
        let arguments = [arguments, &[default]].concat();
        <Self as Method<{ name("unwrap_or") }>>::call(&arguments, module)
    }
}

/// Methods of two options, of which one is the result.
macro_rules! chosen {
    ($($name:literal: $($no:literal, $yes:literal, $condition:literal)&&+;)*) => {$(
        // SAFETY: the text stands in this crate, and indexes nothing.
        unsafe impl<T: GpuType> Method<{ name($name) }> for Option<T> {
            fn call(arguments: &[String], module: &mut Module) -> String {
                let wanted = format!("{}_{}", crate::wgsl::snake_case(&Self::wgsl_name()), $name);
                let function = module.function::<Self>(concat!("method ", $name), &wanted, &|module, name| {
                    let kind = Self::wgsl_type(module);
                    let none = None::<T>.wgsl_value(module);
                    let mut chosen = String::new();
                    $(
                        let no = $no.replace("none", &none).replace("chosen", &chosen);
                        chosen = Self::wgsl_select(&no, $yes, $condition, module);
                    )+
                    format!("fn {name}(x: {kind}, other: {kind}) -> {kind} {{\n    return {chosen};\n}}")
                });
                format!("{function}({})", arguments.join(", "))
            }
        }
    )*};
}

chosen! {
    "or": "other", "x", "x.variant == 1u";
    "xor": "none", "x", "other.variant == 0u" && "chosen", "other", "x.variant == 0u";
}

macro_rules! unchanged {
    ($($name:literal)*) => {$(
        // SAFETY: the text is that of the receiver.
        unsafe impl<T: GpuType> Method<{ name($name) }> for Option<T> {
            fn call(arguments: &[String], _: &mut Module) -> String {
                arguments.concat()
            }
        }
    )*};
}

// A shared reference is its value.
unchanged!("copied" "cloned" "as_ref");
