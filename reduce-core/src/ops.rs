//! The built-in operators, each declared with the derive or the `#[gpu]` that users have.
//!
//! An element may be any [`Number`](crate::Number). u8 and u16 accumulate in u32, i8 and i16 in i32, `half::f16` in f32;
//! that wide type is written `T::Wide` and is `T` itself for f32, i32, u32, f64, i64 and u64.
//!
//! Every operator here is checked by `check_monoid!` in the tests: identity, associativity, commutativity, CPU = GPU.

mod arg;
mod exact;
mod extremes;
mod fold;
mod histogram;
mod log_sum_exp;
mod missing;
mod moments;
mod norms;
mod pairs;
mod parametric;
mod quantiles;
mod range;
mod shape;
mod statistic;
mod sums;
mod top;
mod truth;
mod weighted;

#[doc(inline)]
pub use crate::builtin::number::long::Words;
pub use arg::{ArgMax, ArgMin};
pub use extremes::{Max, Min, MinMax, NanMax, NanMin};
pub use fold::Fold;
pub use histogram::{Histogram, HistogramUpTo};
pub use log_sum_exp::LogSumExp;
pub use missing::{NanMean, NanSum};
pub use moments::{Mean, StdDev, Variance};
pub use norms::{Dot, L1Norm, L2Norm, LInfNorm};
pub use pairs::{Correlation, Covariance};
pub use parametric::{CountAbove, DistanceTo, PowerSum};
pub use quantiles::Quantiles;
pub use shape::{Kurtosis, Skewness};
pub use sums::{Count, KahanSum, Product, Sum, WideSum};
pub use top::TopK;
pub use truth::{All, Any, BitAnd, BitOr, BitXor};
pub use weighted::WeightedMean;

// The states of some of these: public because `Reduction::State` names them.
#[doc(hidden)]
pub use self::exact::{Powers, Words3, Words4};
#[doc(hidden)]
pub use self::histogram::Tallies;
#[doc(hidden)]
pub use self::log_sum_exp::{Scaled, Scaled64};
#[doc(hidden)]
pub use self::moments::{Moments, Moments64};
#[doc(hidden)]
pub use self::pairs::{PairMoments, PairMoments64, SecondMoments, SecondMoments64};
#[doc(hidden)]
pub use self::shape::{FourMoments, FourMoments64};
#[doc(hidden)]
pub use self::sums::{Compensated, Compensated64};
