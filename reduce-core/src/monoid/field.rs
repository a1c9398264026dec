//! The field operators of the derive: each as Rust and, beside it, as WGSL with the same bits.
//!
//! All are associative and commutative; only sums and products of floats round. Arrays are combined element by element.

mod float;

use crate::lower::method::product::{product_f32, product_f64};
use crate::monoid::column_form;
use crate::monoid::member::{ColumnForm, Member, MemberAtomics};
use crate::types::construct::each_element;
use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

pub use crate::types::truth::Truth;

/// A field operator, defined on the type `T`.
///
/// # Safety
/// The text reaches drivers without bounds checks, so only this crate implements the trait.
#[diagnostic::on_unimplemented(
    message = "the field operator `{Self}` is not defined for `{T}`",
    label = "this operator does not take this type",
    note = "sum, product, min, max: f32 i32 u32 f64 i64 u64; min, max: u8 i8 u16 i16 too; and, or, xor: bool i32 u32 i64 u64 u8 u16; any, all: bool, and u32 of 0 and 1; all of them also for arrays of these; a field whose type is a Monoid takes none"
)]
pub unsafe trait Operator<T: GpuType> {
    /// Whether the operator is associative to the last bit.
    const EXACT: bool;
    /// The neutral element, exact: combining it changes no bit.
    fn identity() -> T;
    /// The operation.
    fn combine(a: T, b: T) -> T;
    /// The WGSL expression that combines the expressions `a` and `b`.
    fn wgsl(a: &str, b: &str, module: &mut Module) -> String;
    /// A form in which columns are folded in fewer operations, where there is one.
    #[doc(hidden)]
    fn wgsl_column(_: &mut Module) -> Option<ColumnForm> {
        None
    }
    /// The expression that folds `x` over a whole subgroup, where a built-in does that.
    #[doc(hidden)]
    fn wgsl_subgroup(_x: &str, _: &mut Module) -> Option<String> {
        None
    }
    /// The atomic that combines one value with another in memory, where there is one.
    #[doc(hidden)]
    const ATOMIC: Option<&'static str> = None;
    /// The functions for a field of that name, all from one call so that rustc reports a mistake once.
    #[doc(hidden)]
    fn wgsl_member(name: &'static str) -> Member {
        Member {
            name,
            kind: T::wgsl_type,
            combine: Self::wgsl,
            column: Self::wgsl_column,
            shuffle: T::wgsl_shuffle,
            subgroup: Self::wgsl_subgroup,
            atomics: match Self::ATOMIC {
                Some(function) => MemberAtomics::One(function),
                None => MemberAtomics::None,
            },
        }
    }
}

macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[allow(non_camel_case_types, reason = "shown in rustc's messages as the word that the user wrote")]
        #[derive(Debug)]
        pub enum $name {}
    )*};
}

operators! {
    /// `a + b`; integers wrap.
    sum
    /// `a * b`; integers wrap.
    product
    /// The smaller one; NaN wins, −0 is below +0 (IEEE 754-2019 minimum).
    min
    /// The larger one; NaN wins, −0 is below +0 (IEEE 754-2019 maximum).
    max
    /// Bitwise and.
    and
    /// Bitwise or.
    or
    /// Bitwise exclusive or.
    xor
    /// 1 where either is not 0.
    any
    /// 1 where neither is 0.
    all
}

macro_rules! operator {
    ($op:ident for $($t:ty)*; exact $exact:expr; identity $identity:expr;
     |$a:ident, $b:ident| $rust:expr; $wgsl:tt; subgroup $subgroup:expr ; atomic $atomic:expr) => {$(
        // SAFETY: the text computes with its operands alone.
        unsafe impl Operator<$t> for $op {
            const EXACT: bool = $exact;
            const ATOMIC: Option<&'static str> = $atomic;
            #[inline(always)]
            fn identity() -> $t {
                $identity
            }
            #[inline(always)]
            fn combine($a: $t, $b: $t) -> $t {
                $rust
            }
            #[allow(unused_variables, reason = "most texts declare nothing")]
            fn wgsl($a: &str, $b: &str, module: &mut Module) -> String {
                operator!(@text $wgsl $a $b module)
            }
            fn wgsl_subgroup(x: &str, _: &mut Module) -> Option<String> {
                let text: Option<&str> = $subgroup;
                text.map(|text| text.replace("{x}", x))
            }
        }
    )*};
    ($op:ident $alias:ident for $($rest:tt)*) => {
        operator!($op for $($rest)*);
        operator!($alias for $($rest)*);
    };
    (@text $wgsl:literal $a:ident $b:ident $module:ident) => {
        format!($wgsl)
    };
    (@text $text:ident $a:ident $b:ident $module:ident) => {
        $text($a, $b, $module)
    };
}

// −0 is the float that changes nothing when added: 0 would turn −0 into 0.
operator!(sum for f32; exact false; identity -0.0; |a, b| a + b; "{a} + {b}"; subgroup Some("subgroupAdd({x})"); atomic None);
operator!(sum for f64; exact false; identity -0.0; |a, b| a + b; "{a} + {b}"; subgroup None; atomic None);
operator!(sum for i64 u64; exact true; identity 0; |a, b| a.wrapping_add(b); "{a} + {b}"; subgroup None; atomic None);
operator!(sum for i32 u32; exact true; identity 0; |a, b| a.wrapping_add(b); "{a} + {b}"; subgroup Some("subgroupAdd({x})"); atomic Some("atomicAdd"));
operator!(product for f32; exact false; identity 1.0; |a, b| a * b; product_f32; subgroup Some("subgroupMul({x})"); atomic None);
operator!(product for f64; exact false; identity 1.0; |a, b| a * b; product_f64; subgroup None; atomic None);
operator!(product for i64 u64; exact true; identity 1; |a, b| a.wrapping_mul(b); "{a} * {b}"; subgroup None; atomic None);
operator!(product for i32 u32; exact true; identity 1; |a, b| a.wrapping_mul(b); "{a} * {b}"; subgroup Some("subgroupMul({x})"); atomic None);
operator!(min for i32; exact true; identity i32::MAX; |a, b| a.min(b); "min({a}, {b})"; subgroup Some("subgroupMin({x})"); atomic Some("atomicMin"));
operator!(min for u32; exact true; identity u32::MAX; |a, b| a.min(b); "min({a}, {b})"; subgroup Some("subgroupMin({x})"); atomic Some("atomicMin"));
operator!(min for i64; exact true; identity i64::MAX; |a, b| a.min(b); "min({a}, {b})"; subgroup None; atomic None);
operator!(min for u64; exact true; identity u64::MAX; |a, b| a.min(b); "min({a}, {b})"; subgroup None; atomic None);
operator!(max for i32; exact true; identity i32::MIN; |a, b| a.max(b); "max({a}, {b})"; subgroup Some("subgroupMax({x})"); atomic Some("atomicMax"));
operator!(max for u32; exact true; identity u32::MIN; |a, b| a.max(b); "max({a}, {b})"; subgroup Some("subgroupMax({x})"); atomic Some("atomicMax"));
operator!(max for i64; exact true; identity i64::MIN; |a, b| a.max(b); "max({a}, {b})"; subgroup None; atomic None);
operator!(max for u64; exact true; identity u64::MIN; |a, b| a.max(b); "max({a}, {b})"; subgroup None; atomic None);
operator!(and for i64; exact true; identity -1; |a, b| a & b; "{a} & {b}"; subgroup None; atomic None);
operator!(and for u64; exact true; identity u64::MAX; |a, b| a & b; "{a} & {b}"; subgroup None; atomic None);
operator!(and for i32; exact true; identity -1; |a, b| a & b; "{a} & {b}"; subgroup Some("subgroupAnd({x})"); atomic Some("atomicAnd"));
operator!(and for u32; exact true; identity u32::MAX; |a, b| a & b; "{a} & {b}"; subgroup Some("subgroupAnd({x})"); atomic Some("atomicAnd"));
operator!(or for i64 u64; exact true; identity 0; |a, b| a | b; "{a} | {b}"; subgroup None; atomic None);
operator!(or for i32 u32; exact true; identity 0; |a, b| a | b; "{a} | {b}"; subgroup Some("subgroupOr({x})"); atomic Some("atomicOr"));
operator!(xor for i64 u64; exact true; identity 0; |a, b| a ^ b; "{a} ^ {b}"; subgroup None; atomic None);
operator!(xor for i32 u32; exact true; identity 0; |a, b| a ^ b; "{a} ^ {b}"; subgroup Some("subgroupXor({x})"); atomic Some("atomicXor"));
// Numbers of 8 and 16 bits: a sum of them would wrap after a few, so there is none.
operator!(min for u8; exact true; identity u8::MAX; |a, b| a.min(b); "min({a}, {b})"; subgroup None; atomic None);
operator!(min for u16; exact true; identity u16::MAX; |a, b| a.min(b); "min({a}, {b})"; subgroup None; atomic None);
operator!(min for i8; exact true; identity i8::MAX; |a, b| a.min(b); "min({a}, {b})"; subgroup None; atomic None);
operator!(min for i16; exact true; identity i16::MAX; |a, b| a.min(b); "min({a}, {b})"; subgroup None; atomic None);
operator!(max for u8; exact true; identity u8::MIN; |a, b| a.max(b); "max({a}, {b})"; subgroup None; atomic None);
operator!(max for u16; exact true; identity u16::MIN; |a, b| a.max(b); "max({a}, {b})"; subgroup None; atomic None);
operator!(max for i8; exact true; identity i8::MIN; |a, b| a.max(b); "max({a}, {b})"; subgroup None; atomic None);
operator!(max for i16; exact true; identity i16::MIN; |a, b| a.max(b); "max({a}, {b})"; subgroup None; atomic None);
operator!(and for u8 u16; exact true; identity !0; |a, b| a & b; "{a} & {b}"; subgroup None; atomic None);
operator!(or for u8 u16; exact true; identity 0; |a, b| a | b; "{a} | {b}"; subgroup None; atomic None);
operator!(xor for u8 u16; exact true; identity 0; |a, b| a ^ b; "{a} ^ {b}"; subgroup None; atomic None);
// No built-in for these two: it would make 1 of a state of 2 that meets no other, which the tree leaves as it is.
operator!(any for u32; exact true; identity 0; |a, b| u32::from((a | b) != 0); "u32(({a} | {b}) != 0u)"; subgroup None; atomic None);
operator!(any or for bool; exact true; identity false; |a, b| a | b; "{a} | {b}"; subgroup None; atomic None);
operator!(all and for bool; exact true; identity true; |a, b| a & b; "{a} & {b}"; subgroup None; atomic None);
operator!(xor for bool; exact true; identity false; |a, b| a != b; "{a} != {b}"; subgroup None; atomic None);
// `&`, not `&&`: a branch in every combine made SwiftShader compile for minutes.
operator!(all for u32; exact true; identity 1; |a, b| u32::from(a != 0 && b != 0); "u32(({a} != 0u) & ({b} != 0u))"; subgroup None; atomic None);

// SAFETY: the text computes with its operands alone.
unsafe impl<O: Operator<T>, T: GpuType, const N: usize> Operator<[T; N]> for O
where
    [T; N]: GpuType,
    O: 'static,
{
    const EXACT: bool = O::EXACT;

    #[inline(always)]
    fn identity() -> [T; N] {
        [O::identity(); N]
    }

    #[inline(always)]
    fn combine(a: [T; N], b: [T; N]) -> [T; N] {
        std::array::from_fn(|k| O::combine(a[k], b[k]))
    }

    fn wgsl(a: &str, b: &str, module: &mut Module) -> String {
        let operator = std::any::type_name::<O>().rsplit("::").next().unwrap_or_default();
        let name = format!("{operator}_{}", <[T; N] as GpuType>::wgsl_name());
        let call = module.function::<([T; N], fn(O))>("combine", &name, &|module, name| {
            let kind = <[T; N] as GpuType>::wgsl_type(module);
            let elements = each_element(N, &mut |k| {
                format!("        {},\n", O::wgsl(&format!("a[{k}]"), &format!("b[{k}]"), module))
            });
            let elements = elements.concat();
            format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {kind}(\n{elements}    );\n}}")
        });
        format!("{call}({a}, {b})")
    }

    fn wgsl_column(module: &mut Module) -> Option<ColumnForm> {
        let form = O::wgsl_column(module)?;
        Some(column_form::of_array::<T, O, N>(&form, module))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECIAL: [f32; 9] = [
        f32::NEG_INFINITY,
        f32::MIN,
        -1.0,
        -0.0,
        0.0,
        f32::MIN_POSITIVE,
        1.0,
        f32::MAX,
        f32::INFINITY,
    ];

    #[test]
    fn float_extremes_follow_the_order_of_ieee_754() {
        for (i, &a) in SPECIAL.iter().enumerate() {
            for (j, &b) in SPECIAL.iter().enumerate() {
                let (low, high) = (SPECIAL[i.min(j)], SPECIAL[i.max(j)]);
                assert_eq!(
                    <min as Operator<f32>>::combine(a, b).to_bits(),
                    low.to_bits(),
                    "min({a}, {b})"
                );
                assert_eq!(
                    <max as Operator<f32>>::combine(a, b).to_bits(),
                    high.to_bits(),
                    "max({a}, {b})"
                );
            }
        }
    }

    #[test]
    fn every_nan_wins_on_either_side() {
        for bits in [
            0x7f80_0001u32,
            0x7fc0_0000,
            0x7fff_ffff,
            0xff80_0001,
            0xffc0_0000,
            0xffff_ffff,
        ] {
            let nan = f32::from_bits(bits);
            for x in SPECIAL {
                assert!(
                    <min as Operator<f32>>::combine(nan, x).is_nan()
                        && <min as Operator<f32>>::combine(x, nan).is_nan()
                );
                assert!(
                    <max as Operator<f32>>::combine(nan, x).is_nan()
                        && <max as Operator<f32>>::combine(x, nan).is_nan()
                );
            }
        }
        assert!(<min as Operator<f64>>::combine(f64::NAN, 1.0).is_nan());
        assert!(<max as Operator<f64>>::combine(1.0, -f64::NAN).is_nan());
    }

    #[test]
    fn identities_change_no_bit() {
        for x in SPECIAL {
            let same = |combined: f32| assert_eq!(combined.to_bits(), x.to_bits());
            same(<sum as Operator<f32>>::combine(<sum as Operator<f32>>::identity(), x));
            same(<product as Operator<f32>>::combine(
                x,
                <product as Operator<f32>>::identity(),
            ));
            same(<min as Operator<f32>>::combine(<min as Operator<f32>>::identity(), x));
            same(<max as Operator<f32>>::combine(x, <max as Operator<f32>>::identity()));
        }
    }
}
