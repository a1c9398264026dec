//! The scalars: their WGSL spelling, literals and casts.

use std::vec::IntoIter;

use crate::hash::name;
use crate::lower::method::Method;
use crate::lower::method::product::{product_f32, product_f64};
use crate::lower::method::quotient::{quotient, quotient_f64};
use crate::needs::Needs;
use crate::types::columns::Strip;
use crate::types::gpu_type::{GpuType, Storable, Unpadded};
use crate::types::kind::Kind;
use crate::types::stored::{Case, Stored, plain};
use crate::types::words::{of_words, shuffle, shuffle_words, words};
use crate::wgsl::Module;

macro_rules! integer {
    ($($t:ty, $name:literal, $suffix:literal, $kind:expr, $needs:expr;)*) => {$(
        // SAFETY: the text names types and indexes within their bounds.
        unsafe impl GpuType for $t {
            const NEEDS: Needs = $needs;
            const ALIGN: usize = size_of::<$t>();
            const FINGERPRINT: u64 = name(stringify!($t));
            const KIND: Kind = $kind;
            const SCALAR: bool = true;
            type Columns = Strip<$t>;

            fn wgsl_name() -> String {
                $name.to_owned()
            }

            fn wgsl_type(_: &mut Module) -> String {
                $name.to_owned()
            }

            fn wgsl_value(self, _: &mut Module) -> String {
                // The digits of the least integer do not fit the type before the minus is applied.
                if self == <$t>::MIN && self != 0 {
                    return format!("({}{} - 1{})", self + 1, $suffix, $suffix);
                }
                format!("{self}{}", $suffix)
            }

            fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
                if size_of::<$t>() == 4 {
                    return shuffle(value, distance, module);
                }
                format!("{}({value}, {distance})", shuffle_words::<$t>(module))
            }

            fn wgsl_literal(digits: &str) -> String {
                format!("{digits}{}", $suffix)
            }

            fn wgsl_words(value: &str, _: &mut Module) -> Vec<String> {
                words(value, size_of::<$t>())
            }

            fn wgsl_of_words(words: &mut IntoIter<String>, _: &mut Module) -> String {
                of_words::<Self>(words)
            }
        }

        impl Storable for $t {}

        // SAFETY: it is Pod.
        unsafe impl Unpadded for $t {}

        plain!($t);
    )*};
}

integer! {
    u32, "u32", "u", Kind::Unsigned(32), Needs::NONE;
    i32, "i32", "i", Kind::Signed(32), Needs::NONE;
    u64, "u64", "lu", Kind::Unsigned(64), Needs::I64;
    i64, "i64", "li", Kind::Signed(64), Needs::I64;
}

// SAFETY: the text names types and indexes within their bounds.
unsafe impl GpuType for f32 {
    const NEEDS: Needs = Needs::NONE;
    const ALIGN: usize = 4;
    const FINGERPRINT: u64 = name("f32");
    const KIND: Kind = Kind::Float(32);
    const SCALAR: bool = true;
    type Columns = Strip<Self>;

    fn wgsl_name() -> String {
        "f32".to_owned()
    }

    fn wgsl_type(_: &mut Module) -> String {
        "f32".to_owned()
    }

    fn wgsl_value(self, module: &mut Module) -> String {
        if self.is_finite() {
            return format!("{self:?}f");
        }
        // WGSL has neither a literal for these nor a constant bitcast to them; a call is no constant.
        let from_bits = module.function::<Self>("from_bits", "f32_from_bits", &|_, name| {
            format!("fn {name}(bits: u32) -> f32 {{\n    return bitcast<f32>(bits);\n}}")
        });
        format!("{from_bits}({:#010x}u)", self.to_bits())
    }

    fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
        shuffle(value, distance, module)
    }

    fn wgsl_literal(digits: &str) -> String {
        format!("{digits}f")
    }

    fn wgsl_operator<Left: GpuType, Right: GpuType>(
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> Option<String> {
        // A vector divides, or is divided, by operators of its own.
        let scalars = [Left::KIND, Right::KIND] == [Self::KIND; 2];
        match symbol {
            "/" if scalars => Some(quotient(left, right, module)),
            "*" if scalars => Some(product_f32(left, right, module)),
            _ => float_operator::<Self>(symbol, left, right, module),
        }
    }

    fn canonical(self) -> Self {
        if self.is_nan() {
            Self::from_bits(0x7fc0_0000)
        } else {
            self
        }
    }
}

impl Storable for f32 {}
// SAFETY: it is Pod.
unsafe impl Unpadded for f32 {}
plain!(f32, f64);

// SAFETY: the text names types and indexes within their bounds.
unsafe impl GpuType for f64 {
    const NEEDS: Needs = Needs::F64;
    const ALIGN: usize = 8;
    const FINGERPRINT: u64 = name("f64");
    const KIND: Kind = Kind::Float(64);
    const SCALAR: bool = true;
    type Columns = Strip<Self>;

    fn wgsl_name() -> String {
        "f64".to_owned()
    }

    fn wgsl_type(_: &mut Module) -> String {
        "f64".to_owned()
    }

    fn wgsl_value(self, module: &mut Module) -> String {
        if self.is_finite() {
            return format!("{self:?}lf");
        }
        let from_bits = module.function::<Self>("from_bits", "f64_from_bits", &|_, name| {
            format!("fn {name}(bits: u64) -> f64 {{\n    return bitcast<f64>(bits);\n}}")
        });
        format!("{from_bits}({:#018x}lu)", self.to_bits())
    }

    fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
        shuffle(value, distance, module)
    }

    fn wgsl_literal(digits: &str) -> String {
        format!("{digits}lf")
    }

    fn wgsl_operator<Left: GpuType, Right: GpuType>(
        symbol: &str,
        left: &str,
        right: &str,
        module: &mut Module,
    ) -> Option<String> {
        let scalars = [Left::KIND, Right::KIND] == [Self::KIND; 2];
        match symbol {
            "/" if scalars => Some(quotient_f64(left, right, module)),
            "*" if scalars => Some(product_f64(left, right, module)),
            _ => float_operator::<Self>(symbol, left, right, module),
        }
    }

    fn wgsl_words(value: &str, _: &mut Module) -> Vec<String> {
        words(value, size_of::<Self>())
    }

    fn wgsl_of_words(words: &mut IntoIter<String>, _: &mut Module) -> String {
        of_words::<Self>(words)
    }

    fn canonical(self) -> Self {
        if self.is_nan() {
            Self::from_bits(0x7ff8_0000_0000_0000)
        } else {
            self
        }
    }
}

impl Storable for f64 {}
// SAFETY: it is Pod.
unsafe impl Unpadded for f64 {}

// SAFETY: the text names types and indexes within their bounds.
unsafe impl GpuType for bool {
    const NEEDS: Needs = Needs::NONE;
    const ALIGN: usize = 4;
    const FINGERPRINT: u64 = name("bool");
    const KIND: Kind = Kind::Truth;
    type Columns = Strip<Self>;

    fn wgsl_name() -> String {
        "bool".to_owned()
    }

    fn wgsl_type(_: &mut Module) -> String {
        "bool".to_owned()
    }

    fn wgsl_value(self, _: &mut Module) -> String {
        self.to_string()
    }

    fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
        format!("({} != 0u)", shuffle(&format!("u32({value})"), distance, module))
    }

    fn wgsl_words(value: &str, _: &mut Module) -> Vec<String> {
        vec![format!("u32({value})")]
    }

    fn wgsl_of_words(words: &mut IntoIter<String>, _: &mut Module) -> String {
        format!("({} != 0u)", words.next().unwrap_or_default())
    }
}

// SAFETY: it is not plain, and its twin is the word that says so.
unsafe impl Stored for bool {
    const PLAIN: bool = false;
    const BYTES: usize = 4;
    const ALIGNED: usize = 4;
    const TWIN: bool = true;

    fn write(&self, to: &mut [u8]) {
        u32::from(*self).write(to);
    }

    /// As on a device, any word but 0 is true.
    fn read(from: &[u8], case: Case) -> Option<Self> {
        u32::read(from, case).map(|word| word != 0)
    }

    fn wgsl_stored(_: &mut Module) -> String {
        "u32".to_owned()
    }

    fn wgsl_store(value: &str, _: &mut Module) -> String {
        format!("u32({value})")
    }

    fn wgsl_load(stored: &str, _: &mut Module) -> String {
        format!("({stored} != 0u)")
    }
}

// SAFETY: it is not plain, and is stored as the number of its value.
unsafe impl Stored for usize {
    const PLAIN: bool = false;
    const BYTES: usize = 4;
    const ALIGNED: usize = 4;

    fn write(&self, to: &mut [u8]) {
        (*self as u32).write(to);
    }

    fn read(from: &[u8], case: Case) -> Option<Self> {
        u32::read(from, case).map(|word| word as Self)
    }
}

/// For indices and loop counters: a u32 on the GPU. Not [`Storable`], its size differs between machines.
// SAFETY: the text names types and indexes within their bounds.
unsafe impl GpuType for usize {
    const NEEDS: Needs = Needs::NONE;
    const ALIGN: usize = 4;
    const FINGERPRINT: u64 = name("usize");
    const KIND: Kind = Kind::Unsigned(32);
    type Columns = Strip<Self>;

    fn wgsl_name() -> String {
        "u32".to_owned()
    }

    fn wgsl_type(_: &mut Module) -> String {
        "u32".to_owned()
    }

    fn wgsl_value(self, _: &mut Module) -> String {
        format!("{self}u")
    }

    fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String {
        shuffle(value, distance, module)
    }

    fn wgsl_literal(digits: &str) -> String {
        format!("{digits}u")
    }
}

/// naga's `!=` of floats is false where an operand is a NaN, and WGSL's `%` is NaN where the second is infinite.
fn float_operator<T: Method<{ name("rem") }>>(
    symbol: &str,
    left: &str,
    right: &str,
    module: &mut Module,
) -> Option<String> {
    match symbol {
        "!=" => Some(format!("!({left} == {right})")),
        "%" => Some(T::call(&[left.to_owned(), right.to_owned()], module)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_bits_in_text() {
        let mut module = Module::new();
        assert_eq!(1.0f32.wgsl_value(&mut module), "1.0f");
        assert_eq!((-0.0f32).wgsl_value(&mut module), "-0.0f");
        assert_eq!(1e16f32.wgsl_value(&mut module), "1e16f");
        assert_eq!(f32::NEG_INFINITY.wgsl_value(&mut module), "f32_from_bits(0xff800000u)");
        assert_eq!(i32::MIN.wgsl_value(&mut module), "(-2147483647i - 1i)");
        assert_eq!(u32::MAX.wgsl_value(&mut module), "4294967295u");
        assert_eq!([1u32, 2].wgsl_value(&mut module), "array<u32, 2>(1u, 2u)");
    }

    #[test]
    fn every_nan_becomes_the_same_one() {
        for bits in [0x7f80_0001u32, 0x7fff_ffff, 0xffc0_0000, 0xff80_0001] {
            assert_eq!(f32::from_bits(bits).canonical().to_bits(), 0x7fc0_0000);
        }
        assert_eq!([f32::NAN, -1.0].canonical()[1], -1.0);
    }
}
