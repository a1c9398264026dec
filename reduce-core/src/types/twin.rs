//! Twins: the types that kernels store where WGSL cannot store the type that they compute with.

use crate::types::construct::construct;
use crate::types::gpu_type::GpuType;
use crate::wgsl::{Module, construct_of, snake_case};

/// Stands for the twin of `T` among what a module declares.
struct Twin<T>(T);

/// Declares the type that kernels store of a struct with these members: itself where it has no twin, and its words where a member is aligned beyond a word.
pub fn twin<T: GpuType>(
    module: &mut Module,
    members: impl FnOnce(&mut Module) -> Vec<(&'static str, String)>,
) -> String {
    if !T::TWIN {
        return T::wgsl_type(module);
    }
    if T::MEMBERS_ALIGNED > 4 {
        return words_type::<T>();
    }
    module.structure::<Twin<T>>(&format!("{}Stored", T::wgsl_name()), members)
}

fn words_type<T: GpuType>() -> String {
    format!("array<u32, {}>", T::BYTES / 4)
}

/// The call that makes the twin of `value`, whose members are the expressions of `value`'s; without a twin `value` itself.
pub fn store<T: GpuType>(value: &str, module: &mut Module, members: impl FnOnce(&mut Module) -> Vec<String>) -> String {
    if !T::TWIN {
        return value.to_owned();
    }
    let name = format!("store_{}", snake_case(&T::wgsl_name()));
    let function = module.function::<T>("store", &name, |module, name| {
        let (kind, stored) = (T::wgsl_type(module), T::wgsl_stored(module));
        let members = if T::MEMBERS_ALIGNED > 4 {
            T::wgsl_words("value", module)
        } else {
            members(module)
        };
        let twin = construct_of(&stored, &members);
        format!("fn {name}(value: {kind}) -> {stored} {{\n    return {twin};\n}}")
    });
    format!("{function}({value})")
}

/// The call that makes a value of its twin, whose members are the expressions of `stored`'s; without a twin `stored` itself.
pub fn load<T: GpuType>(stored: &str, module: &mut Module, members: impl FnOnce(&mut Module) -> Vec<String>) -> String {
    if !T::TWIN {
        return stored.to_owned();
    }
    let name = format!("load_{}", snake_case(&T::wgsl_name()));
    let function = module.function::<T>("load", &name, |module, name| {
        let (kind, twin) = (T::wgsl_type(module), T::wgsl_stored(module));
        let value = if T::MEMBERS_ALIGNED > 4 {
            let words: Vec<String> = (0..T::BYTES / 4).map(|word| format!("stored[{word}]")).collect();
            T::wgsl_of_words(&mut words.into_iter(), module)
        } else {
            let members = members(module);
            construct::<T>(&members, module)
        };
        format!("fn {name}(stored: {twin}) -> {kind} {{\n    return {value};\n}}")
    });
    format!("{function}({stored})")
}
