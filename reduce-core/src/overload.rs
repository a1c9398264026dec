//! Operators of types for which WGSL has none, or one that means something else than Rust's.

use crate::gpu_type::GpuType;
use crate::slot::Slot;
use crate::wgsl::Module;

impl<Left: GpuType> Slot<Left> {
    /// `left symbol right`; both texts stand beside the operator as they are.
    pub fn operate<Right: GpuType>(
        &self,
        _: &Slot<Right>,
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> String {
        Left::wgsl_operator::<Left, Right>(symbol, left, right, module)
            .or_else(|| Right::wgsl_operator::<Left, Right>(symbol, left, right, module))
            .unwrap_or_else(|| format!("{left} {symbol} {right}"))
    }

    /// `-value`; the text stands beside the operator as it is.
    pub fn negate(&self, value: &str, module: &mut Module) -> String {
        Left::wgsl_negation(value, module).unwrap_or_else(|| format!("(-{value})"))
    }
}
