//! The built-in operators, on every type of element that they read.

use reduce_wgpu::{Number, ops};

use crate::operator::{Operator, Typed};

/// The operators in braces, on each of the types in front of them.
macro_rules! list {
    ($([$($t:ident)*] $operators:tt)*) => {{
        let mut list: Vec<Box<dyn Operator>> = Vec::new();
        $($(list!(@each list $t $operators);)*)*
        list
    }};
    (@each $list:ident $t:ident { $($operator:ident $summary:literal)* }) => {
        $list.extend([
            $(Box::new(Typed::<ops::$operator<$t>>::with_summary(stringify!($operator), $summary)) as Box<dyn Operator>),*
        ]);
    };
}

/// The threshold that `text` spells for integers: nothing lies between it and the number below it.
fn whole<T: TryFrom<i128>>(text: &str) -> Result<T, String> {
    let number = text.parse::<i128>().ok().or_else(|| {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite())?;
        Some(number.floor() as i128)
    });
    let number = number.ok_or_else(|| format!("`{text}` is no number"))?;
    T::try_from(number).map_err(|_| format!("{text} is no {}", std::any::type_name::<T>()))
}

fn float<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// `CountAbove` on each of these types, whose thresholds a function reads.
macro_rules! count_above {
    ($($t:ident $read:ident)*) => {
        [$({
            let summary = "how many elements are above THRESHOLD";
            let none = ops::CountAbove::<$t> { threshold: <$t as Number>::Wide::default() };
            Box::new(Typed::<ops::CountAbove<$t>>::with_parameters("CountAbove", summary, none, &["threshold"], |values| {
                Ok(ops::CountAbove { threshold: $read(values[0])? })
            })) as Box<dyn Operator>
        }),*]
    };
}

/// Operators with parameters.
fn with_parameters() -> Vec<Box<dyn Operator>> {
    let mut list = Vec::from(count_above! {
        f32 float f64 float i32 whole u32 whole i64 whole u64 whole i8 whole u8 whole i16 whole u16 whole
    });
    let none = ops::PowerSum { exponent: 0.0 };
    let summary = "the sum of magnitudes to the power EXPONENT";
    list.push(Box::new(Typed::<ops::PowerSum>::with_parameters(
        "PowerSum",
        summary,
        none,
        &["exponent"],
        |values| {
            Ok(ops::PowerSum {
                exponent: float(values[0])?,
            })
        },
    )));
    list
}

/// All of them. Each costs a quarter of a second to compile, so an operator is left out on types where another one does the same:
/// integers have no NaNs to skip and no roundings to carry along.
pub(crate) fn operators() -> Vec<Box<dyn Operator>> {
    let mut list = list! {
        [f32 f64 i32 u32 i64 u64 i8 u8 i16 u16] {
            Sum "the sum; integers wrap"
            Product "the product; integers wrap"
            Min "the least element; a NaN wins"
            Max "the greatest element; a NaN wins"
            MinMax "the least and the greatest element"
            ArgMin "where the least element is, and its value"
            ArgMax "where the greatest element is, and its value"
            Mean "the arithmetic mean; f32 of f32, else f64"
            Variance "the mean square distance from the mean; f32 of f32, else f64"
            StdDev "the root of the variance; f32 of f32, else f64"
            L1Norm "the sum of magnitudes"
            L2Norm "the root of the sum of squares; f32 of f32, else f64"
            LInfNorm "the greatest magnitude"
            Any "whether any element is not zero"
            All "whether every element is not zero"
            Count "how many elements there are"
        }
        [f32 f64] {
            KahanSum "the sum with its rounding carried along"
            NanMin "the least number; NaNs are skipped"
            NanMax "the greatest number; NaNs are skipped"
            NanSum "the sum of all numbers; NaNs are skipped"
            NanMean "the mean of all numbers; NaNs are skipped"
            Skewness "the third moment around the mean, over the cube of the deviation"
            Kurtosis "the fourth moment around the mean, over the square of the variance, less 3"
            LogSumExp "ln of the sum of exp(x), without overflow"
        }
        [i32 u32 i64 u64 i8 u8 i16 u16] {
            BitAnd "the bits that all elements have"
            BitOr "the bits that any element has"
            BitXor "the bits that an odd number of elements has"
        }
        [i32 u32 i8 u8 i16 u16] {
            WideSum "the sum in 64 bits"
        }
    };
    list.extend(with_parameters());
    list
}
