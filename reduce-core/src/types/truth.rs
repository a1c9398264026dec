//! The values that fields of `any` and `all` take as true.

use crate::types::gpu_type::{GpuType, Storable};
use crate::wgsl::Module;

/// A value that `any` and `all` fields take as true or false: anything but zero is true, NaN included.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither true nor false",
    label = "expected a bool or a number",
    note = "write a comparison, as in `#[reduce(any, lift = x > 3.0)]`"
)]
pub trait Truth: Sized {
    /// The type of the field: `u32`, or an array of it.
    type Flag: Storable;
    /// 1 or 0.
    fn flag(self) -> Self::Flag;
    /// The WGSL expression of the flag of the expression `value`.
    fn wgsl_flag(value: &str, module: &mut Module) -> String;
}

macro_rules! truth {
    ($($t:ty: |$x:ident| $test:expr, $wgsl:literal;)*) => {$(
        impl Truth for $t {
            type Flag = u32;
            #[inline(always)]
            fn flag(self) -> u32 {
                let $x = self;
                u32::from($test)
            }
            fn wgsl_flag($x: &str, _: &mut Module) -> String {
                format!($wgsl)
            }
        }
    )*};
}

truth! {
    bool: |x| x, "u32({x})";
    u32: |x| x != 0, "u32({x} != 0u)";
    i32: |x| x != 0, "u32({x} != 0i)";
    u64: |x| x != 0, "u32({x} != 0lu)";
    i64: |x| x != 0, "u32({x} != 0li)";
    // On the bits: a shader compiler may assume that there is no NaN and flush tiny numbers.
    f32: |x| x.to_bits() << 1 != 0, "u32((bitcast<u32>({x}) << 1u) != 0u)";
    f64: |x| x.to_bits() << 1 != 0, "u32((bitcast<u64>({x}) << 1u) != 0lu)";
}

impl<T: Truth<Flag = u32> + Storable, const N: usize> Truth for [T; N] {
    type Flag = [u32; N];

    #[inline(always)]
    fn flag(self) -> [u32; N] {
        self.map(T::flag)
    }

    fn wgsl_flag(value: &str, module: &mut Module) -> String {
        let name = format!("flags_{}", <Self as GpuType>::wgsl_name());
        let call = module.function::<Self>("flags", &name, &|module, name| {
            let kind = <Self as GpuType>::wgsl_type(module);
            let flags: Vec<String> = (0..N).map(|k| T::wgsl_flag(&format!("x[{k}]"), module)).collect();
            format!(
                "fn {name}(x: {kind}) -> array<u32, {N}> {{\n    return array<u32, {N}>({});\n}}",
                flags.join(", ")
            )
        });
        format!("{call}({value})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_false_and_nan_is_true() {
        assert_eq!([-0.0f32, 0.0, f32::NAN, 1e-45].flag(), [0, 0, 1, 1]);
        assert_eq!((0i32.flag(), (-1i32).flag(), true.flag()), (0, 1, 1));
    }
}
