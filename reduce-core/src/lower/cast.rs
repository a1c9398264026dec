//! `value as To` in WGSL, with Rust's meaning: integers wrap and extend their sign, floats saturate, NaN becomes 0.

use crate::types::gpu_type::GpuType;
use crate::types::kind::Kind;
use crate::wgsl::{Module, operand};

/// `value as To`.
pub(crate) fn cast<From: GpuType, To: GpuType>(value: &str, module: &mut Module) -> String {
    let (from, to) = (From::wgsl_type(module), To::wgsl_type(module));
    let converted = match (From::KIND, To::KIND) {
        (Kind::Float(_), Kind::Unsigned(_) | Kind::Signed(_)) => {
            // Saturation leaves nothing to wrap.
            let wanted = format!("{}_from_{from}", To::wgsl_name());
            let call = module
                .function::<fn(From) -> To>("cast", &wanted, &|_, name| saturating_cast(name, &from, &to, To::KIND));
            return format!("{call}({value})");
        }
        (Kind::Unsigned(32) | Kind::Signed(32), Kind::Float(32)) => {
            let call = module.function::<fn(From) -> To>("cast", &format!("{to}_from_{from}"), &|_, name| {
                nearest_f32(name, &from)
            });
            format!("{call}({value})")
        }
        (Kind::Unsigned(64) | Kind::Signed(64), Kind::Float(32)) => {
            format!("{}({value})", nearest_f32_of_64_bits::<From>(&from, module))
        }
        (Kind::Unsigned(64) | Kind::Signed(64), Kind::Float(64)) => {
            let call = module.function::<fn(From) -> To>("cast", &format!("{to}_from_{from}"), &|_, name| {
                nearest_f64(name, &from)
            });
            format!("{call}({value})")
        }
        // naga's u64(i32) does not extend the sign.
        (Kind::Signed(..64), Kind::Unsigned(64)) => format!("u64(i64({value}))"),
        _ if from == to => operand(value),
        _ => format!("{to}({value})"),
    };
    if From::KIND.fits_in(To::KIND) {
        converted
    } else {
        To::KIND.wrapped(&converted)
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

/// [`nearest_f32`] for 64 bits: the 32 bits from the highest one on round as the number does, if the last of them stands for all that was left out.
fn nearest_f32_of_64_bits<From: GpuType>(from: &str, module: &mut Module) -> String {
    let word = cast::<u32, f32>("kept | rest", module);
    let unsigned = module.function::<fn(u64) -> f32>("cast", "f32_from_u64", &|_, name| {
        format!(
            "fn {name}(x: u64) -> f32 {{\n    \
             let shift = 32u - countLeadingZeros(u32(x >> 32u));\n    \
             let kept = u32(x >> shift);\n    \
             let rest = select(1u, 0u, (u64(kept) << shift) == x);\n    \
             return bitcast<f32>(bitcast<u32>({word}) + (shift << 23u));\n}}"
        )
    });
    if from == "u64" {
        return unsigned;
    }
    module.function::<fn(From) -> f32>("cast", "f32_from_i64", &|_, name| {
        format!(
            "fn {name}(x: i64) -> f32 {{\n    \
             let size = {unsigned}(bitcast<u64>(select(x, -x, x < 0li)));\n    \
             return select(size, -size, x < 0li);\n}}"
        )
    })
}

/// Both halves are exact, and so is the product by a power of two.
fn nearest_f64(name: &str, from: &str) -> String {
    let (high, mask) = match from {
        "u64" => ("u32", "0xfffffffflu"),
        _ => ("i32", "0xffffffffli"),
    };
    format!(
        "fn {name}(x: {from}) -> f64 {{\n    \
         return f64({high}(x >> 32u)) * 4294967296.0lf + f64(u32(x & {mask}));\n}}"
    )
}

/// WGSL leaves a conversion out of range to the implementation.
fn saturating_cast(name: &str, from: &str, to: &str, kind: Kind) -> String {
    let signed = matches!(kind, Kind::Signed(_));
    let suffix = match to {
        "i32" => "i",
        "u32" => "u",
        "i64" => "li",
        _ => "lu",
    };
    let high = 2f64.powi(kind.bits() as i32 - i32::from(signed));
    let low = if signed { -high } else { 0.0 };
    let most = (u64::MAX >> (64 - kind.bits())) >> u32::from(signed);
    // The digits of the least integer do not fit the type before the minus is applied.
    let least = if signed {
        format!("-{most}{suffix} - 1")
    } else {
        "0".to_owned()
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
