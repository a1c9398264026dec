//! The built-in operators, on every type of element that they read.

use reduce_wgpu::ops;

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

/// The number that `text` spells for integers. A threshold may be a fraction: nothing lies between it and the number below it.
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

/// The end of a range of floats.
fn finite<T: std::str::FromStr + Copy + Into<f64>>(text: &str) -> Result<T, String> {
    let number: T = float(text)?;
    let is_finite = number.into().is_finite();
    is_finite
        .then_some(number)
        .ok_or_else(|| format!("{text} ends no range"))
}

/// The end of a range of integers.
fn integer<T: TryFrom<i128>>(text: &str) -> Result<T, String> {
    let is_whole = |number: f64| number.fract() == 0.0;
    if text.parse::<i128>().is_err() && !text.parse().is_ok_and(is_whole) {
        return Err(format!("`{text}` is no integer, as the elements are"));
    }
    whole(text)
}

/// The operators with parameters that read numbers of each of these types, whose values a function reads.
macro_rules! of_each {
    ($list:ident: $($t:ident $read:ident $end:ident)*) => {$(
        $list.push(Box::new(Typed::<ops::CountAbove<$t>>::with_parameters(
            "CountAbove",
            ("how many elements are above THRESHOLD", "0"),
            &["threshold"],
            |values| Ok(ops::CountAbove { threshold: $read(values[0])? }),
        )));
        $list.push(Box::new(Typed::<ops::HistogramUpTo<$t, MOST_BINS>>::with_parameters(
            "Histogram",
            ("how many elements are in each of BINS equal parts of LOW to HIGH", "0 0 ..."),
            &["low", "high", "bins"],
            |values| {
                let (low, high) = ($end(values[0])?, $end(values[1])?);
                ascending(low, high, values)?;
                Ok(ops::HistogramUpTo::new(low, high, bins(values[2])?))
            },
        )));
        $list.push(Box::new(Typed::<ops::Quantiles<$t, MOST_BINS, 1>>::with_parameters(
            "Quantile",
            ("the number below which PROBABILITY of the elements from LOW to HIGH lie, within 1/256 of that range", "NaN"),
            &["low", "high", "probability"],
            |values| {
                let (low, high) = ($end(values[0])?, $end(values[1])?);
                ascending(low, high, values)?;
                Ok(ops::Quantiles::new(low, high, [probability(values[2])?]))
            },
        )));
    )*};
}

/// The most bins of a histogram.
const MOST_BINS: usize = 256;

fn bins(text: &str) -> Result<u32, String> {
    let bins = text.parse().ok().filter(|bins| (1..=MOST_BINS as u32).contains(bins));
    bins.ok_or_else(|| format!("there are 1 to {MOST_BINS} bins, not `{text}`"))
}

fn probability(text: &str) -> Result<f64, String> {
    let probability = text
        .parse()
        .ok()
        .filter(|probability| (0.0..=1.0).contains(probability));
    probability.ok_or_else(|| format!("a probability is a number from 0 to 1, not `{text}`"))
}

/// # Errors
/// If `low` is not below `high`, which these values spell.
fn ascending<T: PartialOrd>(low: T, high: T, values: &[&str]) -> Result<(), String> {
    if low < high {
        return Ok(());
    }
    Err(format!("{} is not below {}", values[0], values[1]))
}

/// Operators with parameters.
fn with_parameters() -> Vec<Box<dyn Operator>> {
    let mut list: Vec<Box<dyn Operator>> = Vec::new();
    of_each! {
        list:
            f32 float finite f64 float finite
            i32 whole integer u32 whole integer i64 whole integer u64 whole integer
            i8 whole integer u8 whole integer i16 whole integer u16 whole integer
    }
    list.push(Box::new(Typed::<ops::PowerSum>::with_parameters(
        "PowerSum",
        ("the sum of magnitudes to the power EXPONENT", "-0.0"),
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
