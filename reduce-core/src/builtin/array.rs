//! Arrays: their WGSL spelling, values and comparisons. Their form in buffers is in `types/stored_array.rs`.

use std::vec::IntoIter;

use crate::hash::{fingerprint, name};
use crate::lower::comparison::{Part, comparison};
use crate::lower::method::Method;
use crate::needs::Needs;
use crate::types::columns::ArrayStrip;
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
        let elements = self.map(|element| element.wgsl_value(module));
        format!("{}({})", Self::wgsl_type(module), elements.join(", "))
    }

    fn wgsl_shuffle_xor(value: &str, distance: &str, module: &mut Module) -> String {
        let elements: Vec<String> = (0..N)
            .map(|k| T::wgsl_shuffle_xor(&format!("{value}[{k}]"), distance, module))
            .collect();
        format!("{}({})", Self::wgsl_type(module), elements.join(", "))
    }

    fn wgsl_select(no: &str, yes: &str, condition: &str, module: &mut Module) -> String {
        crate::types::construct::select::<Self>(no, yes, condition, module, |module| {
            (0..N)
                .map(|k| T::wgsl_select(&format!("no[{k}]"), &format!("yes[{k}]"), "condition", module))
                .collect()
        })
    }

    fn wgsl_words(value: &str, module: &mut Module) -> Vec<String> {
        if is_packed::<T, N>() {
            return packed_words::<T, N>(value, module);
        }
        (0..N)
            .flat_map(|k| T::wgsl_words(&format!("{value}[{k}]"), module))
            .collect()
    }

    fn wgsl_of_words(words: &mut IntoIter<String>, module: &mut Module) -> String {
        let elements: Vec<String> = if is_packed::<T, N>() {
            let words: Vec<String> = words.take(N * T::PACKED / 4).collect();
            of_packed_words::<T, N>(&words, module)
        } else {
            (0..N).map(|_| T::wgsl_of_words(words, module)).collect()
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

    fn canonical(self) -> Self {
        self.map(T::canonical)
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
