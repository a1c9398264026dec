//! `cmp`, `partial_cmp` and `total_cmp`: functions of two values made of their `<` and `==`, or of their bits.

use std::cmp::Ordering;

use crate::lower::slot::operate;
use crate::types::construct::construct;
use crate::types::gpu_type::GpuType;
use crate::types::kind::Kind;
use crate::wgsl::{Module, snake_case};

/// The text of `left.cmp(&right)`, or of the method of the same kind that `method` says.
pub(crate) fn order<T: GpuType>(method: &str, left: &str, right: &str, module: &mut Module) -> String {
    if let Some(text) = own::<T>(method, left, right, module) {
        return text;
    }
    let call = match method {
        "partial_cmp" => partial::<T>(module),
        "total_cmp" => total::<T>(module),
        _ => declare::<T>("cmp", module, |kind, less, equal| {
            format!("(a: {kind}, b: {kind}) -> u32 {{\n    return select(select(2u, 1u, {equal}), 0u, {less});\n}}")
        }),
    };
    format!("{call}({left}, {right})")
}

/// The text of a type of the user's that has its own.
fn own<T: GpuType>(method: &str, left: &str, right: &str, module: &mut Module) -> Option<String> {
    let may_have = !T::MEMBERS.is_empty() || !T::VARIANTS.is_empty();
    may_have
        .then(|| T::wgsl_operator::<T, T>(method, left, right, module))
        .flatten()
}

/// The text of `a.max(b)` or `a.min(b)` of a type that Rust orders: of equal values `max` gives `b` and `min` gives `a`, as in Rust.
pub(crate) fn extremum<T: GpuType>(method: &str, arguments: &[String], module: &mut Module) -> String {
    let (role, no, yes) = match method {
        "max" => ("max", "b", "a"),
        _ => ("min", "a", "b"),
    };
    if matches!(T::KIND, Kind::Unsigned(_) | Kind::Signed(_)) && T::VARIANTS.is_empty() {
        return format!("{role}({})", arguments.join(", "));
    }
    let wanted = format!("{role}_{}", snake_case(&T::wgsl_name()));
    let function = module.function::<T>(role, &wanted, &|module, name| {
        let less = operate::<T, T>("<", "b", "a", module);
        let (kind, chosen) = (T::wgsl_type(module), T::wgsl_select(no, yes, &less, module));
        format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {chosen};\n}}")
    });
    format!("{function}({})", arguments.join(", "))
}

/// Declares a function of two values, whose text is made of their type, `a < b` and `a == b`.
fn declare<T: GpuType>(role: &'static str, module: &mut Module, text: impl Fn(&str, &str, &str) -> String) -> String {
    module.function::<T>(
        role,
        &format!("{role}_{}", snake_case(&T::wgsl_name())),
        &|module, name| {
            let less = operate::<T, T>("<", "a", "b", module);
            let equal = operate::<T, T>("==", "a", "b", module);
            format!("fn {name}{}", text(&T::wgsl_type(module), &less, &equal))
        },
    )
}

/// None where neither is less than the other, nor both are equal: one is a NaN, or holds one.
fn partial<T: GpuType>(module: &mut Module) -> String {
    let kind = Option::<Ordering>::wgsl_type(module);
    let greater = operate::<T, T>(">", "a", "b", module);
    let members = [
        "u32(less | equal | greater)".to_owned(),
        "select(select(0u, 1u, equal), 2u, greater)".to_owned(),
    ];
    let some = construct::<Option<Ordering>>(&members, module);
    declare::<T>("partial_cmp", module, |of, less, equal| {
        format!(
            "(a: {of}, b: {of}) -> {kind} {{\n    let less = {less};\n    let equal = {equal};\n    let greater = {greater};\n    return {some};\n}}"
        )
    })
}

/// The order of the bits, where those of negative numbers but the sign are turned around.
///
/// Source: IEEE 754-2019, `totalOrder`, as in Rust's `f32::total_cmp`.
fn total<T: GpuType>(module: &mut Module) -> String {
    let (int, word) = if T::KIND == Kind::Float(64) {
        ("i64", "u64")
    } else {
        ("i32", "u32")
    };
    let rest = T::KIND.bits().max(32) - 1;
    declare::<T>("total_cmp", module, |kind, _, _| {
        let key = |x: &str| {
            format!("bitcast<{int}>({x}) ^ bitcast<{int}>(bitcast<{word}>(bitcast<{int}>({x}) >> {rest}u) >> 1u)")
        };
        let (a, b) = (key("a"), key("b"));
        format!(
            "(a: {kind}, b: {kind}) -> u32 {{\n    let left = {a};\n    let right = {b};\n    return select(select(2u, 1u, left == right), 0u, left < right);\n}}"
        )
    })
}
