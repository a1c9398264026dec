//! `==`, `<` and the other comparisons of tuples and arrays, which WGSL has for scalars and vectors only.
//!
//! Parts are compared by their own operators, so that floats keep their rules about NaN and nested ones work alike.
//! Nothing branches, as in all helpers.

use crate::lower::slot::operate;
use crate::types::gpu_type::GpuType;
use crate::types::kind::Kind;
use crate::types::variants::VARIANT;
use crate::wgsl::{Module, operand, snake_case};

/// A part of a compound type: its WGSL path, such as `._0` or `[3]`, and how its type compares.
#[derive(Debug)]
pub struct Part {
    path: String,
    compare: fn(&str, &str, &str, &mut Module) -> String,
    /// The variant that has the part, where it has operators of its own: what they make of the zeros of other variants is not asked.
    variant: Option<u32>,
}

impl Part {
    /// The part of type `T` at `path`.
    pub(crate) fn of<T: GpuType>(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            compare: operate::<T, T>,
            variant: None,
        }
    }

    /// The part of type `T` at `path` that only this variant has.
    pub(crate) fn of_variant<T: GpuType>(path: impl Into<String>, variant: u32) -> Self {
        Self {
            variant: (T::KIND == Kind::Compound).then_some(variant),
            ..Self::of::<T>(path)
        }
    }

    /// `a symbol b` of this part.
    fn compared(&self, symbol: &str, module: &mut Module) -> String {
        let (a, b) = (format!("a{}", self.path), format!("b{}", self.path));
        let text = operand(&(self.compare)(symbol, &a, &b, module));
        match (self.variant, symbol) {
            (None, _) => text,
            (Some(variant), "<") => format!("((a.{VARIANT} == {variant}u) & {text})"),
            (Some(variant), _) => format!("((a.{VARIANT} != {variant}u) | {text})"),
        }
    }
}

/// `left symbol right` of two values of `T`, which consists of `parts`; none if `symbol` compares nothing.
pub(crate) fn comparison<T: GpuType>(
    symbol: &str,
    left: &str,
    right: &str,
    module: &mut Module,
    parts: &[Part],
) -> Option<String> {
    Some(match symbol {
        "==" => format!("{}({left}, {right})", equal::<T>(module, parts)),
        "!=" => format!("!{}({left}, {right})", equal::<T>(module, parts)),
        "<" => format!("{}({left}, {right})", before::<T>("<", module, parts)),
        "<=" => format!("{}({left}, {right})", before::<T>("<=", module, parts)),
        ">" => format!("{}({right}, {left})", before::<T>("<", module, parts)),
        ">=" => format!("{}({right}, {left})", before::<T>("<=", module, parts)),
        _ => return None,
    })
}

/// The function that says whether all parts are equal.
fn equal<T: GpuType>(module: &mut Module, parts: &[Part]) -> String {
    let wanted = format!("equal_{}", snake_case(&T::wgsl_name()));
    module.function::<T>("equal", &wanted, &|module, name| {
        let kind = T::wgsl_type(module);
        let all: Vec<String> = parts.iter().map(|part| part.compared("==", module)).collect();
        let all = all.join(" & ");
        format!("fn {name}(a: {kind}, b: {kind}) -> bool {{\n    return {all};\n}}")
    })
}

/// The function that says whether `a < b` or `a <= b`: the first parts that differ decide, and where one of them is a
/// NaN, neither holds.
fn before<T: GpuType>(symbol: &'static str, module: &mut Module, parts: &[Part]) -> String {
    let role = if symbol == "<" { "before" } else { "not_after" };
    let wanted = format!("{role}_{}", snake_case(&T::wgsl_name()));
    module.function::<T>(role, &wanted, &|module, name| {
        let kind = T::wgsl_type(module);
        let mut steps = String::new();
        // From the last part on: the result so far counts where the part in front is equal.
        for (index, part) in parts.iter().enumerate().rev() {
            if index + 1 == parts.len() {
                steps += &format!("    var holds = {};\n", part.compared(symbol, module));
            } else {
                let (less, same) = (part.compared("<", module), part.compared("==", module));
                steps += &format!("    holds = {less} | ({same} & holds);\n");
            }
        }
        format!("fn {name}(a: {kind}, b: {kind}) -> bool {{\n{steps}    return holds;\n}}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text<T: GpuType>(symbol: &str) -> (String, String) {
        let mut module = Module::new();
        let call = operate::<T, T>(symbol, "left", "right", &mut module);
        (call, module.to_string())
    }

    #[test]
    fn parts_are_compared_by_their_own_operators() {
        let (call, module) = text::<(f32, [bool; 2])>("!=");
        assert_eq!(call, "!equal_tuple_f32_boolx2(left, right)");
        assert!(
            module.contains("return (a._0 == b._0) & equal_boolx2(a._1, b._1);")
                && module.contains("return (a[0] == b[0]) & (a[1] == b[1]);"),
            "{module}"
        );
    }

    #[test]
    fn the_first_parts_that_differ_decide_the_order() {
        let (call, module) = text::<(u32, bool)>(">=");
        assert_eq!(call, "not_after_tuple_u32_bool(right, left)");
        assert!(
            module.contains(
                "    var holds = (!a._1 | b._1);\n    holds = (a._0 < b._0) | ((a._0 == b._0) & holds);\n    return holds;"
            ),
            "{module}"
        );
    }
}
