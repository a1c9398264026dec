//! Arrays in buffers: element after element, or several numbers of 8 or 16 bits to a word, as in Rust.

use crate::types::construct::each_element;
use crate::types::gpu_type::GpuType;
use crate::types::stored::{Case, Members, Stored, read_plain, write_plain};
use crate::wgsl::Module;

/// Whether the elements fill whole words, several in each.
pub(crate) const fn is_packed<T: GpuType, const N: usize>() -> bool {
    T::PACKED != 0 && (N * T::PACKED).is_multiple_of(4)
}

// SAFETY: there is no padding between elements, and LAYOUT of the array evaluates that of its element; packed elements are numbers that are Pod.
unsafe impl<T: GpuType, const N: usize> Stored for [T; N] {
    const PLAIN: bool = T::PLAIN || is_packed::<T, N>();
    const BYTES: usize = N * if is_packed::<T, N>() { T::PACKED } else { T::BYTES };
    const ALIGNED: usize = T::ALIGNED;
    const TWIN: bool = T::TWIN || is_packed::<T, N>();

    fn write(&self, to: &mut [u8]) {
        if Self::PLAIN {
            return write_plain(self, to);
        }
        let mut members = Members::default();
        for element in self {
            members.write(element, to);
        }
    }

    fn read(from: &[u8], case: Case) -> Option<Self> {
        if Self::PLAIN {
            return read_plain(from);
        }
        let mut members = Members::default();
        let elements: Vec<T> = (0..N).map(|_| members.read(from, case)).collect::<Option<_>>()?;
        elements.try_into().ok()
    }

    fn wgsl_stored(module: &mut Module) -> String {
        if is_packed::<T, N>() {
            return format!("array<u32, {}>", Self::BYTES / 4);
        }
        format!("array<{}, {N}>", T::wgsl_stored(module))
    }

    fn wgsl_store(value: &str, module: &mut Module) -> String {
        Self::TABLE.store_of(value, module, &|module| {
            if is_packed::<T, N>() {
                return packed_words::<T, N>("value", module);
            }
            each_element(N, &mut |k| T::wgsl_store(&format!("value[{k}]"), module))
        })
    }

    fn wgsl_load(stored: &str, module: &mut Module) -> String {
        Self::TABLE.load_of(stored, module, &|module| {
            if is_packed::<T, N>() {
                let words = each_element(Self::BYTES / 4, &mut |k| format!("stored[{k}]"));
                return of_packed_words::<T, N>(&words, module);
            }
            each_element(N, &mut |k| T::wgsl_load(&format!("stored[{k}]"), module))
        })
    }
}

/// The words of a packed array.
pub(crate) fn packed_words<T: GpuType, const N: usize>(value: &str, module: &mut Module) -> Vec<String> {
    let each = 4 / T::PACKED;
    let word = |first: usize| {
        let bits = (0..each).map(|k| {
            let bits = T::wgsl_bits(&format!("{value}[{}]", first + k), module);
            match k {
                0 => bits,
                k => format!("({bits} << {}u)", 8 * T::PACKED * k),
            }
        });
        bits.collect::<Vec<_>>().join(" | ")
    };
    (0..N).step_by(each).map(word).collect()
}

/// The elements of a packed array of these words.
pub(crate) fn of_packed_words<T: GpuType, const N: usize>(words: &[String], module: &mut Module) -> Vec<String> {
    let each = 4 / T::PACKED;
    let element = |k: usize| {
        let word = words.get(k / each).map_or("", String::as_str);
        T::wgsl_unpacked(word, 8 * T::PACKED * (k % each), module)
    };
    (0..N).map(element).collect()
}
