//! Arrays: their WGSL spelling, values and comparisons. Their form in buffers is in `types/stored_array.rs`.

use std::vec::IntoIter;

use crate::hash::{fingerprint, name};
use crate::lower::comparison::{Part, comparison};
use crate::lower::method::Method;
use crate::needs::Needs;
use crate::types::columns::ArrayStrip;
use crate::types::construct::{each_element, words_of_elements};
use crate::types::gpu_type::GpuType;
use crate::types::stored_array::{is_packed, of_packed_words, packed_words};
use crate::wgsl::Module;

// SAFETY: the text names types and indexes within their bounds.
unsafe impl<T: GpuType, const N: usize> GpuType for [T; N] {
    const NEEDS: Needs = T::NEEDS;
    const ALIGN: usize = T::ALIGN;
    const FINGERPRINT: u64 = fingerprint(&[name("array"), T::FINGERPRINT, N as u64]);
    const LAYOUT: () = T::LAYOUT;
    type Columns = ArrayStrip<T::Columns, N>;

    fn wgsl_name() -> String {
        format!("{}x{N}", T::wgsl_name())
    }

    fn wgsl_type(module: &mut Module) -> String {
        format!("array<{}, {N}>", T::wgsl_type(module))
    }

    fn wgsl_value(self, module: &mut Module) -> String {
        let elements = each_element(N, &mut |k| self[k].wgsl_value(module));
        format!("{}({})", Self::wgsl_type(module), elements.join(", "))
    }

    fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
        let elements = each_element(N, &mut |k| T::wgsl_shuffle(&format!("{value}[{k}]"), distance, module));
        format!("{}({})", Self::wgsl_type(module), elements.join(", "))
    }

    fn wgsl_select(no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
        Self::TABLE.select_of(no, yes, condition, module, &|module| {
            each_element(N, &mut |k| {
                T::wgsl_select(&format!("no[{k}]"), &format!("yes[{k}]"), "condition", module)
            })
        })
    }

    fn wgsl_words(value: &str, module: &mut Module) -> Vec<String> {
        if is_packed::<T, N>() {
            return packed_words::<T, N>(value, module);
        }
        words_of_elements(N, &mut |k| T::wgsl_words(&format!("{value}[{k}]"), module))
    }

    fn wgsl_of_words(words: &mut IntoIter<String>, module: &mut Module) -> String {
        let elements = if is_packed::<T, N>() {
            let words: Vec<String> = words.take(N * T::PACKED / 4).collect();
            of_packed_words::<T, N>(&words, module)
        } else {
            each_element(N, &mut |_| T::wgsl_of_words(words, module))
        };
        format!("{}({})", Self::wgsl_type(module), elements.join(", "))
    }

    fn wgsl_operator<Left: GpuType, Right: GpuType>(
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> Option<String> {
        let parts: Vec<Part> = (0..N).map(|k| Part::of::<T>(format!("[{k}]"))).collect();
        comparison::<Self>(symbol, left, right, module, &parts)
    }

    fn canonical(mut self) -> Self {
        for element in &mut self {
            *element = element.canonical();
        }
        self
    }
}

// SAFETY: the text of the call indexes nothing.
unsafe impl<T: GpuType, const N: usize> Method<{ name("len") }> for [T; N]
where
    Self: GpuType,
{
    fn call(_: &[String], _: &mut Module) -> String {
        format!("{N}u")
    }
}
