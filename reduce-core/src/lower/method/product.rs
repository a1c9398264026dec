//! The product of two floats, hidden from a driver that takes text.
//!
//! WGSL lets a driver fuse `a * b + c` into one rounding, and has no way to forbid it. Between the product and the sum, the bits go through an
//! exclusive or with a zero that only the host knows: no driver can leave it out, and what it gives is no product any more. On Vulkan nothing
//! is hidden, since SPIR-V can forbid it (`emit`).

use super::helper;
use crate::wgsl::Module;

/// `left * right` of f32.
pub(crate) fn product_f32(left: &str, right: &str, module: &mut Module) -> String {
    if !module.hides_products() || is_power_of_two(left) || is_power_of_two(right) {
        return format!("{left} * {right}");
    }
    let zero = module.opaque_zero();
    let text = format!("(a: f32, b: f32) -> f32 {{\n    return bitcast<f32>(bitcast<u32>(a * b) ^ {zero});\n}}");
    hidden(
        helper::<f32>(
            "product",
            "product_f32",
            &text,
            &[left.to_owned(), right.to_owned()],
            module,
        ),
        module,
    )
}

/// `left * right` of f64.
pub(crate) fn product_f64(left: &str, right: &str, module: &mut Module) -> String {
    if !(module.hides_products() && module.has_long_integers()) || is_power_of_two(left) || is_power_of_two(right) {
        return format!("{left} * {right}");
    }
    let zero = module.opaque_zero();
    let text = format!("(a: f64, b: f64) -> f64 {{\n    return bitcast<f64>(bitcast<u64>(a * b) ^ u64({zero}));\n}}");
    hidden(
        helper::<f64>(
            "product",
            "product_f64",
            &text,
            &[left.to_owned(), right.to_owned()],
            module,
        ),
        module,
    )
}

/// The call of a function whose product stays in it.
fn hidden(call: String, module: &mut Module) -> String {
    module.vouch_for(call.split('(').next().unwrap_or_default());
    call
}

/// Whether `text` is a literal of which no product rounds, so that nothing changes if it is fused.
fn is_power_of_two(text: &str) -> bool {
    let digits = text.trim_end_matches('f').trim_end_matches('l');
    let number: Option<f64> = digits.parse().ok();
    number.is_some_and(|number| (1e-30..1e30).contains(&number) && number.to_bits() & 0x000f_ffff_ffff_ffff == 0)
}
