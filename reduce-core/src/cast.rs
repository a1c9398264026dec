//! `value as To` in WGSL, with Rust's meaning: integers wrap and extend their sign, floats saturate, NaN becomes 0.

use crate::gpu_type::GpuType;
use crate::kind::Kind;
use crate::method::operand;
use crate::wgsl::Module;

/// `value as To`.
pub(crate) fn cast<From: GpuType, To: GpuType>(value: &str, module: &mut Module) -> String {
    let (from, to) = (From::wgsl_type(module), To::wgsl_type(module));
    let converted = match (From::KIND, To::KIND) {
        (Kind::Float(_), Kind::Unsigned(_) | Kind::Signed(_)) => {
            // Saturation leaves nothing to wrap.
            let wanted = format!("{}_from_{from}", To::wgsl_name());
            let call = module
                .function::<fn(From) -> To>("cast", &wanted, |_, name| saturating_cast(name, &from, &to, To::KIND));
            return format!("{call}({value})");
        }
        (Kind::Unsigned(32) | Kind::Signed(32), Kind::Float(32)) => {
            let call = module
                .function::<fn(From) -> To>("cast", &format!("{to}_from_{from}"), |_, name| nearest_f32(name, &from));
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
