//! Structs in WGSL: made of their members, chosen between, and fetched from other lanes.

use crate::types::gpu_type::GpuType;
use crate::wgsl::{Module, construct_of, snake_case};

/// The WGSL expression of a struct with these members.
pub fn construct<T: GpuType>(members: &[String], module: &mut Module) -> String {
    construct_of(&T::wgsl_type(module), members)
}

/// The call that selects between two values of a struct or an array, part by part.
pub fn select<T: GpuType>(
    no: &str,
    yes: &str,
    condition: &str,
    module: &mut Module,
    members: impl FnOnce(&mut Module) -> Vec<String>,
) -> String {
    let name = format!("select_{}", snake_case(&T::wgsl_name()));
    let function = module.function::<T>("select", &name, |module, name| {
        let kind = T::wgsl_type(module);
        let members = members(module);
        let value = construct::<T>(&members, module);
        format!("fn {name}(no: {kind}, yes: {kind}, condition: bool) -> {kind} {{\n    return {value};\n}}")
    });
    format!("{function}({no}, {yes}, {condition})")
}

/// Declares the function that fetches a `T` from the lane at a xor-distance.
pub(crate) fn shuffle_xor<T: GpuType>(module: &mut Module) -> String {
    module.function::<T>(
        "shuffle_xor",
        &format!("shuffle_xor_{}", snake_case(&T::wgsl_name())),
        |module, name| {
            let kind = T::wgsl_type(module);
            let value = T::wgsl_shuffle_xor("value", "distance", module);
            format!("fn {name}(value: {kind}, distance: u32) -> {kind} {{\n    return {value};\n}}")
        },
    )
}
