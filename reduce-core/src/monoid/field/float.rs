//! Minimum and maximum of floats, which a GPU compares as integers.

use super::{Operator, max, min};
use crate::monoid::member::{ColumnForm, Shuffle};
use crate::types::gpu_type::Storable;
use crate::types::words::shuffle_words;
use crate::wgsl::Module;

/// The extremes of floats: one comparison of floats on the CPU, one of integers on the GPU, the same bits.
///
/// Rust promises IEEE 754 comparisons: `$wins` is false for a NaN, so `b` stands unless `a` is a NaN itself; of equal
/// operands only zeros can differ, in the sign bit that `$zeros` picks. This takes 6 vector instructions
/// where the integer comparison takes 10 (f32 maximum of 256 MiB: 0.6 of the time).
macro_rules! float_extremes {
    ($t:ident, $bits:expr) => {
        float_extremes!($t, $bits, min, "min", $t::INFINITY, <, |, ['+', '<']);
        float_extremes!($t, $bits, max, "max", $t::NEG_INFINITY, >, &, ['-', '>']);
    };
    ($t:ident, $bits:expr, $op:ident, $name:literal, $identity:expr, $wins:tt, $zeros:tt, $wgsl:expr) => {
        // SAFETY: the text computes with its operands alone.
        unsafe impl Operator<$t> for $op {
            const EXACT: bool = true;
            #[inline(always)]
            fn identity() -> $t {
                $identity
            }
            #[inline(always)]
            fn combine(a: $t, b: $t) -> $t {
                let extreme = if a $wins b { a } else { b };
                let ordered = if a == b { $t::from_bits(a.to_bits() $zeros b.to_bits()) } else { extreme };
                if a.is_nan() { a } else { ordered }
            }
            fn wgsl(a: &str, b: &str, module: &mut Module) -> String {
                $bits.extreme::<$t>($name, $wgsl, [a, b], module)
            }
            fn wgsl_column(module: &mut Module) -> Option<ColumnForm> {
                Some($bits.column::<$t>($name, $wgsl, module))
            }
            fn wgsl_subgroup(x: &str, module: &mut Module) -> Option<String> {
                $bits.subgroup::<$t>($name, $wgsl, x, module)
            }
        }
    };
}

/// The format of a float, for comparing it as an integer.
struct FloatBits {
    /// Position of the sign bit.
    sign: u32,
    /// All bits below it.
    magnitude: i64,
    /// The number of NaNs of one sign.
    nans: i64,
    /// WGSL's suffix of the integer type.
    suffix: &'static str,
}

const F32: FloatBits = FloatBits {
    sign: 31,
    magnitude: 0x7fff_ffff,
    nans: 0x007f_ffff,
    suffix: "i",
};
const F64: FloatBits = FloatBits {
    sign: 63,
    magnitude: i64::MAX,
    nans: 0x000f_ffff_ffff_ffff,
    suffix: "li",
};

float_extremes!(f32, F32);
float_extremes!(f64, F64);

impl FloatBits {
    /// The WGSL twin of `combine` above; `symbols` are how NaNs are shifted and which order wins.
    ///
    /// The integer of a float's bits, with the magnitude bits of negatives flipped, ascends with the float; NaNs lie at
    /// both ends. Adding 2^23 − 1 wraps those above +inf round to the bottom, subtracting it wraps those below −inf to
    /// the top. WGSL and its drivers may assume that there are no NaNs and that −0 equals 0, but not so of integers.
    fn extreme<T: Storable>(
        &self,
        name: &'static str,
        symbols: [char; 2],
        operands: [&str; 2],
        module: &mut Module,
    ) -> String {
        let Self { nans, suffix, .. } = self;
        let float = T::wgsl_name();
        let order = self.ascending::<T>(module);
        let call = module.function::<T>(name, &format!("{name}_{float}"), &|_, called| {
            let [shift, wins] = symbols;
            let side = |x: char| format!("{order}({x}) {shift} {nans:#x}{suffix}");
            format!(
                "// The IEEE 754-2019 {name}imum: a NaN wins.\nfn {called}(a: {float}, b: {float}) -> {float} {{\n    \
                 return select(b, a, {} {wins} {});\n}}",
                side('a'),
                side('b')
            )
        });
        format!("{call}({}, {})", operands[0], operands[1])
    }
}

impl FloatBits {
    /// The function that makes the integer of a float.
    fn ascending<T: Storable>(&self, module: &mut Module) -> String {
        let Self {
            sign,
            magnitude,
            suffix,
            ..
        } = self;
        let float = T::wgsl_name();
        let int = float.replace('f', "i");
        module.function::<T>("ascending", &format!("ascending_{float}"), &|_, name| {
            format!(
                "// The bits of `x` as an integer that ascends with it: NaNs compare, and -0 lies below +0.\n\
                 fn {name}(x: {float}) -> {int} {{\n    let bits = bitcast<{int}>(x);\n    \
                 return bits ^ ((bits >> {sign}u) & {magnitude:#x}{suffix});\n}}"
            )
        })
    }

    /// [`extreme`](Self::extreme) as a form for columns: the shifted integers themselves.
    fn column<T: Storable>(&self, name: &'static str, symbols: [char; 2], module: &mut Module) -> ColumnForm {
        let Self {
            sign,
            magnitude,
            nans,
            suffix,
        } = self;
        let float = T::wgsl_name();
        let int = float.replace('f', "i");
        let order = self.ascending::<T>(module);
        let [there, _] = symbols;
        let back = if there == '+' { '-' } else { '+' };
        let roles = match name {
            "min" => ["minimum to key", "key to minimum"],
            _ => ["maximum to key", "key to maximum"],
        };
        let to_key = module.function::<T>(roles[0], &format!("{name}_key_{float}"), &|_, called| {
            format!(
                "// An integer of which the {name}imum is that of the float.\nfn {called}(x: {float}) -> {int} {{\n    \
                 return {order}(x) {there} {nans:#x}{suffix};\n}}"
            )
        });
        let from_key = module.function::<T>(roles[1], &format!("{name}_of_key_{float}"), &|_, called| {
            format!(
                "// And back: flipping the magnitude bits of negatives twice changes nothing.\n\
                 fn {called}(key: {int}) -> {float} {{\n    let bits = key {back} {nans:#x}{suffix};\n    \
                 return bitcast<{float}>(bits ^ ((bits >> {sign}u) & {magnitude:#x}{suffix}));\n}}"
            )
        });
        ColumnForm {
            kind: int,
            to_key: Some(to_key),
            fold: name.to_owned(),
            combine: name.to_owned(),
            from_key: Some(from_key),
            shuffle: Some(match self.sign {
                31 => Shuffle::Scalar,
                _ => Shuffle::Function(shuffle_words::<i64>(module)),
            }),
        }
    }

    /// The extreme of a subgroup, by the built-in for those integers; for 64 bits there is none.
    fn subgroup<T: Storable>(
        &self,
        name: &'static str,
        symbols: [char; 2],
        x: &str,
        module: &mut Module,
    ) -> Option<String> {
        let built_in = if name == "min" { "subgroupMin" } else { "subgroupMax" };
        let ColumnForm { to_key, from_key, .. } = (self.sign == 31).then(|| self.column::<T>(name, symbols, module))?;
        Some(format!("{}({built_in}({}({x})))", from_key?, to_key?))
    }
}
