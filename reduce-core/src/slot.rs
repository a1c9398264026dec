//! Inference slots: how the type that rustc infers for an expression reaches the generated WGSL.
//!
//! A macro sees tokens, not types. Every expression whose WGSL depends on its type passes through a slot in a
//! copy of the user's code that never runs; rustc then infers the slot's parameter.

use std::marker::PhantomData;

use crate::field::Truth;
use crate::gpu_type::GpuType;
use crate::method::operand;
use crate::wgsl::Module;

/// The type of one expression.
pub struct Slot<T>(PhantomData<fn() -> T>);

#[allow(clippy::new_without_default, reason = "only generated code makes slots")]
impl<T> Slot<T> {
    /// A slot whose type is still to be inferred.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// The type itself, for the companion of a generic function.
    #[must_use]
    pub const fn signature(&self) -> PhantomData<fn() -> T> {
        PhantomData
    }

    /// A value in code that is never run.
    pub fn never(&self) -> T {
        #[allow(clippy::empty_loop, reason = "code that only serves inference is never run")]
        loop {}
    }

    /// Ties the slot to the type of `value`.
    pub fn is(&self, value: T) -> T {
        value
    }
}

impl<T: GpuType> Slot<T> {
    /// An unsuffixed literal, with the suffix of its type.
    pub fn literal(&self, digits: &str) -> String {
        T::wgsl_literal(digits)
    }

    /// A constant of the surrounding Rust code, by its value.
    pub fn value(&self, value: T, module: &mut Module) -> String {
        value.wgsl_value(module)
    }

    /// The spelling of the type.
    pub fn name(&self, module: &mut Module) -> String {
        T::wgsl_type(module)
    }

    /// A struct or tuple of these members; what is missing comes from `base`.
    pub fn construct(&self, given: &[(&str, String)], base: &str, module: &mut Module) -> String {
        let members: Vec<String> = T::MEMBERS
            .iter()
            .map(|(rust, wgsl)| match given.iter().find(|(name, _)| name == rust) {
                Some((_, value)) => value.clone(),
                None => format!("{base}.{wgsl}"),
            })
            .collect();
        crate::private::construct::<T>(&members, module)
    }

    /// `value << by` or `value >> by`; WGSL wants a u32 below the width, as wrapping shifts in Rust do.
    pub fn shift(&self, symbol: &str, value: &str, by: &str) -> String {
        let width = if T::wgsl_name().ends_with("64") { 63 } else { 31 };
        format!("({} {symbol} (u32({by}) & {width}u))", operand(value))
    }

    /// A method of a derive's expression; rustc has seen that the type has it.
    pub fn method(&self, name: &str, receiver: &str, module: &mut Module) -> String {
        match name {
            "to_f32" => self.cast::<f32>(receiver, module),
            "to_bits" if T::wgsl_name() == "f64" => format!("bitcast<u64>({receiver})"),
            "to_bits" => format!("bitcast<u32>({receiver})"),
            _ => format!("{name}({receiver})"),
        }
    }

    /// `!value`, logical or bitwise.
    pub fn not(&self, value: &str) -> String {
        let operator = if T::wgsl_name() == "bool" { '!' } else { '~' };
        format!("{operator}{}", operand(value))
    }

    /// `a ^ b`, which WGSL has for integers only.
    pub fn xor(&self, a: &str, b: &str) -> String {
        let operator = if T::wgsl_name() == "bool" { "!=" } else { "^" };
        format!("({} {operator} {})", operand(a), operand(b))
    }

    /// `value as Target`, with Rust's meaning: floats saturate, NaN becomes 0.
    pub fn cast<Target: GpuType>(&self, value: &str, module: &mut Module) -> String {
        let (from, to) = (T::wgsl_name(), Target::wgsl_name());
        if from == to {
            return operand(value);
        }
        let saturates = from.starts_with('f') && to.starts_with(['i', 'u']);
        let rounds = to == "f32" && (from == "u32" || from == "i32");
        if from == "i32" && to == "u64" {
            // naga's u64(i32) does not extend the sign.
            return format!("u64(i64({value}))");
        }
        if !saturates && !rounds {
            return format!("{to}({value})");
        }
        let call = module.function::<fn(T) -> Target>("cast", &format!("{to}_from_{from}"), |_, name| {
            if rounds {
                nearest_f32(name, &from)
            } else {
                saturating_cast(name, &from, &to)
            }
        });
        format!("{call}({value})")
    }
}

/// WGSL leaves the rounding of integers above 2^24 to the implementation, and SwiftShader rounds twice. Both halves are
/// exact, so only their sum rounds, to the nearest as in Rust.
fn nearest_f32(name: &str, from: &str) -> String {
    let suffix = &from[..1];
    format!(
        "fn {name}(x: {from}) -> f32 {{\n    \
         return f32(x >> 16u) * 65536.0f + f32(x & 0xffff{suffix});\n}}"
    )
}

/// WGSL leaves a conversion out of range to the implementation.
fn saturating_cast(name: &str, from: &str, to: &str) -> String {
    let bits: u32 = if to.ends_with("64") { 64 } else { 32 };
    let signed = to.starts_with('i');
    let suffix = match (signed, bits) {
        (true, 32) => "i",
        (false, 32) => "u",
        (true, _) => "li",
        (false, _) => "lu",
    };
    let high = 2f64.powi(if signed { bits as i32 - 1 } else { bits as i32 });
    let low = if signed { -high } else { 0.0 };
    let (most, least) = match (signed, bits) {
        (true, 32) => (i32::MAX.to_string(), format!("-{}{suffix} - 1", i32::MAX)),
        (true, _) => (i64::MAX.to_string(), format!("-{}{suffix} - 1", i64::MAX)),
        (false, 32) => (u32::MAX.to_string(), "0".to_owned()),
        (false, _) => (u64::MAX.to_string(), "0".to_owned()),
    };
    let (float, word, exponent) = if from == "f64" {
        ("lf", "u64", "0x7ff0000000000000lu")
    } else {
        ("f", "u32", "0x7f800000u")
    };
    let magnitude = if from == "f64" {
        "0x7ffffffffffffffflu"
    } else {
        "0x7fffffffu"
    };
    // Selections, not branches: with a branch in every lift, SwiftShader compiles for minutes.
    format!(
        "fn {name}(x: {from}) -> {to} {{\n    \
         let clamped = select(select({to}(x), {most}{suffix}, x >= {high:?}{float}), {least}{suffix}, x <= {low:?}{float});\n    \
         return select(clamped, 0{suffix}, (bitcast<{word}>(x) & {magnitude}) > {exponent});\n}}"
    )
}

impl<T: Truth> Slot<T> {
    /// The flag of an `any` or `all` field.
    pub fn flag(&self, value: &str, module: &mut Module) -> String {
        T::wgsl_flag(&operand(value), module)
    }
}

impl<T: GpuType, const N: usize> Slot<[T; N]> {
    /// `[value; N]`.
    pub fn repeat(&self, value: &str, module: &mut Module) -> String {
        format!("{}({})", <[T; N]>::wgsl_type(module), vec![value; N].join(", "))
    }
}

/// Stands for a value in code that only serves inference: there is none, so nothing runs.
#[must_use]
pub fn absent<T>() -> Option<T> {
    None
}
