//! Structs in WGSL: made of their members, chosen between, and fetched from other lanes.

use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

/// The WGSL expression of a struct with these members.
pub fn construct<T: GpuType>(members: &[String], module: &mut Module) -> String {
    T::TABLE.construct(members, module)
}

/// The values of the members of a struct: those that are given, and those of `base`.
pub(crate) fn members_given(members: &[(&str, &str)], given: &[(&str, String)], base: &str) -> Vec<String> {
    let value = |(rust, wgsl): &(&str, &str)| match given.iter().find(|(name, _)| name == rust) {
        Some((_, value)) => value.clone(),
        None => format!("{base}.{wgsl}"),
    };
    members.iter().map(value).collect()
}

/// The texts of so many elements: compiled once, and not once per type of array.
pub(crate) fn each_element(count: usize, text: &mut dyn FnMut(usize) -> String) -> Vec<String> {
    (0..count).map(text).collect()
}

/// The texts of all words of so many elements.
pub(crate) fn words_of_elements(count: usize, words: &mut dyn FnMut(usize) -> Vec<String>) -> Vec<String> {
    (0..count).flat_map(words).collect()
}

/// Declares the function that fetches a `T` from the lane at a distance.
pub(crate) fn shuffle_function<T: GpuType>(module: &mut Module) -> String {
    T::TABLE.shuffle_function(module)
}
