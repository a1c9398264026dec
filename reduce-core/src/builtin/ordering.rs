//! `std::cmp::Ordering` as a value of GPU functions: 0, 1 and 2 for less, equal and greater. The methods that give one are in `lower::order`.

use std::cmp::Ordering;

use crate::hash::{fingerprint, name};
use crate::lower::method::{Method, Spelling, expressions};
use crate::lower::operable::{Comparable, Matched, Operable};
use crate::needs::Needs;
use crate::types::columns::Values;
use crate::types::gpu_type::{GpuType, Storable};
use crate::types::kind::Kind;
use crate::types::stored::{Case, Stored, Variant, read_number};
use crate::wgsl::Module;

// SAFETY: the text is a number.
unsafe impl GpuType for Ordering {
    const NEEDS: Needs = Needs::NONE;
    const ALIGN: usize = 4;
    const FINGERPRINT: u64 = fingerprint(&[name("Ordering")]);
    const KIND: Kind = Kind::Unsigned(32);
    const SCALAR: bool = true;
    const VARIANTS: &'static [Variant] = &[("Less", 0, &[]), ("Equal", 1, &[]), ("Greater", 2, &[])];
    type Columns = Values<Self>;

    fn wgsl_name() -> String {
        "Ordering".to_owned()
    }

    fn wgsl_type(_: &mut Module) -> String {
        "u32".to_owned()
    }

    fn wgsl_value(self, module: &mut Module) -> String {
        word(self).wgsl_value(module)
    }

    fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
        u32::wgsl_shuffle(value, distance, module)
    }
}

/// The number of the variant.
fn word(ordering: Ordering) -> u32 {
    match ordering {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

// SAFETY: it is not plain, and its twin is its number.
unsafe impl Stored for Ordering {
    const PLAIN: bool = false;
    const BYTES: usize = 4;
    const ALIGNED: usize = 4;

    fn write(&self, to: &mut [u8]) {
        word(*self).write(to);
    }

    fn read(from: &[u8], case: Case) -> Option<Self> {
        Some(match read_number::<Self>(from, case, 3)? {
            0 => Self::Less,
            1 => Self::Equal,
            _ => Self::Greater,
        })
    }
}

impl Storable for Ordering {}
impl Matched for Ordering {}
impl Operable for Ordering {}
impl Comparable for Ordering {}

impl Spelling for Ordering {
    const WORDS: &'static [(&'static str, &'static str)] = &[];
}

expressions!(Ordering => {
    "is_lt" => "($0 == 0u)",
    "is_eq" => "($0 == 1u)",
    "is_gt" => "($0 == 2u)",
    "is_le" => "($0 != 2u)",
    "is_ne" => "($0 != 1u)",
    "is_ge" => "($0 != 0u)",
    "reverse" => "(2u - $0)",
});

// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("then") }> for Ordering {
    fn call(arguments: &[String], module: &mut Module) -> String {
        let function = module.function::<Self>("then", "ordering_then", &|_, name| {
            format!("fn {name}(first: u32, second: u32) -> u32 {{\n    return select(first, second, first == 1u);\n}}")
        });
        format!("{function}({})", arguments.join(", "))
    }
}
