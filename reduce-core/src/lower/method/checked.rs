//! Arithmetic of integers that says whether it left the range: `checked_add` and its kin give an Option, `overflowing_add` and its kin a pair.

use super::Method;
use crate::hash::name;
use crate::types::construct::construct;
use crate::types::gpu_type::GpuType;
use crate::wgsl::{Module, snake_case};

/// Declares the method `role` of `T` with one argument of the type `Right`, whose statements say `value` and whether it `fits`; the result is of these members.
fn declare<T: GpuType, Right: GpuType, Output: GpuType>(
    role: &'static str,
    statements: impl Fn(&mut Module) -> String,
    members: impl Fn(&mut Module) -> [String; 2],
    arguments: &[String],
    module: &mut Module,
) -> String {
    let wanted = format!("{role}_{}", snake_case(&T::wgsl_name()));
    let function = module.function::<T>(role, &wanted, &|module, name| {
        let (kind, right, output) = (
            T::wgsl_type(module),
            Right::wgsl_type(module),
            Output::wgsl_type(module),
        );
        let (statements, members) = (statements(module), members(module));
        let value = construct::<Output>(&members, module);
        format!("fn {name}(a: {kind}, b: {right}) -> {output} {{\n{statements}    return {value};\n}}")
    });
    format!("{function}({})", arguments.join(", "))
}

/// The members of an Option, which has no value where it does not fit.
fn option<T: GpuType>(module: &mut Module) -> [String; 2] {
    let zero = format!("{}()", T::wgsl_type(module));
    [
        "select(0u, 1u, fits)".to_owned(),
        T::wgsl_select(&zero, "value", "fits", module),
    ]
}

/// The members of the wrapped value and of whether it wrapped.
fn pair(_: &mut Module) -> [String; 2] {
    ["value".to_owned(), "!fits".to_owned()]
}

fn operands() -> [String; 2] {
    ["a".to_owned(), "b".to_owned()]
}

macro_rules! methods {
    (@one $t:ty, $right:ty, $name:literal, $output:ty, $members:expr, $statements:expr) => {
        // SAFETY: the text indexes nothing.
        unsafe impl Method<{ name($name) }> for $t {
            fn call(arguments: &[String], module: &mut Module) -> String {
                declare::<$t, $right, $output>($name, $statements, $members, arguments, module)
            }
        }
    };
    // A sum and a difference left the range where those that stop at its ends are others.
    (@ends $t:ty, $of:ty, $checked:literal $overflowing:literal $wrapping:literal $saturating:literal) => {
        methods!(@both $t, $checked $overflowing, |module| {
            let wrapped = <$of as Method<{ name($wrapping) }>>::call(&operands(), module);
            let stopped = <$of as Method<{ name($saturating) }>>::call(&operands(), module);
            format!("    let value = {wrapped};\n    let fits = value == {stopped};\n")
        });
    };
    // A shift by as many bits as there are, or more, does not fit.
    (@shift $t:ty, $checked:literal $wrapping:literal) => {
        methods!(@one $t, u32, $checked, Option<$t>, option::<$t>, |module: &mut Module| {
            let shifted = <$t as Method<{ name($wrapping) }>>::call(&operands(), module);
            format!("    let value = {shifted};\n    let fits = b < {}u;\n", <$t>::BITS)
        });
    };
    (@both $t:ty, $checked:literal $overflowing:literal, $statements:expr) => {
        methods!(@one $t, $t, $checked, Option<$t>, option::<$t>, $statements);
        methods!(@one $t, $t, $overflowing, ($t, bool), pair, $statements);
    };
    ($($t:ty as $of:ty: $zero:literal, $least:literal;)*) => {$(
        methods!(@ends $t, $of, "checked_add" "overflowing_add" "wrapping_add" "saturating_add");
        methods!(@ends $t, $of, "checked_sub" "overflowing_sub" "wrapping_sub" "saturating_sub");
        // A product that fits gives its factor back, except of the least integer by -1.
        methods!(@both $t, "checked_mul" "overflowing_mul", |module| {
            let wrapped = <$of as Method<{ name("wrapping_mul") }>>::call(&operands(), module);
            let least = concat!("(", $least, ")");
            let back = format!("(a == {0}) | ((value / select(a, {0} + 1, a == {0}) == b) & !{least})", $zero);
            format!("    let value = {wrapped};\n    let fits = {back};\n")
        });
        methods!(@one $t, $t, "checked_div", Option<$t>, option::<$t>, |_: &mut Module| {
            format!("    let fits = (b != {}) & !({});\n    let value = a / b;\n", $zero, $least)
        });
        methods!(@one $t, $t, "checked_rem", Option<$t>, option::<$t>, |_: &mut Module| {
            format!("    let fits = (b != {}) & !({});\n    let value = a % b;\n", $zero, $least)
        });
    )*};
}

macro_rules! shifts {
    ($($t:ty)*) => {$(
        methods!(@shift $t, "checked_shl" "wrapping_shl");
        methods!(@shift $t, "checked_shr" "wrapping_shr");
    )*};
}

shifts!(u8 i8 u16 i16 u32 i32 u64 i64);

// The last text holds where the least integer meets -1, whose product and quotient are beyond the range.
methods! {
    u32 as u32: "0u", "false";
    usize as u32: "0u", "false";
    u8 as u8: "0u", "false";
    u16 as u16: "0u", "false";
    u64 as u64: "0lu", "false";
    i32 as i32: "0i", "((a == -1i) & (b == -2147483647i - 1i)) | ((b == -1i) & (a == -2147483647i - 1i))";
    i8 as i8: "0i", "((a == -1i) & (b == -128i)) | ((b == -1i) & (a == -128i))";
    i16 as i16: "0i", "((a == -1i) & (b == -32768i)) | ((b == -1i) & (a == -32768i))";
    i64 as i64: "0li", "((a == -1li) & (b == -9223372036854775807li - 1li)) | ((b == -1li) & (a == -9223372036854775807li - 1li))";
}
