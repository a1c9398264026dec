//! Scalars as words of 32 bits: how lanes exchange them, and how results are stored.

use std::vec::IntoIter;

use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

/// The expression that fetches a scalar from another lane.
pub(crate) fn shuffle(value: &str, distance: &str, module: &Module) -> String {
    format!("{}({value}, {distance})", module.fetch.built_in())
}

/// Declares the function that fetches a 64-bit integer from another lane, as two words.
///
/// Vulkan shuffles integers of 64 bits only where `shaderSubgroupExtendedTypes` was asked for, which wgpu does not do; floats it does.
pub(crate) fn shuffle_words<T: GpuType>(module: &mut Module) -> String {
    let kind = T::wgsl_name();
    let wanted = format!("{}_words_{kind}", module.fetch.name());
    module.function::<T>("fetch words", &wanted, &|module, name| {
        let [low, high] = [0, 1].map(|half| shuffle(&words("value", 8)[half], "distance", module));
        format!(
            "fn {name}(value: {kind}, distance: u32) -> {kind} {{\n    let low = {low};\n    let high = {high};\n    \
             return bitcast<{kind}>(u64(low) | (u64(high) << 32u));\n}}"
        )
    })
}

/// The scalar of 4 or 8 bytes that the next words spell.
pub(crate) fn of_words<T: GpuType>(words: &mut IntoIter<String>) -> String {
    let mut word = || words.next().unwrap_or_default();
    let (kind, low) = (T::wgsl_name(), word());
    match size_of::<T>() {
        4 if kind == "u32" => low,
        4 => format!("bitcast<{kind}>({low})"),
        _ => format!("bitcast<{kind}>(u64({low}) | (u64({}) << 32u))", word()),
    }
}

/// The words of a scalar of 4 or 8 bytes.
pub(crate) fn words(value: &str, bytes: usize) -> Vec<String> {
    if bytes == 4 {
        vec![format!("bitcast<u32>({value})")]
    } else {
        let halves = ["& 0xfffffffflu", ">> 32u"];
        halves.map(|half| format!("u32(bitcast<u64>({value}) {half})")).to_vec()
    }
}
