//! The product of two floats, hidden from a driver that takes text.
//!
//! WGSL lets a driver fuse `a * b + c` into one rounding, and has no way to forbid it. Between the product and the sum, the bits go through an
//! exclusive or with a zero that only the host knows: no driver can leave it out, and its result is no product any more. On Vulkan nothing
//! is hidden, since SPIR-V can forbid it (`emit`).

use super::{Spelling, helper};
use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

/// `left * right` of f32.
pub(crate) fn product_f32(left: &str, right: &str, module: &mut Module) -> String {
    let hides = module.hides_products();
    product::<f32>(hides, left, right, module)
}

/// `left * right` of f64, whose bits are an integer that not every device has.
pub(crate) fn product_f64(left: &str, right: &str, module: &mut Module) -> String {
    let hides = module.hides_products() && module.has_long_integers();
    product::<f64>(hides, left, right, module)
}

const PRODUCT: &str = "(a: FLOAT, b: FLOAT) -> FLOAT {
    return bitcast<FLOAT>(bitcast<WORD>(a * b) ^ ZERO);
}";

fn product<T: Spelling + GpuType>(hides: bool, left: &str, right: &str, module: &mut Module) -> String {
    if !hides || is_power_of_two(left) || is_power_of_two(right) {
        return format!("{left} * {right}");
    }
    let zero = module.opaque_zero();
    let zero = if size_of::<T>() == 4 {
        zero.to_owned()
    } else {
        format!("u64({zero})")
    };
    let text = PRODUCT.replace("ZERO", &zero);
    let call = helper::<T>(
        "product",
        "product_FLOAT",
        &text,
        &[left.to_owned(), right.to_owned()],
        module,
    );
    // The product stays in the function.
    module.vouch_for(call.split('(').next().unwrap_or_default());
    call
}

/// Whether `text` is a literal whose products never round, so that nothing changes if they are fused.
fn is_power_of_two(text: &str) -> bool {
    let digits = text.trim_end_matches('f').trim_end_matches('l');
    let number: Option<f64> = digits.parse().ok();
    number.is_some_and(|number| (1e-30..1e30).contains(&number) && number.to_bits() & 0x000f_ffff_ffff_ffff == 0)
}
